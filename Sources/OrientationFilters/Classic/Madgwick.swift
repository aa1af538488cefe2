import Rotations
import SensorModels

/// `madgwick` of the catalogue.
public typealias MadgwickFilter = RowFilter<Madgwick>

/// Madgwick's filter: the integrated gyroscope, pulled with constant speed along the gradient of the
/// disagreement with force and field.
///
/// Where it fails: the pull does not depend on the size of the disagreement, so noise and accelerations pull as much as
/// a wrong orientation; the magnetometer pulls the inclination too; a bias is not estimated. It needs a gyroscope.
public enum Madgwick: RowAlgorithm {
    /// The gain.
    public struct Parameters: FilterParameters {
        /// rad/s: speed of the pull; the default is the best one for all of BROAD (D. Laidig et al., Data 6(7), 2021).
        public var beta = 0.12

        /// The default.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "beta", unit: "rad/s", in: 0...100, "speed of the correction by force and field",
                    small: "slow to converge, drifts with the bias", large: "accelerations and magnets cause errors"
                ) { $1(&$0.beta) }
            ]
        }
    }

    /// Device to north-west-up, the paper's frame: the gradient's length depends on how the formulas are written.
    public typealias Core = Quaternion

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "madgwick", summary: "gyroscope, corrected with constant speed along the gradient of force and field",
        reference: "S. Madgwick et al., IEEE ICORR 2011, equations 25-34",
        withoutGyroscope: nil, worksWithoutMagnetometer: true)

    /// sqrt(1/2): a quarter turn about the vertical between the frames.
    private static let half = 0.5.squareRoot()

    /// The orientation in the paper's frame.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core { Quaternion(half, 0, 0, -half) * orientation }

    /// q + dt (q w / 2 - beta gradient / |gradient|), normalised.
    public static func step(_ q: inout Core, _ row: SensorRow, _ parameters: Parameters) {
        let dt = row.seconds
        let turn = q * Quaternion(0, row.rate.x, row.rate.y, row.rate.z)
        var next = added(q, turn, 0.5 * dt)
        if let gradient = gradient(q, row).normalized { next = added(next, gradient, -parameters.beta * dt) }
        q = next.normalized ?? q
    }

    /// The orientation in east-north-up; sigmas are NaN and flags unknown.
    public static func estimate(_ q: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: Quaternion(half, 0, 0, half) * q)
    }

    @inline(__always)
    private static func added(_ a: Quaternion, _ b: Quaternion, _ s: Double) -> Quaternion {
        Quaternion(a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z)
    }

    /// J^T f of both directions (equations 25-31); the field's dip is taken from the field itself (equations 45, 46).
    @inline(__always)
    private static func gradient(_ q: Quaternion, _ row: SensorRow) -> Quaternion {
        guard let a = row.force.normalized else { return Quaternion(0, 0, 0, 0) }
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        let fx = 2 * (x * z - w * y) - a.x
        let fy = 2 * (w * x + y * z) - a.y
        let fz = 2 * (0.5 - x * x - y * y) - a.z
        let level = Quaternion(
            2 * (x * fy - y * fx), 2 * (z * fx + w * fy) - 4 * x * fz, 2 * (z * fy - w * fx) - 4 * y * fz,
            2 * (x * fx + y * fy))
        guard let m = row.field?.normalized else { return level }
        let h = q.rotate(m)
        let bx = (h.x * h.x + h.y * h.y).squareRoot()
        let bz = h.z
        let gx = 2 * bx * (0.5 - y * y - z * z) + 2 * bz * (x * z - w * y) - m.x
        let gy = 2 * bx * (x * y - w * z) + 2 * bz * (w * x + y * z) - m.y
        let gz = 2 * bx * (w * y + x * z) + 2 * bz * (0.5 - x * x - y * y) - m.z
        return Quaternion(
            level.w - 2 * bz * y * gx + 2 * (bz * x - bx * z) * gy + 2 * bx * y * gz,
            level.x + 2 * bz * z * gx + 2 * (bx * y + bz * w) * gy + (2 * bx * z - 4 * bz * x) * gz,
            level.y - (4 * bx * y + 2 * bz * w) * gx + 2 * (bx * x + bz * z) * gy + (2 * bx * w - 4 * bz * y) * gz,
            level.z + (2 * bz * x - 4 * bx * z) * gx + 2 * (bz * y - bx * w) * gy + 2 * bx * x * gz)
    }
}
