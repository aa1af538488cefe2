import RealModule
import Rotations
import SensorModels

/// The three factors of an orientation in VQF: strapdown integration, correction of the inclination, heading.
///
/// Device to earth is (turn by `heading` about the vertical) * `inclination` * `strapdown`. Each sensor owns one
/// factor, so the magnetometer cannot tilt the horizon (D. Laidig, T. Seel, Information Fusion 91, 2023, section 3.2).
package struct VQFOrientation: FilterState {
    /// Device to an inertial frame that drifts with the gyroscope.
    package private(set) var strapdown = Quaternion.identity
    /// That frame to one with a vertical z axis.
    package private(set) var inclination = Quaternion.identity
    /// Radians, counter-clockwise seen from above, in (-pi, pi].
    package private(set) var heading = 0.0

    /// The identity, without a sample.
    package init() {}

    /// A level orientation without heading.
    package init(level: Quaternion) { strapdown = level }

    /// Device to a level frame of arbitrary heading.
    @inline(__always) package var withoutHeading: Quaternion { inclination * strapdown }

    /// Device to earth.
    @inline(__always) var whole: Quaternion { Quaternion.aboutVertical(heading) * withoutHeading }

    /// Turns by `rate` (rad/s, device axes) for `seconds`.
    @inline(__always)
    package mutating func integrate(_ rate: Vector3, _ seconds: Double) {
        strapdown = (strapdown * Quaternion(rotationVector: seconds * rate)).renormalized
    }

    /// Turns `vertical` (a unit vector in the level frame) upright by the shortest rotation, which has no heading.
    @inline(__always)
    package mutating func level(_ vertical: Vector3) {
        let w = ((vertical.z + 1) / 2).squareRoot()
        // Upside down the axis is free.
        let turn =
            w > 1e-6 ? Quaternion(w, 0.5 * vertical.y / w, -0.5 * vertical.x / w, 0) : Quaternion(0, 1, 0, 0)
        inclination = turn * inclination
        inclination = inclination.normalized ?? inclination
    }

    /// The angle of the horizontal field (level frame, nonzero) from the heading's north, radians in (-pi, pi].
    @inline(__always)
    func disagreement(of field: Vector3) -> Double { Angle.wrap(Double.atan2(y: field.x, x: field.y) - heading) }

    /// Turns by `angle` radians.
    @inline(__always)
    mutating func turn(by angle: Double) { heading = Angle.wrap(heading + angle) }

    /// Without a magnetometer the heading is relative: 0 of the axis that lies nearer to the horizon.
    package mutating func setRelativeHeading() {
        let up = withoutHeading.unrotate(Vector3(0, 0, 1))
        guard let relative = TiltCompass.relativeOrientation(force: up) else { return }
        heading = (relative * withoutHeading.conjugate).twistAboutVertical
    }
}

/// The clocks of VQF's sensors and its first samples, which wait until an interval is known.
///
/// The package has the sampling times as arguments; here the interval between the first two samples of any sensor is
/// used for all first samples. Until then force and field give the orientation as a compass does, which is what
/// the filter makes of its first samples in any case.
struct VQFStart: FilterState {
    var gyroscope = SamplingInterval()
    var accelerometer = SamplingInterval()
    var magnetometer = SamplingInterval()
    /// The first samples as long as they wait: rad/s, m/s^2, microtesla.
    var rate: Vector3?
    var force: Vector3?
    var field: Vector3?
    var forceTime: Int64 = 0
    /// The first known interval, nanoseconds; 0 before.
    var interval: Int64 = 0
    /// The latest rate less its bias, rad/s, and its stamp.
    var latestRate = Vector3.zero
    var rateTime: Int64 = 0
    var hasLevel = false
    var hasHeading = false

    /// Whether a first force has waited long enough for a magnetometer.
    func hasTimedOut(at time: Int64) -> Bool { time - forceTime >= StartUp.timeout }

    /// A device vector at `time` in the device axes of the last gyroscope sample, to first order; unchanged where the
    /// stamps are equal, as in the package, and where the next gyroscope sample is due: the last rate is then stale.
    @inline(__always)
    func carried(_ v: Vector3, from time: Int64) -> Vector3 {
        guard time != rateTime, gyroscope.hasStarted, time - rateTime < gyroscope.current else { return v }
        return v.carried(back: (time - rateTime).asSeconds, rate: latestRate)
    }

    /// The orientation of the samples that wait.
    var orientation: Quaternion? {
        guard let force, let field else { return nil }
        return TiltCompass.orientation(force: force, field: field)
    }
}
