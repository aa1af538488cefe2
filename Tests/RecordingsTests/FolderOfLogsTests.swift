import Foundation
import TestSupport
import Testing
import Vocabulary

@testable import Recordings

/// What a path stands for where a verb takes several logs.
@Suite("folders of logs")
struct FolderOfLogsTests {
    @Test("a folder of logs stands for them; what is no log is left out and named; a log is itself")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["b.csv", "a.csv"] {
            var text = "t,ax,ay,az,gx,gy,gz\n"
            for index in 0..<200 { text += "\(Double(index) / 100),0,0,9.81,0,0,0.1\n" }
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        try "no log\n".write(to: folder.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
        let found = try RecordingReader.readAll(path: folder.path)
        #expect(found.logs.map(\.path) == ["a.csv", "b.csv"].map { folder.path + "/" + $0 })
        #expect(found.leftOut.map(\.code) == [.logLeftOut] && found.leftOut[0].text.contains("notes.txt"))
        let one = try RecordingReader.readAll(path: folder.appendingPathComponent("a.csv").path)
        #expect(one.logs.count == 1 && one.leftOut.isEmpty)
        for name in ["a.csv", "b.csv"] { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        #expect(throws: SensorLabError.self) { try RecordingReader.readAll(path: folder.path) }
        #expect(throws: SensorLabError.self) { try RecordingReader.readAll(path: folder.path + "/missing") }
    }

    /// People pack a log to send it, and keep it beside notes: then the folder is the log.
    @Test(
        "a zip with one log in it is that log, whatever its format",
        arguments: FormatSamples.all.filter { $0.files.isEmpty && !$0.bytes.starts(with: [0x50, 0x4b]) })
    func oneLog(sample: FormatSamples.Sample) throws {
        let alone = try RecordingReader.read(bytes: sample.bytes, name: sample.name)
        let notes = Array("Recorded on the roof.\n".utf8)
        let packed = try RecordingReader.read(
            bytes: FormatSamples.zip([("README.txt", notes), (sample.name, sample.bytes)]), name: "sent.zip")
        #expect(packed.metadata.format == alone.metadata.format)
        expectSameStreams(packed, alone)
    }
}
