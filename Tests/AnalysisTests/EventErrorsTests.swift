import Rotations
import Testing

@testable import Analysis

/// What events explain of a heading's squared error.
@Suite("Errors during events") struct EventErrorsTests {
    /// Ten samples per second with an error in degrees by time.
    private func errors(_ seconds: Int, _ degrees: (Double) -> Double) -> HeadingErrors {
        let times = (0..<10 * seconds).map { Double($0) / 10 }
        return HeadingErrors(
            times: times.map { Int64(clamping: $0 * 1e9) }, errors: times.map { Angle.radians(degrees($0)) })
    }

    private func event(_ kind: TimelineEvent.Kind, _ start: Double, _ end: Double) -> TimelineEvent {
        TimelineEvent(kind: kind, startSeconds: start, endSeconds: end)
    }

    @Test("the share that would be missing if the error were that of the other times") func share() throws {
        let found = EventErrors.all(
            errors(100) { $0 < 10 ? 40 : 5 }, of: "device", events: [event(.magnet, 0, 9.95)], origin: 0)
        let magnet = try #require(found.first)
        #expect(found.count == 1 && magnet.kind == .magnet && magnet.source == "device")
        #expect((magnet.duringDegrees - 40).magnitude < 1e-9 && (magnet.otherwiseDegrees - 5).magnitude < 1e-9)
        // 10 s (40^2 - 5^2) of 10 s 40^2 + 90 s 5^2.
        let expected: Double = 15_750 / 18_250
        #expect((magnet.shareOfSquare - expected).magnitude < 1e-9 && magnet.isCause)
    }

    @Test("four of 184 seconds with a smaller error than the others explain nothing") func isNoCause() throws {
        let found = EventErrors.all(
            errors(184) { (34..<38).contains($0) ? 50 : 68 }, of: "lowpass", events: [event(.magnet, 34, 37.95)],
            origin: 0)
        let magnet = try #require(found.first)
        #expect(magnet.shareOfSquare == 0 && !magnet.isCause)
    }

    @Test("every one of several events counts") func manyEvents() throws {
        let events = stride(from: 0.0, to: 100, by: 20).map { event(.magnet, $0, $0 + 4.95) }
        let errors = errors(100) { $0.truncatingRemainder(dividingBy: 20) < 5 ? 30 : 3 }
        let magnet = try #require(EventErrors.all(errors, of: "a", events: events, origin: 0).first)
        #expect((magnet.duringDegrees - 30).magnitude < 1e-9 && (magnet.otherwiseDegrees - 3).magnitude < 1e-9)
    }

    @Test("the largest share first; events of all samples, or of none, have none") func several() {
        let errors = errors(100) { $0 < 10 ? 40 : $0 > 80 ? 20 : 5 }
        let events = [event(.magnet, 0, 9.95), event(.shaking, 0, 100), event(.rest, 0, 5), event(.fastTurn, 81, 100)]
        #expect(EventErrors.all(errors, of: "a", events: events, origin: 0).map(\.kind) == [.magnet, .fastTurn])
        #expect(EventErrors.all(errors, of: "a", events: [event(.magnet, 200, 300)], origin: 0).isEmpty)
        // Both halves of the sum are zero.
        #expect(EventErrors.all(self.errors(9) { _ in 0 }, of: "a", events: [event(.magnet, 0, 3)], origin: 0).isEmpty)
    }
}
