import AllocationCounter
import Geodesy
import Geomagnetism
import OrientationFilters
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("The app's session")
struct ProjectionCoreTests {
    /// Portrait upright, the camera to magnetic north: gravity up along y, the field along -z and down.
    static func feed(_ core: inout ProjectionCore, at time: Int64) {
        core.update(gyroscope: .zero, at: time)
        core.update(accelerometer: Vector3(0, 9.81, 0), at: time)
        core.update(magnetometer: Vector3(0, -40, -22), at: time)
    }

    static func core(
        _ change: (inout ParameterFile) -> Void = { _ in }, places: [PointOfInterest]
    ) throws -> ProjectionCore {
        var parameters = ParameterFile(filter: "lowpass")
        change(&parameters)
        return try ProjectionCore(parameters: parameters, places: places, camera: Fixture.camera())
    }

    @Test("samples and a fix in, a label out; the declination of the model turns it")
    func label() throws {
        let place = Fixture.place(azimuth: 0, distance: 1000)
        var core = try Self.core(places: [place])
        var positions = [ScreenPosition](repeating: .none(.undefined), count: 1)
        core.project(into: &positions, at: 0)
        #expect(positions[0].state == .undefined)
        Self.feed(&core, at: 1_000_000)
        core.project(into: &positions, at: 1_000_000)
        #expect(positions[0].state == .undefined)
        let date = try DecimalYear(2016.4)
        let used = try core.update(fix: Fixture.observer, accuracy: 10, at: 2_000_000, date: date)
        #expect(used)
        core.project(into: &positions, at: 2_000_000)
        let declination = core.declinationDegrees
        #expect(declination > 0.5 && declination < 3)
        // The camera looks `declination` east of true north, so true north is to its left.
        let expected = 300 - Double.tan(Angle.radians(declination)) * 300 / Double.tan(Angle.radians(30))
        #expect((positions[0].x - expected).magnitude < 1e-5)
        #expect(positions[0].isVisible)
    }

    @Test("policies of the declination and the heading offset")
    func policies() throws {
        let place = Fixture.place(azimuth: 0, distance: 1000)
        func x(_ change: (inout ParameterFile) -> Void) throws -> Double {
            var core = try Self.core(change, places: [place])
            Self.feed(&core, at: 0)
            try core.update(fix: Fixture.observer, at: 0, date: DecimalYear(2016.4))
            var positions = [ScreenPosition](repeating: .none(.undefined), count: 1)
            core.project(into: &positions, at: 0)
            return positions[0].x
        }
        func expected(_ degrees: Double) -> Double {
            300 - Double.tan(Angle.radians(degrees)) * 300 / Double.tan(Angle.radians(30))
        }
        #expect((try x { $0.declination = .none } - 300).magnitude < 1e-6)
        #expect((try x { $0.declination = .fixed(-4) } - expected(-4)).magnitude < 1e-6)
        #expect(
            (try x { ($0.declination, $0.headingOffsetDegrees) = (.fixed(3), 2) } - expected(5)).magnitude < 1e-6)
    }

    @Test("a bad fix keeps the last good one, and its places stay where they were")
    func badFix() throws {
        var core = try Self.core({ $0.declination = .none }, places: [Fixture.place(azimuth: 0, distance: 1000)])
        Self.feed(&core, at: 0)
        try core.update(fix: Fixture.observer, accuracy: 10, at: 0)
        var before = [ScreenPosition](repeating: .none(.undefined), count: 1)
        core.project(into: &before, at: 0)
        let used = try core.update(fix: GeodeticPosition(latitude: 45.01, longitude: 6.01), accuracy: 500, at: 1)
        #expect(!used)
        var after = before
        core.project(into: &after, at: 1)
        #expect(after == before)
    }

    @Test("smoothing: a step of 10 degrees has gone the part 1 - 1/e after one time constant")
    func smoothing() {
        var smoother = OrientationSmoother(timeConstant: 0.1)
        let (a, b) = (Fixture.orientation(heading: 355), Fixture.orientation(heading: 5))
        let first = smoother.update(a, at: 0)
        #expect(first == a)
        let found = smoother.update(b, at: 100_000_000)
        let turned = Angle.degrees(a.angle(to: found))
        #expect((turned - 10 * (1 - Double.exp(-1))).magnitude < 1e-9)
        // A step back in time restarts it; no time constant passes everything through.
        let again = smoother.update(a, at: 50_000_000)
        #expect(again == a)
        var none = OrientationSmoother(timeConstant: 0)
        _ = none.update(a, at: 0)
        let passed = none.update(b, at: 1)
        #expect(passed == b)
    }

    @Test("loads from memory what tune writes")
    func load() throws {
        let text =
            #"{"schema":"sensorlab.projection/1","filter":{"name":"sensorlab"},"smoothing":{"timeConstantSeconds":0.1}}"#
        let core = try ProjectionCore.load(bytes: Array(text.utf8), name: "core.json", places: [])
        #expect(core.parameters.smoothingSeconds == 0.1)
        #expect(core.projector.camera.name == "generic")
        #expect(throws: SensorLabError.self) {
            try ProjectionCore.load(path: "/nonexistent/projection-core.json", places: [])
        }
    }

    @Test(
        "no allocation per sample and per frame with 10,000 places",
        .enabled(if: allocation_count_works() != 0, "allocations are counted with the GNU C library alone"),
        arguments: ProjectionModel.allCases)
    func allocations(_ model: ProjectionModel) throws {
        let places = (0..<10_000).map { index in
            Fixture.place(
                "\(index)", latitude: 45 + 0.001 * Double(index % 100), longitude: 6 + 0.001 * Double(index / 100))
        }
        var core = try Self.core(
            {
                $0.model = model
                $0.filter = "sensorlab"
                $0.smoothingSeconds = 0.02
            }, places: places)
        try core.update(fix: Fixture.observer, at: 0)
        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        var before: UInt64 = 0
        for frame in 0..<60 {
            if frame == 20 { before = allocation_count() }
            Self.feed(&core, at: Int64(frame) * 16_000_000)
            core.project(into: &positions, at: Int64(frame) * 16_000_000)
        }
        let after = allocation_count()
        #expect(after - before == 0)
        #expect(positions.contains { $0.isDefined })
    }

    @Test("a projection is copied, not shared: preparing one does not move another")
    func values() throws {
        var first = try Projector(
            model: .geodesic, camera: Fixture.camera(), places: [Fixture.place(azimuth: 0, distance: 1000)])
        try first.prepare(observer: Fixture.observer)
        var second = first
        try second.prepare(observer: GeodeticPosition(latitude: 45.005, longitude: 6, height: 200))
        #expect(first.distances[0] > second.distances[0] + 500)
    }
}
