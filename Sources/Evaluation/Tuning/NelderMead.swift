/// The simplex method (J. Nelder, R. Mead, Computer Journal 7, 1965) with coefficients adapted to the number of
/// parameters (F. Gao, L. Han, Computational Optimization and Applications 51, 2012).
enum NelderMead {
    /// Size of the first simplex, in units of the search space.
    static let firstStep = 0.5
    /// The search ends when both the relative spread of the values and the size of the simplex are below these
    /// tolerances.
    static let tolerance = (value: 1e-4, point: 1e-3)

    /// - Parameters:
    ///   - value: the objective at `start`.
    ///   - hasBudget: whether this many more values may be computed.
    static func run(
        start: [Double], value: Double, hasBudget: (Int) -> Bool, evaluate: ([[Double]]) -> [Double]
    ) {
        let n = start.count
        let d = Double(max(2, n))
        let (expansion, contraction, shrinkage) = (1 + 2 / d, 0.75 - 0.5 / d, 1 - 1 / d)
        guard hasBudget(n) else { return }
        let corners = (0..<n).map { axis in
            var corner = start
            corner[axis] += firstStep
            return corner
        }
        var simplex = [SearchStep(point: start, value: value)]
        simplex += zip(corners, evaluate(corners)).map { SearchStep(point: $0, value: $1) }
        while true {
            simplex.sort { $0.value < $1.value }
            let (best, worst) = (simplex[0], simplex[n])
            let spread = zip(best.point, worst.point).map { ($0 - $1).magnitude }.max() ?? 0
            if worst.value - best.value <= tolerance.value * best.value.magnitude && spread <= tolerance.point {
                return
            }
            let centre = (0..<n).map { axis in simplex[..<n].reduce(0) { $0 + $1.point[axis] } / Double(n) }
            func along(_ factor: Double) -> [Double] {
                zip(centre, worst.point).map { $0 + factor * ($0 - $1) }
            }
            func value(_ point: [Double]) -> SearchStep? {
                guard hasBudget(1) else { return nil }
                return SearchStep(point: point, value: evaluate([point])[0])
            }
            guard let reflected = value(along(1)) else { return }
            if reflected.value < best.value {
                guard let expanded = value(along(expansion)) else { return }
                simplex[n] = expanded.value < reflected.value ? expanded : reflected
            } else if reflected.value < simplex[n - 1].value {
                simplex[n] = reflected
            } else {
                let outside = reflected.value < worst.value
                guard let contracted = value(along(outside ? contraction : -contraction)) else { return }
                if contracted.value < min(reflected.value, worst.value) {
                    simplex[n] = contracted
                } else {
                    guard hasBudget(n) else { return }
                    let points = simplex.dropFirst().map { corner in
                        zip(best.point, corner.point).map { $0 + shrinkage * ($1 - $0) }
                    }
                    simplex = [best] + zip(points, evaluate(points)).map { SearchStep(point: $0, value: $1) }
                }
            }
        }
    }
}
