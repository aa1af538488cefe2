import Files
import Foundation
import JSON
import Vocabulary

/// How a log is read that no format recognises, as a small file: `info LOG --columns ... --save-mapping FILE` writes it and
/// `--mapping FILE` uses it again.
public struct MappingFile: Sendable, Hashable {
    /// As `--columns` has them.
    public var columns: [String] = []
    /// As `--skip-lines` has it.
    public var skippedLines = 0
    /// As `--comment` has it; empty for none.
    public var comment = ""
    /// As `--assume` has them.
    public var assumptions: [Assumption] = []

    private static let schema = "sensorlab.mapping/1"
    private static let advice = "write it with info LOG --columns ... --save-mapping FILE"

    /// Nothing given.
    public init() {}

    /// Reads a file.
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for a member that is wrong, with its name.
    public init(path: String) throws {
        try self.init(parsing: try FileBytes.read(path, kind: "mapping"), name: path)
    }

    /// - Throws: as `init(path:)`.
    init(parsing bytes: [UInt8], name: String) throws {
        let members = try JSONMembers(
            JSONValue(parsing: bytes, name: name), file: name, code: .badMapping, advice: Self.advice)
        try members.checkSchema(Self.schema, update: "update sensorlab to read it")
        func texts(_ member: String) throws -> [String] {
            guard let value = members.value(member) else { return [] }
            guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
                throw members.fail(member, expected: "a list of texts")
            }
            return texts.compactMap { $0 }
        }
        columns = try texts("columns")
        _ = try ColumnMapping(columns)
        if let skipped: Int = try members.read("skipLines") {
            guard (0...1_000_000).contains(skipped) else { throw members.fail("skipLines", expected: "0 to 1000000") }
            skippedLines = skipped
        }
        comment = try members.read("comment") ?? ""
        assumptions = try texts("assume").map { text in
            do {
                return try Assumption(parsing: text)
            } catch let error as SensorLabError {
                throw members.fail("assume: \(error.message)", advice: error.advice)
            }
        }
    }

    /// Writes the file.
    /// - Throws: `SensorLabError`: cannot create (73), input/output (74).
    public func write(to path: String) throws { try OutputFile.write(bytes, to: path) }

    /// The file's bytes.
    var bytes: Data {
        get throws {
            try JSONText.data(
                Members(
                    schema: Self.schema, columns: columns, skipLines: skippedLines, comment: comment,
                    assume: assumptions.map(\.text)))
        }
    }

    private struct Members: Encodable {
        let schema: String
        let columns: [String]
        let skipLines: Int
        let comment: String
        let assume: [String]
    }
}
