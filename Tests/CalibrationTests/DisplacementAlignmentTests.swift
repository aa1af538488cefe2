import Geodesy
import Recordings
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Calibration

@Suite struct DisplacementAlignmentTests {
    /// A walk to the true east, which the AR world takes for its north (-z): its heading 0 is the true 90, so the offset is +90.
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
