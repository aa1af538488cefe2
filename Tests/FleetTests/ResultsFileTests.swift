import Files
import Foundation
import Testing
import Vocabulary

@testable import Fleet

@Suite("The file of a batch's results")
struct ResultsFileTests {
    let scratch: ScratchFolder
    var path: String { scratch.path + "/results.jsonl" }

    init() throws { scratch = try ScratchFolder() }

    private func line(_ id: String, key: String? = "k") -> Data {
        let key = key.map { "\"\($0)\"" } ?? "null"
        return Data("{\"failure\":null,\"id\":\"\(id)\",\"key\":\(key),\"schema\":\"sensorlab.result/1\"}".utf8)
    }

    private func contents() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    @Test("a line that was being written is cut, the others stay, wherever the program was killed")
    func torn() throws {
        let whole = Array(line("a") + [10] + line("b") + [10] + line("c") + [10])
        let ends = whole.indices.filter { whole[$0] == 10 }
        for count in 0...whole.count {
            try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: path))
            let file = try ResultsFile(path: path)
            let complete = ends.count { $0 < count }
            #expect(["a", "b", "c"].map { file.key(of: $0) != nil } == (0..<3).map { $0 < complete })
            #expect(try contents() == Array(whole.prefix(complete == 0 ? 0 : ends[complete - 1] + 1)))
            for id in ["a", "b", "c"].dropFirst(complete) {
                try file.append(line(id), id: id, key: "k", isFailure: false)
            }
            #expect(try contents() == whole)
        }
    }

    @Test("the newest line of a name counts, and the finished file has one per row, in their order")
    func finish() throws {
        let file = try ResultsFile(path: path)
        for (id, key) in [("b", "1"), ("old", "1"), ("a", "1"), ("b", "2")] {
            try file.append(line(id, key: key), id: id, key: key, isFailure: false)
        }
        #expect(file.key(of: "b") == "2")
        try file.finish(["a", "b"])
        #expect(try contents() == Array(line("a", key: "1") + [10] + line("b", key: "2") + [10]))
    }

    @Test("a line without a key is there, and is to be made again")
    func withoutKey() throws {
        try Data(line("a", key: nil) + [10]).write(to: URL(fileURLWithPath: path))
        let file = try ResultsFile(path: path)
        #expect(file.key(of: "a") == nil && file.isFailure("a") == false && file.isFailure("b") == nil)
    }

    @Test("a file that holds something else is left alone")
    func other() throws {
        try Data("path,id\na.csv,a\n".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SensorLabError.self) { try ResultsFile(path: path) }
        #expect(error?.code == .badResults)
        #expect(try contents().count == 16)
    }

    @Test("one batch at a time")
    func locked() throws {
        let file = try ResultsFile(path: path)
        let error = #expect(throws: SensorLabError.self) { try ResultsFile(path: path) }
        #expect(error?.kind == .cannotCreate)
        _ = file.key(of: "a")
    }

    @Test("shards part the rows", arguments: 1...5)
    func shards(_ count: Int) throws {
        let rows = Array(0..<17)
        let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")).part(of: rows) }
        #expect(parts.joined().sorted() == rows)
        #expect((parts.map(\.count).max() ?? 0) - (parts.map(\.count).min() ?? 0) <= 1)
    }

    @Test("what is no shard", arguments: ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"])
    func noShard(_ text: String) { #expect(Shard(text) == nil) }

    @Test("names of files are plain and stay different")
    func names() {
        #expect(FileNames.name(for: "walk-1.b") == "walk-1.b")
        let odd = ["a/b", "a:b", "..", ".hidden", "ä", "a b", String(repeating: "x", count: 300)].map(FileNames.name)
        #expect(Set(odd).count == odd.count)
        #expect(odd.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") && $0.utf8.count < 120 })
    }
}
