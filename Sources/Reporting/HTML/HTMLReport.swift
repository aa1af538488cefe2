import Analysis

/// `report.html`: one self-contained file, without network, and without script or font from elsewhere; text from the
/// log is escaped.
public enum HTMLReport {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ result: AnalysisResult, tracks: ReportWriter.Tracks = .csv) throws -> String {
        var page = ReportPage.values(result)
        page["tracks"] = tracks.fileName
        return try Templates.page(page, with: "report")
    }
}
