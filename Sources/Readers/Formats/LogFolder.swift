import Files
import Vocabulary

/// A folder that is one log, or a zip file that holds one.
///
/// Its own files only: subfolders hold other logs (except for the fixed places that a format names).
final class LogFolder {
    let path: String
    private let names: [String]
    /// Entries that are treated as missing.
    private var hidden: Set<String> = []
    /// The names in it, in the order of their bytes.
    var entries: [String] { hidden.isEmpty ? names : names.filter { !hidden.contains($0) } }
    private let text: TextOptions
    private let hashing: Bool
    private let archive: ZipArchive?
    private let limit: ExpansionLimit
    private var checksums: [String: String] = [:]
    /// Shared with the beginning of the folder: what that uses, the log uses.
    private let use: Use
    /// Damage at the end of the files that were read.
    private(set) var damage: [Warning] = []
    /// The tables that are read part by part.
    private var streams: [String: LineReader] = [:]
    /// Of the beginning of a folder: how many bytes of those tables belong to it.
    private let ends: [String: Int]

    /// The tables of a zip file that were looked at, so that their beginnings are unpacked and parsed once for all
    /// looks, and their bytes. Those of a folder would be open files.
    private var looked: [String: LineReader] = [:]
    private var lookedBytes = 0
    private static let mostLookedBytes = 1 << 26

    private final class Use {
        /// The files that were read, not only peeked at.
        var opened: Set<String> = []
        /// Opened files that gave something, or whose failure a format reported.
        var used: Set<String> = []
    }

    /// A folder, or what a zip file holds.
    /// - Throws: `SensorLabError` (no input) where the folder may not be read, or has a pipe, a socket or a device
    ///   among its tables.
    init(
        path: String, archive: ZipArchive? = nil, text: TextOptions = TextOptions(), hashing: Bool,
        limit: ExpansionLimit = ExpansionLimit()
    ) throws {
        self.path = path
        self.archive = archive
        self.text = text
        self.hashing = hashing
        self.limit = limit
        (use, ends) = (Use(), [:])
        names = try archive?.names ?? folderEntries(path)
        guard archive == nil else { return }
        for entry in tables { try PathKind.checkRegular(path + "/" + entry) }
    }

    private init(beginningOf whole: LogFolder) {
        (path, archive, text, limit, names) = (whole.path, whole.archive, whole.text, whole.limit.fresh, whole.names)
        hashing = false
        (use, ends) = (whole.use, whole.streams.mapValues(\.taken))
    }

    /// The same folder, in which the tables of `lines(of:)` end where they were read.
    func beginning() -> LogFolder { LogFolder(beginningOf: self) }

    /// Opens a table that is read part by part, from its first line.
    func lines(of entry: String) throws -> LineReader {
        use.opened.insert(entry)
        use.used.insert(entry)
        let lines = try LineReader(try source(entry, hashing: false, limit), text)
        streams[entry] = lines
        return lines
    }

    /// Reads no table part by part any more.
    func rewind() { streams = [:] }

    /// Whether the text of a table that is read part by part is not that of its bytes.
    var isRewritten: Bool { streams.values.contains(where: \.isRewritten) }

    /// Bytes of text in its tables, as far as the sizes of packed ones say.
    var textSize: Int {
        tables.reduce(0) { sum, entry in
            sum + ((try? source(entry, hashing: false, limit.fresh)).flatMap(\.textSize) ?? 0)
        }
    }

    /// Whether it is a zip file.
    var isArchive: Bool { archive != nil }

    /// Endings of the names of tables.
    private static let tableEndings = ["csv", "txt", "tsv", "dat"].flatMap { [".\($0)", ".\($0).gz"] }

    private static func isTable(_ entry: String) -> Bool {
        let name = entry.lowercased()
        return tableEndings.contains(where: name.hasSuffix)
    }

    /// The entries that are neither hidden nor in a folder of their own.
    var files: [String] { entries.filter { !$0.hasPrefix(".") && !$0.contains("/") } }

    /// The tables of text among the entries, with or without `.gz`.
    var tables: [String] {
        files.filter(Self.isTable)
    }

    /// The name of a table with or without `.gz`; `nil` where there is none.
    func table(_ stem: String) -> String? {
        ["\(stem).csv", "\(stem).csv.gz"].first(where: entries.contains)
    }

    /// Whether there is a file at a path below the folder.
    func contains(_ entry: String) -> Bool {
        if entries.contains(entry) { return true }
        guard archive == nil, !hidden.contains(entry) else { return false }
        if case .file = PathKind(path: path + "/" + entry) { return true }
        return false
    }

    /// Runs `body` with some files treated as missing.
    func hiding<Result>(_ entries: Set<String>, _ body: () throws -> Result) rethrows -> Result {
        hidden = entries
        defer { hidden = [] }
        return try body()
    }

    /// Reads one of the files without noting its checksum.
    func peek<Result>(_ entry: String, _ body: (LineReader) throws -> Result) throws -> Result {
        let known = looked.removeValue(forKey: entry)
        lookedBytes -= known?.capacity ?? 0
        let lines = try known ?? LineReader(try source(entry, hashing: false, limit.fresh), text)
        defer {
            if archive != nil, !lines.wasRead, lookedBytes + lines.capacity <= Self.mostLookedBytes {
                // A look inside of a look at the same table keeps another reader of it.
                let other = looked.updateValue(lines, forKey: entry)
                lookedBytes += lines.capacity - (other?.capacity ?? 0)
            }
        }
        return try body(lines)
    }

    /// Opens one of the files, lets `body` read it, and notes its checksum.
    func read<Result>(_ entry: String, _ body: (LineReader) throws -> Result) throws -> Result {
        try hashed(entry) { source in
            let lines = try LineReader(source, text)
            let result = try body(lines)
            if lines.wasRead || lines.isReported { use.used.insert(entry) }
            return result
        }
    }

    /// All bytes of a small file, 1 MiB at most.
    func readAll(_ entry: String) throws -> [UInt8] {
        use.used.insert(entry)
        return try hashed(entry) { try $0.rest(limit: 1 << 20) }
    }

    /// Names the tables with content that were not read; `nil` where there are none.
    var unreadTables: Warning? {
        let names = tables.filter { entry in
            !use.used.contains(entry)
                && (try? peek(entry) { Self.hasNumbers($0) }) == true
        }
        return .unreadColumns(names, place: path, what: "tables")
    }

    /// Whether a file is a table with numbers, not a note.
    private static func hasNumbers(_ lines: LineReader) -> Bool {
        guard let head = TableHead(behindPreamble: lines), head.names.count > 1 else { return false }
        return head.names.indices.contains { !head.numbers($0).isEmpty }
    }

    /// Why files cannot be opened or unpacked: the first one's error; `nil` where all can.
    var openingError: SensorLabError? {
        files.lazy.filter { self.archive != nil || Self.isTable($0) }.compactMap { self.openingError(of: $0) }.first
    }

    private func openingError(of entry: String) -> SensorLabError? {
        do {
            _ = try source(entry, hashing: false, limit.fresh)
            return nil
        } catch {
            return error as? SensorLabError
        }
    }

    /// Opens the tables that no format read, and reads those of a zip file to the end: they may be unreadable, or their
    /// bytes may differ from those that were packed.
    func checkUnread() throws {
        guard let archive else {
            let errors = tables.filter { !use.opened.contains($0) }.compactMap { openingError(of: $0) }
            damage += errors.map { Warning(.unreadableTable, $0) }
            return
        }
        let tables = Set(tables)
        for entry in entries where !use.opened.contains(entry) {
            // Also counts a table, or a description of tables, to which a damaged directory gives another name.
            if !tables.contains(entry) {
                guard let name = try archive.otherName(of: entry)?.lowercased(),
                    Self.isTable(name) || name.hasSuffix(".json")
                else { continue }
            }
            do {
                try hashed(entry) { _ in }
            } catch let error as SensorLabError {
                damage.append(Warning(.unreadableTable, error))
            } catch {}
        }
    }

    private func hashed<Result>(_ entry: String, _ body: (ByteSource) throws -> Result) throws -> Result {
        use.opened.insert(entry)
        let source = try source(entry, hashing: hashing, limit)
        let result = try body(source)
        // The checksum of a member of a zip file covers all its bytes.
        if archive != nil { try source.finish() }
        if let warning = source.damageWarning { damage.append(warning) }
        if let checksum = try source.digest() { checksums[entry] = checksum }
        return result
    }

    private func source(_ entry: String, hashing: Bool, _ limit: ExpansionLimit) throws -> ByteSource {
        let source =
            try archive?.open(entry, hashing: hashing, limit: limit)
            ?? ByteSource(path: path + "/" + entry, hashing: hashing, limit: limit, mayBePipe: false)
        guard let end = ends[entry] else { return source }
        return try ByteSource(bytes: Array(source.rest(limit: end).prefix(end)), name: source.name)
    }

    /// SHA-256 of what `sha256sum` prints for the files that were read, in the order of their names; of a zip file, its
    /// own.
    /// - Throws: `SensorLabError` (input/output).
    func digest() throws -> String? {
        guard hashing else { return nil }
        return try archive?.digest() ?? checksumOfFiles
    }

    /// As `digest`, of files that were read part by part: reads them once more.
    /// - Throws: `SensorLabError` (input/output).
    func checksum() throws -> String {
        if let archive { return try archive.digest() }
        for entry in use.opened { checksums[entry] = try FileChecksum.hexadecimal(path: path + "/" + entry) }
        return checksumOfFiles
    }

    private var checksumOfFiles: String {
        let list = checksums.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return SHA256.hexadecimal(of: list.map { "\(checksums[$0] ?? "")  \($0)\n" }.joined())
    }
}
