import CZlib
import Foundation
import TestSupport
import Testing

@testable import Files

/// What is cut and changed: an excerpt of a log's file, or of one file of a log that has several.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
    /// What the log is, for test names and the list of covered formats.
    var format: String
    var name: String
    /// At most 8 KiB: the cuts are in the first 4, and more rows of one kind cost time and find nothing.
    var excerpt: [UInt8]
    /// The file of a log with several files, and the other ones, shortened.
    private var member = ""
    private var others: [(String, [UInt8])] = []

    var testDescription: String { "\(format): \(name) \(member)" }

    private init(_ format: String, _ name: String, _ bytes: [UInt8]) {
        self.format = format
        self.name = name
        // Whole lines, so that every cut is a cut.
        let start = bytes.prefix(8192)
        let end = bytes.count > 8192 ? start.lastIndex(of: UInt8(ascii: "\n")) : nil
        excerpt = Array(end.map { start[...$0] } ?? start)
    }

    /// One target per file.
    private static func members(_ format: String, _ name: String, _ files: [(String, [UInt8])]) -> [FuzzTarget] {
        files.filter { !$0.1.isEmpty }.map { file in
            var target = FuzzTarget(format, name, file.1)
            target.member = file.0
            target.others = files.filter { $0.0 != file.0 }.map { other in
                let end = other.1.prefix(1500).lastIndex(of: UInt8(ascii: "\n")) ?? 0
                return (other.0, other.1.count <= 1500 ? other.1 : Array(other.1[...end]))
            }
            return target
        }
    }

    /// The log with `bytes` in place of the excerpt.
    func log(_ bytes: [UInt8]) -> [UInt8] {
        member.isEmpty
            ? bytes
            : FormatSamples.zip(others + [(member, bytes)]) { Int(CZlib.crc32(0, $0, UInt32($0.count))) }
    }

    /// Excerpts made here, of every format.
    ///
    /// Of formats with several files every kind of file: their readers do not know one sensor's table from another's.
    static let made: [FuzzTarget] = FormatSamples.all.flatMap { sample in
        sample.files.isEmpty
            ? [FuzzTarget(sample.format, sample.name, sample.bytes)]
            : members(sample.format, sample.name, sample.files).filter { target in
                ["meta", "Meta", "imu_", "omc", "acc", "Acc", "att", "Orient", "Rotation", "Compass", "reference"]
                    .contains {
                        target.member.contains($0)
                    }
            }
    }

    static let arePresent = FileManager.default.fileExists(atPath: SharedData.dataset("formats/EXPECTED.csv").path)

    /// Excerpts of the samples that `EXPECTED.csv` lists: one of every format, of a folder its first two tables.
    static let real: [FuzzTarget] = {
        var formats: Set<String> = []
        return ExpectedFormatsTests.rows.flatMap { row -> [FuzzTarget] in
            guard formats.insert(row.format).inserted else { return [] }
            let url = SharedData.dataset("formats/" + row.path)
            guard case .folder = PathKind(path: url.path) else {
                return [FuzzTarget(row.format, row.path, contents(url))]
            }
            let names = row.path == "euroc" ? ["mav0/imu0/data.csv"] : (try? folderEntries(url.path)) ?? []
            let files = names.filter { $0.hasSuffix(".csv") }.map { ($0, contents(url.appendingPathComponent($0))) }
            return Array(members(row.format, row.path, files).prefix(2))
        }
    }()

    private static func contents(_ url: URL) -> [UInt8] {
        guard let file = try? FileHandle(forReadingFrom: url) else { return [] }
        return Array((try? file.read(upToCount: 8192)) ?? Data())
    }
}
