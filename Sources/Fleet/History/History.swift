import Analysis
import Database
import Evaluation
import Files
import Foundation
import JSON
import Vocabulary

/// The results of `analyze`, `compare` and `batch` over time, with version and options, in one SQLite file. Several
/// processes may write it at the same time.
///
/// Tables: `runs` (one row per command) and `measurements` (one row per number of one filter on one recording); see
/// docs/reference/fleet.md.
public struct History: Sendable {
    /// Longest wait for another process that is writing, seconds.
    private static let patience = 120.0

    private let database: Database
    /// The path of the file.
    let path: String

    /// Opens a history for writing; a missing file is created.
    /// - Throws: `SensorLabError`: bad data (65) for a file that is no history; cannot create (73).
    public init(path: String) throws { try self.init(path: path, readOnly: false) }

    /// Opens a history for reading.
    /// - Throws: `SensorLabError`: no input (66) for a missing file; bad data (65) for one that is no history.
    public init(reading path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "there is no such history",
                advice: "make it with --history \(path) on analyze, compare or batch")
        }
        try self.init(path: path, readOnly: true)
    }

    private init(path: String, readOnly: Bool) throws {
        self.path = path
        // Opening a pipe would wait for its writer.
        if let kind = FileBytes.specialKind(path) {
            throw SensorLabError(
                .noInput, code: .unreadableFile, place: path, message: "it is \(kind), expected a history",
                advice: "give a file")
        }
        do {
            if !readOnly { try OutputFile.createFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path) }
            database = try Database(path, readOnly: readOnly, writeAheadLog: !readOnly) { tries in
                if tries == 20 { Waiting.say("another program that has the history \(path) locked") }
                usleep(50_000)
                return Double(tries) < Self.patience * 20
            }
            try database.add(Self.basis)
            // A damaged file is found before minutes are spent on results for it: every page is checked.
            if !readOnly {
                let state: String? = try database.rows("PRAGMA quick_check(1)").first?[0]
                guard state == "ok" else { throw Self.damaged(path) }
                try Self.migrate(database)
            }
            let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
            guard try Set(tables.map { try $0[0] }).isSuperset(of: ["runs", "measurements"]) else {
                throw Self.isNone(path)
            }
            // A trial run, rolled back, finds triggers and tables with other columns.
            if !readOnly {
                let entry = Entry(recording: "", filter: "", metrics: ["": 0])
                try database.transaction(commits: false) {
                    try insert([entry], verb: "", version: "", program: nil, options: "{}", time: Date())
                }
            }
        } catch {
            throw Self.failed(path, error)
        }
    }

    /// The numbers of one filter on one recording.
    public struct Entry: Sendable {
        /// The recording's name.
        public var recording: String
        /// The checksum of the log, where it is known.
        public var sha256: String?
        /// The device, where it is known.
        public var device: String?
        /// The filter.
        public var filter: String
        /// Its parameters, where they are known.
        public var parameters: [String: Double]?
        /// The options that the row of a manifest gave; they override the run's.
        public var options: [String: String] = [:]
        /// Values by the metric's name.
        public var metrics: [String: Double]
    }

    /// Adds a run, whole or not at all.
    ///
    /// - Parameters:
    ///   - entries: at most one per recording and filter.
    ///   - verb: the command.
    ///   - version: of the program.
    ///   - program: its build (`ProgramIdentity`); `nil` where it is unknown.
    ///   - options: those that matter, by name.
    ///   - time: when it was run.
    /// - Throws: `SensorLabError` (input/output).
    public func add(
        _ entries: [Entry], verb: String, version: String, program: String? = ProgramIdentity.known,
        options: [String: String], time: Date = Date()
    ) throws {
        let options = String(decoding: try JSONText.line(options), as: UTF8.self)
        do {
            try database.transaction {
                try insert(
                    entries, verb: verb, version: version, program: program, options: options, time: time)
            }
        } catch let error as DatabaseError {
            throw Self.failed(path, error)
        }
    }

    private func insert(
        _ entries: [Entry], verb: String, version: String, program: String?, options: String, time: Date
    ) throws {
        try database.insert(
            into: "runs (time, verb, version, options, program)",
            [time.ISO8601Format(), verb, version, options, program])
        let run = database.lastInsertedRow
        for entry in entries {
            let parameters = try entry.parameters.map { String(decoding: try JSONText.line($0), as: UTF8.self) }
            let row =
                entry.options.isEmpty ? nil : String(decoding: try JSONText.line(entry.options), as: UTF8.self)
            for (metric, value) in entry.metrics.sorted(by: { $0.key < $1.key }) {
                try database.insert(
                    into: "measurements",
                    [
                        run, entry.recording, entry.sha256, entry.device, entry.filter, parameters, metric, value, row,
                    ])
            }
        }
    }

    /// Executes queries in one transaction, with errors as `SensorLabError`.
    func query<Value>(_ read: (Database) throws -> Value) throws -> Value {
        do {
            return try database.transaction(immediate: false) { try read(database) }
        } catch {
            throw Self.failed(path, error)
        }
    }

    private static func isNone(_ path: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badHistory, place: path,
            message: "it is not a history, expected a file that --history wrote",
            advice: "give another file")
    }

    /// The error for a file whose contents this program did not write.
    static func damaged(_ path: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badHistory, place: path,
            message: "the history is damaged, expected a file that --history wrote",
            advice: "restore a copy, or start a new one with --history")
    }

    private static func failed(_ path: String, _ error: any Error) -> SensorLabError {
        if let error = error as? SensorLabError { return error }
        // Any other error comes from values that this program did not write.
        guard let error = error as? DatabaseError else { return damaged(path) }
        switch error.code {
        case .notADatabase: return isNone(path)
        // An error in SQL means tables of these names with other columns.
        case .corrupt, .error, .mismatch: return damaged(path)
        case .busy, .locked:
            return SensorLabError(
                .inputOutput, code: .writeFailed, place: path,
                message: "another program has had the history locked for \(Int(clamping: patience)) s",
                advice: "wait until it is done, then try again")
        case .cannotOpen, .permission, .readOnly:
            return SensorLabError(
                .cannotCreate, code: .cannotCreate, place: path, message: error.message,
                advice: "give a file in a folder that you may write to")
        default:
            return SensorLabError(
                .inputOutput, code: .writeFailed, place: path, message: error.message,
                advice: "check the free space of the disk, and that the file is not on a network drive")
        }
    }
}

extension History {
    /// The changes of the schema by version, each applied once, so that histories of older programs can be opened.
    private static let versions = [
        (
            // Histories from before versions were recorded have these tables.
            "1",
            """
            CREATE TABLE IF NOT EXISTS runs (
                run INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, verb TEXT NOT NULL,
                version TEXT NOT NULL, options TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS measurements (
                run INTEGER NOT NULL REFERENCES runs (run), recording TEXT NOT NULL, sha256 TEXT, device TEXT,
                filter TEXT NOT NULL, parameters TEXT, metric TEXT NOT NULL, value REAL NOT NULL,
                PRIMARY KEY (run, recording, filter, metric)) WITHOUT ROWID;
            """
        ),
        // The program's build (`ProgramIdentity`): builds of one version differ.
        ("2", "ALTER TABLE runs ADD COLUMN program TEXT"),
        // The options that the row of a manifest gave; they override the run's.
        ("3", "ALTER TABLE measurements ADD COLUMN options TEXT"),
    ]

    /// Brings the tables to the newest version.
    /// - Throws: `DatabaseError`.
    static func migrate(_ database: Database) throws {
        // Another process that opens the file waits for the lock and then finds the versions applied.
        try database.transaction {
            // Histories of earlier versions have the table under this name.
            try database.execute(
                "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let applied = try database.rows("SELECT identifier FROM grdb_migrations").map { try $0[0] as String }
            for (version, changes) in versions where !applied.contains(version) {
                try database.execute(changes)
                try database.insert(into: "grdb_migrations", [version])
            }
        }
    }
}

extension History.Entry {
    /// The numbers of a filter's section of a report; `nil` without a reference.
    /// - Parameter recording: the name of the recording.
    fileprivate init?(
        _ section: FilterSection, recording: String, sha256: String?, device: String?, options: [String: String] = [:]
    ) {
        guard let errors = section.errors else { return nil }
        var metrics: [String: Double] = [:]
        for metric in Metric.all { metrics[metric.name] = metric.value(of: errors) }
        self.init(
            recording: recording, sha256: sha256, device: device, filter: section.name,
            parameters: section.parameters, options: options, metrics: metrics)
    }
}

extension History {
    /// The numbers of one analysis, by the name of its file as for the other verbs; empty without a reference.
    public static func entries(of report: AnalysisReport) -> [Entry] {
        let sections = report.filters + [report.device?.attitude].compactMap { $0 }
        return sections.compactMap {
            Entry(
                $0, recording: ComparisonLog.stem(of: report.input.path), sha256: report.input.sha256,
                device: report.recording.device)
        }
    }

    /// The numbers of a comparison.
    public static func entries(of report: ComparisonReport) -> [Entry] {
        report.recordings.flatMap { recording in
            let sha256 = checksum(recording.path)
            return recording.filters.compactMap {
                Entry(
                    $0, recording: recording.name, sha256: sha256, device: recording.device, options: recording.options)
            }
        }
    }

    /// `nil` for input that can be read only once: standard input, a pipe.
    private static func checksum(_ path: String) -> String? {
        FileBytes.specialKind(path) == nil ? try? FileChecksum.hexadecimal(path: path) : nil
    }

    /// The numbers of a line of results.
    /// - Parameters:
    ///   - line: of a log.
    ///   - options: those that its row gave (`ComparisonLog.settings`).
    public static func entries(of line: LogResult, options: [String: String] = [:]) -> [Entry] {
        (line.result?.filters ?? []).filter { !$0.metrics.isEmpty }.map {
            Entry(
                recording: line.id, sha256: line.sha256, device: line.device, filter: $0.name, options: options,
                metrics: $0.metrics)
        }
    }
}
