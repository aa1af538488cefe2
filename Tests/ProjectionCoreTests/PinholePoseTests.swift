import Geodesy
import Rotations
import Testing

@testable import ProjectionCore

/// Poses that a person can picture: where is a place north, east, above?
@Suite("The pinhole in poses one can picture")
struct PinholePoseTests {
    /// Portrait upright, the camera to the north: device x is east, y is up, z is south.
    static let northUpright = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))

    /// 1000 x 2000 pixels, focal length 1000: 45 degrees off the axis are 1000 pixels off the middle.
    func camera() throws -> Camera {
        try Camera(name: "test", width: 1000, height: 2000, focalX: 1000, focalY: 1000)
    }

    func position(
        _ direction: Vector3, _ orientation: Quaternion, screen: ScreenOrientation = .portrait
    ) throws -> ScreenPosition {
        PinholeView(camera: try camera(), screen: screen, orientation: orientation).position(of: direction)
    }

    @Test("north is in the middle, 0.1 to the east 100 pixels to the right, 0.1 up 100 pixels up")
    func upright() throws {
        let middle = try position(Vector3(0, 1, 0), Self.northUpright)
        #expect((middle.x - 500).magnitude < 1e-9 && (middle.y - 1000).magnitude < 1e-9)
        let east = try position(Vector3(0.1, 1, 0), Self.northUpright)
        #expect((east.x - 600).magnitude < 1e-9 && (east.y - 1000).magnitude < 1e-9)
        let up = try position(Vector3(0, 1, 0.1), Self.northUpright)
        #expect((up.x - 500).magnitude < 1e-9 && (up.y - 900).magnitude < 1e-9)
        #expect(up.isVisible)
    }

    @Test("south is behind, due east is in the camera's plane, 45 degrees west is off the screen")
    func behind() throws {
        #expect(try position(Vector3(0, -1, 0), Self.northUpright).state == .behind)
        #expect(try position(Vector3(1, 0, 0), Self.northUpright).state == .behind)
        let west = try position(Vector3(-1, 1, 0), Self.northUpright)
        #expect(west.state == .outside)
        #expect((west.x + 500).magnitude < 1e-9)
    }

    @Test("turned clockwise by 10 degrees, north moves to the left")
    func clockwise() throws {
        let turned = Quaternion.aboutVertical(Angle.radians(-10)) * Self.northUpright
        let north = try position(Vector3(0, 1, 0), turned)
        #expect((north.x - (500 - 1000 * 0.17632698070846498)).magnitude < 1e-9)
    }

    @Test("face up on a table the back camera sees the ground, the top edge is up on the screen")
    func faceUp() throws {
        let down = try position(Vector3(0, 0.1, -1), .identity)
        #expect((down.x - 500).magnitude < 1e-9 && (down.y - 900).magnitude < 1e-9)
        #expect(try position(Vector3(0, 0, 1), .identity).state == .behind)
    }

    /// The right edge up (roll +90): the device is rolled about the camera's axis, right edge from east to up.
    @Test("landscape: the picture on the turned screen is upright", arguments: ScreenOrientation.allCases)
    func screens(_ screen: ScreenOrientation) throws {
        let roll: Double
        switch screen {
        case .portrait: roll = 0
        case .rightEdgeUp: roll = Double.pi / 2
        case .upsideDown: roll = Double.pi
        case .leftEdgeUp: roll = -Double.pi / 2
        }
        // About z, out of the screen, by the roll: x goes from east towards up.
        let orientation = Self.northUpright * Quaternion(angle: roll, axis: Vector3(0, 0, 1))
        let found = try #require(orientation.roll)
        #expect(Angle.wrap(found - roll).magnitude < 1e-12)
        #expect(ScreenOrientation(roll: found) == screen)
        let place = try position(Vector3(0.1, 1, 0.2), orientation, screen: screen)
        let (width, height) = screen.isSideways ? (2000.0, 1000.0) : (1000.0, 2000.0)
        #expect((place.x - (width / 2 + 100)).magnitude < 1e-9)
        #expect((place.y - (height / 2 - 200)).magnitude < 1e-9)
    }
}
