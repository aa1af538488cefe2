import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Cells in quotation marks with line breaks inside.
struct QuotedLineBreaksTests {
    private static let header = "t,note,acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2)\n"

    private func row(_ index: Int, _ note: String) -> String {
        "\(Double(index) / 50),\(note),0.\(index % 5),\(Double(index % 7) / 8),9.\(70 + index % 11)\n"
    }

    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    @Test(arguments: ["\"$A,1*6E\n\"", "\"a\r\nb \"\"c\"\"\n\nd\"", "\"\n\""])
    func areOneRow(_ note: String) throws {
        let recording = try read(Self.header + (0..<400).map { row($0, note) }.joined())
        #expect(recording.accelerometer.count == 400)
        #expect(recording.accelerometer.times.last == 7_980_000_000)
        #expect(!recording.warnings.contains { $0.code.isDamage }, "\(recording.warnings)")
    }

    @Test("the numbers of lines stay")
    func linesOfDamage() throws {
        var rows = (0..<40).map { row($0, "\"a\nb\"") }
        rows[20] = "x," + rows[20]
        let recording = try read(Self.header + rows.joined())
        #expect(recording.accelerometer.count == 39)
        #expect(recording.warnings.contains { $0.text.contains("line 42") }, "\(recording.warnings)")
    }

    @Test(
        "a mark that is never closed costs its own row at most",
        arguments: [("\"$A,1*6E\n", 398), ("\"", 400), ("\"a", 400)])
    func unclosed(_ note: String, _ count: Int) throws {
        let rows = (0..<400).map { row($0, [100, 200].contains($0) ? note : "\"$A,1*6E\n\"") }
        let recording = try read(Self.header + rows.joined())
        #expect(recording.accelerometer.count == count)
        #expect(recording.warnings.count { $0.code == .cellCount } == (count < 400 ? 1 : 0), "\(recording.warnings)")
    }

    @Test("one mark, closed nowhere, does not swallow what follows")
    func neverClosed() throws {
        var rows = (0..<3000).map { row($0, "\"a\nb\"") }
        for index in 1000..<3000 { rows[index] = row(index, index == 1000 ? "\"a" : "a") }
        let recording = try read(Self.header + rows.joined())
        #expect(recording.accelerometer.count == 3000)
        #expect(recording.accelerometer.times.last == 59_980_000_000)
    }

    /// However the pieces are cut, the text is the same.
    @Test func pieces() throws {
        let text = Array(
            (Self.header + (0..<30).map { row($0, $0 == 9 ? "\"a" : "\"a\r\n\"\"b\"\"\n\"") }.joined()).utf8)
        func converted(_ size: Int) throws -> [UInt8] {
            var filter = try #require(QuotedLineBreaks(beginning: text))
            var result: [UInt8] = []
            for start in stride(from: 0, to: text.count, by: size) {
                var piece = Array(text[start..<min(start + size, text.count)])
                filter.convert(&piece)
                result += piece
            }
            var last: [UInt8] = []
            filter.convert(&last)
            return result + last
        }
        let whole = try converted(text.count)
        #expect(whole.count == text.count + 29 * 2)
        for size in [1, 2, 3, 7, 50, 333] { #expect(try converted(size) == whole) }
    }

    @Test(
        "logs without such cells, JSON and binary data are left alone",
        arguments: [
            "t,\"a\",b\n1,\"2\",3\n", "[\"a\",\n\"b\n\"]", "a \u{0}\"\n\"\n", "a,5\" pipe\nb,6\" pipe\n",
        ])
    func othersAreLeft(_ text: String) { #expect(QuotedLineBreaks(beginning: Array(text.utf8)) == nil) }
}
