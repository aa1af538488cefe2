import Foundation
import Recordings
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
        try history.add([entry("a", 1), entry("c", 9)], verb: "batch", version: "2", options: ["north": "true"])
        let points = try History(reading: path).points(of: "heading.rmse")
        #expect(points.map(\.mean) == [3, 5] && points.map(\.recordings) == [2, 2])
        #expect(points.map(\.common) == [0, 1] && points.map(\.change) == [nil, -1])
        #expect(points.map(\.version) == ["1", "2"] && points.map(\.verb) == ["compare", "batch"])
        #expect(try history.points(of: "heading.rmse", recording: "c").map(\.mean) == [9])
        #expect(try history.points(of: "heading.rmse", filter: "kalman").isEmpty)
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
}
