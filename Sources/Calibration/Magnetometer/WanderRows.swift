import LinearAlgebra
import RealModule
import Vocabulary

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
