import Files
import Foundation
import Vocabulary

/// An opened log, before its format is known.
enum LogInput {
    case file(LineReader)
    case folder(LogFolder)

    /// - Parameter isForParts: whether it may be read part by part: the head of a pipe ends as soon as the log declares
    ///   itself, and what is read is kept (`ByteSource.keep`).
    /// - Throws: `SensorLabError`: no input for a missing path, bad data for an empty file.
    init(
        path: String, text: TextOptions = TextOptions(), hashing: Bool, limit: ExpansionLimit = ExpansionLimit(),
        isForParts: Bool = false
    ) throws {
        switch PathKind(path: path) {
        case .missing: throw PathKind.missingError(path)
        case .folder: self = .folder(try LogFolder(path: path, text: text, hashing: hashing, limit: limit))
        case .file:
            let source = try ByteSource(
                path: path, hashing: hashing, limit: limit,
                headEnds: isForParts ? { CanonicalFormat.declaresItself($0) } : nil)
            self = try Self.file(source, text, hashing: hashing, isForParts: isForParts, limit)
        }
    }

    /// - Throws: `SensorLabError` (bad data) for no bytes.
    init(
        bytes: [UInt8], name: String, text: TextOptions = TextOptions(), hashing: Bool,
        limit: ExpansionLimit = ExpansionLimit(), isForParts: Bool = false
    ) throws {
        let source = try ByteSource(bytes: bytes, name: name, hashing: hashing, limit: limit)
        self = try Self.file(source, text, hashing: hashing, isForParts: isForParts, limit)
    }

    /// A file, or the folder that a zip file holds.
    private static func file(
        _ source: ByteSource, _ text: TextOptions, hashing: Bool, isForParts: Bool, _ limit: ExpansionLimit
    ) throws -> LogInput {
        guard source.begins(with: [0x50, 0x4b, 0x03, 0x04]) || source.begins(with: [0x50, 0x4b, 0x05, 0x06]) else {
            if isForParts { source.keep() }
            return .file(try lines(of: source, text))
        }
        let archive = try ZipArchive(try source.storedBytes(), name: source.name, layout: ["mav0/", "meta/"])
        return .folder(
            try LogFolder(path: archive.name, archive: archive, text: text, hashing: hashing, limit: limit))
    }

    private static func lines(of source: ByteSource, _ text: TextOptions) throws -> LineReader {
        let lines = try LineReader(source, text)
        guard !lines.isEmpty else {
            let found = source.size == 0 ? "an empty file" : "no readable text"
            throw lines.error(.emptyFile, "found \(found), expected a log", "record or copy it again")
        }
        return lines
    }

    /// What was read so far, as a log of its own: of a file what was kept, of a folder its tables up to where they were
    /// read.
    func beginning(_ text: TextOptions) throws -> LogInput {
        switch self {
        case .file(let lines):
            let bytes = Array((lines.source.kept ?? []).prefix(lines.taken))
            return .file(try Self.lines(of: try ByteSource(bytes: bytes, name: name), text))
        case .folder(let folder): return .folder(folder.beginning())
        }
    }

    /// The log from its first line again, whose bytes were kept.
    func rewound(_ text: TextOptions) throws -> LogInput {
        switch self {
        case .file(let lines):
            lines.source.rewind()
            return .file(try Self.lines(of: lines.source, text))
        case .folder(let folder):
            folder.rewind()
            return self
        }
    }

    /// Whether the text that is read is not that of the log's bytes.
    var isRewritten: Bool {
        switch self {
        case .file(let lines): lines.isRewritten
        case .folder(let folder): folder.isRewritten
        }
    }

    /// Bytes of its text, as far as the sizes of packed tables say; `nil` for a pipe.
    var textSize: Int? {
        switch self {
        case .file(let lines): lines.source.textSize
        case .folder(let folder): folder.textSize
        }
    }

    /// The lines of a log that is one file.
    /// - Throws: `SensorLabError` (bad data) for a folder.
    func lines() throws -> LineReader {
        guard let file else { throw unrecognised }
        return file
    }

    /// A log that is one file; `nil` for a folder.
    var file: LineReader? {
        guard case .file(let lines) = self else { return nil }
        return lines
    }

    /// The first lines of a log that is one file; none of a folder.
    var firstLines: [String] { file?.firstLines ?? [] }

    /// The `#` lines at the top of the log, or of each table of its folder.
    var metadataLines: [String] {
        switch self {
        case .file(let lines): lines.firstComments
        case .folder(let folder): folder.tables.flatMap { (try? folder.peek($0) { $0.firstComments }) ?? [] }
        }
    }

    /// Whether the log is a matching table, or its folder has one; `stem` is the file's name without its ending.
    func hasTable(_ isTable: (_ lines: LineReader, _ stem: String) throws -> Bool) -> Bool {
        switch self {
        case .file(let lines): return (try? isTable(lines, fileStem(lines.source.name))) == true
        case .folder(let folder):
            return folder.tables.contains { entry in
                (try? folder.peek(entry) { try isTable($0, fileStem(entry)) }) == true
            }
        }
    }

    /// Whether the log is a matching table, or its folder has one with this name.
    func isTable(_ name: String, _ isTable: (LineReader) -> Bool) -> Bool {
        switch self {
        case .file(let lines): isTable(lines)
        case .folder(let folder): folder.contains(name) && (try? folder.peek(name, isTable)) == true
        }
    }

    /// The header of a log that is one table.
    /// - Parameter skip: whether a line belongs to what precedes the header.
    /// - Throws: `SensorLabError` (bad data) for a log without a header.
    func table(skip: (String) -> Bool = { _ in false }) throws -> (LineReader, TableHead) {
        let lines = try lines()
        guard let head = TableHead(lines, skip: skip) else { throw unrecognised }
        return (lines, head)
    }

    /// The first bytes of a JSON file as text; `nil` for every other log.
    func jsonHead(_ count: Int) -> String? {
        guard let file, let first = file.head.first(where: { $0 > 32 }), "[{".utf8.contains(first)
        else { return nil }
        return String(decoding: file.head.prefix(count), as: UTF8.self)
    }

    /// The path, for messages.
    var name: String {
        switch self {
        case .file(let lines): return lines.source.name
        case .folder(let folder): return folder.path
        }
    }

    /// Warnings of an unexpected end of the bytes that were read.
    var damage: [Warning] {
        switch self {
        case .file(let lines): return lines.source.damageWarning.map { [$0] } ?? []
        case .folder(let folder): return folder.damage
        }
    }

    /// The error for a log that no format recognises.
    var unrecognised: SensorLabError {
        // A file that cannot be opened or unpacked cannot be recognised.
        if case .folder(let folder) = self, let error = folder.openingError { return error }
        return LogDiagnosis(input: self).error
    }
}

extension ByteSource {
    /// Assumed ratio of text bytes to stored bytes of a compressed log.
    static let usualRatio = 8

    /// Bytes of text, as far as the size of a compressed one says; `nil` for a pipe.
    var textSize: Int? { size.map { isCompressed ? Self.usualRatio * $0 : $0 } }
}

extension LineReader {
    /// A text in memory that was made of a log.
    /// - Parameters:
    ///   - name: of the log, for messages.
    ///   - clock: the column of the time that the user gives.
    convenience init(
        _ bytes: some Sequence<UInt8>, name: String, firstLine: Int = 1, clock: ColumnMapping.Clock? = nil
    ) throws {
        try self.init(
            try ByteSource(bytes: Array(bytes), name: name), TextOptions(clock: clock), firstLine: firstLine)
    }

    /// The bytes that were read ahead, as a log of their own.
    func ahead() throws -> LineReader { try LineReader(head, name: source.name, clock: clock) }

    /// An error for a log that cannot be used: what was found and expected, and what to do.
    func error(_ code: ErrorCode, line: Int? = nil, _ message: String, _ advice: String) -> SensorLabError {
        source.error(code, at: line.map { "\($0)" }, message, advice)
    }
}

/// The first line of a log that is neither empty nor a `#` line, read ahead.
struct HeaderLine {
    let text: String
    let number: Int

    init?(_ lines: LineReader) {
        var number = lines.lineNumber
        for line in lines.head.split(separator: UInt8(ascii: "\n"), maxSplits: 200, omittingEmptySubsequences: false) {
            let text = LineReader.decoded(line.prefix(1 << 16)).trimmedCell
            if !text.isEmpty && !text.hasPrefix("#") {
                self.text = text
                self.number = number
                return
            }
            number += 1
        }
        return nil
    }

    /// The beginning of the line for a message, without control characters.
    var excerpt: String { Self.shown(text) }

    /// The beginning of a text for a message, without control characters.
    static func shown(_ text: String) -> String {
        let shown = text.prefix(60).unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "." : String($0) }.joined()
        return text.count > 60 ? shown + "..." : shown
    }

    /// The names in the line, trimmed.
    var names: [String] { text.commaCells }
}
