import Evaluation
import Geodesy
import ProjectionCore
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@Suite("Errors in pixels")
struct PixelScoreTests {
    static let here = GeodeticPosition(latitude: 45, longitude: 6, height: 200)
    static let times = (0..<600).map { Int64($0) * 16_666_667 }

    static func orientation(heading: Double) -> Quaternion {
        Quaternion.aboutVertical(-Angle.radians(heading)) * Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
    }

    static func screen(
        _ model: ProjectionModel = .geodesic, azimuths: [Double] = [0], options: ProjectionOptions = ProjectionOptions()
    ) throws -> LabelScreen {
        let camera = try Camera(name: "test", width: 600, height: 800, focalX: 500, focalY: 500)
        let places = azimuths.map { azimuth in
            var end = Geodesic.wgs84.direct(from: here, azimuth: azimuth, distance: 2000).end
            end.height = 200
            return PointOfInterest(id: "\(azimuth)", name: "", position: end)
        }
        return try LabelScreen(
            model: model, camera: camera, places: places, options: options, observers: ObserverPath(here))
    }

    func accuracy(
        _ screen: LabelScreen, estimate: (Int) -> Double, reference: (Int) -> Double = { _ in 0 }
    ) -> (accuracy: PixelAccuracy?, score: PixelScore) {
        var score = PixelScore()
        score.add(
            times: Self.times, estimates: Self.times.indices.map { Self.orientation(heading: estimate($0)) },
            references: Self.times.indices.map { Self.orientation(heading: reference($0)) }, on: screen)
        return (PixelAccuracy(score, lag: nil), score)
    }

    @Test("a heading that is 2 degrees off is 500 tan 2 = 17.46 pixels off")
    func constant() throws {
        let found = try #require(try accuracy(Self.screen()) { _ in 2 }.accuracy)
        let expected = 500 * Double.tan(Angle.radians(2))
        #expect((found.rmsPixels - expected).magnitude < 1e-4)
        #expect((found.medianPixels - expected).magnitude < 1e-4)
        #expect(found.samples == 600)
        #expect(found.jitterPixels == 0)
        // The reference is in the very middle, so rounding decides its side, which is the same for all.
        #expect(found.wrongSideShare == 0 || found.wrongSideShare == 1)
    }

    @Test("fixes 15.15 m good are 10 m off per axis: at 2 km that is 2.5 pixels in x and in y")
    func position() throws {
        let fixes = SampleStream(times: [0], values: [LocationFix(place: Self.here, accuracy: 15.15)])
        let observers = try #require(ObserverPath(fixes: fixes, worstAccuracy: 100))
        let exact = try Self.screen()
        let screen = try LabelScreen(
            model: .planar, camera: exact.truth.camera, places: exact.truth.places, options: ProjectionOptions(),
            observers: observers)
        let north = [Quaternion](repeating: Self.orientation(heading: 0), count: Self.times.count)
        let error = try #require(screen.positionError(times: Self.times, references: north))
        #expect((error - 2.5 * 2.0.squareRoot()).magnitude < 1e-3)
        #expect(exact.positionError(times: Self.times, references: north) == nil)
    }

    @Test("a fix without a height has that of the one before, the first ones that of the first with one")
    func heights() throws {
        func fix(_ height: Double?, _ accuracy: Double = 5) -> LocationFix {
            var place = Self.here
            place.height = height ?? 0
            return LocationFix(place: place, hasHeight: height != nil, accuracy: accuracy)
        }
        func path(_ fixes: LocationFix...) throws -> ObserverPath {
            let times = fixes.indices.map { Int64($0) * 1_000_000_000 }
            return try #require(ObserverPath(fixes: SampleStream(times: times, values: fixes), worstAccuracy: 100))
        }
        let known = try path(fix(nil), fix(310), fix(nil), fix(320))
        #expect(known.positions.map(\.height) == [310, 310, 310, 320] && known.hasHeight)
        // The height of a fix that is not used does not count.
        let unknown = try path(fix(nil), fix(310, 500))
        #expect(unknown.positions.map(\.height) == [0] && !unknown.hasHeight)
    }

    @Test("trembling of +-1 degree is jitter, that of the reference is taken off")
    func trembling() throws {
        let shake: (Int) -> Double = { $0.isMultiple(of: 2) ? 1 : -1 }
        let amplitude = 500 * Double.tan(Angle.radians(1))
        let found = try #require(try accuracy(Self.screen(), estimate: shake).accuracy)
        // 31 samples in the window of 0.5 s at 60 Hz (29 where rounding leaves the ends out).
        #expect((try #require(found.jitterPixels) - amplitude).magnitude < 0.04 * amplitude)
        let same = try #require(try accuracy(Self.screen(), estimate: shake, reference: shake).accuracy)
        #expect(same.jitterPixels == 0)
        #expect(same.rmsPixels == 0)
    }

    @Test("a place that the model does not draw costs the diagonal and stands on the wrong side")
    func behind() throws {
        let found = try #require(try accuracy(Self.screen()) { _ in 180 }.accuracy)
        #expect((found.medianPixels - 1000).magnitude < 1e-9)
        #expect(found.wrongSideShare == 1)
        #expect(found.jitterPixels == nil)
        // So does one that its own limit leaves out: 2 km are beyond the frustum's 1000 m.
        let frustum = try #require(try accuracy(Self.screen(.frustum)) { _ in 0 }.accuracy)
        #expect(frustum.rmsPixels == 1000)
    }

    @Test("a place that the rule of the nearest in view takes out by the estimate counts where it would be drawn")
    func nearestInView() throws {
        var options = ProjectionOptions()
        options.nearestInView = 1
        // At 40 degrees the reference sees the second place alone; at 15 both are in view, and the first one goes
        // first.
        let screen = try Self.screen(azimuths: [0, 40], options: options)
        let (found, score) = accuracy(screen, estimate: { _ in 15 }, reference: { _ in 40 })
        #expect(score.errors.count == 600)
        #expect((try #require(found).rmsPixels - 500 * Double.tan(Angle.radians(25))).magnitude < 1)
    }

    @Test("some of the places count as they do among all of them")
    func counting() throws {
        var options = ProjectionOptions()
        options.nearest = 1
        let all = try Self.screen(azimuths: [0, 10], options: options)
        func samples(_ id: String) -> Int {
            accuracy(all.counting { $0.id == id }, estimate: { _ in 2 }).score.errors.count
        }
        #expect(samples("0.0") == 600 && samples("10.0") == 0)
        let north = [Self.orientation(heading: 0)]
        #expect(all.counting { $0.id == "10.0" }.positionError(times: [0], references: north) == nil)
    }

    @Test("far off the screen the error is clipped at the diagonal")
    func clipped() throws {
        let found = try #require(try accuracy(Self.screen()) { _ in 80 }.accuracy)
        #expect(found.rmsPixels == 1000)
    }

    @Test("only what the reference sees counts; nothing seen, no figure")
    func unseen() throws {
        let both = try accuracy(Self.screen(azimuths: [0, 90])) { _ in 1 }
        #expect(both.accuracy?.samples == 600)
        #expect(try accuracy(Self.screen(azimuths: [180])) { _ in 1 }.accuracy == nil)
        #expect(try accuracy(Self.screen(azimuths: [])) { _ in 1 }.accuracy == nil)
    }

    @Test("left and right of the middle: the share of the wrong side")
    func wrongSide() throws {
        // The place is 5 degrees to the right; turned 10 degrees clockwise it is 5 to the left.
        let found = try #require(
            try accuracy(Self.screen(azimuths: [5])) { $0 < 150 ? 10 : 0 }.accuracy)
        #expect((found.wrongSideShare - 0.25).magnitude < 1e-12)
    }

    @Test("frames of 10 Hz are held: half a frame late on average, less half a stamp")
    func frames() throws {
        let path = { (t: Double) in 40 * Double.sin(0.7 * t) + 10 * Double.sin(2.3 * t) }
        let stamps = (0..<4000).map { Int64($0) * 10_000_000 }
        let track = OrientationTrack(
            name: "t", times: stamps,
            estimates: stamps.map {
                OrientationEstimate(orientation: Self.orientation(heading: path(Double($0) * 1e-9)))
            })
        let reference = QuaternionStream(
            times: (0..<2300).map { Int64($0) * 16_666_667 },
            values: (0..<2300).map { Self.orientation(heading: path(Double($0) * 0.016666667)) })
        func lag(_ rate: Double?) throws -> Double {
            let pairs = DrawnTrack(track, turn: 0, rate: rate).pairs(
                with: reference, indices: Array(reference.times.indices))
            func headings(_ q: [Quaternion]) -> [Double] { q.map { $0.heading(of: .camera) ?? .nan } }
            return try #require(
                HeadingLag(
                    times: pairs.times, estimates: headings(pairs.estimates), references: headings(pairs.references))
            ).milliseconds
        }
        #expect(try lag(nil).magnitude < 0.1)
        // Seen at 60 Hz, a frame of 10 Hz is 0 to 5 stamps old, 41.7 ms on average; one of 20 Hz 0 to 2, 16.7 ms.
        #expect((try lag(10) - 41.7).magnitude < 2)
        #expect((try lag(20) - 16.7).magnitude < 2)
    }

    @Test("what is drawn is turned by declination and offset, then smoothed")
    func drawn() {
        let stamps: [Int64] = [0, 100_000_000]
        let track = OrientationTrack(
            name: "t", times: stamps,
            estimates: [355.0, 5].map { OrientationEstimate(orientation: Self.orientation(heading: $0)) })
        let found = DrawnTrack(track, turn: 3, smoothing: 0.1).track.estimates.map(\.orientation)
        #expect(Angle.degrees(found[0].angle(to: Self.orientation(heading: 358))) < 1e-9)
        let turned = Angle.degrees(found[0].angle(to: found[1]))
        #expect((turned - 10 * (1 - Double.exp(-1))).magnitude < 1e-9)
    }

    @Test("a walk: the path of the good fixes, each held until the next")
    func observers() throws {
        func fix(_ latitude: Double, _ accuracy: Double) -> LocationFix {
            LocationFix(place: GeodeticPosition(latitude: latitude, longitude: 6, height: 0), accuracy: accuracy)
        }
        let fixes = SampleStream(
            times: [10, 20, 30], values: [fix(45, 500), fix(45.1, 5), fix(45.2, 50)])
        let path = try #require(ObserverPath(fixes: fixes, worstAccuracy: 100))
        #expect(path.ignored == 1)
        #expect(path.position(at: 15) == nil)
        #expect(path.position(at: 20)?.latitude == 45.1)
        #expect(path.position(at: 29)?.latitude == 45.1)
        #expect(path.position(at: 99)?.latitude == 45.2)
        var walk = path.makeWalk()
        let changes = [5, 35, 36].map { walk.change(at: $0)?.latitude }
        #expect(changes == [nil, 45.2, nil])
        #expect(ObserverPath(fixes: fixes, worstAccuracy: 1) == nil)
        #expect(ObserverPath(Self.here).position(at: .min)?.latitude == 45)
    }
}
