import RealModule
import Rotations

/// How a phone is carried by a walker, and how much it moves: levels per band of frequency that were read off recordings.
struct WalkingStyle: Sendable {
    /// Root mean squares in the bands of the stride, of the step, of its harmonics up to 5 Hz, of 5 to 10 and 10 to 20 Hz.
    struct Levels: Sendable {
        var stride: Double
        var step: Double
        var harmonics: Double
        var middle: Double
        var high: Double
    }

    /// How the phone is held by a walker who looks north: Rz(-heading) Rx(tilt) Rz(roll), degrees.
    var pose: (heading: Double, tilt: Double, roll: Double)
    /// From the joint that swings (shoulder, hip) down to the phone, metres.
    var limb: Double
    /// Strides per second.
    var strideFrequency: Double
    /// Metres per second.
    var speed: Double
    /// The fastest turn, degrees per second.
    var turnRate: Double
    /// How far up and down the phone is turned to look at something, root mean square, degrees; 0 for not at all.
    var looking = 0.0
    /// What the hand drifts in each angle below 0.5 Hz, root mean square, degrees.
    var drift: Double
    /// Angular rate, the length over three axes, degrees per second.
    var rotation: Levels
    /// How the rotation is spread over the axes: about the vertical, about the walker's right, about his forward axis.
    var axes: Vector3
    /// Acceleration along the vertical, m/s^2.
    var vertical: Levels
    /// Acceleration in the horizontal plane, the length over two axes, m/s^2.
    var horizontal: Levels

    /// Device to the walker's frame (x right, y up, z back).
    var mount: Quaternion {
        // East-north-up to right-up-back.
        Quaternion(rotationVector: Vector3(-Double.pi / 2, 0, 0))
            * Trajectory.orientation(
                heading: Angle.radians(pose.heading), tilt: Angle.radians(pose.tilt), roll: Angle.radians(pose.roll))
    }
}
