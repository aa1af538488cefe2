import Analysis

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
