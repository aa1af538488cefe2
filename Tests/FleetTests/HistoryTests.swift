import Database
import Files
import Foundation
import Testing
import Vocabulary

@testable import Fleet

@Suite("The history of results")
struct HistoryTests {
    let scratch: ScratchFolder
    var path: String { scratch.path + "/history.sqlite" }

    init() throws { scratch = try ScratchFolder() }

    private func entry(_ recording: String, _ value: Double, filter: String = "vqf") -> History.Entry {
        History.Entry(recording: recording, filter: filter, metrics: ["heading.rmse": value, "total.rmse": value])
    }

    @Test("means per run, and the change on the recordings that two runs have")
    func points() throws {
        let history = try History(path: path)
        try history.add([entry("a", 2), entry("b", 4)], verb: "compare", version: "1", options: [:])
        try history.add([entry("a", 1), entry("c", 9)], verb: "batch", version: "2", options: [:])
        let points = try History(reading: path).points(of: "heading.rmse")
        #expect(points.map(\.mean) == [3, 5] && points.map(\.recordings) == [2, 2])
        #expect(points.map(\.common) == [0, 1] && points.map(\.change) == [nil, -1])
        #expect(points.map(\.version) == ["1", "2"] && points.map(\.verb) == ["compare", "batch"])
        #expect(try history.points(of: "heading.rmse", recording: "c").map(\.mean) == [9])
        #expect(try history.points(of: "heading.rmse", filter: "kalman").isEmpty)
    }

    @Test("runs of other options are not compared, those of other filters beside it are")
    func options() throws {
        let history = try History(path: path)
        for (options, value) in [
            ([:], 2.0), (["north": "true"], 5), (["filters": "vqf,kalman"], 3),
            (["filters": "vqf(tau=3,x=1),kalman"], 8),
            (["filters": "kalman(vqf=1),vqf(tau=3,x=1)"], 9), (["camera": "a/c.json#12"], 1),
            (["camera": "c.json#12"], 4),
        ] as [([String: String], Double)] {
            try history.add([entry("a", value)], verb: "compare", version: "1", options: options)
        }
        #expect(try history.points(of: "heading.rmse").map(\.change) == [nil, nil, 1, nil, 1, nil, 3])
        #expect(try history.points(of: "heading.rmse")[1].options == ["north": "true"])
        let plain = "vqf"
        let set = "vqf(tau=3,x=1)"
        #expect(
            try history.points(of: "heading.rmse").map(\.setting) == [plain, plain, plain, set, set, plain, plain])
    }

    @Test("results with other options of their rows are not compared, those with the same as a run's are")
    func rowOptions() throws {
        let history = try History(path: path)
        for (row, options, value) in [
            (["calibration": "none"], [:], 2.0), (["calibration": "auto"], [:], 5),
            (["calibration": "none"], ["north": "true"], 1), ([:], ["calibration": "none"], 3),
            (["calibration": "auto"], ["calibration": "none"], 7), ([:], [:], 8),
        ] as [([String: String], [String: String], Double)] {
            var entry = entry("a", value)
            entry.options = row
            try history.add([entry], verb: "batch", version: "1", options: options)
        }
        #expect(try history.points(of: "heading.rmse").map(\.change) == [nil, nil, nil, 1, 2, 1])
    }

    @Test("equal contents are one recording, whatever runs call it")
    func otherNames() throws {
        let history = try History(path: path)
        for (name, value) in [("walk", 2.0), ("walk-1", 3), ("IMG_1", 7)] {
            var entry = entry(name, value)
            entry.sha256 = "one"
            try history.add([entry], verb: "analyze", version: "1", program: "p\(value)", options: [:])
        }
        try history.add([entry("walk", 1)], verb: "compare", version: "1", program: nil, options: [:])
        let points = try history.points(of: "heading.rmse")
        #expect(points.map(\.change) == [nil, 1, 4, nil] && points.map(\.program) == ["p2.0", "p3.0", "p7.0", nil])
        #expect(try history.points(of: "heading.rmse", recording: "IMG_1").map(\.mean) == [2, 3, 7])
    }

    /// A run of `compare` and one of `analyze` by version 0.1.0, with the heading's RMSE alone.
    @Test("histories of older programs open, to be read and to be added to")
    func older() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        try FileManager.default.copyItem(
            atPath: tests.appendingPathComponent("Data/history-0.1.sqlite").path, toPath: path)
        let before = try History(reading: path).points(of: "heading.rmse")
        #expect(before.map(\.verb) == ["compare", "analyze"] && before.map(\.program) == [nil, nil])
        var entry = entry("walk", 1)
        entry.sha256 = "bb152db3a929a0e2681bee28b197bbfc05aeb9a5b30fab895744d9a273d8adc9"
        for options in [["calibration": "none"], [:]] {
            try History(path: path).add([entry], verb: "batch", version: "2", program: "p", options: options)
        }
        let points = try History(reading: path).points(of: "heading.rmse")
        #expect(points.map(\.program) == [nil, nil, "p", "p"] && points.map(\.common) == [0, 0, 1, 1])
        // By the name, and by the contents under another name.
        for (point, old) in zip(points.dropFirst(2), before) {
            #expect(abs(try #require(point.change) - (1 - old.mean)) < 1e-9)
        }
        #expect(try History(reading: path).points(of: "heading.rmse", recording: "walk").count == 4)
    }

    @Test("several that make one history at once make it once")
    func together() throws {
        let (path, entry) = (path, entry("a", 2))
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                try History(path: path).add([entry], verb: "compare", version: "\(index)", options: [:])
            } catch {
                Issue.record(error)
            }
        }
        #expect(try History(reading: path).points(of: "heading.rmse").count == 8)
    }

    @Test("a choice that is not in the history is named, with those that are")
    func nothing() throws {
        let history = try History(path: path)
        try history.add([entry("a", 2), entry("b", 2)], verb: "compare", version: "1", options: [:])
        let recording = try history.nothing(of: "heading.rmse", recording: "c")
        #expect(recording.kind == .noInput && recording.message.contains("the recording \"c\""), "\(recording)")
        #expect(recording.advice == "give one of a, b")
        #expect(try history.nothing(of: "heading.rmse", recording: "a", device: "x").message.contains("device"))
        #expect(
            try history.nothing(of: "rho.rmse", recording: "a").message == "found no rho.rmse for this choice")
    }

    @Test("logs of one name with other contents are not compared")
    func contents() throws {
        let history = try History(path: path)
        for (sum, value) in [("one", 2.0), ("other", 5), ("other", 7)] {
            var entry = entry("a", value)
            entry.sha256 = sum
            try history.add([entry], verb: "analyze", version: "1", options: [:])
        }
        #expect(try history.points(of: "heading.rmse").map(\.change) == [nil, nil, 2])
    }

    @Test("a run that cannot be written as a whole leaves nothing")
    func atomic() throws {
        let history = try History(path: path)
        #expect(throws: SensorLabError.self) {
            try history.add([entry("a", 2), entry("a", 4)], verb: "compare", version: "1", options: [:])
        }
        #expect(try history.points(of: "heading.rmse").isEmpty)
    }

    @Test("what is no history is refused")
    func refused() throws {
        #expect(throws: SensorLabError.self) { try History(reading: path) }
        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path))
        for open in [{ try History(path: $0) }, { try History(reading: $0) }] as [(String) throws -> History] {
            let error = #expect(throws: SensorLabError.self) { _ = try open(path) }
            #expect(error?.code == .badHistory)
        }
    }

    /// Changes bytes of the file.
    private func damage(_ change: (inout [UInt8]) -> Void) throws {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        change(&bytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private func written() throws {
        try History(path: path).add(
            [entry("a", 2)], verb: "compare", version: "1", options: ["metrics": "standard"])
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    @Test("texts that are no JSON are a damaged history, not an error of a decoder")
    func damagedText() throws {
        try written()
        try damage { bytes in
            let text = Array("{\"metrics\":".utf8)
            for start in bytes.indices where bytes[start...].starts(with: text) { bytes[start] = UInt8(ascii: "x") }
        }
        let error = try #require(throws: SensorLabError.self) { _ = try History(reading: path).baseline() }
        #expect(error.code == .badHistory && error.kind == .badData && error.message.contains("damaged"), "\(error)")
    }

    @Test("text in a column of numbers is a damaged history and not 0")
    func damagedNumber() throws {
        try written()
        try Database(path).run("UPDATE measurements SET value = 'x' WHERE metric = ?", ["heading.rmse"])
        let error = try #require(throws: SensorLabError.self) { _ = try History(reading: path).baseline() }
        #expect(error.code == .badHistory && error.kind == .badData && error.message.contains("damaged"), "\(error)")
    }

    @Test("a damaged file is bad data, not the disk's fault")
    func damagedPages() throws {
        try written()
        try damage { bytes in
            for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        }
        let error = try #require(throws: SensorLabError.self) {
            _ = try History(reading: path).points(of: "heading.rmse")
        }
        #expect(error.code == .badHistory && error.kind == .badData && !error.advice.contains("disk"), "\(error)")
        // Nothing is analysed for a history that cannot take it.
        let writing = try #require(throws: SensorLabError.self) { _ = try History(path: path) }
        #expect(writing.code == .badHistory, "\(writing)")
    }

    @Test(
        "tables with other columns take nothing: that is said when the history is opened, and nothing is added by that")
    func otherColumns() throws {
        try written()
        #expect(try History(path: path).points(of: "heading.rmse").map(\.run) == [1])
        try History(path: path).add([entry("b", 3)], verb: "compare", version: "1", options: [:])
        #expect(try History(path: path).points(of: "heading.rmse").map(\.run) == [1, 2])
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        try damage { bytes in
            let text = Array("verb TEXT".utf8)
            for start in bytes.indices where bytes[start...].starts(with: text) { bytes[start] = UInt8(ascii: "x") }
        }
        let error = try #require(throws: SensorLabError.self) { _ = try History(path: path) }
        #expect(error.code == .badHistory && error.message.contains("damaged"), "\(error)")
    }

    @Test("a pipe is refused and not waited for")
    func pipe() throws {
        #expect(mkfifo(path, 0o600) == 0)
        #expect(!History.isDatabase(path))
        for open in [{ try History(path: $0) }, { try History(reading: $0) }] as [(String) throws -> History] {
            let error = try #require(throws: SensorLabError.self) { _ = try open(path) }
            #expect(error.kind == .noInput && error.message.contains("pipe"), "\(error)")
        }
    }

    @Test("results are read in pieces: long lines whole, the last one only with its end")
    func lines() throws {
        let long = String(repeating: "x", count: 3 << 20)
        try Data("a\n\n\(long)\nb".utf8).write(to: URL(fileURLWithPath: path))
        var found: [String] = []
        try FileLines.read(path) { line, number in
            #expect(number == found.count + 1)
            found.append(String(decoding: line, as: UTF8.self))
        }
        #expect(found == ["a", "", long])
    }
}
