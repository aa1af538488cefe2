import Evaluation
import Foundation
import Readers
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("Heading errors by time since the start")
struct ErrorsSinceStartTests {
    @Test("a stamp is in the interval that begins at or before it")
    func intervals() {
        let second: Int64 = 1_000_000_000
        func interval(_ time: Int64) -> Int { ErrorsSinceStart.interval(of: time, start: 5 * second) }
        #expect(interval(5 * second) == 0 && interval(15 * second - 1) == 0 && interval(15 * second) == 1)
        #expect(interval(4 * second) == 0)
        #expect(interval(100_000 * second) == ErrorsSinceStart.edges.count - 1)
    }

    @Test("pooled over the intervals they are the RMSE and the coverage of the whole log")
    func pooled() throws {
        let path = SharedData.committed("ar-panning-barcelona.csv.gz").path
        let options = AnalysisOptions()
        let log = try PreparedLog(try RecordingReader.read(path: path), name: path, options: options)
        let run = try log.run([try FilterRequest(name: "sensorlab").resolved()]).runs[0]
        let entries = ErrorsSinceStart.of([run.track], in: log, options: options)
        #expect(entries.count > 2 && entries.map(\.fromSeconds) == entries.map(\.fromSeconds).sorted())
        let whole = TrackErrors(track: run.track, reference: log.reference(), axis: log.headingAxis)
        let profile = try #require(whole.profile)
        let samples = entries.reduce(0) { $0 + $1.samples }
        #expect(samples == profile.samples)
        let mean = entries.reduce(0) { $0 + Double($1.samples) * $1.meanSquare } / Double(samples)
        #expect((mean.squareRoot() - (profile.heading?.rmseDegrees ?? .nan)).magnitude < 1e-9)
        // One sigma is narrower than the 95 % region.
        let within = Double(entries.reduce(0) { $0 + $1.within }) / Double(samples)
        let coverage = try #require(profile.headingSigma).coverage95
        #expect(within <= coverage)
        #expect(entries.allSatisfy { $0.stated <= $0.samples && $0.within <= $0.stated })
    }
}
