import RealModule
import Rotations

/// The error of one orientation, split into its rotation about the vertical and the tilt of the vertical.
///
/// e = q_est q_ref*: total 2 acos|w|, heading 2 atan2(z, w), inclination 2 acos sqrt(w^2 + z^2); here with atan2 throughout,
/// which is exact near zero (Laidig et al., Data 2021, 6(7), 72, equations 2-4).
public struct OrientationError: Sendable, Hashable {
    /// Radians in [0, pi].
    public var total: Double
    /// Radians in (-pi, pi]: true heading = estimated heading + this, clockwise positive.
    public var heading: Double
    /// Radians in [0, pi].
    public var inclination: Double

    /// Both device to earth, with the same north.
    public init(estimate: Quaternion, reference: Quaternion) {
        let error = (estimate * reference.conjugate).canonical
        total = 2 * Double.atan2(y: error.vector.length, x: error.w)
        heading = error.twistAboutVertical
        inclination = error.tiltOfVertical
    }
}
