import Rotations
import SensorModels

/// `mahony` of the catalogue.
public typealias MahonyFilter = RowFilter<Mahony>

/// Mahony's filter: a proportional and integral correction of the gyroscope by the vector products of measured and
/// expected directions.
///
/// Where it fails: constant gains, so every acceleration tilts and every magnet drags, the inclination too; what
/// they add to the integral stays. Without a gyroscope it is a first-order low-pass of the orientation.
public enum Mahony: RowAlgorithm {
    /// The gains.
    public struct Parameters: FilterParameters {
        /// rad/s per radian: the proportional gain; the default is the best one for all of BROAD (Laidig et al. 2021).
        public var kp = 0.74
        /// rad/s^2 per radian: the integral gain, which finds the bias.
        public var ki = 0.0012
        /// rad/s per radian: without a gyroscope, the proportional gain.
        public var motionKp = 60.0

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "kp", unit: "1/s", in: 0...1000, "proportional gain",
                    small: "slow to converge, drifts with the bias",
                    large: "accelerations and magnets cause errors"
                ) { $1(&$0.kp) },
                ParameterDescriptor(
                    "ki", unit: "1/s^2", in: 0...1000, "integral gain", small: "a bias is learnt slowly",
                    large: "overshoots; accelerations are taken for bias"
                ) { $1(&$0.ki) },
                ParameterDescriptor(
                    "motionKp", unit: "1/s", in: 0...1000, "without a gyroscope: proportional gain",
                    small: "lags behind the motion", large: "as noisy as the sensors"
                ) { $1(&$0.motionKp) },
            ]
        }
    }

    /// The orientation, device to east-north-up, and the bias, rad/s.
    public struct Core: FilterState {
        var orientation: Quaternion
        var bias = Vector3.zero
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "mahony", summary: "gyroscope with proportional and integral correction by force and field",
        reference: "R. Mahony et al., IEEE T-AC 53(5), 2008, equation 32",
        withoutGyroscope: "no motion: a first-order low-pass of the orientation with gain motionKp",
        worksWithoutMagnetometer: true)

    /// The orientation, without bias.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core { Core(orientation: orientation) }

    /// q + dt q (w - b + kp e) / 2, normalised; b - dt ki e.
    public static func step(_ core: inout Core, _ row: SensorRow, _ p: Parameters) {
        let q = core.orientation
        var error = Vector3.zero
        if let a = row.force.normalized { error = a.cross(q.unrotate(Vector3(0, 0, 1))) }
        if let m = row.field?.normalized {
            let h = q.rotate(m)
            error += m.cross(q.unrotate(Vector3(0, (h.x * h.x + h.y * h.y).squareRoot(), h.z)))
        }
        if row.hasRate { core.bias -= (p.ki * row.seconds) * error }
        // A gain of 1 per step corrects everything; beyond it the correction would overshoot.
        let gain = row.hasRate ? p.kp : min(p.motionKp, 0.5 / row.seconds)
        let rate = row.rate - core.bias + gain * error
        let turn = q * Quaternion(0, rate.x, rate.y, rate.z)
        let s = 0.5 * row.seconds
        core.orientation =
            Quaternion(q.w + s * turn.w, q.x + s * turn.x, q.y + s * turn.y, q.z + s * turn.z).normalized ?? q
    }

    /// The orientation and bias; sigmas are NaN and flags unknown.
    public static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: core.orientation, gyroscopeBias: core.bias)
    }
}
