import Rotations
import SensorModels

/// `aqua` of the catalogue.
public typealias AquaFilter = RowFilter<Aqua>

/// AQUA: the integrated gyroscope, turned by a part of the rotation that levels the force, then by a part of the
/// rotation about the vertical that brings the field north.
///
/// Gains are per sample, as published; the levelling fades out where the force's magnitude strays from
/// gravity. Where it fails: accelerations that keep the magnitude tilt; magnets turn the heading; the paper's
/// bias estimate is left out.
public enum Aqua: RowAlgorithm {
    /// Gains and limits.
    public struct Parameters: FilterParameters {
        /// Part of the levelling per sample.
        public var alpha = 0.01
        /// Part of the heading's correction per sample.
        public var beta = 0.01
        /// Relative deviation of the force's magnitude up to which the levelling is whole.
        public var wholeUpTo = 0.1
        /// Relative deviation from which there is none.
        public var noneFrom = 0.2
        /// Without a gyroscope: both parts.
        public var motionGain = 0.2

        /// The paper's values.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "alpha", in: 0...1, "share of the tilt error corrected per sample",
                    small: "tilt drifts with the bias",
                    large: "accelerations tilt"
                ) { $1(&$0.alpha) },
                ParameterDescriptor(
                    "beta", in: 0...1, "share of the heading error corrected per sample",
                    small: "the heading drifts with the bias", large: "magnets drag"
                ) { $1(&$0.beta) },
                ParameterDescriptor(
                    "wholeUpTo", in: 0...1e6,
                    "relative deviation of the force's magnitude up to which the correction is full",
                    small: "a scale error stops the levelling", large: "accelerations tilt"
                ) { $1(&$0.wholeUpTo) },
                ParameterDescriptor(
                    "noneFrom", in: 0...1e6, "relative deviation from which there is no correction",
                    small: "motion stops the levelling", large: "accelerations tilt"
                ) { $1(&$0.noneFrom) },
                ParameterDescriptor(
                    "motionGain", in: 0...1, "without a gyroscope: both shares per sample",
                    small: "lags behind the motion", large: "as noisy as the sensors"
                ) { $1(&$0.motionGain) },
            ]
        }
    }

    /// Device to east-north-up.
    public typealias Core = Quaternion

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "aqua",
        summary: "gyroscope, corrected by shares of the errors of tilt and heading",
        reference: "R. G. Valenti, I. Dryanovski, J. Xiao, Sensors 15(8), 2015",
        withoutGyroscope: "no motion: a first-order low-pass of the orientation with motionGain",
        worksWithoutMagnetometer: true)

    /// The orientation.
    public static func start(
        _ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters
    ) -> Core { orientation }

    /// Prediction, levelling, heading.
    public static func step(_ q: inout Core, _ row: SensorRow, _ p: Parameters) {
        q = (q * Quaternion(rotationVector: row.seconds * row.rate)).renormalized
        if row.hasNewForce {
            var gain = p.motionGain
            if row.hasRate {
                let stray = (row.force.length / Levelling.gravity - 1).magnitude
                let fade = stray < p.noneFrom ? (p.noneFrom - stray) / max(p.noneFrom - p.wholeUpTo, 1e-9) : 0
                gain = p.alpha * min(1, fade)
            }
            q = (part(Quaternion(from: q.rotate(row.force), to: Vector3(0, 0, 1)), gain) * q).renormalized
        }
        if row.hasNewField, let field = row.field {
            let m = q.rotate(field)
            let level = Vector3(m.x, m.y, 0)
            guard level.lengthSquared > 1e-12 * m.lengthSquared else { return }
            let turn = Quaternion(from: level, to: Vector3(0, 1, 0))
            // The shortest rotation between level vectors is about the vertical, but for opposite ones.
            guard turn.x == 0 && turn.y == 0 else { return q = Quaternion(0, 0, 0, 1) * q }
            q = (part(turn, row.hasRate ? p.beta : p.motionGain) * q).renormalized
        }
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public static func estimate(_ q: Core, _ parameters: Parameters) -> OrientationEstimate {
        OrientationEstimate(orientation: q)
    }

    /// A part of a rotation: linear for small ones (w > 0.9), spherical for large ones (equations 50-52).
    private static func part(_ turn: Quaternion, _ gain: Double) -> Quaternion {
        guard turn.w <= 0.9 else {
            let linear = Quaternion(1 - gain + gain * turn.w, gain * turn.x, gain * turn.y, gain * turn.z)
            return linear.normalized ?? .identity
        }
        return Quaternion(rotationVector: gain * turn.rotationVector)
    }
}
