import ArgumentParser
import Readers
import Vocabulary

/// How a log is read that no format recognises.
struct MappingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Columns of a log of unknown format, by number from 1 or by name, such as t=1:ms,ax=2:g,ay=3:g,az=4:g; for "
                + "a file of a folder, its name and a colon come first (repeatable).",
            valueName: "[file:]role=column[:unit],..."))
    var columns: [String] = []

    @Option(help: ArgumentHelp("Leave out the first lines of every file.", valueName: "n"))
    var skipLines: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Leave out lines that begin with this text, such as '%' (many formats leave out lines with # already).",
            valueName: "mark"))
    var comment: String?

    @Option(
        help: "Use the columns, lines and assumptions of a file that `info --save-mapping` wrote.",
        completion: .file(extensions: ["json"]))
    var mapping: InputPath?

    /// The file's statements and those of the command line, which take precedence.
    /// - Throws: a usage error for numbers out of range; `SensorLabError` for a file or columns that cannot be read.
    func settings(assumptions: [Assumption]) throws -> MappingFile {
        var settings = try mapping.map { try MappingFile(path: $0.path) } ?? MappingFile()
        if !columns.isEmpty { settings.columns = columns }
        if let skipLines {
            guard (0...1_000_000).contains(skipLines) else {
                throw ValidationError("--skip-lines \(skipLines): expected 0 to 1000000")
            }
            settings.skippedLines = skipLines
        }
        if let comment {
            guard (1...16).contains(comment.utf8.count) else {
                throw ValidationError("--comment \"\(comment)\": expected 1 to 16 bytes, such as #")
            }
            settings.comment = comment
        }
        // The last one of a sensor counts.
        settings.assumptions += assumptions
        return settings
    }
}

/// Errors of values on the command line.
enum UsageText {
    /// Parses a value; errors become those of the argument parser, which adds where to read more.
    static func of<Value>(
        _ parse: @escaping @Sendable (String) throws -> Value
    ) -> @Sendable (String) throws -> Value {
        { text in
            do {
                return try parse(text)
            } catch let error as SensorLabError {
                throw ValidationError("\(error.message); \(error.advice)")
            }
        }
    }
}
