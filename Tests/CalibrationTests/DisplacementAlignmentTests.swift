import Geodesy
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Calibration

@Suite struct DisplacementAlignmentTests {
    /// A walk to the true east, which the AR world takes for its north (-z): its heading 0 is the true 90, so the
    /// offset is +90.
    @Test func walkingEastInAWorldThatCallsItNorth() throws {
        let frame = LocalFrame(origin: GeodeticPosition(latitude: 45, longitude: 9))
        var fixes = SampleStream<LocationFix>()
        var positions = SampleStream<Vector3>()
        var random = SeededRandom(seed: 8)
        for second in 0..<90 {
            let way = 1.4 * Double(second)
            let time = Int64(second) * 1_000_000_000
            let pose = ARPose(orientation: .identity, position: Vector3(0, 0, -way))
            positions.append(pose.levelPosition, at: time)
            let local = Vector3(way + 0.5 * random.gaussian(), 0.5 * random.gaussian(), 0)
            fixes.append(LocationFix(place: frame.geodetic(local: local), accuracy: 5), at: time)
        }
        let fit = try #require(DisplacementAlignment(fixes: fixes, positions: positions))
        #expect(Angle.wrap(fit.offset - .pi / 2).magnitude < 3 * fit.sigma)
        #expect(Angle.degrees(fit.sigma) < 5 && (fit.scale - 1).magnitude < 0.1)
    }

    /// Drives of three minutes, and of eighty seconds, in worlds that drift by half a degree a minute (1 sigma), with
    /// fixes whose error of 4 m stays alike over 20 to 120 s: the interval is that of the offset at the end, whether
    /// the drift is known to 0.1 or to 1 degree a minute. In eighty seconds the data hardly tell for how long errors
    /// stay alike.
    @Test(arguments: [0.1, 1.0], [180, 80]) func theOffsetAtTheEndOfADrive(driftSigma: Double, seconds: Int) throws {
        let frame = LocalFrame(origin: GeodeticPosition(latitude: 45, longitude: 9))
        var random = SeededRandom(seed: 21)
        let runs = 300
        var held = 0
        var width = 0.0
        for run in 0..<runs {
            let drift = Angle.radians(0.5 * random.gaussian()) / 60
            let known = drift + Angle.radians(driftSigma * random.gaussian()) / 60
            let (start, tau) = (random.uniform(-3...3), [20.0, 60, 120][run % 3])
            let decay = Double.exp(-1 / tau)
            var error = Vector3(random.gaussian(), random.gaussian(), 0) * 4
            var (fixes, positions) = (SampleStream<LocationFix>(), SampleStream<Vector3>())
            var (place, own) = (Vector3.zero, Vector3.zero)
            for second in 0..<seconds {
                let t = Double(second)
                let course = 0.6 * Double.sin(t / 40)
                let step = Vector3(8 * Double.sin(course), 8 * Double.cos(course), 0)
                place += step
                // Headings in the world are smaller by the offset.
                own += Quaternion.aboutVertical(start + drift * t).rotate(step)
                positions.append(own, at: Int64(second) * 1_000_000_000)
                fixes.append(
                    LocationFix(place: frame.geodetic(local: place + error), accuracy: 6),
                    at: Int64(second) * 1_000_000_000)
                error =
                    decay * error + (1 - decay * decay).squareRoot() * 4
                    * Vector3(random.gaussian(), random.gaussian(), 0)
            }
            let fit = try #require(
                DisplacementAlignment(
                    fixes: fixes, positions: positions, drift: known, driftSigma: Angle.radians(driftSigma) / 60))
            if Angle.wrap(fit.offset - start - drift * Double(seconds - 1)).magnitude <= 1.96 * fit.sigma { held += 1 }
            width += Angle.degrees(fit.sigma) / Double(runs)
        }
        // 95 % of 300 are 285 with a standard deviation of 3.8.
        #expect(held >= 274, "\(held) of \(runs), mean sigma \(width) degrees")
        #expect(width < (seconds == 180 ? 1 : 2), "\(width)")
    }

    /// Standing still has no direction.
    @Test func standingIsRefused() {
        var fixes = SampleStream<LocationFix>()
        var positions = SampleStream<Vector3>()
        var random = SeededRandom(seed: 9)
        for second in 0..<60 {
            let time = Int64(second) * 1_000_000_000
            positions.append(Vector3(0.1 * random.gaussian(), 0.1 * random.gaussian(), 0), at: time)
            fixes.append(
                LocationFix(
                    place: GeodeticPosition(
                        latitude: 45 + 3e-5 * random.gaussian(), longitude: 9 + 3e-5 * random.gaussian()), accuracy: 5),
                at: time)
        }
        #expect(DisplacementAlignment(fixes: fixes, positions: positions) == nil)
    }
}
