import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Stamps that came with a block of rows, and milliseconds without zeros in front.
@Suite("Stamps of blocks, and milliseconds without zeros")
struct StampsOfPhonesTests {
    private func read(_ text: String, mapping: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try mapping.map { try ColumnMapping([$0]) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func clock(_ milliseconds: Int) -> (seconds: String, rest: Int) {
        let seconds = 11 + milliseconds / 1000
        return ("13:\(20 + seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)", milliseconds % 1000)
    }

    @Test(
        "the sensor's own time counts beside that of the block's arrival, a date or a number",
        arguments: ["2024-03-05T", "2024-03-05 ", "", "ms"], [36, 71])
    func blocks(_ date: String, _ block: Int) throws {
        let header = "Phone timestamp;sensor timestamp [ns];X [mg];Y [mg];Z [mg]"
        let text =
            header + "\n"
            + (0..<720).map { row in
                let arrival = 950 + row / block * block * 19
                let (seconds, rest) = clock(arrival)
                let padded = String("00\(rest)".suffix(3))
                return (date == "ms" ? "\(1_709_644_811_000 + arrival)" : "\(date)\(seconds).\(padded)")
                    + ";\(599_616_065_136_175_104 + row * 19_230_769);-22;-296;\(952 + row % 3)\n"
            }.joined()
        let recording = try RecordingReader.read(
            bytes: Array(text.utf8), name: "Polar_ACC.txt", options: ReadOptions())
        #expect(recording.accelerometer.count == 720)
        let steps = zip(recording.accelerometer.times.dropFirst(), recording.accelerometer.times).map { $0 - $1 }
        #expect(steps.allSatisfy { $0 == 19_230_769 })
        if date.hasPrefix("2024") { #expect(recording.metadata.date == CalendarDate("2024-03-05")) }
    }

    @Test("a second time that is another one's is not taken")
    func otherClock() throws {
        let text =
            "timestamp;uptime [ms];ax;ay;az\n"
            + (0..<400).map {
                "2024-03-05 13:20:\(10 + $0 / 100).\(String("00\($0 % 100 / 2 * 20)".suffix(3)));\($0 * 700);0.5;-0.25;9.75\n"
            }.joined()
        #expect(abs(try read(text).accelerometer.duration - 3.98) < 0.03)
    }

    @Test("milliseconds without zeros in front", arguments: ["2024-03-05 ", ""], [true, false])
    func unpadded(_ date: String, _ isUnpadded: Bool) throws {
        let text =
            "time,ax,ay,az\n"
            + (0..<400).map {
                let (seconds, rest) = clock(250 + $0 * 10)
                return "\(date)\(seconds).\(isUnpadded ? "\(rest)" : String("00\(rest)".suffix(3))),0.5,-0.25,9.75\n"
            }.joined()
        let times = try read(text).accelerometer.times
        #expect(times.map { ($0 - times[0]) / 1_000_000 } == (0..<400).map { $0 * 10 })
        #expect(try read(text, mapping: "t=1:date,ax=2,ay=3,az=4").accelerometer.times == times)
    }

    @Test("fractions without the zeros at the end stay decimal")
    func decimals() throws {
        let text =
            "time,ax,ay,az\n"
            + (0..<400).map {
                let (seconds, rest) = clock($0 * 10)
                let digits = String("00\(rest)".suffix(3))
                let short =
                    digits.hasSuffix("00")
                    ? "\(digits.prefix(1))" : digits.hasSuffix("0") ? "\(digits.prefix(2))" : digits
                return "\(seconds).\(short),0.5,-0.25,9.75\n"
            }.joined()
        let times = try read(text).accelerometer.times
        #expect(times.map { ($0 - times[0]) / 1_000_000 } == (0..<400).map { $0 * 10 })
    }
}
