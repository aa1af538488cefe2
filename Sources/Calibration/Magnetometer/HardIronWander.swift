import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// The uncertainty of a fit due to a hard iron that wanders during the recording.
///
/// A phone's hard iron is not constant: the sensor warms up, currents change. In all nine calibration recordings of
/// three phones it moved by 0.2 to 1 microtesla within half a minute, slowly, which shifts stretches of a recording
/// against each other and hardly shows in the correlation of neighbouring residuals. Here it is a random walk about its
/// mean over the recording, h(t) = h + sum c_k sqrt(2) cos(k pi t / T) / (k pi), whose coefficients c_k are independent
/// with variance q T (the Karhunen-Loeve expansion of Brownian motion without its mean). The readings determine q, the
/// intensity of the walk, as far as they can: its posterior is a sum over a few values, each weighted by the evidence
/// of the readings (the waves integrated out) and by a prior from phones.
///
/// For a random walk, the mean over one half differs from the mean over the whole by a variance q T / 12, T the whole's
/// duration, which is the variance of h(t) about its mean within that half. So the covariance of h contains both: the
/// uncertainty of the mean and the motion of the hard iron about it. It is that of the hard iron at a moment of the
/// recording.
struct HardIronWander {
    /// Median of the prior of q, microtesla^2 / s: 0.07 microtesla in a second, 0.4 in half a minute. Nine recordings
    /// of 25 to 85 s have 0.0007 to 0.036, their most probable median is 0.006.
    static let typicalIntensity = 0.005
    /// Standard deviation of the prior of ln q.
    static let logarithmSigma = 1.2
    /// The walk grows no more after this time, s: longer recordings were not available, and within a day phones moved
    /// by 2 microtesla, not by the 20 of a free walk.
    static let longestWalk = 100.0
    /// Number of fitted cosines; the faster rest is 7 % of the walk's variance about its mean and is added as such.
    static let waves = 8

    /// Correction of the model, to the mean over time instead of the mean over the readings' information. In the order
    /// of `FieldModel`, unfitted unknowns 0.
    private(set) var shift = [Double](repeating: 0, count: FieldModel.count)
    /// Covariance of all unknowns, with the wander about the mean.
    private(set) var covariance = Matrix(rows: FieldModel.count, columns: FieldModel.count)
    /// Root mean square of h(t) about its mean, microtesla per axis.
    private(set) var deviation = Vector3.zero

    /// Nil where the covariance is not determined.
    ///
    /// - Parameters:
    ///   - solver: with the problem whose minimum is `model`; the correlation of its residuals is estimated again.
    ///   - times: of the problem's readings, s.
    ///   - considered: standard deviation of the unfitted elements of L.
    init?(_ solver: FieldSolver, _ model: FieldModel, times: [Double], considered: Double) throws(SensorLabError) {
        var solver = solver
        let rows = try WanderRows(solver.problem, model, times: times)
        var posterior: [Node] = []
        // The wander correlates the residuals: their correlation is estimated without it.
        for _ in 0..<2 {
            posterior = try Self.posterior(solver, model, rows, considered: considered)
            guard !posterior.isEmpty else { return nil }
            let parameters = Self.mean(posterior, \.parameters)
            solver.setCorrelation(rows.residuals(parameters), common: false)
        }
        posterior = try Self.posterior(solver, model, rows, considered: considered)
        guard !posterior.isEmpty else { return nil }
        let parameters = Self.mean(posterior, \.parameters)
        shift = Array(parameters.prefix(FieldModel.count))
        var spread = [0.0, 0, 0]
        for node in posterior {
            covariance = covariance + node.weight * node.covariance
            let difference = zip(node.parameters, shift).map { $0 - $1 }
            for a in 0..<FieldModel.count {
                for b in 0..<FieldModel.count { covariance[a, b] += node.weight * difference[a] * difference[b] }
            }
            for axis in 0..<3 { spread[axis] += node.weight * node.spread[axis] }
        }
        for axis in 0..<3 { covariance[axis, axis] += spread[axis] }
        deviation = Vector3(spread[0].squareRoot(), spread[1].squareRoot(), spread[2].squareRoot())
    }

    /// One value of q.
    private struct Node {
        var weight: Double
        /// Shifts of the unknowns, then the coefficients c_k, axis by axis.
        var parameters: [Double]
        var covariance: Matrix
        /// Mean square of h(t) about its mean.
        var spread: [Double]
    }

    private static func mean(_ nodes: [Node], _ value: (Node) -> [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: nodes.first.map { value($0).count } ?? 0)
        for node in nodes {
            for (i, x) in value(node).enumerated() { result[i] += node.weight * x }
        }
        return result
    }

    private static func posterior(
        _ solver: FieldSolver, _ model: FieldModel, _ rows: WanderRows, considered: Double
    ) throws(SensorLabError) -> [Node] {
        let normal = rows.normal(solver.problem)
        let (n, m) = (FieldModel.count, 3 * waves)
        let prior = try solver.problem.corrected(model, forCovariance: true)
        let free = solver.problem.isFree.indices.filter { solver.problem.isFree[$0] }
        var nodes: [Node] = []
        var evidence: [Double] = []
        for z in stride(from: -3.0, through: 3, by: 0.75) {
            let variance = typicalIntensity * Double.exp(logarithmSigma * z) * rows.duration
            var waves = Matrix(rows: m, columns: m)
            var cross = Matrix(rows: m, columns: n)
            for i in 0..<m {
                for j in 0..<m { waves[i, j] = normal.matrix[n + i, n + j] }
                for j in 0..<n { cross[i, j] = normal.matrix[n + i, j] }
                waves[i, i] += 1 / variance
            }
            let factor = try Cholesky(waves)
            let inverse = try factor.inverse()
            // The waves eliminated (Schur complement), leaving the information of the unknowns.
            let gain = inverse * cross
            let own = Array(normal.gradient[n...])
            let pull = inverse * own
            var left = prior
            let taken = cross.transposed * gain
            let moved: [Double] = cross.transposed * pull
            for a in 0..<n {
                for b in 0..<n { left.matrix[a + n * b] -= taken[a, b] }
                left.gradient[a] = -moved[a]
            }
            guard let covariance = solver.covariance(of: left, considered: considered),
                let fitted = try? Cholesky(FieldSolver.submatrix(left, free, free))
            else { continue }
            let step = try fitted.solve(free.map { left.gradient[$0] })
            var parameters = [Double](repeating: 0, count: n + m)
            for (k, index) in free.enumerated() { parameters[index] = -step[k] }
            let coupled = gain * Array(parameters[..<n])
            for i in 0..<m { parameters[n + i] = -pull[i] - coupled[i] }
            // ln of the evidence: half of what the waves explain, and the volumes of posterior and prior.
            var logarithm = zip(own, pull).reduce(0) { $0 + $1.0 * $1.1 } / 2
            logarithm += zip(free, step).reduce(0) { $0 + left.gradient[$1.0] * $1.1 } / 2
            for root in factor.factor.diagonal + fitted.factor.diagonal { logarithm -= Double.log(root) }
            logarithm -= Double(m) * Double.log(variance) / 2
            evidence.append(logarithm - z * z / 2)
            let certainty = inverse + gain * covariance * gain.transposed
            var spread = [0.0, 0, 0]
            var rest = 1.0 / 6
            for k in 0..<Self.waves {
                let size = 1 / Double((k + 1) * (k + 1)) / (Double.pi * Double.pi)
                rest -= size
                for axis in 0..<3 {
                    let i = 3 * k + axis
                    spread[axis] += size * (parameters[n + i] * parameters[n + i] + certainty[i, i])
                }
            }
            nodes.append(
                Node(
                    weight: 0, parameters: parameters, covariance: covariance,
                    spread: spread.map { $0 + rest * variance }))
        }
        let largest = evidence.max() ?? 0
        let total = evidence.reduce(0) { $0 + Double.exp($1 - largest) }
        for i in nodes.indices { nodes[i].weight = Double.exp(evidence[i] - largest) / total }
        return nodes
    }
}

/// The readings of a fit as linear equations in the shifts of its unknowns and the waves of a wandering hard iron, in
/// the order x, y, z with the slowest wave first. A wave's derivative is that of the hard iron times its cosine.
struct WanderRows {
    /// From the first reading to the last, at most `HardIronWander.longestWalk`, s.
    let duration: Double

    /// One kind of residual, microtesla.
    private struct Kind {
        /// Derivatives with respect to the unknowns, reading by reading.
        var rows: [Double] = []
        /// Time of the reading in the recording, 0...1.
        var phases: [Double] = []
        var residuals: [Double] = []
        /// Information and gradient of the independent readings of a Gaussian sensor.
        var matrix = [Double](repeating: 0, count: size * size)
        var gradient = [Double](repeating: 0, count: size)
    }

    static let size = FieldModel.count + 3 * HardIronWander.waves
    private var magnitude = Kind()
    private var vertical = Kind()

    init(_ problem: FieldProblem, _ model: FieldModel, times: [Double]) throws(SensorLabError) {
        let (first, last) = (times.first ?? 0, times.last ?? 0)
        let whole = max(last - first, 1e-9)
        duration = min(whole, HardIronWander.longestWalk)
        var (magnitude, vertical) = (Kind(), Kind())
        try problem.visitCorrected(model) { index, isDip, residual, row in
            let phase = min(max((times[index] - first) / whole, 0), 1)
            func add(to kind: inout Kind) {
                for a in 0..<FieldModel.count { kind.rows.append(row[a]) }
                kind.phases.append(phase)
                kind.residuals.append(residual)
            }
            if isDip { add(to: &vertical) } else { add(to: &magnitude) }
        }
        Self.accumulate(&magnitude, problem.loss, problem.magnitudeSigma)
        Self.accumulate(&vertical, problem.loss, problem.verticalSigma)
        (self.magnitude, self.vertical) = (magnitude, vertical)
    }

    /// Normal matrix and gradient of the waves at the current correlations of a problem. The unknowns' own gradient is
    /// zero, as at a minimum.
    func normal(_ problem: FieldProblem) -> (matrix: Matrix, gradient: [Double]) {
        let (a, b) = (1 / problem.magnitudeCorrelation, 1 / problem.verticalCorrelation)
        var matrix = Matrix(rows: Self.size, columns: Self.size)
        for i in 0..<Self.size {
            for j in 0...i {
                let value = a * magnitude.matrix[i * Self.size + j] + b * vertical.matrix[i * Self.size + j]
                matrix[i, j] = value
                matrix[j, i] = value
            }
        }
        return (matrix, zip(magnitude.gradient, vertical.gradient).map { a * $0 + b * $1 })
    }

    /// The residuals after shifts of the unknowns and waves.
    func residuals(_ parameters: [Double]) -> (magnitude: [Double], vertical: [Double]) {
        func left(_ kind: Kind) -> [Double] {
            kind.residuals.indices.map { i in
                var value = kind.residuals[i]
                Self.extended(kind, i) { value += parameters[$0] * $1 }
                return value
            }
        }
        return (left(magnitude), left(vertical))
    }

    /// The derivatives of one residual with respect to the unknowns and the waves.
    private static func extended(_ kind: Kind, _ i: Int, _ body: (Int, Double) -> Void) {
        let start = i * FieldModel.count
        for a in 0..<FieldModel.count { body(a, kind.rows[start + a]) }
        for k in 0..<HardIronWander.waves {
            let wave = Double(k + 1) * Double.pi
            let cosine = 2.0.squareRoot() * Double.cos(wave * kind.phases[i]) / wave
            for axis in 0..<3 { body(FieldModel.count + 3 * k + axis, cosine * kind.rows[start + axis]) }
        }
    }

    /// Adds every robust residual as psi / mean psi', with the information of its loss (Huber 1981, section 3.2).
    private static func accumulate(_ kind: inout Kind, _ loss: RobustLoss, _ sigma: Double) {
        guard !kind.residuals.isEmpty else { return }
        let curvature = kind.residuals.reduce(0) { $0 + loss.curvature($1 / sigma) } / Double(kind.residuals.count)
        let weight = loss.efficiency(kind.residuals, scale: sigma) / (sigma * sigma)
        var row = [Double](repeating: 0, count: size)
        for i in kind.residuals.indices {
            extended(kind, i) { row[$0] = $1 }
            let residual = kind.residuals[i]
            let influence = residual * loss.weight(residual / sigma) / max(curvature, 0.1)
            for a in 0..<size {
                let scaled = weight * row[a]
                kind.gradient[a] += scaled * influence
                for b in 0...a { kind.matrix[a * size + b] += scaled * row[b] }
            }
        }
    }
}
