import Recordings
import Testing
import Vocabulary

@testable import Readers

@Suite("Spans of sensors")
struct SpansOfSensorsTests {
    private func message(from start: Int, to end: Int, part: Int = 0) throws -> String? {
        let rows = (0..<500).map { row in
            let rate = start <= row && row < end ? "0.0\(row % 7),0.01,0.0\(row % 5)" : ",,"
            return "\(Double(row) / 50),0.0\(row % 9),0.1,9.8,\(rate)\n"
        }
        var options = ReadOptions()
        options.from = LogInstant("\(part)")
        options.assumptions = [try Assumption(parsing: "gyroscope=rad/s")]
        let recording = try RecordingReader.read(
            bytes: Array(("t,ax,ay,az,gx,gy,gz\n" + rows.joined()).utf8), name: "log.csv", options: options)
        return recording.warnings.first { $0.code == .differentSpans }?.message
    }

    @Test("each end at which sensors differ is named, and no other")
    func ends() throws {
        let (start, stop) = ("gyroscope starts 2.0 s after accelerometer", "gyroscope stops 2.0 s before accelerometer")
        #expect(try message(from: 100, to: 500) == "\(start); all samples are kept")
        #expect(try message(from: 0, to: 400) == "\(stop); all samples are kept")
        #expect(try message(from: 100, to: 400) == "\(start), \(stop); all samples are kept")
        #expect(try message(from: 0, to: 500) == nil)
        #expect(try message(from: 100, to: 500, part: 2) == nil)
    }

    @Test("the advice for readings that are none has a unit of their sensor")
    func readings() {
        #expect(
            Advice.readings(of: "linearAcceleration", as: "m/s^2").text.hasSuffix("--assume linearAcceleration=m/s^2"))
    }
}
