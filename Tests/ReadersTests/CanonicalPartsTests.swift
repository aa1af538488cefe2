import Foundation
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

@Suite("A canonical log part by part")
struct CanonicalPartsTests {
    private static let committed =
        ((try? FileManager.default.contentsOfDirectory(atPath: SharedData.committed("").path)) ?? [])
        .filter { $0.hasSuffix(".csv.gz") }.sorted()

    private func joined(_ parts: any RecordingParts) throws -> Recording {
        var log = parts.top
        while let part = try parts.next() { log.append(part) }
        log.warnings += try parts.warnings()
        return log
    }

    private func log(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> Recording {
        try joined(#require(try OpenedLog(bytes: Array(text.utf8), name: "log.csv", options: options).parts()))
    }

    private let top = "# schema: sensorlab.log/1\n"

    /// Rows of an accelerometer at 100 Hz, whose x counts them.
    private func rows(_ count: Int) -> [(time: Double, x: Int)] { (0..<count).map { (Double($0) / 100, $0) } }

    private func text(_ rows: [(time: Double, x: Int)]) -> String {
        top + "t,ax,ay,az\n" + rows.map { "\($0.time),\($0.x),0,9.8\n" }.joined()
    }

    @Test("the same samples and bytes as of the whole log", arguments: committed)
    func same(_ name: String) throws {
        let path = SharedData.committed(name).path
        let whole = try RecordingReader.read(path: path)
        let parts = try #require(try OpenedLog(path: path).parts())
        let read = try joined(parts)
        for sensor in SensorKind.allCases { #expect(read.times(of: sensor) == whole.times(of: sensor)) }
        for sensor in SensorKind.allCases {
            #expect(read.vectors(of: sensor).values == whole.vectors(of: sensor).values)
        }
        #expect(read.reference.values == whole.reference.values && read.moving.values == whole.moving.values)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try CanonicalWriter.write(try #require(try OpenedLog(path: path).parts()), to: file.path)
        #expect(try Data(contentsOf: file) == Data(CanonicalWriter.bytes(of: whole)))
    }

    @Test("the beginning is given again")
    func beginning() throws {
        let parts = try #require(try OpenedLog(bytes: Array(text(rows(10_000)).utf8), name: "log.csv").parts())
        #expect(try parts.beginning().interval == 0...60_000_000_000)
        #expect(try joined(parts).accelerometer.count == 10_000)
    }

    @Test("exchanged neighbours are put in order, wrong stamps left out, as in the whole log")
    func order() throws {
        var rows = rows(5000)
        rows.swapAt(511, 512)
        rows.swapAt(2000, 2001)
        rows[1023].time = 1e6
        rows[3000].time = 1
        let whole = try RecordingReader.read(bytes: Array(text(rows).utf8), name: "log.csv")
        let read = try log(text(rows))
        #expect(read.accelerometer == whole.accelerometer && read.accelerometer.count == 4998)
        let warning = try #require(read.warnings.first { $0.code == .timeBackwards })
        #expect(warning.message.contains("2 sample(s) are left out"))
    }

    @Test("a clock that begins anew ends the log at once, and the warning says so")
    func restart() throws {
        let bytes = Array(text(rows(2000) + rows(100_000)).utf8)
        let parts = try #require(try OpenedLog(bytes: bytes, name: "log.csv").parts())
        let read = try joined(parts)
        #expect(read.accelerometer.values.map(\.x) == rows(2000).map { Double($0.x) })
        let warning = try #require(read.warnings.first { $0.message.contains("begins anew") })
        // After the metadata, the header and 2,000 rows; the block that it begins in is given out first.
        let line = try #require(Int(warning.place.split(separator: ":").last ?? ""))
        #expect(warning.code == .timeBackwards && (2003...3100).contains(line), "\(warning)")
        // What belongs to the other recording is not counted.
        #expect(read.warnings.count == 1)
        // A clock that is set back goes on behind.
        let back = try log(text(rows(8000) + (5000..<20000).map { (time: Double($0) / 100, x: $0) }))
        #expect(back.accelerometer.times.last == 199_990_000_000)
        #expect(!back.warnings.contains { $0.message.contains("begins anew") })
        // Few rows behind the others are wrong stamps.
        let few = try log(text(rows(2000) + rows(100) + (2000..<3000).map { (time: Double($0) / 100, x: $0) }))
        #expect(few.accelerometer.count == 3000)
    }

    @Test("damage is counted, parts of the log are chosen")
    func damage() throws {
        let broken = text(rows(1000)) + "10.0,word,0,9.8\n10.01,1,0\n10.02,nan,0,9.8\n"
        let codes = Set(try log(broken).warnings.map(\.code))
        #expect(codes == [.unreadableCells, .cellCount, .notANumber])
        var options = ReadOptions()
        (options.from, options.to) = (.clock(2_000_000_000), .clock(3_000_000_000))
        #expect(try log(text(rows(1000)), options).accelerometer.count == 101)
        options.without = [.accelerometer]
        #expect(throws: SensorLabError.self) { try log(text(rows(1000)), options) }
    }

    @Test("a sensor that never changes is told at the end")
    func constant() throws {
        let rows = (0..<100).map { "\(Double($0) / 100),0,0,0,\($0),0,9.8\n" }.joined()
        let read = try log(top + "t,mx,my,mz,ax,ay,az\n" + rows)
        #expect(read.warnings.map(\.code) == [.frozenSensor])
    }

    @Test("it is read so only where it is long or without an end")
    func choice() throws {
        func opened(_ text: String, _ options: ReadOptions = ReadOptions()) throws -> OpenedLog {
            try OpenedLog(bytes: Array(text.utf8), name: "log.csv", options: options)
        }
        let text = text(rows(100))
        #expect(try opened(text).canBeParts && !opened(text).isForParts)
        // Too short for its beginning to decide the reading.
        #expect(try opened(String(text.dropFirst(top.count))).parts() == nil)
        var options = ReadOptions()
        options.resampleHz = 50
        #expect(try opened(text, options).parts() == nil)
    }

    @Test("the head of a pipe ends with the first row of a log that declares itself")
    func head() {
        func ends(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { CanonicalFormat.declaresItself($0) } }
        #expect(ends(top + "# name: a\nt,ax,ay,az\n0,1,2,3\n0.01,"))
        #expect(!ends(top + "t,ax,ay,az\n0,1,2,3"))
        #expect(!ends("t,ax,ay,az\n0,1,2,3\n1,1,2,3\n"))
    }
}
