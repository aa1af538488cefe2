import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The magnetometer against the inertial sensors: the full 3 x 3 S, whose rotation is the misalignment of the sensors'
/// axes, which no ellipsoid shows, and the delay of the magnetometer's stamps.
///
/// Maximum likelihood with the attitude from the gyroscope (`InUseProblem`; the idea of Kok & Schon, IEEE Sensors J.
/// 16(14), 2016, arXiv 1601.05257), started from a fit without gyroscope.
public struct MagnetometerAlignment: Sendable {
    /// m_calibrated = S (m_raw - h), S full, in the axes of the inertial sensors.
    public var model: MagnetometerModel
    /// Rotation of the magnetometer's axes against the inertial ones, rotation vector in device axes, radians: the
    /// rotation in the polar decomposition of S.
    public var misalignment: Vector3
    /// Its standard deviations, radians per axis.
    public var misalignmentSigma: Vector3
    /// Delay of the magnetometer's stamps, seconds, and its standard deviation.
    public var delay, delaySigma: Double
    /// The gyroscope's bias, estimated jointly, rad/s.
    public var bias: Vector3

    /// Prior of the elements of S: hardly known, but no wild distortion.
    static let softIronSigma = 0.2
    /// Prior of the delay, seconds: a fraction of a second.
    static let delaySigma = 0.2
    /// Rotation of the gyroscope's axes against the accelerometer's on one circuit board, rad (0.2 degrees). The hand's
    /// accelerations repeat with its turns and look like such a rotation, which would also rotate the magnetometer.
    static let turnSigma = 0.0035
    /// Weight of the specific force, for the same reason (`GravityBias`).
    static let forceShare = 0.1
    /// The fit's strength and dip fix the scale of S, which the attitude does not show, microtesla.
    static let fieldSigma = 0.5

    /// - Parameters:
    ///   - gyroscope: raw, rad/s. No rest is needed, the bias is estimated as well.
    ///   - accelerometer: m/s^2.
    ///   - magnetometer: raw, microtesla.
    ///   - fit: of the same recording, which covers all directions.
    ///   - known: the gyroscope's bias where it is known (from a rest), rad/s.
    /// - Throws: `SensorLabError` where the readings do not determine the alignment.
    public init(
        gyroscope: VectorStream, accelerometer: VectorStream, magnetometer: VectorStream, fit: MagnetometerFit,
        bias known: Vector3? = nil
    ) throws(SensorLabError) {
        let samples = InUseSamples(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
        let gravity = try GravityBias(
            samples, prior: known ?? .zero, priorSigma: known == nil ? 0.07 : 0.002, share: Self.forceShare)
        let windows = try FieldWindows(
            samples, length: 4, gravity: gravity, start: FieldWindows(hardIron: fit.model.hardIron, bias: gravity.bias))
        var prior = InUsePrior()
        prior.bias = windows.bias
        prior.softIronSigma = Self.softIronSigma
        prior.delaySigma = Self.delaySigma
        (prior.turnSigma, prior.forceShare) = (Self.turnSigma, Self.forceShare)
        prior.field = (fit.fieldStrength * Double.cos(fit.dip), -fit.fieldStrength * Double.sin(fit.dip))
        prior.fieldSigma = Self.fieldSigma
        var start = InUseStarts.model(samples, windows, prior)
        start.hardIron = fit.model.hardIron
        start.softIron = fit.model.softIron.inverse ?? .identity
        let problem = InUseProblem(samples: samples, prior: prior)
        let solution = try problem.withOwnNoise(problem.solve(from: start))
        let found = solution.model
        let scale = Matrix3.identity - found.distortion
        model = MagnetometerModel(hardIron: found.hardIron, softIron: found.softIron.inverse ?? .identity)
        bias = (scale.inverse ?? .identity) * found.bias
        delay = found.delay
        let indices = Array(InUseModel.hardIronIndex..<InUseModel.fieldIndex) + [InUseModel.delayIndex]
        let block = solution.covariance.block(indices, indices)
        delaySigma = block[12, 12].squareRoot()
        misalignment = try Self.rotation(of: model.softIron)
        // For a soft iron near 1, the rotation is the antisymmetric part of S^-1 with opposite sign.
        func sigma(_ a: (Int, Int), _ b: (Int, Int)) -> Double {
            let (i, j) = (3 + 3 * a.0 + a.1, 3 + 3 * b.0 + b.1)
            return (max(0, block[i, i] + block[j, j] - 2 * block[i, j]) / 4).squareRoot()
        }
        misalignmentSigma = Vector3(sigma((2, 1), (1, 2)), sigma((0, 2), (2, 0)), sigma((1, 0), (0, 1)))
    }

    /// The rotation vector of R in S = R P, P symmetric and positive definite (polar decomposition).
    static func rotation(of s: Matrix3) throws(SensorLabError) -> Vector3 {
        let square = try SymmetricLogarithm(exponential: (s.transpose * s).symmetrized)
        let inverseRoot = SymmetricLogarithm(elements: square.elements.map { -$0 / 2 })
        return Quaternion(matrix: s * (try inverseRoot.exponentialAndDerivatives().s)).canonical.rotationVector
    }
}
