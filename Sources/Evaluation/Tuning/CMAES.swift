import LinearAlgebra
import RealModule
import Vocabulary
import Vocabulary

/// Evolution strategy with covariance matrix adaptation (N. Hansen, The CMA Evolution Strategy: A Tutorial,
/// arXiv:1604.00772, 2016, figure 6 and table 1, with positive weights).
enum CMAES {
    /// Initial standard deviation, in units of the search space.
    static let firstSigma = 0.5

    /// Runs generations until the budget is spent or the steps are smaller than a thousandth of the first.
    static func run(
        start: [Double], seed: UInt64, hasBudget: (Int) -> Bool, evaluate: ([[Double]]) -> [Double]
    ) {
        let n = start.count
        let d = Double(n)
        let lambda = 4 + Int(clamping: 3 * Double.log(d))
        let mu = lambda / 2
        let raw = (1...mu).map { Double.log(Double(lambda + 1) / 2) - Double.log(Double($0)) }
        let total = raw.reduce(0, +)
        let weights = raw.map { $0 / total }
        let muEffective = 1 / weights.reduce(0) { $0 + $1 * $1 }
        let cSigma = (muEffective + 2) / (d + muEffective + 5)
        let damping = 1 + 2 * max(0, ((muEffective - 1) / (d + 1)).squareRoot() - 1) + cSigma
        let cC = (4 + muEffective / d) / (d + 4 + 2 * muEffective / d)
        let c1 = 2 / ((d + 1.3) * (d + 1.3) + muEffective)
        let cMu = min(1 - c1, 2 * (muEffective - 2 + 1 / muEffective) / ((d + 2) * (d + 2) + muEffective))
        let expectedLength = d.squareRoot() * (1 - 1 / (4 * d) + 1 / (21 * d * d))

        var random = RandomGenerator(seed: seed)
        var (mean, sigma) = (start, firstSigma)
        var covariance = Matrix.identity(n)
        var pathSigma = [Double](repeating: 0, count: n)
        var pathC = pathSigma
        var generation = 0
        while hasBudget(lambda), sigma > 1e-3 * firstSigma {
            guard let eigen = try? covariance.symmetricEigen(), (eigen.values.first ?? 0) > 0 else { return }
            let scales = eigen.values.map { $0.squareRoot() }
            // y = B D z with z standard normal.
            let steps = (0..<lambda).map { _ -> [Double] in
                let z = scales.map { $0 * random.gaussian() }
                return (0..<n).map { row in (0..<n).reduce(0) { $0 + eigen.vectors[row, $1] * z[$1] } }
            }
            let points = steps.map { step in zip(mean, step).map { $0 + sigma * $1 } }
            let values = evaluate(points)
            let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
            let best = order.prefix(mu).map { steps[$0] }
            let move = (0..<n).map { axis in zip(weights, best).reduce(0) { $0 + $1.0 * $1.1[axis] } }
            mean = zip(mean, move).map { $0 + sigma * $1 }

            // C^(-1/2) = B D^(-1) B^T.
            let turned = (0..<n).map { column in
                (0..<n).reduce(0) { $0 + eigen.vectors[$1, column] * move[$1] } / scales[column]
            }
            let whitened = (0..<n).map { row in (0..<n).reduce(0) { $0 + eigen.vectors[row, $1] * turned[$1] } }
            let gainSigma = (cSigma * (2 - cSigma) * muEffective).squareRoot()
            pathSigma = zip(pathSigma, whitened).map { (1 - cSigma) * $0 + gainSigma * $1 }
            let length = pathSigma.reduce(0) { $0 + $1 * $1 }.squareRoot()
            generation += 1
            let settled = (1 - Double.pow(1 - cSigma, 2 * generation)).squareRoot()
            let isSteady = length / settled < (1.4 + 2 / (d + 1)) * expectedLength
            let gainC = isSteady ? (cC * (2 - cC) * muEffective).squareRoot() : 0
            pathC = zip(pathC, move).map { (1 - cC) * $0 + gainC * $1 }
            let lost = isSteady ? 0 : cC * (2 - cC)
            for row in 0..<n {
                for column in 0..<n {
                    var update = (1 + c1 * lost - c1 - cMu) * covariance[row, column] + c1 * pathC[row] * pathC[column]
                    for (weight, step) in zip(weights, best) { update += cMu * weight * step[row] * step[column] }
                    covariance[row, column] = update
                }
            }
            sigma *= Double.exp(min(1, (cSigma / damping) * (length / expectedLength - 1)))
        }
    }
}
