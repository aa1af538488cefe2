import RealModule
import Rotations
import SensorModels

/// `ekf` of the catalogue.
public typealias QuaternionEKFFilter = RowFilter<QuaternionEKF>

/// The textbook extended Kalman filter with the four components of the quaternion as its state.
///
/// It is here as the comparison that people expect. Where it fails: the covariance of four components knows nothing of unit
/// length; directions are normalised, so every acceleration is a tilt; the field corrects the inclination; a bias is not a
/// state. Its sigmas would be fiction and are not given. Noise is per row, as published: it depends on the sampling rate.
public enum QuaternionEKF: RowAlgorithm {
    /// Standard deviations per row.
    public struct Parameters: FilterParameters {
        /// rad/s: of the rate.
        public var gyroscopeSigma = 0.3
        /// Without unit: of a component of the force's direction.
        public var accelerometerSigma = 0.5
        /// Without unit: of a component of the field's direction.
        public var magnetometerSigma = 0.8
        /// rad/s: of the rate where no gyroscope measures it.
        public var motionSigma = 30.0
        /// s: how fast the dip follows the field; it starts with the first sample.
        public var dipTime = 20.0

        /// The customary values.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "gyroscopeSigma", unit: "rad/s", in: 1e-6...1e3, "noise of the rate",
                    small: "drifts with the bias", large: "accelerations and magnets drag", at: \.gyroscopeSigma),
                ParameterDescriptor(
                    "accelerometerSigma", in: 1e-6...1e6, "noise of the force's direction",
                    small: "accelerations tilt", large: "the tilt drifts", at: \.accelerometerSigma),
                ParameterDescriptor(
                    "magnetometerSigma", in: 1e-6...1e6, "noise of the field's direction",
                    small: "magnets drag", large: "the heading drifts", at: \.magnetometerSigma),
                ParameterDescriptor(
                    "motionSigma", unit: "rad/s", in: 1e-6...1e6, "noise of the rate without a gyroscope",
                    small: "lags behind the motion", large: "as noisy as the sensors", at: \.motionSigma),
                ParameterDescriptor(
                    "dipTime", unit: "s", in: 1e-3...1e12, "time constant of the learnt dip",
                    small: "magnets change it", large: "a bad first sample stays", at: \.dipTime),
            ]
        }
    }

    /// The quaternion (device to east-north-up), its covariance and the sine of the dip.
    public struct Core: Codable, Sendable, Equatable {
        var orientation: Quaternion
        var covariance = QuaternionCovariance()
        var sineOfDip: Double?
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "ekf", summary: "textbook extended Kalman filter with the quaternion as its state",
        reference: "A. M. Sabatini, IEEE Trans. Biomedical Engineering 53(7), 2006, without its adaptation",
        withoutGyroscope: "no motion, with the noise motionSigma", worksWithoutMagnetometer: true)

    /// The orientation with the covariance 1.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core {
        Core(orientation: orientation, sineOfDip: field?.normalized.map { -orientation.rotate($0).z })
    }

    /// Prediction by the first-order turn, then the six components of both directions.
    public static func step(_ core: inout Core, _ row: SensorRow, _ p: Parameters) {
        let dt = row.seconds
        let half = (0.5 * dt) * row.rate
        let before = core.orientation
        let sigma = 0.5 * dt * (row.hasRate ? p.gyroscopeSigma : p.motionSigma)
        let turned = before * Quaternion(1, half.x, half.y, half.z)
        core.covariance.predict(
            half: half, noise: sigma * sigma, at: SIMD4(before.w, before.x, before.y, before.z))
        guard let q = turned.normalized else { return }

        var change = SIMD4<Double>()
        if row.hasNewForce, let a = row.force.normalized {
            correct(
                &core.covariance, &change, q, Vector3(0, 0, 1), a, p.accelerometerSigma * p.accelerometerSigma)
        }
        if row.hasNewField, let m = row.field?.normalized {
            let sine = learn(&core.sineOfDip, -q.rotate(m).z, dt, p)
            let north = Vector3(0, max(0, 1 - sine * sine).squareRoot(), -sine)
            correct(&core.covariance, &change, q, north, m, p.magnetometerSigma * p.magnetometerSigma)
        }
        core.orientation =
            Quaternion(q.w + change[0], q.x + change[1], q.y + change[2], q.z + change[3]).normalized ?? q
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: core.orientation)
    }

    private static func learn(_ sine: inout Double?, _ seen: Double, _ dt: Double, _ p: Parameters) -> Double {
        let old = sine ?? seen
        let new = old + dt / (p.dipTime + dt) * (seen - old)
        sine = new
        return max(-0.99, min(0.99, new))
    }

    /// The three components of a direction `d` (earth), measured as `v` (device): expected R^T d, whose derivative by the
    /// quaternion is 2 (w d - u x d ; (u . d) I + u d^T - d u^T + w [d x]) with u = (x, y, z).
    @inline(__always)
    private static func correct(
        _ covariance: inout QuaternionCovariance, _ change: inout SIMD4<Double>, _ q: Quaternion, _ d: Vector3,
        _ v: Vector3, _ variance: Double
    ) {
        let u = q.vector
        let residual = v - q.unrotate(d)
        let byW = 2 * (q.w * d - u.cross(d))
        let dot = u.dot(d)
        for i in 0..<3 {
            // Row i of the derivative by u.
            var unit = Vector3.zero
            unit[i] = 1
            let row = 2 * (dot * unit + u[i] * d - d[i] * u + q.w * unit.cross(d))
            covariance.update(
                &change, along: SIMD4(byW[i], row.x, row.y, row.z), innovation: residual[i], variance: variance)
        }
    }
}
