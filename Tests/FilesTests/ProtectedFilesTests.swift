import Foundation
import Testing

@testable import Files

@Suite("Protected files")
struct ProtectedFilesTests {
    @Test("a file is known by every name; what takes its place, or its identity when it is gone, is another file")
    func identities() throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent("sensorlab-\(UUID().uuidString)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        var files = ProtectedFiles()
        try Data("a".utf8).write(to: URL(fileURLWithPath: path("log.csv")))
        files.add(try #require(FileIdentity(path: path("log.csv"))), path: path("log.csv"))
        try manager.linkItem(atPath: path("log.csv"), toPath: path("hard.csv"))
        try manager.createSymbolicLink(atPath: path("soft.csv"), withDestinationPath: "log.csv")
        for name in ["log.csv", "hard.csv", "soft.csv"] { #expect(files.contains(path(name)), "\(name)") }
        #expect(!files.contains(path("new.csv")) && !files.contains("-"))

        // The file of its identity has no name under which it was read.
        try manager.removeItem(atPath: path("log.csv"))
        #expect(!files.contains(path("hard.csv")) && !files.contains(path("log.csv")))
        try Data("b".utf8).write(to: URL(fileURLWithPath: path("log.csv")))
        #expect(!files.contains(path("log.csv")), "another file took its place")
    }
}
