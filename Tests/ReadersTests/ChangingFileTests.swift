import Foundation
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers

/// Files that another program writes while they are read.
@Suite("Files that change while they are read")
struct ChangingFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("changing-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url.path
    }

    private static let table = Array(
        ("t,ax,ay,az\n" + (0..<40_000).map { "\($0).25,0.125,0.25,9.8125\n" }.joined()).utf8)

    @Test("a zip file that is cut is an input/output error, not a signal")
    func zip() throws {
        let path = try file("log.zip", FormatSamples.zip([("log.csv", Self.table)]))
        guard case .folder(let archive) = try LogInput(path: path, hashing: true) else {
            Issue.record("no folder")
            return
        }
        #expect(truncate(path, 4096) == 0)
        let error = try #require(throws: SensorLabError.self) {
            try archive.read("log.csv") { while try $0.nextLine() != nil {} }
        }
        #expect(error.kind == .inputOutput && error.message.contains("shorter"), "\(error)")
        #expect(try #require(throws: SensorLabError.self) { _ = try archive.digest() }.kind == .inputOutput)
    }

    @Test("a table that is cut is an input/output error, not a log with a cut last line")
    func table() throws {
        let path = try file("log.csv", Self.table)
        let lines = try LogInput(path: path, hashing: false).lines()
        #expect(truncate(path, 100_000) == 0)
        let error = try #require(throws: SensorLabError.self) { while try lines.nextLine() != nil {} }
        #expect(error.kind == .inputOutput && error.message.contains("shorter"), "\(error)")
    }

    @Test("a table that is written over in place is an input/output error")
    func overwritten() throws {
        let path = try file("log.csv", Self.table)
        let manager = FileManager.default
        try manager.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: path)
        let lines = try LogInput(path: path, hashing: false).lines()
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seek(toOffset: 600_000)
        handle.write(Data("0.5".utf8))
        let error = try #require(throws: SensorLabError.self) { while try lines.nextLine() != nil {} }
        #expect(error.kind == .inputOutput && error.message.contains("written"), "\(error)")
    }

    @Test("a table that grows is read as far as it goes")
    func growing() throws {
        let path = try file("log.csv", Self.table)
        let lines = try LogInput(path: path, hashing: false).lines()
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        handle.write(Data("40000.25,0.125,0.25,9.8125\n".utf8))
        var count = 0
        while try lines.nextLine() != nil { count += 1 }
        #expect(count == 40_002)
    }

    @Test("what a pipe gives at once does not decide what the log is", arguments: [1, 2, 53, 300])
    func pieces(first: Int) throws {
        // Milliseconds without a unit in the header: the rows decide.
        let text =
            "timestamp,ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s)\n"
            + (0..<3000).map { "\($0 * 10),0.0\($0 % 7),0.1,9.8\($0 % 5),0.01,0.0\($0 % 3),1\n" }.joined()
        for bytes in [
            Array(text.utf8), try GzipBytes.packed(Array(text.utf8)),
            FormatSamples.zip([("log.csv", Array(text.utf8))]),
        ] {
            let whole = try RecordingReader.read(bytes: bytes, name: "log.csv")
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            let (input, output) = (ends[0], ends[1])
            let writer = Thread {
                func put(_ piece: ArraySlice<UInt8>) {
                    var rest = piece
                    while !rest.isEmpty {
                        let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
                        guard count > 0 else { return }
                        rest = rest.dropFirst(count)
                    }
                }
                put(bytes.prefix(first))
                usleep(100_000)
                put(bytes.dropFirst(first))
                close(output)
            }
            writer.start()
            let read = try RecordingReader.read(path: "/dev/fd/\(input)")
            close(input)
            #expect(read.accelerometer == whole.accelerometer && read.gyroscope == whole.gyroscope)
            #expect(read.metadata.format == whole.metadata.format)
        }
    }
}
