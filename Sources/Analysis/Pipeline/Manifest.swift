import Foundation
import Recordings
import SensorModels
import Vocabulary

/// Many logs in one CSV: a header, `path` and optionally `id,place,date,device,group,calibration,reference`.
///
/// Paths are relative to the manifest. A place is `LAT LON [ALTITUDE]` (or with commas, in quotes); a calibration is
/// `auto`, `none` or files separated by `;`; a reference is a file or `device-attitude`. Empty cells are unknown values.
/// Lines that begin with `#` are passed over.
public struct Manifest: Sendable {
    /// One log.
    public struct Entry: Sendable {
        /// The line in the manifest, from 1.
        public var line: Int
        /// The log, relative to the current folder.
        public var path: String
        /// Its name; the file's where the manifest gives none.
        public var id: String
        /// Where it was made.
        public var place: GeodeticPosition?
        /// When it was made.
        public var date: CalendarDate?
        /// What recorded it.
        public var device: String?
        /// What it is averaged with.
        public var group: String?
        /// Its calibration.
        public var calibration: CalibrationChoice?
        /// Its reference.
        public var reference: ReferenceChoice?
    }

    /// The logs, in order.
    public private(set) var entries: [Entry] = []
    /// Unknown columns.
    public private(set) var warnings: [Warning] = []

    private static let columns = ["path", "id", "place", "date", "device", "group", "calibration", "reference"]

    /// Whether the logs exist is not checked here.
    /// - Throws: `SensorLabError`: no input for a missing manifest; bad data, with its line, for one that is not as above.
    public init(path: String) throws {
        let data = try InputFile.read(
            path, missing: "there is no such manifest", advice: "give a CSV with the column path")
        let folder = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
        try self.init(text: String(decoding: data, as: UTF8.self), place: path, folder: folder)
    }

    /// - Parameters:
    ///   - place: what messages call it.
    ///   - folder: put before relative paths; empty or with a slash at its end.
    init(text: String, place: String, folder: String) throws {
        var rows = try CSVTable.rows(text, place: place).filter { !$0.cells.allSatisfy(\.isEmpty) }
        guard !rows.isEmpty else { throw Self.bad(place, "found nothing, expected a header with the column path") }
        let header = rows.removeFirst()
        let names = header.cells.map { $0.lowercased() }
        guard names.contains("path") else {
            throw Self.bad(
                "\(place):\(header.line)",
                "found \"\(header.cells.joined(separator: ","))\", expected a header with the column path")
        }
        let unknown = names.filter { !Self.columns.contains($0) && !$0.isEmpty }
        if !unknown.isEmpty {
            warnings.add(
                .manifestColumn, "\(place): the columns \(unknown.joined(separator: ", ")) are unknown and ignored",
                advice: "the known ones are \(Self.columns.joined(separator: ", "))")
        }
        var seen: [String: Int] = [:]
        for row in rows {
            let here = "\(place):\(row.line)"
            guard row.cells.count == names.count else {
                throw Self.bad(here, "found \(row.cells.count) cells, expected \(names.count) as in the header")
            }
            let cells = Dictionary(zip(names, row.cells).filter { !$0.1.isEmpty }) { first, _ in first }
            let entry = try Self.entry(cells, line: row.line, place: here, folder: folder)
            if let other = seen.updateValue(row.line, forKey: entry.id) {
                throw Self.bad(
                    here, "the name \(entry.id) was used in line \(other); give each log a different id")
            }
            entries.append(entry)
        }
        guard !entries.isEmpty else { throw Self.bad(place, "found a header and no log") }
    }

    /// The logs as a comparison takes them.
    public var logs: [ComparisonLog] {
        entries.map { entry in
            var log = ComparisonLog(path: entry.path, name: entry.id, group: entry.group)
            log.place = entry.place
            log.date = entry.date
            log.calibration = entry.calibration
            log.reference = entry.reference
            return log
        }
    }

    private static func entry(
        _ cells: [String: String], line: Int, place: String, folder: String
    ) throws -> Entry {
        guard let path = cells["path"] else { throw bad(place, "found no path") }
        func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }
        var entry = Entry(line: line, path: resolved(path), id: cells["id"] ?? ComparisonLog.stem(of: path))
        entry.device = cells["device"]
        entry.group = cells["group"]
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
            entry.calibration = .files(paths.map(resolved))
        }
        switch cells["reference"]?.lowercased() {
        case nil: break
        case "device-attitude": entry.reference = .deviceAttitude
        default: entry.reference = cells["reference"].map { .file(resolved($0)) }
        }
        return entry
    }

    private static func place(_ text: String) -> GeodeticPosition? {
        let numbers = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map { Double($0) }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...360).contains(longitude)
        else { return nil }
        guard numbers.count == 3 else { return GeodeticPosition(latitude: latitude, longitude: longitude, height: 0) }
        return numbers[2].map { GeodeticPosition(latitude: latitude, longitude: longitude, height: $0) }
    }

    private static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badManifest, place: place, message: message,
            advice: "correct the manifest (docs/guide/compare.md shows one)")
    }
}
