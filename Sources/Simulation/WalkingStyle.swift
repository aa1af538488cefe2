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

/// Styles read off the recordings of T. Michel, P. Geneves, H. Fourati, N. Layaida (Pervasive and Mobile Computing 46, 2018):
/// medians over two people and three phones of the trials without magnets (docs/studies/simulation.md: how well they agree).
extension WalkingStyle {
    /// The phone held up in landscape, its camera forward, to look about.
    static let looking = WalkingStyle(
        pose: (heading: 0, tilt: 80, roll: -82), limb: 0, strideFrequency: 0.74, speed: 0.5, turnRate: 60, looking: 15,
        drift: 4, rotation: Levels(stride: 9.5, step: 6.3, harmonics: 6.7, middle: 4.4, high: 1.7),
        axes: Vector3(0.6, 0.57, 0.57),
        vertical: Levels(stride: 0.16, step: 0.25, harmonics: 0.16, middle: 0.08, high: 0.06),
        horizontal: Levels(stride: 0.27, step: 0.23, harmonics: 0.19, middle: 0.16, high: 0.09))

    /// The phone flat before the walker, screen up.
    static let texting = WalkingStyle(
        pose: (heading: 0, tilt: 8, roll: -15), limb: 0, strideFrequency: 0.76, speed: 0.8, turnRate: 55, drift: 2,
        rotation: Levels(stride: 16.8, step: 8.9, harmonics: 9.9, middle: 8, high: 2.1),
        axes: Vector3(0.75, 0.47, 0.47),
        vertical: Levels(stride: 0.19, step: 0.4, harmonics: 0.39, middle: 0.3, high: 0.09),
        horizontal: Levels(stride: 0.47, step: 0.34, harmonics: 0.3, middle: 0.24, high: 0.1))

    /// The phone at the right ear, its camera to the right.
    static let phoning = WalkingStyle(
        pose: (heading: 90, tilt: 105, roll: 38), limb: 0, strideFrequency: 0.73, speed: 0.8, turnRate: 65, drift: 3,
        rotation: Levels(stride: 22.8, step: 9.7, harmonics: 7.6, middle: 4.1, high: 1.3),
        axes: Vector3(0.8, 0.42, 0.42),
        vertical: Levels(stride: 0.18, step: 0.41, harmonics: 0.43, middle: 0.21, high: 0.09),
        horizontal: Levels(stride: 0.49, step: 0.31, harmonics: 0.25, middle: 0.22, high: 0.09))

    /// The phone in a hand that swings, top edge down, camera to the right.
    static let swinging = WalkingStyle(
        pose: (heading: 90, tilt: 70, roll: 170), limb: 0.65, strideFrequency: 0.66, speed: 0.8, turnRate: 75, drift: 4,
        rotation: Levels(stride: 90, step: 27, harmonics: 19, middle: 15.5, high: 5.2),
        axes: Vector3(0.5, 0.8, 0.33),
        vertical: Levels(stride: 0.5, step: 0.5, harmonics: 0.7, middle: 0.5, high: 0.16),
        horizontal: Levels(stride: 0.4, step: 0.3, harmonics: 0.65, middle: 0.62, high: 0.25))

    /// The phone in the front pocket of trousers, upright, camera forward.
    static let frontPocket = WalkingStyle(
        pose: (heading: 25, tilt: 83, roll: 12), limb: 0.15, strideFrequency: 0.85, speed: 0.9, turnRate: 80, drift: 4,
        rotation: Levels(stride: 50, step: 33, harmonics: 15.5, middle: 14.6, high: 7.3),
        axes: Vector3(0.65, 0.65, 0.4),
        vertical: Levels(stride: 0.31, step: 1.07, harmonics: 0.64, middle: 0.98, high: 0.47),
        horizontal: Levels(stride: 0.3, step: 1.35, harmonics: 0.75, middle: 0.9, high: 0.53))

    /// The phone in the back pocket of trousers, upright, camera backward.
    static let backPocket = WalkingStyle(
        pose: (heading: 180, tilt: 107, roll: 9), limb: 0.1, strideFrequency: 0.85, speed: 0.9, turnRate: 80,
        drift: 3.5,
        rotation: Levels(stride: 46, step: 32, harmonics: 20, middle: 21, high: 8.3),
        axes: Vector3(0.65, 0.6, 0.45),
        vertical: Levels(stride: 0.28, step: 0.74, harmonics: 0.91, middle: 1.1, high: 0.37),
        horizontal: Levels(stride: 0.85, step: 1.5, harmonics: 1.05, middle: 1.15, high: 0.52))
}

/// What carries a device along: a body that goes along a course and sways, with a limb that swings forward and back.
///
/// The device is at the body's place + Rz(-course) ((right, forward, 0) + Rx(swing) arm).
public struct Carrier: Sendable {
    /// Where the body looks, clockwise from true north, radians.
    public var course: Signal
    /// How far the limb is swung forward (an arm that hangs) or up (one that is stretched), radians.
    public var swing = Signal()
    /// From the body's place to the device while the limb is not swung: right, forward, up, metres.
    public var arm = Vector3.zero
    /// Sway to the right, metres.
    public var right = Signal()
    /// Sway forward, metres.
    public var forward = Signal()

    /// East, north, up of the body's place, with derivatives.
    func offset(at time: Double) -> JetVector {
        let arm = JetVector(x: Jet(arm.x), y: Jet(arm.y), z: Jet(arm.z)).turnedAboutX(swing.jet(at: time))
        let sway = JetVector(x: right.jet(at: time), y: forward.jet(at: time), z: Jet(0))
        return (arm + sway).turnedAboutZ(-1 * course.jet(at: time))
    }
}
