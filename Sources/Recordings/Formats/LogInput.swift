import SensorModels
import Vocabulary

/// An opened log, before its format is known.
enum LogInput {
    case file(LineReader)
    case folder(LogFolder)

    /// - Throws: `SensorLabError`: no input for a missing path, bad data for an empty file.
    init(path: String, hashing: Bool) throws {
        switch PathKind(path: path) {
        case .missing:
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "there is no such file or folder",
                advice: "give the path of a log")
        case .folder: self = .folder(LogFolder(path: path, hashing: hashing))
        case .file:
            self = try Self.file(try ByteSource(path: path, hashing: hashing), hashing: hashing) {
                path == "-" ? nil : try MappedBytes(path: path)
            }
        }
    }

    /// - Throws: `SensorLabError` (bad data) for no bytes.
    init(bytes: [UInt8], name: String, hashing: Bool) throws {
        self = try Self.file(try ByteSource(bytes: bytes, name: name, hashing: hashing), hashing: hashing) {
            MappedBytes(bytes)
        }
    }

    /// A file, or the folder that a zip file holds.
    private static func file(
        _ source: ByteSource, hashing: Bool, mapped: () throws -> MappedBytes?
    ) throws -> LogInput {
        guard source.begins(with: [0x50, 0x4b, 0x03, 0x04]) || source.begins(with: [0x50, 0x4b, 0x05, 0x06]) else {
            return .file(try lines(of: source))
        }
        let bytes = try mapped() ?? MappedBytes(try source.rest(limit: 1 << 31))
        return .folder(LogFolder(archive: try ZipArchive(bytes, name: source.name), hashing: hashing))
    }

    private static func lines(of source: ByteSource) throws -> LineReader {
        let lines = try LineReader(source)
        guard !lines.isEmpty else {
            throw SensorLabError(
                .badData, code: .emptyFile, place: source.name,
                message: source.size == 0
                    ? "found an empty file, expected a log" : "found no readable text, expected a log",
                advice: "record or copy it again")
        }
        return lines
    }

    /// The lines of a log that is one file.
    /// - Throws: `SensorLabError` (bad data) for a folder.
    func lines() throws -> LineReader {
        guard case .file(let lines) = self else { throw unrecognised(RecordingFormats.names) }
        return lines
    }

    /// The header of a log that is one table.
    /// - Parameter skip: whether a line belongs to what precedes the header.
    /// - Throws: `SensorLabError` (bad data) for a log without a header.
    func table(skip: (String) -> Bool = { _ in false }) throws -> (LineReader, TableHead) {
        let lines = try lines()
        guard let head = TableHead(lines, skip: skip) else { throw unrecognised(RecordingFormats.names) }
        return (lines, head)
    }

    /// The first bytes of a JSON file as text; `nil` for every other log.
    func jsonHead(_ count: Int) -> String? {
        guard case .file(let lines) = self, let first = lines.head.first(where: { $0 > 32 }),
            first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        else { return nil }
        return String(decoding: lines.head.prefix(count), as: UTF8.self)
    }

    /// The path, for messages.
    var name: String {
        switch self {
        case .file(let lines): return lines.source.name
        case .folder(let folder): return folder.path
        }
    }

    /// The error for a table of numbers alone; `nil` for everything else.
    private var withoutHeader: SensorLabError? {
        guard case .file(let lines) = self, let header = HeaderLine(lines) else { return nil }
        let names = header.names()
        guard !names.isEmpty, names.allSatisfy({ Double($0) != nil }) else { return nil }
        return SensorLabError(
            .badData, code: .unknownFormat, place: "\(lines.source.name):\(header.number)",
            message: "found the numbers \"\(header.excerpt)\" and no header, expected names of columns",
            advice: "write a header above that says what they are, such as time (ms),ax (m/s^2),ay (m/s^2),az (m/s^2)")
    }

    /// The error for a log that no format recognises.
    func unrecognised(_ formats: [String]) -> SensorLabError {
        let advice = "see docs/reference/formats.md for the formats (\(formats.joined(separator: "; ")))"
        switch self {
        case .file(let lines):
            guard let header = HeaderLine(lines) else {
                return SensorLabError(
                    .badData, code: .unknownFormat, place: "\(lines.source.name):1",
                    message: "found no header, expected one with the time t and sensors such as ax,ay,az",
                    advice: advice)
            }
            if let withoutHeader { return withoutHeader }
            let names = header.names()
            let isHeader = names.count > 1 && !names.contains { Double($0) != nil }
            return SensorLabError(
                .badData, code: isHeader ? .noSensors : .unknownFormat,
                place: "\(lines.source.name):\(header.number)",
                message:
                    "found \(isHeader ? "the columns" : "the line") \"\(header.excerpt)\", expected a header with the time t "
                    + "and sensors such as ax,ay,az", advice: advice)
        case .folder(let folder):
            // Tables of numbers alone: the first one says what is missing.
            for entry in folder.tables {
                let found = (try? folder.peek(entry) { LogInput.file($0).withoutHeader }).flatMap { $0 }
                if let found { return found }
            }
            return SensorLabError(
                .badData, code: .unknownFormat, place: folder.path,
                message: folder.entries.isEmpty
                    ? "found an empty folder, expected the files of one log"
                    : "found no file of a log that is known, expected tables with a header, one per sensor",
                advice: advice)
        }
    }
}

/// The first line of a log that is neither empty nor a `#` line, read ahead.
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

    /// The beginning of the line for a message, without what disturbs a terminal.
    var excerpt: String {
        let shown = text.prefix(60).unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "." : String($0) }.joined()
        return text.count > 60 ? shown + "..." : shown
    }

    /// The names in the line, trimmed.
    func names(separator: Character = ",") -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { String($0).trimmedCell }
    }
}
