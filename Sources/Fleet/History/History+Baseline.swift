import Database
import Evaluation
import Foundation
import JSON
import Vocabulary

extension History {
    /// Whether a file is an SQLite database, not a baseline (SQLite, Database File Format, section 1.3).
    public static func isDatabase(_ path: String) -> Bool {
        // Opening a pipe would wait for its writer.
        guard FileBytes.specialKind(path) == nil, let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// The newest run of `compare` as a baseline.
    /// - Throws: `SensorLabError` (bad data) where there is none.
    public func baseline() throws -> Baseline {
        let rows: [BaselineRow] = try query { database in
            try database.records(
                """
                SELECT m.recording, m.filter, m.parameters, m.metric, m.value, r.options
                FROM measurements AS m JOIN runs AS r ON r.run = m.run
                WHERE m.run = (SELECT MAX(run) FROM runs WHERE verb = 'compare')
                ORDER BY m.recording, m.filter
                """)
        }
        guard let options = rows.first?.options else {
            throw SensorLabError(
                .badData, code: .badBaseline, place: path, message: "found no run of compare in the history",
                advice: "make one with `sensorlab compare ... --history \(path)`")
        }
        do {
            return try Self.baseline(rows, options: options)
        } catch is DecodingError {
            throw Self.damaged(path)
        }
    }

    /// - Throws: `DecodingError` for texts that are no JSON of the kind.
    private static func baseline(_ rows: [BaselineRow], options: String) throws -> Baseline {
        let decoder = JSONDecoder()
        let metrics = try decoder.decode([String: String].self, from: Data(options.utf8))["metrics"]
        let recordings = try Dictionary(grouping: rows, by: \.recording).sorted { $0.key < $1.key }
            .map { name, rows in
                let filters = try Dictionary(grouping: rows, by: \.filter).sorted { $0.key < $1.key }
                    .map { filter, rows in
                        Baseline.Filter(
                            name: filter,
                            parameters: try rows[0].parameters.map {
                                try decoder.decode([String: Double].self, from: Data($0.utf8))
                            } ?? [:],
                            metrics: Dictionary(rows.map { ($0.metric, $0.value) }) { first, _ in first })
                    }
                return Baseline.Recording(name: name, filters: filters)
            }
        return Baseline(
            definition: metrics.flatMap { ErrorDefinition(rawValue: $0) } ?? .standard, recordings: recordings)
    }

    private struct BaselineRow: Decodable {
        var recording, filter: String
        var parameters: String?
        var metric: String
        var value: Double
        var options: String
    }
}
