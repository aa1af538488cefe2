import Analysis
import Files

/// The reports of many logs, each in a folder of its own below the folder of the results.
public struct LogReports: Sendable {
    private let results: String
    private let write: @Sendable (_ result: AnalysisResult, _ folder: String) throws -> Void

    /// - Parameters:
    ///   - results: the folder of the results.
    ///   - write: writes a report, its page as `report.html`, into a folder.
    public init(
        below results: String, write: @escaping @Sendable (_ result: AnalysisResult, _ folder: String) throws -> Void
    ) {
        (self.results, self.write) = (results, write)
    }

    /// Writes a log's report.
    /// - Parameters:
    ///   - result: what it says.
    ///   - id: the log's name.
    /// - Returns: its page, relative to the folder of the results.
    public func add(_ result: AnalysisResult, _ id: String) throws -> String {
        try write(result, folder(of: id))
        return Self.name(of: id) + "/report.html"
    }

    /// Where a log's report is.
    func folder(of id: String) -> String { results + "/" + Self.name(of: id) }

    private static func name(of id: String) -> String { "reports/" + FileNames.name(for: id) }
}

/// Names of files for names of logs.
public enum FileNames {
    private static let longest = 80

    /// The name itself where it has only letters, digits and `-_.` and does not begin with a dot; else the others replaced
    /// by `_`, with the begin of the name's checksum, so that different names stay different.
    public static func name(for id: String) -> String {
        let plain = String(id.unicodeScalars.prefix(longest).map { isPlain($0) ? Character($0) : "_" })
        guard plain != id || plain.hasPrefix(".") else { return plain }
        return (plain.hasPrefix(".") ? "_" + plain : plain) + "-" + SHA256.hexadecimal(of: id).prefix(8)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}
