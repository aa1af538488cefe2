import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Clocks whose unit is known from the size of their steps alone: a warning says that they may be ten times too slow or
/// too fast.
struct AssumedClockTests {
    private func read(_ text: String, mapping: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try mapping.map { try ColumnMapping([$0]) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// Fifty rows a second.
    private func table(_ name: String, _ time: (Int) -> String) -> String {
        "\(name),ax,ay,az\n" + (0..<400).map { "\(time($0)),0.\(40 + $0 % 9),-0.25,9.75\n" }.joined()
    }

    private func advice(_ recording: Recording) -> String? {
        recording.warnings.first { $0.code == .assumedRate }?.advice
    }

    private func seconds(_ recording: Recording) -> Double {
        Double((recording.accelerometer.times.last ?? 0) - (recording.accelerometer.times.first ?? 0)) * 1e-9
    }

    @Test(
        "counts of 0.1 ms, 100 ns and 10 ms are warned of, and the option to paste reads them",
        arguments: [(200, "100us"), (200_000, "100ns"), (2, "10ms")])
    func counters(_ step: Int, _ unit: String) throws {
        let text = table("timestamp") { "\($0 * step)" }
        let warning = try #require(try read(text).warnings.first { $0.code == .assumedRate })
        #expect(warning.message.contains("accelerometer"))
        #expect(warning.message.contains("50 Hz in units of \(unit)"))
        let option = "t=1:\(unit)"
        #expect(warning.advice.contains("--columns \(option);"))
        let mapped = try read(text, mapping: option)
        #expect((seconds(mapped) - 399 * 0.02).magnitude < 1e-6)
        #expect(advice(mapped) == nil)
    }

    @Test("a unit that is given is believed, whichever it is")
    func givenUnit() throws {
        let recording = try read(table("timestamp") { "\($0 * 200)" }, mapping: "t=1:ms,ax=2,ay=3,az=4")
        #expect(advice(recording) == nil)
        #expect((seconds(recording) - 79.8).magnitude < 1e-6)
    }

    @Test("a unit of the header in which rows would come every twenty seconds is replaced, with a warning")
    func statedUnit() throws {
        let recording = try read(table("time_s") { "\($0 * 20)" })
        #expect((seconds(recording) - 399 * 0.02).magnitude < 1e-6)
        #expect(advice(recording)?.contains("t=1:s") == true)
        #expect(advice(try read(table("time_ms") { "\($0 * 20)" })) == nil)
    }

    @Test(
        "a t whose steps fit several units, or none, is asked about, and the rate decides",
        arguments: [2000, 0.0000002])
    func plainName(_ step: Double) throws {
        let text = table("t") { "\(Double($0) * step)" }
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.code == .unknownTimeUnit)
        var options = ReadOptions()
        options.assumptions = [try Assumption(parsing: "rate=50")]
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
        #expect((seconds(recording) - 399 * 0.02).magnitude < 1e-6)
    }

    @Test("decimal minutes without a unit, ten rows a second, may be seconds")
    func minutes() throws {
        let text = table("time") { row in
            let digits = "\(row * 1_000_000 / 600)"
            return "\(row / 600).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
        }
        #expect(advice(try read(text))?.contains("t=1:min") == true)
    }

    @Test("rates that phones and boards have, and Unix times, are told by no warning")
    func usualClocks() throws {
        #expect(advice(try read(table("t") { "\($0 * 20)" })) == nil)
        #expect(advice(try read(table("t") { "\($0 * 20_000)" })) == nil)
        #expect(advice(try read(table("t") { "\(Double($0) / 50)" })) == nil)
        #expect(advice(try read(table("t") { "\(Double($0) / 500)" })) == nil)
        #expect(advice(try read(table("t") { "\(1_741_180_000_000 + $0 * 200)" })) == nil)
    }
}
