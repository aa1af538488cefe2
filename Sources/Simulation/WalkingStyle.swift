import Rotations

/// How a walker carries a phone, and how much it moves. Levels are root mean squares from recordings in five bands: of
/// the stride, of the step, of its harmonics up to 5 Hz, 5 to 10 Hz and 10 to 20 Hz.
struct WalkingStyle: Sendable {
    /// How the phone is held by a walker who looks north: Rz(-heading) Rx(tilt) Rz(roll), degrees.
    var pose: (heading: Double, tilt: Double, roll: Double)
    /// Distance from the swinging joint (shoulder, hip) down to the phone, metres.
    var limb: Double
    /// Strides per second.
    var strideFrequency: Double
    /// Metres per second.
    var speed: Double
    /// The fastest turn, degrees per second.
    var turnRate: Double
    /// Vertical turning of the phone to look at something, root mean square, degrees; 0 for none.
    var looking = 0.0
    /// Drift of the hand in each angle below 0.5 Hz, root mean square, degrees.
    var drift: Double
    /// Levels of the angular rate, the length over three axes, degrees per second.
    var rotation: [Double]
    /// Distribution of the rotation over the axes: about the vertical, the walker's right and his forward axis.
    var axes: Vector3
    /// Levels of the vertical acceleration, m/s^2.
    var vertical: [Double]
    /// Levels of the horizontal acceleration, the length over two axes, m/s^2.
    var horizontal: [Double]

    /// Device to the walker's frame (x right, y up, z back).
    var mount: Quaternion {
        // East-north-up to right-up-back.
        Quaternion(rotationVector: Vector3(-Double.pi / 2, 0, 0))
            * Trajectory.orientation(
                heading: Angle.radians(pose.heading), tilt: Angle.radians(pose.tilt), roll: Angle.radians(pose.roll))
    }
}

/// Styles from the recordings of T. Michel, P. Geneves, H. Fourati, N. Layaida (Pervasive and Mobile Computing 46,
/// 2018): medians over two people and three phones of the trials without magnets (docs/studies/simulation.md: how well
/// they agree).
extension WalkingStyle {
    /// The phone held up in landscape, its camera forward, to look about.
    static let looking = WalkingStyle(
        pose: (heading: 0, tilt: 80, roll: -82), limb: 0, strideFrequency: 0.74, speed: 0.5, turnRate: 60, looking: 15,
        drift: 4, rotation: [9.5, 6.3, 6.7, 4.4, 1.7], axes: Vector3(0.6, 0.57, 0.57),
        vertical: [0.16, 0.25, 0.16, 0.08, 0.06], horizontal: [0.27, 0.23, 0.19, 0.16, 0.09])

    /// The phone flat before the walker, screen up.
    static let texting = WalkingStyle(
        pose: (heading: 0, tilt: 8, roll: -15), limb: 0, strideFrequency: 0.76, speed: 0.8, turnRate: 55, drift: 2,
        rotation: [16.8, 8.9, 9.9, 8, 2.1], axes: Vector3(0.75, 0.47, 0.47),
        vertical: [0.19, 0.4, 0.39, 0.3, 0.09], horizontal: [0.47, 0.34, 0.3, 0.24, 0.1])

    /// The phone at the right ear, its camera to the right.
    static let phoning = WalkingStyle(
        pose: (heading: 90, tilt: 105, roll: 38), limb: 0, strideFrequency: 0.73, speed: 0.8, turnRate: 65, drift: 3,
        rotation: [22.8, 9.7, 7.6, 4.1, 1.3], axes: Vector3(0.8, 0.42, 0.42),
        vertical: [0.18, 0.41, 0.43, 0.21, 0.09], horizontal: [0.49, 0.31, 0.25, 0.22, 0.09])

    /// The phone in a hand that swings, top edge down, camera to the right.
    static let swinging = WalkingStyle(
        pose: (heading: 90, tilt: 70, roll: 170), limb: 0.65, strideFrequency: 0.66, speed: 0.8, turnRate: 75, drift: 4,
        rotation: [90, 27, 19, 15.5, 5.2], axes: Vector3(0.5, 0.8, 0.33),
        vertical: [0.5, 0.5, 0.7, 0.5, 0.16], horizontal: [0.4, 0.3, 0.65, 0.62, 0.25])

    /// The phone in the front pocket of trousers, upright, camera forward.
    static let frontPocket = WalkingStyle(
        pose: (heading: 25, tilt: 83, roll: 12), limb: 0.15, strideFrequency: 0.85, speed: 0.9, turnRate: 80, drift: 4,
        rotation: [50, 33, 15.5, 14.6, 7.3], axes: Vector3(0.65, 0.65, 0.4),
        vertical: [0.31, 1.07, 0.64, 0.98, 0.47], horizontal: [0.3, 1.35, 0.75, 0.9, 0.53])

    /// The phone in the back pocket of trousers, upright, camera backward.
    static let backPocket = WalkingStyle(
        pose: (heading: 180, tilt: 107, roll: 9), limb: 0.1, strideFrequency: 0.85, speed: 0.9, turnRate: 80,
        drift: 3.5, rotation: [46, 32, 20, 21, 8.3], axes: Vector3(0.65, 0.6, 0.45),
        vertical: [0.28, 0.74, 0.91, 1.1, 0.37], horizontal: [0.85, 1.5, 1.05, 1.15, 0.52])
}

/// The carrier of a device: a body that moves along a course and sways, with a limb that swings forward and back.
///
/// The device is at the body's place + Rz(-course) ((right, forward, 0) + Rx(swing) arm).
public struct Carrier: Sendable {
    /// Direction of the body, clockwise from true north, radians.
    public var course: Signal
    /// Swing of the limb forward (a hanging arm) or up (a stretched one), radians.
    public var swing = Signal()
    /// From the body's place to the device with the limb at rest: right, forward, up, metres.
    public var arm = Vector3.zero
    /// Sway to the right, metres.
    public var right = Signal()
    /// Sway forward, metres.
    public var forward = Signal()

    /// East, north, up from the body's place, with derivatives.
    func offset(at time: Double) -> JetVector {
        let arm = JetVector(x: Jet(arm.x), y: Jet(arm.y), z: Jet(arm.z)).turnedAboutX(swing.jet(at: time))
        let sway = JetVector(x: right.jet(at: time), y: forward.jet(at: time), z: Jet(0))
        return (arm + sway).turnedAboutZ(-1 * course.jet(at: time))
    }
}
