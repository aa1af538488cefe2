import JSON
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("Cameras")
struct CameraTests {
    @Test("field of view to focal length and back")
    func fieldOfView() throws {
        let camera = try Fixture.camera()
        // 300 / tan 30 = 519.6152, 400 / tan 40 = 476.7014.
        #expect((camera.focalX - 519.6152422706632).magnitude < 1e-9)
        #expect((camera.focalY - 476.70143703768386).magnitude < 1e-6)
        #expect((camera.horizontalFieldOfView - 60).magnitude < 1e-12)
        #expect((camera.verticalFieldOfView - 80).magnitude < 1e-12)
        #expect(camera.diagonal == 1000)
    }

    @Test("the catalogue's angles: within 0.1 degrees of those that its sources give")
    func catalogue() throws {
        // Long and short side: 2 atan(4.592 / 8.56) and so on, as the sources have them.
        let expected = [
            "iphone4s": (56.4, 43.8), "iphone5s": (61.4, 48.0), "nexus5": (60.2, 47.0),
            // 24 mm high, 4:3, by the diagonal of 43.267: 2 atan(34.613 / (2 f)), 2 atan(25.960 / (2 f)).
            "iphone5": (55.3, 42.9), "iphone6s": (61.7, 48.2), "iphone15": (67.3, 53.1),
        ]
        for (name, angles) in expected {
            let camera = try #require(CameraCatalogue.entry(named: name)).camera()
            #expect((camera.verticalFieldOfView - angles.0).magnitude < 0.1, "\(name)")
            #expect((camera.horizontalFieldOfView - angles.1).magnitude < 0.15, "\(name)")
        }
        for entry in CameraCatalogue.entries { #expect(throws: Never.self) { try entry.camera() } }
        #expect(Set(CameraCatalogue.names).count == CameraCatalogue.names.count)
    }

    @Test("a log's device finds its camera, and not another's")
    func devices() {
        #expect(CameraCatalogue.entry(forDevice: "iPhone5")?.name == "iphone5")
        #expect(CameraCatalogue.entry(forDevice: "simulated iPhone 5")?.name == "iphone5")
        #expect(CameraCatalogue.entry(forDevice: "iPhone 5s")?.name == "iphone5s")
        #expect(CameraCatalogue.entry(forDevice: "LGE Nexus 5")?.name == "nexus5")
        #expect(CameraCatalogue.entry(forDevice: "iPhone 5C") == nil)
        #expect(CameraCatalogue.entry(forDevice: "generic") == nil)
        #expect(CameraCatalogue.entry(named: "iPhone 4S")?.name == "iphone4s")
    }

    @Test("zero, negative and impossible cameras are refused", arguments: [0.0, -10, 180, 200, .nan])
    func badFieldOfView(_ degrees: Double) {
        #expect(throws: SensorLabError.self) {
            try Camera(name: "bad", width: 600, height: 800, horizontalFieldOfView: degrees, verticalFieldOfView: 60)
        }
    }

    @Test("bad intrinsics are refused")
    func badIntrinsics() {
        func make(
            width: Double = 600, focal: Double = 500, centre: Double? = nil, lens: LensDistortion = .none
        ) throws -> Camera {
            try Camera(
                name: "bad", width: width, height: 800, focalX: focal, focalY: focal, centreX: centre, distortion: lens)
        }
        #expect(throws: Never.self) { try make() }
        #expect(throws: SensorLabError.self) { try make(width: 0) }
        #expect(throws: SensorLabError.self) { try make(width: .infinity) }
        #expect(throws: SensorLabError.self) { try make(focal: 0) }
        #expect(throws: SensorLabError.self) { try make(focal: .nan) }
        #expect(throws: SensorLabError.self) { try make(centre: 601) }
        // r (1 - 0.5 r^2) turns back at r = 0.816, where r' = 0.544; the corner is at 1.0.
        #expect(throws: SensorLabError.self) { try make(lens: LensDistortion(k1: -0.5)) }
        #expect(throws: Never.self) { try make(lens: LensDistortion(k1: -0.1)) }
    }

    @Test("distortion: r' = r (1 + k1 r^2 + k2 r^4 + k3 r^6), and what is far outside stays outside")
    func distortion() throws {
        let lens = LensDistortion(k1: -0.1, k2: 0.02, k3: -0.001)
        #expect((lens.factor(0.25) - (1 - 0.025 + 0.00125 - 0.000015625)).magnitude < 1e-15)
        // Numerically: the derivative of the factor.
        let slope = (lens.factor(0.25 + 1e-6) - lens.factor(0.25 - 1e-6)) / 2e-6
        #expect((lens.slope(0.25) - slope).magnitude < 1e-9)
        // 1 - 3 * 0.1 s = 0: s = 10 / 3.
        #expect((LensDistortion(k1: -0.1).limitSquared - 10.0 / 3).magnitude < 1e-12)
        #expect(LensDistortion(k1: 0.1).limitSquared == .infinity)
        let camera = try Camera(
            name: "barrel", width: 600, height: 800, focalX: 500, focalY: 500, distortion: LensDistortion(k1: -0.1))
        var last = 300.0
        for step in 1...400 {
            let pixel = try #require(camera.pixel(ofDevice: Vector3(0.05 * Double(step), 0, -1)))
            #expect(pixel.x > last)
            last = pixel.x
        }
        // 0.4 focal lengths to the right: 500 * 0.4 * (1 - 0.1 * 0.16).
        let pixel = try #require(camera.pixel(ofDevice: Vector3(0.4, 0, -1)))
        #expect((pixel.x - 300 - 196.8).magnitude < 1e-9)
    }

    @Test("a camera file: intrinsics, or angles of view; unknown and missing members are named")
    func files() throws {
        func camera(_ text: String) throws -> Camera {
            try Camera(json: JSONValue(parsing: Array(text.utf8), name: "c.json"), file: "c.json")
        }
        let own = try camera(
            #"{"name":"mine","width":720,"height":1280,"focalX":900,"focalY":905,"centreX":350,"centreY":641,"k1":0.05}"#
        )
        #expect(own.name == "mine" && own.centreX == 350 && own.distortion.k1 == 0.05)
        let angles = try camera(
            #"{"width":600,"height":800,"horizontalFieldOfViewDegrees":60,"verticalFieldOfViewDegrees":80}"#)
        #expect((angles.focalX - 519.6152422706632).magnitude < 1e-9)
        func message(_ text: String) -> String {
            do { _ = try camera(text) } catch let error as SensorLabError { return error.description } catch {}
            return ""
        }
        #expect(message(#"{"width":600,"height":800,"focalX":1}"#).contains("focalY is missing"))
        #expect(message(#"{"width":600,"height":800,"fokalX":1}"#).contains("fokalX"))
        #expect(message(#"{"width":"600","height":800,"focalX":1,"focalY":1}"#).contains("expected a number"))
        #expect(message("[]").contains("object"))
        #expect(
            message(#"{"width":600,"height":800,"horizontalFieldOfViewDegrees":0,"verticalFieldOfViewDegrees":80}"#)
                .contains("field of view is 0"))
    }

    @Test("an unknown name has advice, a missing file says so")
    func names() {
        func kind(_ name: String) -> (SensorLabError.Kind, String)? {
            do { _ = try Camera(named: name) } catch {
                return (error.kind, error.advice)
            }
            return nil
        }
        #expect(kind("iphone5") == nil)
        #expect(kind("iphone5x")?.0 == .usage)
        #expect(kind("iphone5x")?.1.contains("did you mean") == true)
        #expect(kind("/nonexistent/camera.json")?.0 == .noInput)
    }
}
