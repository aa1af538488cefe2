import Foundation
import Recordings
import SensorModels
import Testing
import Vocabulary

@testable import Readers

@Suite("A long log in chapters")
struct LogChaptersTests {
    /// Two sensors at 50 Hz with a hole of a minute and a half, a frozen stretch and a sample out of range.
    private static func text(seconds: Int, schema: Bool = true) -> String {
        let rows = (0..<50 * seconds).filter { !(50 * 190..<50 * 280).contains($0) }.map { row in
            let x = (6000..<6500).contains(row) ? 5 : row * 7919 % 100
            return "\(Double(row) / 50 + 1000),0.0\(x),0.02,9.8\(row % 10),\(row == 900 ? "1e9" : "0.0\(x)"),0,0\n"
        }
        return (schema ? "# schema: sensorlab.log/1\n" : "") + "t,ax,ay,az,gx,gy,gz\n" + rows.joined()
    }

    @Test("a hole from one chapter into another is told at the end, and stops are those of the whole log")
    func holes() throws {
        let rows = (0..<31_000).filter { !(5000..<9000).contains($0) }.map { row in
            "\(Double(row) / 100),0.0\(row * 7919 % 100),0.02,9.8\(row % 10),"
                + ((20_000..<25_500).contains(row) || row > 29_000 ? ",," : "0.0\(row % 7),0,0") + "\n"
        }
        let text = "# schema: sensorlab.log/1\nt,ax,ay,az,gx,gy,gz\n" + rows.joined()
        let opened = try OpenedLog(bytes: Array(text.utf8), name: "log.csv")
        let log = try #require(try opened.chapters(.seconds(60)))
        let chapters = try chapters(of: log)
        // The gyroscope stops in the fourth and in the last chapter only.
        #expect(chapters.map { $0.stops.count } == [0, 0, 0, 1, 1])
        #expect(!chapters.contains { $0.recording.warnings.contains { $0.code == .hole } })
        #expect(
            try log.warnings().map(\.message) == [
                "accelerometer, gyroscope: no sample for 40.0 s from 50.0 s",
                "gyroscope: no sample for 55.0 s from 200.0 s",
                "gyroscope: no sample for the last 20.0 s: it stops at 290.0 s",
            ])
    }

    @Test("chapters of a part of a log are named by the log's first stamp")
    func from() throws {
        var options = ReadOptions()
        options.from = LogInstant("1060.5")
        let opened = try OpenedLog(bytes: Array(Self.text(seconds: 190).utf8), name: "log.csv", options: options)
        let chapters = try chapters(of: try #require(try opened.chapters(.seconds(60))))
        #expect(chapters.map(\.startSeconds) == [60.5, 120.5])
        let inMemory = LogChapters(
            try RecordingReader.read(bytes: Array(Self.text(seconds: 190).utf8), name: "log.csv", options: options),
            seconds: 60)
        #expect(try self.chapters(of: inMemory).map(\.startSeconds) == [60.5, 120.5])
    }

    private func chapters(of log: LogChapters) throws -> [LogChapters.Chapter] {
        var chapters: [LogChapters.Chapter] = []
        while let chapter = try log.next() { chapters.append(chapter) }
        return chapters
    }

    @Test("a chapter is what --from and --to read, and no sample is lost")
    func same() throws {
        let bytes = Array(Self.text(seconds: 410).utf8)
        let opened = try OpenedLog(bytes: bytes, name: "log.csv")
        let chapters = try chapters(of: try #require(try opened.chapters(.seconds(60))))
        // 180 and 240 have a part of the hole; what is left after 360 s is shorter than a minute.
        #expect(chapters.map { $0.startSeconds.rounded() } == [0, 60, 120, 180, 240, 300])
        for (index, chapter) in chapters.enumerated() {
            var options = ReadOptions()
            let start = 1000 + chapter.startSeconds.rounded()
            options.from = LogInstant("\(start)")
            if index < 5 { options.to = LogInstant("\(start + 59.99)") }
            let part = try RecordingReader.read(bytes: bytes, name: "log.csv", options: options)
            #expect(chapter.recording.accelerometer == part.accelerometer)
            #expect(chapter.recording.gyroscope == part.gyroscope)
            // The evidence is the chapter's own, not the whole log's.
            #expect(chapter.recording.provenance.mapValues(\.unit) == part.provenance.mapValues(\.unit))
            // Damage of the text is counted once, at the end.
            func other(_ warnings: [Warning]) -> [String] { warnings.filter { !$0.code.isDamage }.map(\.text) }
            #expect(other(chapter.recording.warnings) == other(part.warnings))
        }
        let whole = try RecordingReader.read(bytes: bytes, name: "log.csv")
        #expect(chapters.reduce(0) { $0 + $1.recording.gyroscope.count } == whole.gyroscope.count)
    }

    @Test("a log without a schema is read as a whole and divided all the same")
    func ofWhole() throws {
        let bytes = Array(Self.text(seconds: 181, schema: false).utf8)
        let opened = try OpenedLog(bytes: bytes, name: "log.csv")
        let log = try #require(try opened.chapters(.seconds(60)))
        let chapters = try chapters(of: log)
        #expect(chapters.map { $0.startSeconds.rounded() } == [0, 60, 120])
        #expect(chapters.map(\.recording.accelerometer.count) == [3000, 3000, 3050])
        #expect(try log.warnings().isEmpty)
    }

    @Test("a clock that jumps by fifty years is one hole", .timeLimit(.minutes(1)), arguments: [true, false])
    func jump(schema: Bool) throws {
        let rows =
            Self.text(seconds: 70, schema: schema)
            + (0..<5000).map { "\(1.6e9 + Double($0) / 50),0.01,0.02,9.8\($0 % 10),0.01,0,0\n" }.joined()
        let opened = try OpenedLog(bytes: Array(rows.utf8), name: "log.csv")
        let chapters = try chapters(of: try #require(try opened.chapters(.seconds(60))))
        #expect(
            chapters.count >= 3 && chapters.allSatisfy { $0.startSeconds.remainder(dividingBy: 60).magnitude < 1e-6 })
        #expect(chapters.reduce(0) { $0 + $1.recording.accelerometer.count } == 8500)
    }

    @Test("short logs, and every log on demand, are read as a whole")
    func whole() throws {
        let bytes = Array(Self.text(seconds: 180).utf8)
        #expect(try OpenedLog(bytes: bytes, name: "log.csv").chapters(.automatic) == nil)
        #expect(try OpenedLog(bytes: bytes, name: "log.csv").chapters(.whole) == nil)
        #expect(try ReadOptions().chapters(at: "-", .automatic) == nil)
    }

    @Test("lengths are seconds of a minute or more, whole or auto")
    func lengths() {
        #expect(ChapterLength("3600") == .seconds(3600) && ChapterLength("WHOLE") == .whole)
        #expect(ChapterLength("auto") == .automatic && ChapterLength(ChapterLength.whole.text) == .whole)
        #expect(ChapterLength.seconds(60).text == "60" && ChapterLength.seconds(90.5).text == "90.5")
        for text in ["59", "-1", "nan", "inf", "1h", ""] { #expect(ChapterLength(text) == nil, "\(text)") }
    }
}
