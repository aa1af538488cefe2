import LinearAlgebra
import Rotations
import Vocabulary

/// Hard iron and gyroscope bias from short windows in which the Earth's field is constant: R (m - h) = c.
///
/// With R from the strapdown, the equation is linear in h and in each window's own c, which is eliminated; the bias
/// enters by the turn since the centre of the window. Each reading has a robust weight, in a fixed number of rounds.
///
/// The field's strength, its dip and the initial attitude are not needed, and a hard iron many times the field makes no
/// difference.
struct FieldWindows {
    /// Microtesla.
    var hardIron: Vector3
    /// rad/s.
    var bias: Vector3
    /// Standard deviation of the bulk of the residuals, microtesla per axis.
    var sigma: Double

    /// Accelerations of a walk are not white noise: the information of gravity about the bias is scaled by this share.
    static let gravityShare = 0.3
    /// Lower limit of a magnetometer's noise with the model errors of the windows, microtesla.
    static let smallestSigma = 0.6

    private struct Row {
        var window: Int
        var rotation, turn: Matrix3
        var field: Vector3
    }

    /// A start from prior values.
    init(hardIron: Vector3, bias: Vector3) { (self.hardIron, self.bias, sigma) = (hardIron, bias, Self.smallestSigma) }

    /// - Parameters:
    ///   - length: of a window, seconds.
    ///   - gravity: the bias from gravity, with its precision.
    ///   - start: an earlier solution, whose hard iron allows the bias to be estimated from the first round.
    init(
        _ samples: InUseSamples, length: Double, gravity: GravityBias, start: FieldWindows? = nil, jointly: Bool = true
    ) throws(SensorLabError) {
        (hardIron, bias, sigma) = (start?.hardIron ?? .zero, start?.bias ?? gravity.bias, start?.sigma ?? 0)
        for round in 0..<5 {
            let hasHardIron = start != nil || round > 0
            let rows = Self.rows(samples, Strapdown(samples, bias: bias), length: length)
            guard rows.count >= 20 else { throw Self.tooFew(rows.count) }
            var (dh, db) = (hasHardIron ? hardIron : .zero, Vector3.zero)
            var weights = [Double](repeating: 1, count: rows.count)
            if hasHardIron { reweigh(&weights, rows, dh, db, derivative: hardIron) }
            for _ in 0..<8 {
                (dh, db) = try Self.solve(
                    rows, weights, hardIron: hasHardIron && jointly ? hardIron : nil,
                    sigma: max(sigma, Self.smallestSigma),
                    gravity: gravity, bias: bias)
                reweigh(&weights, rows, dh, db, derivative: hardIron)
            }
            hardIron = dh
            bias += db
        }
    }

    private static func tooFew(_ count: Int) -> SensorLabError {
        SensorLabError(
            .badData, code: .rankDeficient, place: "in-use calibration",
            message: "only \(count) magnetometer readings with a turn rate",
            advice: "record half a minute with gyroscope and magnetometer")
    }

    private static func rows(_ samples: InUseSamples, _ strapdown: Strapdown, length: Double) -> [Row] {
        let half = length / 2
        let count = max(1, Int(clamping: samples.duration / half) - 1)
        var rows: [Row] = []
        for reading in samples.field {
            let time = samples.times[reading.index] + reading.lead
            let rotation = strapdown.orientation(at: reading).matrix
            let last = Int(clamping: time / half)
            for k in (last - 1)...last where k >= 0 && k < count {
                rows.append(
                    Row(window: k, rotation: rotation, turn: strapdown.turns[reading.index], field: reading.value))
            }
        }
        return rows.sorted { $0.window < $1.window }
    }

    /// The equation of a reading for the bias: R m = c + R h - [R (m - h)]x (turn delta b).
    private static func biasColumns(_ row: Row, _ hardIron: Vector3) -> Matrix3 {
        -1 * (Matrix3.skew(row.rotation * (row.field - hardIron)) * row.turn)
    }

    /// Weighted means of a window's left and right sides, then the sums of their squares.
    private static func solve(
        _ rows: [Row], _ weights: [Double], hardIron: Vector3?, sigma: Double, gravity: GravityBias, bias: Vector3
    ) throws(SensorLabError) -> (Vector3, Vector3) {
        let indices = Array(0..<(hardIron == nil ? 3 : 6))
        var normal = NormalEquations(count: indices.count)
        // Overlapping windows count every reading twice, and readings within a second have correlated errors.
        let unit = 0.15 / (sigma * sigma)
        var first = 0
        while first < rows.count {
            var end = first
            while end < rows.count, rows[end].window == rows[first].window { end += 1 }
            var (total, rotation, turned, value) = (0.0, Matrix3.zero, Matrix3.zero, Vector3.zero)
            let derivatives = (first..<end).map { i in hardIron.map { biasColumns(rows[i], $0) } ?? .zero }
            for i in first..<end {
                total += weights[i]
                rotation += weights[i] * rows[i].rotation
                turned += weights[i] * derivatives[i - first]
                value += weights[i] * (rows[i].rotation * rows[i].field)
            }
            guard total > 1e-6 else {
                first = end
                continue
            }
            rotation = (1 / total) * rotation
            turned = (1 / total) * turned
            value = value / total
            for i in first..<end {
                let a = rows[i].rotation - rotation
                let b = derivatives[i - first] - turned
                let y = rows[i].rotation * rows[i].field - value
                let jacobian = hardIron == nil ? a.columns : a.columns + b.columns
                normal.add(jacobian, columns: indices, residual: y, weight: unit * weights[i])
            }
            first = end
        }
        if hardIron != nil {
            normal.add(prior: gravity.bias - bias, information: Self.gravityShare * gravity.information, from: 3)
        }
        // A weak prior on the hard iron (a millitesla) keeps directions without motion finite.
        for i in 0..<3 { normal.add(prior: 0, precision: 1e-6, column: i) }
        let x = try normal.solution()
        return (Vector3(x[0], x[1], x[2]), hardIron == nil ? .zero : Vector3(x[3], x[4], x[5]))
    }

    /// Geman-McClure weights of the residuals about their windows' means.
    private mutating func reweigh(
        _ weights: inout [Double], _ rows: [Row], _ h: Vector3, _ db: Vector3, derivative: Vector3
    ) {
        var residuals = [Double](repeating: 0, count: rows.count)
        var first = 0
        while first < rows.count {
            var end = first
            while end < rows.count, rows[end].window == rows[first].window { end += 1 }
            let values = (first..<end).map { i in
                rows[i].rotation * (rows[i].field - h) - Self.biasColumns(rows[i], derivative) * db
            }
            var (mean, total) = (Vector3.zero, 0.0)
            for i in first..<end {
                mean += weights[i] * values[i - first]
                total += weights[i]
            }
            mean = mean / max(total, 1e-9)
            for i in first..<end { residuals[i] = (values[i - first] - mean).length }
            first = end
        }
        sigma = max(RobustStatistics.median(residuals) / 1.54, 0.05)
        for i in weights.indices {
            let ratio = residuals[i] / (3 * sigma)
            let root = 1 / (1 + ratio * ratio)
            weights[i] = root * root
        }
    }
}
