import Files
import Foundation
import Testing

@testable import Fleet

/// The build ID of an executable file is read as `readelf` reads it, and nothing is read where there is none.
@Suite struct BuildIdentityTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private func note(_ kind: UInt64, _ owner: String, _ contents: [UInt8]) -> [UInt8] {
        func filled(_ bytes: [UInt8]) -> [UInt8] { bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4) }
        let name = Array(owner.utf8) + [0]
        return number(UInt64(name.count), 4) + number(UInt64(contents.count), 4) + number(kind, 4) + filled(name)
            + filled(contents)
    }

    /// A file of a header, a table of segments and these segments of notes.
    private func file(_ segments: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + Array(repeating: 0, count: 26)
        bytes += number(64, 8) + Array(repeating: 0, count: 14) + number(56, 2) + number(UInt64(segments.count), 2)
        bytes += Array(repeating: 0, count: 64 - bytes.count)
        var start = UInt64(64 + 56 * segments.count)
        for segment in segments {
            let length = UInt64(segment.count)
            bytes += number(4, 4) + number(0, 4) + number(start, 8) + number(0, 16) + number(length, 8) + number(0, 16)
            start += length
        }
        return bytes + segments.joined()
    }

    private func identity(_ bytes: [UInt8]) throws -> String? {
        let path = folder.path + "/program"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return BuildIdentity.hexadecimal(path: path)
    }

    @Test func behindOtherNotes() throws {
        let other = note(1, "GNU", [1, 2, 3]) + note(3, "Go", [9, 9])
        let bytes = file([other, note(5, "GNU", [7]) + note(3, "GNU", [0x0A, 0xFF, 0x10, 1, 2])])
        #expect(try identity(bytes) == "0aff100102")
        #expect(try identity(file([other])) == nil)
    }

    @Test func anyOtherFileHasNone() throws {
        let bytes = file([note(3, "GNU", [1, 2, 3, 4])])
        for length in 0..<bytes.count { #expect(try identity(Array(bytes.prefix(length))) == nil, "\(length) bytes") }
        #expect(try identity(Array("#!/bin/sh\n".utf8)) == nil)
        #expect(BuildIdentity.hexadecimal(path: folder.path + "/absent") == nil)
        // Lengths beyond all files.
        for place in 64..<bytes.count {
            var damaged = bytes
            damaged[place] = 0xFF
            _ = try identity(damaged)
        }
    }

    #if os(Linux)
        @Test func asReadelfReadsIt() throws {
            guard let readelf = InstalledProgram("readelf") else { return }
            let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let said = try readelf.run(["-n", path]).output
            guard let line = said.split(separator: "\n").first(where: { $0.contains("Build ID: ") }) else { return }
            #expect(line.hasSuffix(": " + (BuildIdentity.hexadecimal(path: path) ?? "none")))
            #expect(ProgramIdentity.checksum == BuildIdentity.hexadecimal(path: path))
        }
    #endif
}
