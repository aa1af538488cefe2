import RealModule
import Rotations
import SensorModels

/// The three factors of an orientation in VQF: strapdown integration, correction of the inclination, heading.
///
/// Device to earth is (turn by `heading` about the vertical) * `inclination` * `strapdown`. Each sensor owns one factor,
/// so the magnetometer cannot tilt the horizon (D. Laidig, T. Seel, Information Fusion 91, 2023, section 3.2).
struct VQFOrientation: Sendable, Codable, Equatable {
    /// Device to an inertial frame that drifts with the gyroscope.
    private(set) var strapdown = Quaternion.identity
    /// That frame to one with a vertical z axis.
    private(set) var inclination = Quaternion.identity
    /// Radians, counter-clockwise seen from above, in (-pi, pi].
    private(set) var heading = 0.0

    /// Device to a level frame of arbitrary heading.
    @inline(__always) var withoutHeading: Quaternion { inclination * strapdown }

    /// Device to earth.
    @inline(__always) var whole: Quaternion { Quaternion.aboutVertical(heading) * withoutHeading }

    /// Turns by `rate` (rad/s, device axes) for `seconds`.
    @inline(__always)
    mutating func integrate(_ rate: Vector3, _ seconds: Double) {
        strapdown = (strapdown * Quaternion(rotationVector: seconds * rate)).renormalized
    }

    /// Turns `vertical` (a unit vector in the level frame) upright by the shortest rotation, which has no heading.
    @inline(__always)
    mutating func level(_ vertical: Vector3) {
        let w = ((vertical.z + 1) / 2).squareRoot()
        // Upside down the axis is free.
        let turn =
            w > 1e-6 ? Quaternion(w, 0.5 * vertical.y / w, -0.5 * vertical.x / w, 0) : Quaternion(0, 1, 0, 0)
        inclination = turn * inclination
        inclination = inclination.normalized ?? inclination
    }

    /// How far the horizontal field (level frame, nonzero) lies beside the heading's north, radians in (-pi, pi].
    @inline(__always)
    func disagreement(of field: Vector3) -> Double { Angle.wrap(Double.atan2(y: field.x, x: field.y) - heading) }

    /// Turns by `angle` radians.
    @inline(__always)
    mutating func turn(by angle: Double) { heading = Angle.wrap(heading + angle) }

    /// Without a magnetometer the heading is relative: 0 of the axis that lies nearer to the horizon.
    mutating func setRelativeHeading() {
        let up = withoutHeading.unrotate(Vector3(0, 0, 1))
        guard let relative = TiltCompass.relativeOrientation(force: up) else { return }
        heading = (relative * withoutHeading.conjugate).twistAboutVertical
    }
}
