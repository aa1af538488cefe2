import Evaluation
import Files
import Foundation
import JSON
import SensorModels
import Vocabulary

/// Baselines as files.
public enum BaselineFile {
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for one that is no JSON or of another schema.
    public static func read(path: String) throws -> Baseline {
        let data = try InputFile.read(
            path, missing: "there is no such baseline", advice: "make it with --update-baseline")
        // What is no JSON says so with line and column.
        _ = try JSONValue(parsing: Array(data), name: path)
        let schema = (try? JSONDecoder().decode(Head.self, from: data))?.schema
        guard schema == Baseline.schema else {
            throw SensorLabError(
                .badData, code: .baselineSchema, place: path,
                message:
                    "found \(schema.map { "the schema \"\($0)\"" } ?? "no schema"), expected \"\(Baseline.schema)\"",
                advice: "make it anew with --update-baseline")
        }
        do {
            return try JSONText.value(Baseline.self, from: data)
        } catch {
            throw SensorLabError(
                .badData, code: .badBaseline, place: path,
                message: "found a damaged baseline, expected what --update-baseline writes",
                advice: "restore it, or make it anew with --update-baseline")
        }
    }

    /// Writes a baseline; where one of this schema and definition is there, its lines stay as they are as far as the
    /// numbers differ by rounding alone.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ baseline: Baseline, to path: String) throws {
        let old = try? read(path: path)
        let settled = old.map { $0.definition == baseline.definition ? baseline.settled(on: $0) : baseline }
        try OutputFile.write(try JSONText.data(settled ?? baseline), to: path, replacesInput: true)
    }

    private struct Head: Decodable {
        var schema: String
    }
}
