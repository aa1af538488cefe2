import RealModule
import Rotations
import TestSupport
import Testing

/// Poses that a person can picture. Device: x right, y top edge, z out of the screen. Earth: x east, y north, z up.
struct Pose: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The device axes in the earth frame: right, top, screen.
    let right: Vector3
    let top: Vector3
    /// Degrees; nil where undefined.
    let headingTop: Double?
    let headingCamera: Double?
    let rho: Double
    let roll: Double?

    var orientation: Quaternion { Quaternion(matrix: Matrix3(columns: right, top, right.cross(top))) }

    static let east = Vector3(1, 0, 0)
    static let north = Vector3(0, 1, 0)
    static let up = Vector3(0, 0, 1)

    static let all = [
        Pose(
            testDescription: "flat, face up, top edge to the north", right: east, top: north, headingTop: 0,
            headingCamera: nil, rho: 180, roll: nil),
        Pose(
            testDescription: "flat, face up, top edge to the east", right: -north, top: east, headingTop: 90,
            headingCamera: nil, rho: 180, roll: nil),
        Pose(
            testDescription: "flat, face down, top edge to the north", right: -east, top: north, headingTop: 0,
            headingCamera: nil, rho: 0, roll: nil),
        Pose(
            testDescription: "upright, camera to the north", right: east, top: up, headingTop: nil, headingCamera: 0,
            rho: 90, roll: 0),
        Pose(
            testDescription: "upright, camera to the east", right: -north, top: up, headingTop: nil, headingCamera: 90,
            rho: 90, roll: 0),
        Pose(
            testDescription: "upright, camera to the west", right: north, top: up, headingTop: nil, headingCamera: 270,
            rho: 90, roll: 0),
        Pose(
            testDescription: "upside down, camera to the north", right: -east, top: -up, headingTop: nil,
            headingCamera: 0, rho: 90, roll: 180),
        Pose(
            testDescription: "landscape, right edge up, camera to the north", right: up, top: -east, headingTop: 270,
            headingCamera: 0, rho: .nan, roll: 90),
        Pose(
            testDescription: "landscape, left edge up, camera to the north", right: -up, top: east, headingTop: 90,
            headingCamera: 0, rho: .nan, roll: -90),
    ]
}

@Suite("Poses")
struct PoseTests {
    @Test("heading, rho and roll of every pose", arguments: Pose.all)
    func pose(_ pose: Pose) {
        let q = pose.orientation
        expectVector(q.rotate(Vector3(1, 0, 0)), pose.right, within: 1e-15)
        expectVector(q.rotate(Vector3(0, 1, 0)), pose.top, within: 1e-15)
        for (axis, expected) in [(HeadingAxis.top, pose.headingTop), (.camera, pose.headingCamera)] {
            if let expected {
                expectAngle(q.heading(of: axis).map(Angle.degrees), expected, within: 1e-12)
            } else {
                #expect(q.heading(of: axis) == nil)
            }
        }
        if pose.rho.isNaN {
            // Gravity along x: m = 0 up to rounding; exactly so for the exact vector.
            #expect(Rho.classic(down: -Vector3(pose.right.z, 0, 0)) == nil)
        } else {
            expectAngle(Rho.classic(down: q.down).map(Angle.degrees), pose.rho, within: 1e-12)
            expectAngle(Rho.zenithAngle(down: q.down).map(Angle.degrees), pose.rho, within: 1e-12)
        }
        if let roll = pose.roll {
            expectAngle(q.roll.map(Angle.degrees), roll, within: 1e-12)
        } else {
            #expect(q.roll == nil)
        }
    }

    @Test("rho by the published formula, step by step, for a phone tilted 30 degrees towards the sky")
    func rhoByHand() throws {
        // Camera 30 degrees above the horizon: zenith angle 60. Down in device axes: (0, -cos 30, +sin 30).
        let down = Vector3(0, -(3.0.squareRoot() / 2), 0.5)
        expectAngle(Rho.classic(down: down).map(Angle.degrees), 60, within: 1e-12)
        // The classic form ignores lateral tilt: the same ratio of y and z with any x gives the same rho.
        let tilted = try #require(Vector3(0.5, down.y, down.z).normalized)
        expectAngle(Rho.classic(down: tilted).map(Angle.degrees), 60, within: 1e-12)
        // acos(0.5 / sqrt(1.25)) = 63.4349488 degrees: the exact zenith angle differs.
        expectAngle(Rho.zenithAngle(down: tilted).map(Angle.degrees), 63.43494882292201, within: 1e-9)
    }

    @Test("a heading is undefined within five degrees of the vertical, and only there", arguments: [4.99, 5.01])
    func undefinedCone(elevationFromVertical: Double) {
        let tilt = Quaternion(rotationVector: Vector3(Angle.radians(90 - elevationFromVertical), 0, 0))
        let heading = tilt.heading(of: .top)
        #expect((heading == nil) == (elevationFromVertical < 5))
    }

    @Test("elevation of the camera")
    func cameraElevation() {
        let upright = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        expectAngle(Angle.degrees(upright.cameraElevation), 0, within: 1e-12)
        let raised = Quaternion(rotationVector: Vector3(Angle.radians(110), 0, 0))
        expectAngle(Angle.degrees(raised.cameraElevation), 20, within: 1e-12)
    }

    @Test("twist and tilt: an error about the vertical is all heading, an error about a horizontal axis all tilt")
    func twistAndTilt() {
        let twist = Quaternion.aboutVertical(0.3)
        #expect((twist.twistAboutVertical - 0.3).magnitude < 1e-15)
        #expect(twist.tiltOfVertical == 0)
        let tilt = Quaternion(rotationVector: Vector3(0.2, 0, 0))
        #expect((tilt.tiltOfVertical - 0.2).magnitude < 1e-15)
        #expect(tilt.twistAboutVertical == 0)
        // Turned counter-clockwise, a device heads further west: the heading falls by the twist.
        let flat = Quaternion.identity
        expectAngle((twist * flat).heading(of: .top).map(Angle.degrees), -Angle.degrees(0.3), within: 1e-12)
    }
}
