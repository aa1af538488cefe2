import Foundation
import Rotations
import SensorModels
import Vocabulary

/// Many logs in one CSV with a header: `path`, and optionally
/// `id,place,date,device,app,group,site,motion,calibration,reference,claims,scored,mount`; or JSON lines with the same
/// members, one object per log.
///
/// Paths are relative to the manifest. A place is `LAT LON [ALTITUDE]` (or with commas, in quotes). A calibration is
/// `auto`, `none` or files separated by `;` (with `auto` among them, files and log form one estimate). A reference is a
/// file or `device-attitude`. Claims are `KIND:FILE` or `KIND@camera:FILE`: the device's own headings with their stated
/// accuracy. For scoring only, `scored` is `FROM TO` in seconds of the log's clock, and `mount` the quaternion `W X Y
/// Z` from the device to the reference's body. Empty cells are unknown values. Lines that begin with `#` are ignored.
public struct Manifest: Sendable {
    /// One log.
    public struct Entry: Sendable {
        /// The line in the manifest, from 1.
        public var line: Int
        /// Path of the log, relative to the current folder.
        public var path: String
        /// Its name. Without one in the manifest: the file's name, or the path as given if two files have the same
        /// name.
        public var id: String
        /// Its place.
        public var place: GeodeticPosition?
        /// Its date.
        public var date: CalendarDate?
        /// The device that recorded it.
        public var device: String?
        /// The group that it is averaged with.
        public var group: String?
        /// The name of the place, for a study.
        public var site: String?
        /// The kind of motion, for a study.
        public var motion: String?
        /// Its calibration.
        public var calibration: CalibrationChoice?
        /// Its reference.
        public var reference: ReferenceChoice?
        /// The version of the app that recorded it.
        public var app: String?
        /// The device's own headings with their stated accuracy.
        public var claims: ClaimsFile?
        /// The scored part, and the rotation from the device to the reference's body.
        public var scoring: BenchmarkScoring?
        /// The non-empty cells as given, by column, including the name: one row of JSON lines.
        public var cells: [String: String] = [:]
        /// The folders that the paths in the cells are relative to.
        public var folders = Folders("")
        /// The files of the row: the log, then calibrations, reference and claims.
        public var files: [File] = []

        /// The log's path as given in the manifest.
        public var written: String { cells["path"] ?? path }

        /// Renames the row.
        mutating func rename(_ name: String) {
            id = name
            cells["id"] = name
        }

        /// The same row with other cells.
        /// - Throws: `SensorLabError` (bad data) for an invalid cell.
        public func with(_ cells: [String: String], place: String) throws -> Entry {
            try Manifest.entry(cells, line: line, place: place, folders: folders)
        }

        /// The log for a comparison.
        public var log: ComparisonLog {
            var log = ComparisonLog(path: path, name: id, group: group)
            (log.place, log.date, log.device, log.scoring) = (place, date, device, scoring)
            (log.calibration, log.reference) = (calibration, reference)
            return log
        }
    }

    /// The base folders of relative paths in a row; empty for the current folder, else ending with a slash.
    public struct Folders: Sendable, Hashable, Codable {
        /// The folder of logs, references and claims.
        public var logs: String
        /// The folder of calibration files.
        public var calibrations: String

        /// One folder for all files.
        public init(_ folder: String) { (logs, calibrations) = (folder, folder) }
        /// A separate folder for calibration files.
        public init(logs: String, calibrations: String) { (self.logs, self.calibrations) = (logs, calibrations) }
    }

    /// A file that a row names.
    public struct File: Sendable, Hashable {
        /// The path in the cell.
        public var written: String
        /// The path relative to the current folder, or absolute.
        public var path: String
    }

    /// The logs, in order.
    public private(set) var entries: [Entry] = []
    /// Warnings about unknown columns and members.
    public private(set) var warnings: [Warning] = []

    private static let columns = [
        "path", "id", "place", "date", "device", "app", "group", "site", "motion", "calibration", "reference", "claims",
        "scored", "mount",
    ]

    /// Does not check whether the logs exist.
    /// - Throws: `SensorLabError`: no input for a missing manifest; bad data, with the line, for an invalid one.
    public init(path: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw SensorLabError(
                .noInput, code: .unreadableFile, place: path, message: "it is a folder, expected a manifest",
                advice:
                    "give a CSV with the column path; batch and study take a pattern of logs in quotes too, such as '"
                    + (path.hasSuffix("/") ? path : path + "/") + "*.csv'")
        }
        let data = try InputFile.read(
            path, missing: "there is no such manifest",
            advice: "give a CSV with the column path (docs/guide/many-logs.md shows one)",
            check: { try Self.checkHead(String(decoding: $0, as: UTF8.self), place: path) })
        let folder = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
        try self.init(text: String(decoding: data, as: UTF8.self), place: path, folder: folder)
    }

    /// - Parameters:
    ///   - text: CSV, or JSON lines.
    ///   - place: its name in messages.
    ///   - folder: base of relative paths; empty or ending with a slash.
    public init(text: String, place: String, folder: String) throws {
        if let first = text.first(where: { !$0.isWhitespace }), first == "{" {
            try readLines(text, place: place, folder: folder)
        } else {
            try readTable(text, place: place, folder: folder)
        }
    }

    /// Logs with nothing but paths, each named after its file, or by its path if two files have the same name.
    /// - Throws: `SensorLabError` (bad data) for a path given twice, or without any path.
    public init(paths: [String], place: String) throws {
        entries = try paths.enumerated().map {
            try Self.entry(["path": $1], line: $0 + 1, place: place, folder: "")
        }
        guard !entries.isEmpty else { throw Self.bad(place, "found no log") }
        try nameEntries(Set(paths.indices), place: place)
    }

    private mutating func readLines(_ text: String, place: String, folder: String) throws {
        var unnamed: Set<Int> = []
        var unknown: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            let here = "\(place):\(index + 1)"
            let cells = try Self.cells(json: String(line), place: here)
            for name in cells.keys.sorted() where !Self.columns.contains(name) && !unknown.contains(name) {
                unknown.append(name)
            }
            let known = cells.filter { Self.columns.contains($0.key) && !$0.value.isEmpty }
            if known["id"] == nil { unnamed.insert(entries.count) }
            entries.append(try Self.entry(known, line: index + 1, place: here, folder: folder))
        }
        warnUnknown(unknown, "members", place: place)
        try nameEntries(unnamed, place: place)
    }

    /// Parses one log of JSON lines: an object whose members are texts or numbers.
    /// - Returns: the texts by the members' names in lower case.
    /// - Throws: `SensorLabError` (bad data) for any other line.
    private static func cells(json line: String, place: String) throws -> [String: String] {
        guard let members = try? JSONDecoder().decode([String: ManifestCell].self, from: Data(line.utf8)) else {
            throw bad(place, "found no object of texts and numbers, expected {\"path\": ...} on one line")
        }
        return Dictionary(
            members.map { ($0.key.lowercased(), $0.value.text.trimmingCharacters(in: .whitespaces)) }
        ) { first, _ in first }
    }

    private mutating func warnUnknown(_ names: [String], _ what: String, place: String) {
        warnings += Warning.unknown(names, what, of: Self.columns, place: place)
    }

    /// Names rows without a name by their paths if their files' names are not unique.
    /// - Parameter unnamed: the indices of these rows.
    /// - Throws: `SensorLabError` (bad data), with the line, for a name that is still not unique.
    private mutating func nameEntries(_ unnamed: Set<Int>, place: String) throws {
        let uses = Dictionary(entries.map { ($0.id, 1) }, uniquingKeysWith: +)
        for index in unnamed where uses[entries[index].id, default: 0] > 1 {
            entries[index].rename(entries[index].written)
        }
        var lines: [String: Int] = [:]
        for entry in entries {
            if let other = lines.updateValue(entry.line, forKey: entry.id) {
                throw Self.bad(
                    "\(place):\(entry.line)",
                    "line \(other) has the name \(entry.id) too; give each log a different id")
            }
        }
    }

    /// Refuses a file that is no manifest, such as a log, by its first lines.
    /// - Throws: `SensorLabError` (bad data).
    private static func checkHead(_ head: String, place: String) throws {
        let lines = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let isContent = { (line: Substring) in
            line.first { !$0.isWhitespace && $0 != "\u{FEFF}" }.map { $0 != "#" } == true
        }
        guard let index = lines.firstIndex(where: isContent) else { return }
        let line = lines[index]
        if line.contains(where: { $0 == "{" }), line.first(where: { !$0.isWhitespace }) == "{" {
            // The last line may be cut.
            if index + 1 < lines.count { _ = try cells(json: String(line), place: "\(place):\(index + 1)") }
        } else if !line.lowercased().contains("path") {
            throw noPath(line, place: "\(place):\(index + 1)")
        }
    }

    private static func noPath(_ header: some StringProtocol, place: String) -> SensorLabError {
        if CSVTable.cells(of: Substring(header)).contains(where: { $0.lowercased() == "sightings" }) {
            return SensorLabError(
                .badData, code: .badManifest, place: place,
                message: "found sheets of sightings, expected a header with the column path",
                advice: "give it to `sensorlab sightings`")
        }
        let shown = String(header.prefix(120)) + (header.count > 120 ? "..." : "")
        return bad(place, "found \"\(shown)\", expected a header with the column path")
    }

    private mutating func readTable(_ text: String, place: String, folder: String) throws {
        var rows = try CSVTable.rows(text, place: place).filter { !$0.cells.allSatisfy(\.isEmpty) }
        guard !rows.isEmpty else { throw Self.bad(place, "found nothing, expected a header with the column path") }
        let header = rows.removeFirst()
        let names = header.cells.map { $0.lowercased() }
        guard names.contains("path") else {
            throw Self.noPath(header.cells.joined(separator: ","), place: "\(place):\(header.line)")
        }
        warnUnknown(
            names.filter { !Self.columns.contains($0) && !$0.isEmpty }, "columns", place: place)
        var unnamed: Set<Int> = []
        for row in rows {
            let here = "\(place):\(row.line)"
            guard row.cells.count == names.count else {
                throw Self.bad(here, "found \(row.cells.count) cells, expected \(names.count) as in the header")
            }
            let cells = Dictionary(zip(names, row.cells).filter { !$0.1.isEmpty }) { first, _ in first }
            if cells["id"] == nil { unnamed.insert(entries.count) }
            entries.append(
                try Self.entry(
                    cells.filter { Self.columns.contains($0.key) }, line: row.line, place: here, folder: folder))
        }
        guard !entries.isEmpty else { throw Self.bad(place, "found a header but no log") }
        try nameEntries(unnamed, place: place)
    }

    /// The logs for a comparison.
    public var logs: [ComparisonLog] { entries.map(\.log) }

    /// Parses one log from the texts of its columns.
    /// - Throws: `SensorLabError` (bad data) for an invalid cell.
    public static func entry(
        _ cells: [String: String], line: Int, place: String, folder: String
    ) throws -> Entry {
        try entry(cells, line: line, place: place, folders: Folders(folder))
    }

    /// Parses one log from the texts of its columns, with the base folders of their paths.
    /// - Throws: `SensorLabError` (bad data) for an invalid cell.
    public static func entry(
        _ cells: [String: String], line: Int, place: String, folders: Folders
    ) throws -> Entry {
        guard let path = cells["path"] else { throw bad(place, "found no path") }
        func file(_ written: String, in folder: String) -> File {
            File(written: written, path: written.hasPrefix("/") ? written : folder + written)
        }
        let log = file(path, in: folders.logs)
        var entry = Entry(line: line, path: log.path, id: cells["id"] ?? ComparisonLog.stem(of: path))
        (entry.device, entry.group, entry.app) = (cells["device"], cells["group"], cells["app"])
        (entry.site, entry.motion) = (cells["site"], cells["motion"])
        (entry.cells, entry.folders, entry.files) = (cells, folders, [log])
        entry.cells["id"] = entry.id
        if let text = cells["place"] {
            guard let found = Self.place(text) else {
                throw bad(place, "found the place \"\(text)\", expected LAT LON [ALTITUDE] in degrees and metres")
            }
            entry.place = found
        }
        if let text = cells["date"] {
            guard text.count == 10, let date = CalendarDate(text) else {
                throw bad(place, "found the date \"\(text)\", expected YYYY-MM-DD")
            }
            entry.date = date
        }
        switch cells["calibration"]?.lowercased() {
        case nil: break
        case "auto": entry.calibration = .auto
        case "none": entry.calibration = CalibrationChoice.none
        default:
            let paths = (cells["calibration"] ?? "").split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let files = paths.map { $0.lowercased() == "auto" ? nil : file($0, in: folders.calibrations) }
            entry.files += files.compactMap { $0 }
            entry.calibration = .files(files.map { $0?.path ?? "auto" })
            entry.cells["calibration"] = files.map { $0?.written ?? "auto" }.joined(separator: ";")
        }
        switch cells["reference"]?.lowercased() {
        case nil: break
        case "device-attitude": entry.reference = .deviceAttitude
        default:
            let reference = cells["reference"].map { file($0, in: folders.logs) }
            entry.files += [reference].compactMap { $0 }
            entry.reference = reference.map { .file($0.path) }
        }
        if let text = cells["claims"] {
            guard var claims = ClaimsFile(text) else {
                throw bad(
                    place,
                    "found the claims \"\(text)\", expected KIND:FILE or KIND@camera:FILE with \(ClaimsFile.kinds) as the kind"
                )
            }
            let found = file(claims.path, in: folders.logs)
            entry.files.append(found)
            claims.path = found.path
            entry.claims = claims
        }
        entry.scoring = try scoring(cells, place: place)
        return entry
    }

    private static func scoring(_ cells: [String: String], place: String) throws -> BenchmarkScoring? {
        let mount = try cells["mount"].map { text in
            guard let q = numbers(text), q.count == 4,
                let quaternion = Quaternion(q[0], q[1], q[2], q[3]).normalized
            else { throw bad(place, "found the mount \"\(text)\", expected the four numbers W X Y Z of a rotation") }
            return quaternion
        }
        guard let text = cells["scored"] else {
            guard mount == nil else { throw bad(place, "found a mount but no scored part, expected both") }
            return nil
        }
        let ends = text.split(whereSeparator: \.isWhitespace).map { Double($0).flatMap(LogTime.nanoseconds(seconds:)) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
            throw bad(place, "found the scored part \"\(text)\", expected FROM TO in seconds of the log's clock")
        }
        return BenchmarkScoring(interval: first...last, mount: mount)
    }

    private static func numbers(_ text: String) -> [Double]? {
        let cells = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace })
        let numbers = cells.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == cells.count ? numbers : nil
    }

    private static func place(_ text: String) -> GeodeticPosition? {
        let numbers = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map { Double($0) }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            numbers.allSatisfy({ $0?.isFinite == true }), (-90...90).contains(latitude),
            (-180...360).contains(longitude)
        else { return nil }
        guard numbers.count == 3 else { return GeodeticPosition(latitude: latitude, longitude: longitude, height: 0) }
        return numbers[2].map { GeodeticPosition(latitude: latitude, longitude: longitude, height: $0) }
    }

    private static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badManifest, place: place, message: message,
            advice:
                "correct the manifest: a CSV with the column path (docs/guide/many-logs.md); batch and study take a "
                + "pattern of logs in quotes too, such as 'logs/*.csv'")
    }
}

/// A member of a JSON row: a text, a number, or a list of numbers.
private struct ManifestCell: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            text = ""
        } else if let value = try? container.decode(String.self) {
            text = value
        } else if let value = try? container.decode(Int.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Double.self) {
            text = "\(value)"
        } else {
            text = try container.decode([Double].self).map { "\($0)" }.joined(separator: " ")
        }
    }
}
