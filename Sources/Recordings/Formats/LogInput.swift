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
