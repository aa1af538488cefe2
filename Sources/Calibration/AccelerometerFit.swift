import LinearAlgebra
import Recordings
import Rotations
import SensorModels

/// The accelerometer's bias from poses in which the device lay still: |f - b| = g in every pose.
///
/// Least squares with a prior b ~ N(0, 0.2 m/s^2), so that directions without a pose keep the prior's sigma. Scale and
/// misalignment are not fitted; the sigma counts 0.3 % of scale as noise.
public struct AccelerometerFit: Sendable {
    /// f_calibrated = f_raw - bias, m/s^2, device axes.
    public var model: AccelerometerModel
    /// Standard deviation of the bias per axis, m/s^2.
    public var sigma: Vector3
    /// Distinct poses (more than 20 degrees apart) in which the device lay still.
    public var poseCount: Int
    /// Root mean square of |f - b| - g over the poses, m/s^2; NaN without a pose.
    public var residualRMS: Double
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Standard gravity, m/s^2: the Earth's lies within 0.3 % of it.
    public static let standardGravity = 9.80665
    /// Bias of a phone's accelerometer, standard deviation, m/s^2.
    static let priorSigma = 0.2
    /// What unfitted scale makes of |f|, m/s^2.
    static let modelSigma = 0.03
    /// Cosine of 20 degrees.
    static let samePose = 0.94
    /// A larger sigma is refused, m/s^2: half a degree of inclination.
    static let largestSigma = 0.085

    /// Fits the bias to the rests of a recording that has a gyroscope and an accelerometer.
    public init(recording: Recording, gravity: Double = standardGravity) {
        let rests = RestDetector.intervals(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer, magnetometer: VectorStream())
        self.init(restForces: rests.compactMap(\.meanForce), gravity: gravity)
    }

    /// Fits the bias to mean specific forces at rest, m/s^2, device axes, one per rest; `gravity` is the local g,
    /// m/s^2.
    ///
    /// Never throws: too few poses are refused, with what they tell.
    public init(restForces: [Vector3], gravity: Double = standardGravity) {
        var poses: [Vector3] = []
        for force in restForces where force.isFinite {
            guard let direction = force.normalized, (force.length - gravity).magnitude < 2 else { continue }
            if !poses.contains(where: { $0.dot(direction) > Self.samePose * $0.length }) { poses.append(force) }
        }
        poseCount = poses.count
        model = AccelerometerModel(bias: .zero)
        sigma = Vector3(Self.priorSigma, Self.priorSigma, Self.priorSigma)
        residualRMS = .nan
        verdict = .accepted
        do {
            // Gauss-Newton; |f| is so nearly linear in b that three steps reach rounding.
            for _ in 0..<3 {
                let (rows, values) = Self.equations(poses, model.bias, gravity)
                let fit = try rows.leastSquares(values)
                model.bias = model.bias + Vector3(fit.parameters[0], fit.parameters[1], fit.parameters[2])
                if let cofactor = fit.cofactor {
                    for axis in 0..<3 { sigma[axis] = cofactor[axis, axis].squareRoot() }
                }
            }
        } catch {
            verdict = .refused("\(error.place): \(error.message)", advice: error.advice)
            return
        }
        let bias = model.bias
        let squares = poses.reduce(0) { $0 + (($1 - bias).length - gravity) * (($1 - bias).length - gravity) }
        residualRMS = (squares / Double(poses.count)).squareRoot()
        guard max(sigma.x, sigma.y, sigma.z) > Self.largestSigma else { return }
        verdict = .refused(
            "\(poses.count) poses at rest do not show the bias of all three axes",
            advice: "lay the phone still for two seconds on each of its six sides")
    }

    /// Rows u . delta b = |f - b| - g, u being the direction of f - b, and the prior's three, all over their sigmas.
    private static func equations(_ poses: [Vector3], _ bias: Vector3, _ gravity: Double) -> (Matrix, [Double]) {
        var rows = Matrix(rows: poses.count + 3, columns: 3)
        var values = [Double](repeating: 0, count: poses.count + 3)
        for (i, pose) in poses.enumerated() {
            let rest = pose - bias
            let direction = rest / max(rest.length, 1e-9)
            for axis in 0..<3 { rows[i, axis] = direction[axis] / modelSigma }
            values[i] = (rest.length - gravity) / modelSigma
        }
        for axis in 0..<3 {
            rows[poses.count + axis, axis] = 1 / priorSigma
            values[poses.count + axis] = -bias[axis] / priorSigma
        }
        return (rows, values)
    }
}
