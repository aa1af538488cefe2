import Foundation
import Readers
import Recordings
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("What info shows of a log in chapters")
struct LogOverviewTests {
    @Test("counts are those of the whole log, rates and jitter nearly", arguments: ["ar-panning-barcelona.csv.gz"])
    func same(_ name: String) throws {
        let log = try RecordingReader.read(path: SharedData.committed(name).path)
        let whole = LogOverview(log)
        let parts = try LogOverview(LogChapters(log, seconds: 60), name: "log")
        #expect(parts.recording.durationSeconds == whole.recording.durationSeconds)
        #expect(parts.recording.streams.count == whole.recording.streams.count)
        for (own, other) in zip(parts.recording.streams, whole.recording.streams) {
            #expect(own.sensor == other.sensor && own.samples == other.samples && own.unit == other.unit)
            // A pair of neighbours is in two chapters.
            #expect(abs(own.duplicates - other.duplicates) <= 1 && abs(own.repeatedValues - other.repeatedValues) <= 1)
            if let rate = own.rateHz, let expected = other.rateHz { #expect(abs(rate / expected - 1) < 0.01) }
        }
        #expect(parts.warnings.contains { $0.code == .readAsStream })
    }

    @Test("a hole between chapters is a gap")
    func gap() throws {
        var log = Recording()
        for index in 0..<20_000 where !(5900..<6100).contains(index) {
            log.accelerometer.append(.init(0, 0.01 * Double(index % 3), 9.8), at: Int64(index) * 10_000_000)
        }
        let parts = try LogOverview(LogChapters(log, seconds: 60), name: "log")
        let stream = try #require(parts.recording.streams.first)
        #expect(stream.gaps == 1 && stream.samples == 19_800)
        #expect(stream.gaps == LogOverview(log).recording.streams.first?.gaps)
    }
}
