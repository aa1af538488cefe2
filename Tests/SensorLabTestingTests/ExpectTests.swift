import Foundation
import Rotations
import SensorLabTesting
import SensorModels
import TestSupport
import Testing
import Vocabulary

@Suite("Expectations for the tests of apps")
struct ExpectTests {
    static let path = SharedData.committed("ar-panning-barcelona.csv.gz").path

    /// Calibrated by the tool itself is what an app's fixtures would be; here the gyroscope alone is enough.
    static func log() throws -> TestLog { try TestLog(path) }

    /// The reference of the log with an error from 20 s to 21 s.
    static func track(wrongBy degrees: Double, of log: TestLog) -> OrientationTrack {
        let start = log.reference.times[0]
        return OrientationTrack(
            name: "mine", times: log.reference.times,
            estimates: zip(log.reference.times, log.reference.values).map { time, orientation in
                let wrong = (20..<21).contains(LogTime.seconds(time - start))
                return OrientationEstimate(
                    orientation: wrong ? .aboutVertical(Angle.radians(degrees)) * orientation : orientation)
            })
    }

    @Test("a track within the limit passes")
    func passes() throws {
        let log = try Self.log()
        #expect(expect(Self.track(wrongBy: 2.9, of: log), isWithin: .degrees(3), of: log.reference))
        // One second of a hundred is not 95 %.
        #expect(
            expect(Self.track(wrongBy: 90, of: log), isWithin: .degrees(3), of: log.reference, statistic: .p95))
        #expect(
            expect(Self.track(wrongBy: 90, of: log), isWithin: .degrees(3), of: log.reference, quantity: .inclination))
        // Before the end of the start-up nothing is judged.
        #expect(expect(Self.track(wrongBy: 90, of: log), isWithin: .degrees(3), of: log.reference, startUp: 22))
    }

    @Test("a track beyond it fails at the caller's line, and says by how much and when")
    func fails() throws {
        let log = try Self.log()
        let line = #line + 2
        withKnownIssue {
            expect(Self.track(wrongBy: 4, of: log), isWithin: .degrees(3), of: log.reference, quantity: .heading)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line && text.contains("mine: the heading error's maximum is 4.0\u{B0}")
                && text.contains("expected at most 3.0\u{B0}") && text.contains("(20.")
        }
    }

    @Test("a reference in another clock fails, with both intervals")
    func otherClock() throws {
        let log = try Self.log()
        let track = OrientationTrack(
            name: "mine", times: [0, 1],
            estimates: [0, 1].map { _ in
                OrientationEstimate(orientation: .identity)
            })
        let shifted = QuaternionStream(
            times: log.reference.times.map { $0 + 1_000_000_000_000 }, values: log.reference.values)
        let failure = try #require(TrackCheck(track, isWithin: .degrees(3), of: shifted).failure)
        #expect(failure.contains("covers no sample") && failure.contains("same clock"))
    }

    @Test("a filter of the catalogue and one's own run on the log, against the reference with magnetic north")
    func filters() throws {
        let log = try Self.log()
        #expect(try #require(log.declination).magnitude > 0.005)
        // Uncalibrated, with 313 microtesla of hard iron, the vertical alone is any good.
        let track = try log.track("kalman")
        expect(track, isWithin: .degrees(30), of: log.reference, quantity: .inclination)
        #expect(throws: SensorLabError.self) { try log.track("kalmann") }
        #expect(throws: SensorLabError.self) { try TestLog("/nonexistent.csv") }
    }

    @Test("where a recording is absent, a test is skipped", .requires(logAt: "/nonexistent/walk.csv"))
    func skipped() { Issue.record("this must not run") }

    @Test("where it is there, it runs", .requires(logAt: SharedData.committed("ar-panning-barcelona.csv.gz").path))
    func notSkipped() {}
}
