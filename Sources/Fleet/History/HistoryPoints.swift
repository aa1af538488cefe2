import Database
import Foundation
import Vocabulary

extension History {
    /// The mean of a metric over the recordings of one run and filter.
    public struct Point: Codable, Sendable, Hashable {
        /// The run's number, ascending with time.
        public var run: Int
        /// Time of the run, UTC (ISO 8601).
        public var time: String
        /// The command and the version of the program.
        public var verb, version: String
        /// The program's build ID, or the SHA-256 of its executable file, which differs between builds of one version;
        /// null where it is unknown.
        @Nullable public var program: String?
        /// The options that differ from their defaults.
        public var options: [String: String]
        /// The filter.
        public var filter: String
        /// The filter with the parameters that the run changed: `kalman(magnetometerNoise=0.05)`.
        public var setting: String
        /// Number of recordings that have the metric.
        public var recordings: Int
        /// Mean over these recordings.
        public var mean: Double
        /// Number of recordings in common with the previous run of this filter with the same options. Recordings are
        /// matched by their contents or, where these are unknown, by their names; 0 for the first run.
        public var common: Int
        /// Mean change on these; null without any.
        @Nullable public var change: Double?
    }

    /// A metric from run to run.
    /// - Parameters:
    ///   - metric: its name (`Metric`).
    ///   - recording: only this recording, also under the names that other runs have for it; all if `nil`.
    ///   - device: only this device.
    ///   - filter: only this filter.
    /// - Returns: sorted by filter, then by run.
    /// - Throws: `SensorLabError` (input/output).
    public func points(
        of metric: String, recording: String? = nil, device: String? = nil, filter: String? = nil
    ) throws -> [Point] {
        try query { database in
            // A history of an older program, opened for reading, lacks these columns.
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

    /// The error for a query without points: which choice is not in the history, and which values are.
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
                    ? "no result has a \(column): leave --\(column) out"
                    : "give one of \(some)"
                        + (known.count > Self.mostNames ? " and \(known.count - Self.mostNames) more" : ""))
        }
        return refusal(
            "found no \(metric)" + (recording ?? device ?? filter == nil ? "" : " for this choice"),
            "the history has errors of logs with a reference only; give another --metric, or fewer options")
    }

    /// Longest list in a message.
    private static let mostNames = 12
}

extension History.Point {
    fileprivate init(_ row: Row) throws {
        run = try row["run"]
        (time, verb, version) = try (row["time"], row["verb"], row["version"])
        program = try row["program"]
        options = try JSONDecoder().decode([String: String].self, from: Data((row["options"] as String).utf8))
        let name: String = try row["filter"]
        setting = History.request(of: name, in: options) ?? name
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

extension History {
    /// Options that do not change the numbers of a filter.
    private static let beside: Set<String> = ["filters", "reports", "since-start"]

    /// The SQL function `basis(options, filter, row)`: those of a run's options that a filter's numbers depend on, its
    /// own parameters included. Options of a manifest's row override the run's. Results are compared where it is equal.
    static let basis = DatabaseFunction("basis", arguments: 3) { values in
        guard let text = String(values[0]), let filter = String(values[1]),
            var options = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)),
            let row = try? String(values[2]).map({
                try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
            }) ?? [:]
        else { throw DatabaseError(.mismatch, "options that are not JSON") }
        options.merge(row) { $1 }
        // Defaults are left out of the options.
        if options["calibration"] == "auto" { options["calibration"] = nil }
        var parts = options.filter { !beside.contains($0.key) }.map { "\($0.key)=\(withoutFolders($0.value))" }
        parts += [request(of: filter, in: options)].compactMap { $0 }
        return parts.sorted().joined(separator: "\n")
    }

    /// A filter with the parameters that the options change; `nil` where they change none.
    static func request(of filter: String, in options: [String: String]) -> String? {
        requests(options["filters"] ?? "").first { $0.hasPrefix(filter + "(") }
    }

    /// Earlier versions wrote the folders of files too: `FOLDER/NAME#CHECKSUM`, separated by `;`.
    private static func withoutFolders(_ value: String) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.contains("#") ? part.split(separator: "/").last ?? part : part
        }.joined(separator: ";")
    }

    /// The filters of `a,b(x=1,y=2)`: commas within parentheses separate parameters.
    private static func requests(_ text: String) -> [String] {
        var (found, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 {
                found.append("")
            } else {
                found[found.count - 1].append(character)
            }
        }
        return found
    }
}
