import Analysis
import Database
import Evaluation
import Files
import Foundation
import JSON
import Vocabulary

/// Every result of `analyze`, `compare` and `batch` with version and options, in one SQLite file that several processes may write
/// at the same time.
///
/// Tables `runs` (one per command) and `measurements` (one number of one filter on one recording), docs/reference/fleet.md.
public struct History: Sendable {
    /// Seconds that a process waits for another one that is writing.
    private static let patience = 120.0

    private let database: Database
    /// Where it is.
    let path: String

    /// Opens a history for writing; it is created where it is missing.
    /// - Throws: `SensorLabError`: bad data (65) for a file that is no history; cannot create (73).
    public init(path: String) throws { try self.init(path: path, readOnly: false) }

    /// Opens a history that is there.
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
        // Opening a pipe waits for its writer.
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
            // Before minutes are spent on what cannot be added. A page that only a later query would read counts too.
            if !readOnly {
                let state: String? = try database.rows("PRAGMA quick_check(1)").first?[0]
                guard state == "ok" else { throw Self.damaged(path) }
                try Self.migrate(database)
            }
            let tables = try database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
            guard try Set(tables.map { try $0[0] }).isSuperset(of: ["runs", "measurements"]) else {
                throw Self.isNone(path)
            }
            // Tables with other columns, triggers: a run is added and taken back.
            if !readOnly {
                let entry = Entry(recording: "", filter: "", metrics: ["": 0])
                try database.transaction(commits: false) {
                    try insert([entry], verb: "", version: "", program: nil, options: "{}", time: Date())
                }
            }
        } catch let error as SensorLabError {
            throw error
        } catch let error as DatabaseError {
            throw Self.failed(path, error)
        } catch {
            // A value of another type than its column's.
            throw Self.damaged(path)
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
        /// The options that the row of a manifest gave, in place of the run's.
        public var options: [String: String]
        /// Values by the metric's name.
        public var metrics: [String: Double]

        /// The numbers of one filter on one recording.
        public init(
            recording: String, sha256: String? = nil, device: String? = nil, filter: String,
            parameters: [String: Double]? = nil, options: [String: String] = [:], metrics: [String: Double]
        ) {
            (self.recording, self.sha256, self.device) = (recording, sha256, device)
            (self.filter, self.parameters, self.options, self.metrics) = (filter, parameters, options, metrics)
        }
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
            // Immediate: two writers wait for each other at the beginning, not in the middle, where one would have to give up.
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

    /// One run's mean of a metric for a filter.
    public struct Point: Codable, Sendable, Hashable {
        /// The run's number, ascending with time.
        public var run: Int
        /// When, in UTC (ISO 8601).
        public var time: String
        /// The command and the version of the program.
        public var verb, version: String
        /// The program's build ID, or the SHA-256 of its executable file, which tells builds of one version apart; null where it is unknown.
        @Nullable public var program: String?
        /// The options that differ from their defaults.
        public var options: [String: String]
        /// The filter.
        public var filter: String
        /// Recordings that have the metric.
        public var recordings: Int
        /// The mean over them.
        public var mean: Double
        /// Recordings that the run before of this filter with the same options has too, by their contents or, where these are
        /// unknown, their names; 0 for the first.
        public var common: Int
        /// The mean change on those; null where there is none.
        @Nullable public var change: Double?
    }

    /// How a metric changed from run to run.
    /// - Parameters:
    ///   - metric: its name (`Metric`).
    ///   - recording: only this recording, whatever other runs call it; all where `nil`.
    ///   - device: only this device.
    ///   - filter: only this filter.
    /// - Returns: by filter, then by run.
    /// - Throws: `SensorLabError` (input/output).
    public func points(
        of metric: String, recording: String? = nil, device: String? = nil, filter: String? = nil
    ) throws -> [Point] {
        try query { database in
            // A history of an older program that was opened to be read has no such columns.
            func has(_ column: String, _ table: String) throws -> Bool {
                try database.rows("PRAGMA table_info(\(table))").contains { try $0["name"] == column }
            }
            let (hasProgram, hasOptions) = try (has("program", "runs"), has("options", "measurements"))
            let rows = try database.rows(
                """
                WITH chosen AS (
                    SELECT m.*, basis(r.options, m.filter, \(hasOptions ? "m.options" : "NULL")) AS basis
                    FROM measurements AS m JOIN runs AS r ON r.run = m.run
                    WHERE metric = :metric AND (:device IS NULL OR device = :device)
                        AND (:filter IS NULL OR filter = :filter)
                        AND (:recording IS NULL OR recording = :recording
                            OR sha256 IN (SELECT sha256 FROM measurements WHERE recording = :recording))
                ), contents AS (
                    SELECT run, filter, sha256, basis, AVG(value) AS value FROM chosen WHERE sha256 IS NOT NULL
                    GROUP BY run, filter, sha256, basis
                ), steps AS (
                    SELECT filter, run, basis, LAG(run) OVER (PARTITION BY filter, basis ORDER BY run) AS previous
                    FROM (SELECT DISTINCT filter, run, basis FROM chosen)
                )
                SELECT runs.run, runs.time, runs.verb, runs.version, \(hasProgram ? "runs.program" : "NULL AS program"),
                    runs.options, steps.filter, COUNT(*) AS recordings, AVG(now.value) AS mean,
                    COUNT(COALESCE(old.value, same.value)) AS common,
                    AVG(now.value - COALESCE(old.value, same.value)) AS change
                FROM steps
                JOIN runs ON runs.run = steps.run
                JOIN chosen AS now ON now.run = steps.run AND now.filter = steps.filter AND now.basis = steps.basis
                -- Logs of one name are one recording where their contents are equal, as far as these are known.
                LEFT JOIN chosen AS old ON old.run = steps.previous AND old.filter = steps.filter
                    AND old.basis = now.basis AND old.recording = now.recording
                    AND (old.sha256 = now.sha256 OR old.sha256 IS NULL OR now.sha256 IS NULL)
                -- Equal contents are one recording, whatever the runs call it.
                LEFT JOIN contents AS same ON same.run = steps.previous AND same.filter = steps.filter
                    AND same.basis = now.basis AND same.sha256 = now.sha256
                GROUP BY steps.filter, steps.run ORDER BY steps.filter, steps.run
                """,
                named: ["metric": metric, "recording": recording, "device": device, "filter": filter])
            return try rows.map { try Point($0) }
        }
    }

    /// Why there are no points: which choice is not in the history, and what is.
    /// - Throws: `SensorLabError` (input/output).
    public func nothing(
        of metric: String, recording: String? = nil, device: String? = nil, filter: String? = nil
    ) throws -> SensorLabError {
        func refusal(_ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.noInput, code: .noSuchInput, place: path, message: message, advice: advice)
        }
        for (column, value) in [("recording", recording), ("device", device), ("filter", filter)] {
            guard let value else { continue }
            let known: [String] = try query { database in
                try database.rows(
                    "SELECT DISTINCT \(column) FROM measurements WHERE \(column) IS NOT NULL ORDER BY \(column)"
                ).map { try $0[0] }
            }
            guard !known.contains(value) else { continue }
            let some = known.prefix(Self.mostNames).joined(separator: ", ")
            return refusal(
                "found no result of the \(column) \"\(value)\"",
                known.isEmpty
                    ? "no result says its \(column): leave --\(column) out"
                    : "give one of \(some)"
                        + (known.count > Self.mostNames ? " and \(known.count - Self.mostNames) more" : ""))
        }
        return refusal(
            "found no \(metric)" + (recording ?? device ?? filter == nil ? "" : " with all that was chosen"),
            "errors are kept of logs with a reference; give another --metric, or leave a choice out")
    }

    /// In a message.
    private static let mostNames = 12

    /// What reads.
    func query<Value>(_ read: (Database) throws -> Value) throws -> Value {
        do {
            return try database.transaction(immediate: false) { try read(database) }
        } catch let error as DatabaseError {
            throw Self.failed(path, error)
        } catch let error as SensorLabError {
            throw error
        } catch {
            // A row whose values are not of the column's kind.
            throw Self.damaged(path)
        }
    }

    private static func isNone(_ path: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badHistory, place: path, message: "found no history, expected what --history writes",
            advice: "give another file")
    }

    /// A file whose contents are not what this program wrote.
    static func damaged(_ path: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badHistory, place: path, message: "the history is damaged, expected what --history writes",
            advice: "restore a copy, or begin another one with --history")
    }

    private static func failed(_ path: String, _ error: DatabaseError) -> SensorLabError {
        switch error.code {
        case .notADatabase: return isNone(path)
        // An error in SQL: tables of the names with other columns.
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

extension History.Point {
    fileprivate init(_ row: Row) throws {
        run = try row["run"]
        (time, verb, version) = try (row["time"], row["verb"], row["version"])
        program = try row["program"]
        options = try JSONDecoder().decode([String: String].self, from: Data((row["options"] as String).utf8))
        (filter, recordings, mean, common) = try (row["filter"], row["recordings"], row["mean"], row["common"])
        change = try row["change"]
    }
}

/// The history as a document: `history --json`.
public struct HistoryReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.history/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The metric's name.
    public var metric: String
    /// By filter, then by run.
    public var points: [History.Point]

    /// A metric's history.
    public init(metric: String, points: [History.Point]) { (self.metric, self.points) = (metric, points) }
}
