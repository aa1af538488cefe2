import RealModule
import Vocabulary

/// The search method for the best parameters.
public enum SearchMethod: String, Sendable, Codable, CaseIterable {
    /// The simplex of J. Nelder and R. Mead: for few parameters and smooth objectives.
    case nelderMead = "nelder-mead"
    /// Covariance matrix adaptation: for more than four parameters or rough objectives.
    case cmaES = "cma-es"
    /// All combinations of evenly spaced values: for one or two parameters; also shows the shape of the objective.
    case grid

    /// The method with this name, case-insensitive.
    public init?(named name: String) {
        self.init(rawValue: name.lowercased())
    }
}

/// One step of a search's trail.
public struct SearchStep: Sendable, Hashable {
    /// Coordinates in the search space.
    public var point: [Double]
    /// The objective there.
    public var value: Double
}

/// A search: method, budget and seed.
public struct Search: Sendable {
    /// The method.
    public var method: SearchMethod
    /// The number of objective values that may be computed, at least 1 (`grid`: the largest number of points).
    public var budget: Int
    /// The seed of `cma-es`.
    public var seed: UInt64

    /// A search of a method.
    public init(method: SearchMethod, budget: Int = 60, seed: UInt64 = 1) {
        (self.method, self.budget, self.seed) = (method, budget, seed)
    }

    /// A search that suits a search space: the simplex for up to four parameters, and a budget that grows with their
    /// number.
    /// - Parameters:
    ///   - space: the search space.
    ///   - method: the user's choice, if any.
    ///   - budget: the user's choice, if any.
    ///   - seed: of the random steps.
    public static func suiting(
        _ space: SearchSpace, method: SearchMethod? = nil, budget: Int? = nil, seed: UInt64 = 1
    ) -> Search {
        Search(
            method: method ?? (space.axes.count <= 4 ? .nelderMead : .cmaES),
            budget: budget ?? (method == .grid ? 100 : 40 + 20 * space.axes.count), seed: seed)
    }

    /// Searches from the default, which is always evaluated, and returns the best point.
    ///
    /// - Parameters:
    ///   - space: the varied parameters, with their limits.
    ///   - evaluate: the objective at several points, which may be computed concurrently.
    ///   - isStopped: whether to end the search early; asked before each further value.
    ///   - step: called with each new best value, for the trail.
    public func minimum(
        in space: SearchSpace, evaluate: ([[Double]]) -> [Double], isStopped: () -> Bool = { false },
        step: (SearchStep) -> Void = { _ in }
    ) -> SearchStep {
        let start = space.origin
        var best = SearchStep(point: start, value: evaluate([start]).first ?? .infinity)
        step(best)
        var spent = 1
        func counted(_ points: [[Double]]) -> [Double] {
            let inside = points.map(space.clamped)
            // A point outside the limits is penalised by its distance, so that the search returns.
            let values = zip(points, evaluate(inside)).map { point, value in
                zip(point, space.clamped(point)).reduce(value) { sum, pair in
                    sum + (pair.0 - pair.1) * (pair.0 - pair.1) * value.magnitude
                }
            }
            spent += points.count
            for (point, value) in zip(inside, values) where value < best.value {
                best = SearchStep(point: point, value: value)
                step(best)
            }
            return values
        }
        func hasBudget(_ count: Int) -> Bool { spent + count <= budget && !isStopped() }
        guard !space.axes.isEmpty else { return best }
        switch method {
        case .nelderMead:
            NelderMead.run(start: start, value: best.value, hasBudget: hasBudget, evaluate: counted)
        case .cmaES:
            CMAES.run(start: start, seed: seed, hasBudget: hasBudget, evaluate: counted)
        case .grid:
            for points in Grid.batches(in: space, budget: budget - spent) where !isStopped() { _ = counted(points) }
        }
        return best
    }
}

/// Evenly spaced points of a search space.
enum Grid {
    /// Points per batch, which may be computed concurrently.
    static let batch = 64
    /// Half the width of a logarithmic axis that the grid covers: a factor of 20.
    static let reach = 3.0

    /// As many points per axis as the budget allows, equal for all axes, within the axes' limits.
    static func batches(in space: SearchSpace, budget: Int) -> [[[Double]]] {
        let n = space.axes.count
        guard budget >= 1, n >= 1 else { return [] }
        var perAxis = max(1, Int(clamping: Double.root(Double(budget), n)))
        while power(perAxis + 1, n) <= budget { perAxis += 1 }
        guard perAxis > 1 else { return [] }
        let values = space.axes.map { axis -> [Double] in
            let limits = axis.limits
            // A whole logarithmic axis is too wide for a grid; limits from the user are kept.
            let isWide = axis.isLogarithmic && limits.upperBound - limits.lowerBound > 2 * reach
            let low = isWide ? max(-reach, limits.lowerBound) : limits.lowerBound
            let high = isWide ? min(reach, limits.upperBound) : limits.upperBound
            return (0..<perAxis).map { low + (high - low) * Double($0) / Double(perAxis - 1) }
        }
        var points: [[Double]] = [[]]
        for axis in values { points = points.flatMap { point in axis.map { point + [$0] } } }
        return stride(from: 0, to: points.count, by: batch).map {
            Array(points[$0..<min($0 + batch, points.count)])
        }
    }

    private static func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { product, _ in
            product.multipliedReportingOverflow(by: base).overflow ? .max : product * base
        }
    }
}
