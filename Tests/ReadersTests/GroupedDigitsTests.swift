import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Digits in groups of thousands, and times of which most are unreadable.
struct GroupedDigitsTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: ReadOptions())
    }

    @Test(arguments: [
        ("1,234.5", false, "1234.5"), ("12,345,678", false, "12345678"), ("-1,234", false, "-1234"),
        ("1'234.5", false, "1234.5"), ("1\u{202F}234", false, "1234"), ("1.234,50", true, "1234.50"),
        ("-12.345.678", true, "-12345678"), ("1'234,5", true, "1234.5"),
    ])
    func grouped(_ text: String, _ decimalComma: Bool, _ plain: String) {
        #expect(GroupedDigits.plain(text, decimalComma: decimalComma) == plain)
    }

    @Test(arguments: [
        ("1234.5", false), ("1,23", false), ("1,2345", false), ("0,123", false), ("1,234,5", false),
        ("1,234.5.6", false),
        ("1,234'567", false), (",234", false), ("0.123", true), ("1.23", true), ("12:30", false), ("1,,234", false),
        ("abc", false), ("", true), ("1 234e5", false),
    ])
    func others(_ text: String, _ decimalComma: Bool) {
        #expect(GroupedDigits.plain(text, decimalComma: decimalComma) == nil)
    }

    private func grouped(_ number: Int, _ mark: String) -> String {
        let digits = String(number)
        return digits.count < 4 ? digits : "\(digits.dropLast(3))\(mark)\(digits.suffix(3))"
    }

    @Test("times and readings of a spreadsheet, in German, English and Swiss", arguments: [".", ",", "'"])
    func tables(_ mark: String) throws {
        let (separator, point) = mark == "." ? (";", ",") : (",", ".")
        let quote = mark == "," ? "\"" : ""
        let rows = (0..<600).map { row in
            let cells = [
                "\(quote)\(grouped(row * 10, mark))\(point)0\(quote)", "0\(point)5", "-0\(point)25",
                "\(quote)\(grouped(970 + row, mark))\(point)5\(quote)",
            ]
            return cells.joined(separator: separator) + "\n"
        }
        let header = ["time (ms)", "ax (mg)", "ay (mg)", "az (mg)"].joined(separator: separator)
        let recording = try read(header + "\n" + rows.joined())
        #expect(recording.accelerometer.count == 600)
        #expect(recording.accelerometer.times.last == 5_990_000_000)
        #expect(abs((recording.accelerometer.values.last?.z ?? 0) - 1.5695 * 9.80665) < 1e-9)
        #expect(!recording.warnings.contains { $0.code == .unreadableTime || $0.code == .unreadableCells })
    }

    @Test("most rows without a readable time are an error, some a warning")
    func unreadableTimes() throws {
        func text(_ good: Int) -> String {
            "time (s),ax,ay,az\n"
                + (0..<200).map { "\($0 < good ? "\(Double($0) / 100)" : "\($0)h5"),0.5,-0.25,9.75\n" }.joined()
        }
        let error = #expect(throws: SensorLabError.self) { try read(text(80)) }
        #expect(error?.code == .unreadableColumn)
        #expect(try read(text(120)).accelerometer.count == 120)
    }
}
