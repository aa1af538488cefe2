import RealModule

/// Evenly spaced points of a search space.
enum Grid {
    /// Points of one batch, which may be computed at once.
    static let batch = 64
    /// How far a logarithmic axis is covered either way: a factor of 20.
    static let reach = 3.0

    /// As many points per axis as the budget allows, the same for every axis, within the axes' limits.
    static func batches(in space: SearchSpace, budget: Int) -> [[[Double]]] {
        let n = space.axes.count
        guard budget >= 1, n >= 1 else { return [] }
        var perAxis = max(1, Int(Double.root(Double(budget), n)))
        while power(perAxis + 1, n) <= budget { perAxis += 1 }
        guard perAxis > 1 else { return [] }
        let values = space.axes.map { axis -> [Double] in
            let limits = axis.limits
            // A whole logarithmic axis is too wide for a grid; one with limits of the user's own is not.
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
