import SensorModels

/// An opened log, before its format is known.
enum LogInput {
    case file(LineReader)
    case folder(LogFolder)

    /// - Throws: `SensorLabError`: no input for a missing path, bad data for an empty file.
    init(path: String, hashing: Bool) throws {
        switch PathKind(path: path) {
        case .missing:
            throw SensorLabError(
                .noInput, code: "no-such-file", place: path, message: "there is no such file or folder",
                advice: "give the path of a log")
        case .folder: self = .folder(LogFolder(path: path, hashing: hashing))
        case .file: self = .file(try Self.lines(of: try ByteSource(path: path, hashing: hashing)))
        }
    }

    /// - Throws: `SensorLabError` (bad data) for no bytes.
    init(bytes: [UInt8], name: String, hashing: Bool) throws {
        self = .file(try Self.lines(of: try ByteSource(bytes: bytes, name: name, hashing: hashing)))
    }

    private static func lines(of source: ByteSource) throws -> LineReader {
        let lines = try LineReader(source)
        guard !lines.isEmpty else {
            throw SensorLabError(
                .badData, code: "empty-file", place: source.name,
                message: source.size == 0
                    ? "found an empty file, expected a log" : "found no readable text, expected a log",
                advice: "record or copy it again")
        }
        return lines
    }

    /// The path, for messages.
    var name: String {
        switch self {
        case .file(let lines): return lines.source.name
        case .folder(let folder): return folder.path
        }
    }

    /// The error for a log that no format recognises.
    func unrecognised(_ formats: [String]) -> SensorLabError {
        let expected = "expected one of the formats \(formats.joined(separator: ", "))"
        switch self {
        case .file(let lines):
            let first = HeaderLine(lines)?.text ?? ""
            let shown = String(first.prefix(60)) + (first.count > 60 ? "..." : "")
            return SensorLabError(
                .badData, code: "unknown-format", place: "\(lines.source.name):\(HeaderLine(lines)?.number ?? 1)",
                message: first.isEmpty
                    ? "found no header, expected one with t and sensor columns"
                    : "found \"\(shown)\", expected a header with a time column t and sensor columns such as ax,ay,az",
                advice: "see docs/recordings.md for the formats (\(formats.joined(separator: ", ")))")
        case .folder(let folder):
            return SensorLabError(
                .badData, code: "unknown-format", place: folder.path,
                message: folder.entries.isEmpty
                    ? "found an empty folder, expected the files of one log"
                    : "found no file of a log here, \(expected)",
                advice: "a folder is one log; give the folder that holds its files")
        }
    }
}

/// A folder that is one log.
final class LogFolder {
    let path: String
    /// The names in it, in the order of their bytes.
    let entries: [String]
    private let hashing: Bool
    private var checksums: [String: String] = [:]

    init(path: String, hashing: Bool) {
        self.path = path
        self.hashing = hashing
        entries = folderEntries(path)
    }

    /// The name of a table with or without `.gz`; `nil` where there is none.
    func table(_ stem: String) -> String? {
        ["\(stem).csv", "\(stem).csv.gz"].first(where: entries.contains)
    }

    /// Opens one of the files, lets `body` read it, and notes its checksum.
    func read<Result>(_ entry: String, _ body: (LineReader) throws -> Result) throws -> Result {
        let source = try ByteSource(path: path + "/" + entry, hashing: hashing)
        let result = try body(try LineReader(source))
        if let checksum = try source.digest() { checksums[entry] = checksum }
        return result
    }

    /// All bytes of a small file.
    func readAll(_ entry: String) throws -> [UInt8] {
        let source = try ByteSource(path: path + "/" + entry, hashing: hashing)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = try piece.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
            bytes += piece[0..<count]
        }
        if let checksum = try source.digest() { checksums[entry] = checksum }
        return bytes
    }

    /// SHA-256 of what `sha256sum` prints for the files that were read, in the order of their names.
    var digest: String? {
        guard hashing else { return nil }
        let list = checksums.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return SHA256.hexadecimal(of: list.map { "\(checksums[$0] ?? "")  \($0)\n" }.joined())
    }
}

/// The first line of a log that is neither empty nor a `#` line, found without taking anything.
struct HeaderLine {
    let text: String
    let number: Int

    init?(_ lines: LineReader) {
        var number = lines.lineNumber
        for line in lines.head.split(separator: UInt8(ascii: "\n"), maxSplits: 200, omittingEmptySubsequences: false) {
            let text = String(decoding: line.prefix(1 << 16), as: UTF8.self).trimmedCell
            if !text.isEmpty && !text.hasPrefix("#") {
                self.text = text
                self.number = number
                return
            }
            number += 1
        }
        return nil
    }

    /// The names in the line, trimmed.
    func names(separator: Character = ",") -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { String($0).trimmedCell }
    }
}
