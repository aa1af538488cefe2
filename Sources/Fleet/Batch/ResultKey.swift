import Analysis
import Files
import Vocabulary

/// What a line of the results depends on: the content of the log and of the files that its row names, the row as it is written, the
/// options and the program, but not where manifest and results are. Equal keys mean equal lines.
enum ResultKey {
    /// - Parameters:
    ///   - row: the log's row.
    ///   - sha256: the checksum of the log.
    ///   - options: those that differ from their defaults.
    ///   - version: of the program.
    ///   - program: its build (`ProgramIdentity`).
    /// - Returns: SHA-256, lower-case hexadecimal.
    static func of(
        _ row: Manifest.Entry, sha256: String, options: [String: String], version: String,
        program: String = ProgramIdentity.checksum
    ) -> String {
        var parts = ["version=\(version)", "program=\(program)", "log=\(sha256)"]
        parts += row.cells.sorted { $0.key < $1.key }.map { "row.\($0.key)=\($0.value)" }
        parts += options.sorted { $0.key < $1.key }.map { "option.\($0.key)=\($0.value)" }
        // A file that cannot be read makes the log fail, by the same line each time.
        parts += row.files.dropFirst().map {
            "file.\($0.written)=\((try? FileChecksum.hexadecimal(path: $0.path)) ?? "")"
        }
        return SHA256.hexadecimal(of: parts.map { $0.replacing("\n", with: "\\n") }.joined(separator: "\n"))
    }
}
