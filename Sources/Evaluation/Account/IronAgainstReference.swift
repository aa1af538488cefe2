import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// Hard and soft iron that readings show against a reference: reading = soft * field + hard, with one field in the
/// earth's axes. Magnets are no noise: weights are Geman and McClure's, from a wide scale on (graduated non-convexity,
/// A. Blake, A. Zisserman, Visual Reconstruction, 1987; H. Yang et al., IEEE Robotics and Automation Letters 5(2),
/// 2020).
struct IronAgainstReference {
    /// Microtesla, device axes.
    let hard: Vector3
    /// The field of the earth's axes in most of the log, microtesla.
    let field: Vector3
    private let soft, inverse: Matrix3

    /// Of hard iron, microtesla, before the log.
    private static let hardSigma = 200.0
    /// The errors of readings that are nearer are the same, nanoseconds.
    private static let apart: Int64 = 500_000_000
    /// The least scale of a residual, microtesla: rooms.
    private static let leastScale = 0.5
    private static let (steps, narrowing) = (60, 0.85)

    /// Of readings in microtesla, with the orientation of the device, device to earth, where it is known.
    init?(_ stream: VectorStream, _ orientations: [Quaternion?]) {
        var next = Int64.min
        self.init(
            stream.values.indices.compactMap { index in
                guard let orientation = orientations[index], stream.times[index] >= next else { return nil }
                next = stream.times[index] + Self.apart
                return (stream.values[index], orientation)
            })
    }

    /// `nil` with too few readings, or where they determine nothing.
    /// - Parameter readings: microtesla, device axes, with the orientation of the device, device to earth.
    init?(_ readings: [(reading: Vector3, orientation: Quaternion)]) {
        guard readings.count >= 20 else { return nil }
        var field = Robust.median(readings.map { $0.orientation.rotate($0.reading) })
        var (hard, soft, inverse) = (Vector3.zero, Matrix3.identity, Matrix3.identity)
        var weights = readings.map { _ in 1.0 }
        var scale = Double.infinity
        for _ in 0..<Self.steps {
            let expected = readings.map { $0.orientation.unrotate(field) }
            guard
                let fit = AffineFit(
                    readings.map(\.reading), expected, weights,
                    noise: scale.isFinite ? max(Self.leastScale, scale) : Self.hardSigma, sigma: Self.hardSigma),
                let inverted = fit.matrix.inverse
            else { return nil }
            (hard, soft, inverse) = (fit.constant, fit.matrix, inverted)
            let distances = zip(readings, expected).map { ($0.reading - soft * $1 - hard).length }
            let typical = max(Self.leastScale, (Percentile.median(distances) ?? 0) / 1.54)
            let start = scale.isFinite ? scale : max(Self.leastScale, distances.max() ?? 0)
            scale = max(Self.narrowing * start, 2 * typical)
            weights = distances.map { distance in
                let share = 1 / (1 + (distance / scale) * (distance / scale))
                return share * share
            }
            var (sum, total) = (Vector3.zero, 0.0)
            for ((reading, orientation), weight) in zip(readings, weights) {
                sum += weight * orientation.rotate(inverse * (reading - hard))
                total += weight
            }
            field = (1 / total) * sum
        }
        (self.hard, self.soft, self.inverse, self.field) = (hard, soft, inverse, field)
    }

    /// The field without the iron, device axes.
    func corrected(_ reading: Vector3) -> Vector3 { inverse * (reading - hard) }

    /// What a magnetometer with the iron reads, device axes.
    func reading(of field: Vector3) -> Vector3 { soft * field + hard }
}

/// Readings as a matrix near the identity times what is expected, plus a constant: weighted least squares with priors.
struct AffineFit {
    let matrix: Matrix3
    let constant: Vector3

    /// Of each element of the matrix less the identity, before the readings.
    private static let matrixSigma = 0.03

    /// `nil` where nothing is determined.
    /// - Parameters:
    ///   - noise: standard deviation of a reading with weight 1.
    ///   - sigma: of the constant, before the readings.
    init?(_ readings: [Vector3], _ expected: [Vector3], _ weights: [Double], noise: Double, sigma: Double) {
        let prior = (noise / Self.matrixSigma) * (noise / Self.matrixSigma)
        var square = Matrix.diagonal([prior, prior, prior, (noise / sigma) * (noise / sigma)])
        var right = Matrix(rows: 4, columns: 3)
        for i in 0..<3 { right[i, i] = prior }
        for ((reading, field), weight) in zip(zip(readings, expected), weights) {
            let row = [field.x, field.y, field.z, 1]
            for i in 0..<4 {
                for j in 0...i { square[i, j] += weight * row[i] * row[j] }
                for axis in 0..<3 { right[i, axis] += weight * row[i] * reading[axis] }
            }
        }
        guard let solution = try? Cholesky(square).solve(right) else { return nil }
        func column(_ i: Int) -> Vector3 { Vector3(solution[i, 0], solution[i, 1], solution[i, 2]) }
        (matrix, constant) = (Matrix3(columns: column(0), column(1), column(2)), column(3))
    }

    /// The same with Cauchy's weights, on the scale of the residuals.
    init?(robust readings: [Vector3], _ expected: [Vector3], sigma: Double) {
        var weights = readings.map { _ in 1.0 }
        var (noise, found) = (sigma, AffineFit?.none)
        for _ in 0..<Robust.steps {
            guard let fit = AffineFit(readings, expected, weights, noise: noise, sigma: sigma) else { return nil }
            let residuals = zip(readings, expected).map { ($0 - fit.matrix * $1 - fit.constant).length }
            weights = Robust.weights(residuals, width: 3)
            noise = max(1e-6, Percentile.median(residuals) ?? 0)
            found = fit
        }
        guard let found else { return nil }
        self = found
    }
}
