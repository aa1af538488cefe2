import Rotations

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

    /// A body that looks along a course.
    public init(course: Signal) { self.course = course }

    /// East, north, up of the body's place, with derivatives.
    func offset(at time: Double) -> JetVector {
        let arm = JetVector(x: Jet(arm.x), y: Jet(arm.y), z: Jet(arm.z)).turnedAboutX(swing.jet(at: time))
        let sway = JetVector(x: right.jet(at: time), y: forward.jet(at: time), z: Jet(0))
        return (arm + sway).turnedAboutZ(-1 * course.jet(at: time))
    }
}
