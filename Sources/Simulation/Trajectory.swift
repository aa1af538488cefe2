import RealModule
import Rotations

/// Orientation and position of a device as smooth functions of time, with exact derivatives.
///
/// The device is fixed to a moving frame. The frame's orientation is Rz(-heading) Rx(tilt) Rz(roll), frame to
/// east-north-up: tilt 0 lies face up with the top edge towards the heading, tilt 90 degrees is upright with -z towards
/// it, roll turns about -z, right edge up. The device's orientation is that of the frame times `mount`. Angles continue
/// beyond a turn. Every orientation can be reached and none is singular, because the angular rate is computed from the
/// angles and never the angles from it.
///
/// The device is at (east, north, up), or where its carrier holds it from there.
public struct Trajectory: Sendable {
    /// Clockwise from true north, radians.
    public var heading = Signal()
    /// 0 for lying face up, pi/2 for upright, radians.
    public var tilt = Signal()
    /// About -z of the frame, right edge up, radians.
    public var roll = Signal()
    /// How the device is fixed to the frame: device to frame.
    public var mount = Quaternion.identity
    /// East of the scenario's place, metres.
    public var east = Signal()
    /// North of the scenario's place, metres.
    public var north = Signal()
    /// Above the scenario's place, metres.
    public var up = Signal()
    /// What carries it; `nil` where it moves by itself.
    public var carrier: Carrier?

    /// The orientation, device to earth, at a time in seconds.
    public func orientation(at time: Double) -> Quaternion {
        let frame = Self.orientation(
            heading: heading.jet(at: time).value, tilt: tilt.jet(at: time).value, roll: roll.jet(at: time).value)
        return mount == .identity ? frame : frame * mount
    }

    /// The orientation of three angles in radians.
    public static func orientation(heading: Double, tilt: Double, roll: Double) -> Quaternion {
        let aboutRight = Quaternion(Double.cos(tilt / 2), Double.sin(tilt / 2), 0, 0)
        return Quaternion.aboutVertical(-heading) * aboutRight * Quaternion.aboutVertical(roll)
    }

    /// The angular rate in device axes, rad/s, at a time in seconds: the rates of the three angles, each about its own
    /// axis.
    public func angularRate(at time: Double) -> Vector3 {
        let tilt = tilt.jet(at: time)
        let roll = roll.jet(at: time)
        let aboutRight = Quaternion(Double.cos(tilt.value / 2), Double.sin(tilt.value / 2), 0, 0)
        let beforeRoll = Vector3(tilt.rate, 0, 0) + aboutRight.unrotate(Vector3(0, 0, -heading.jet(at: time).rate))
        let rate = Quaternion.aboutVertical(roll.value).unrotate(beforeRoll) + Vector3(0, 0, roll.rate)
        return mount == .identity ? rate : mount.unrotate(rate)
    }

    /// East, north and up of the scenario's place, metres, at a time in seconds.
    public func position(at time: Double) -> Vector3 { place(at: time).map(\.value) }

    /// The velocity, m/s, east-north-up.
    public func velocity(at time: Double) -> Vector3 { place(at: time).map(\.rate) }

    /// The acceleration, m/s^2, east-north-up.
    public func acceleration(at time: Double) -> Vector3 { place(at: time).map(\.acceleration) }

    /// What an ideal accelerometer measures, m/s^2, device axes: R^T (a + g up). Free fall is zero.
    public func specificForce(at time: Double, gravity: Double) -> Vector3 {
        orientation(at: time).unrotate(acceleration(at: time) + Vector3(0, 0, gravity))
    }

    private func place(at time: Double) -> JetVector {
        let place = JetVector(x: east.jet(at: time), y: north.jet(at: time), z: up.jet(at: time))
        return carrier.map { place + $0.offset(at: time) } ?? place
    }
}

/// One coordinate of a motion: intended movements (paths), and oscillations and steps that come with them.
public struct Signal: Sendable {
    /// The intended movement from rest to rest.
    public var path: MinimumJerkPath
    /// The intended movement along control values, added to the path.
    public var spline: SplinePath?
    /// A steady change, per second from 0 s on, added to the path.
    public var slope = 0.0
    /// Tremor, sway, vibration.
    public var oscillations: [Oscillation]
    /// The effect of walking.
    public var gait: [GaitMotion]

    /// Paths with oscillations on top.
    public init(
        _ path: MinimumJerkPath = MinimumJerkPath(0), _ oscillations: [Oscillation] = [], spline: SplinePath? = nil,
        gait: [GaitMotion] = []
    ) {
        self.path = path
        self.spline = spline
        self.oscillations = oscillations
        self.gait = gait
    }

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        var sum = path.jet(at: time)
        if let spline { sum = sum + spline.jet(at: time) }
        if slope != 0 { sum = sum + Jet(slope * time, rate: slope) }
        for oscillation in oscillations { sum = sum + oscillation.jet(at: time) }
        for motion in gait { sum = sum + motion.jet(at: time) }
        return sum
    }
}
