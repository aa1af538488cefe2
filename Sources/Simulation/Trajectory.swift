import RealModule
import Rotations

/// Orientation and position of a device as smooth functions of time, with exact derivatives.
///
/// The orientation is Rz(-heading) Rx(tilt) Rz(roll), device to east-north-up: tilt 0 lies face up with the top edge towards
/// the heading, tilt 90 degrees is held upright with the camera towards it (rho = 180 degrees - tilt), roll turns about the
/// camera axis, right edge up. Angles run on beyond a turn; every orientation can be reached and none is singular, because
/// the angular rate is only ever computed from the angles, not the angles from it.
public struct Trajectory: Sendable {
    /// Clockwise from true north, radians.
    public var heading: Signal
    /// From lying face up to upright, radians.
    public var tilt: Signal
    /// About the camera axis, right edge up, radians.
    public var roll: Signal
    /// East of the scenario's place, metres.
    public var east: Signal
    /// North of the scenario's place, metres.
    public var north: Signal
    /// Above the scenario's place, metres.
    public var up: Signal

    /// A motion by its six coordinates.
    public init(heading: Signal, tilt: Signal, roll: Signal, east: Signal, north: Signal, up: Signal) {
        self.heading = heading
        self.tilt = tilt
        self.roll = roll
        self.east = east
        self.north = north
        self.up = up
    }

    /// The orientation, device to earth, at a time in seconds.
    public func orientation(at time: Double) -> Quaternion {
        Self.orientation(
            heading: heading.jet(at: time).value, tilt: tilt.jet(at: time).value, roll: roll.jet(at: time).value)
    }

    /// The orientation of three angles in radians.
    public static func orientation(heading: Double, tilt: Double, roll: Double) -> Quaternion {
        let aboutRight = Quaternion(Double.cos(tilt / 2), Double.sin(tilt / 2), 0, 0)
        return Quaternion.aboutVertical(-heading) * aboutRight * Quaternion.aboutVertical(roll)
    }

    /// The angular rate in device axes, rad/s, at a time in seconds: the rates of the three angles, each about its own axis.
    public func angularRate(at time: Double) -> Vector3 {
        let tilt = tilt.jet(at: time)
        let roll = roll.jet(at: time)
        let aboutRight = Quaternion(Double.cos(tilt.value / 2), Double.sin(tilt.value / 2), 0, 0)
        let beforeRoll = Vector3(tilt.rate, 0, 0) + aboutRight.unrotate(Vector3(0, 0, -heading.jet(at: time).rate))
        return Quaternion.aboutVertical(roll.value).unrotate(beforeRoll) + Vector3(0, 0, roll.rate)
    }

    /// East, north and up of the scenario's place, metres, at a time in seconds.
    public func position(at time: Double) -> Vector3 {
        Vector3(east.jet(at: time).value, north.jet(at: time).value, up.jet(at: time).value)
    }

    /// The velocity, m/s, east-north-up.
    public func velocity(at time: Double) -> Vector3 {
        Vector3(east.jet(at: time).rate, north.jet(at: time).rate, up.jet(at: time).rate)
    }

    /// The acceleration, m/s^2, east-north-up.
    public func acceleration(at time: Double) -> Vector3 {
        Vector3(east.jet(at: time).acceleration, north.jet(at: time).acceleration, up.jet(at: time).acceleration)
    }

    /// What an ideal accelerometer measures, m/s^2, device axes: R^T (a + g up). Free fall is zero.
    public func specificForce(at time: Double, gravity: Double) -> Vector3 {
        orientation(at: time).unrotate(acceleration(at: time) + Vector3(0, 0, gravity))
    }
}
