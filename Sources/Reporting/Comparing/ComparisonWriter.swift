import Analysis
import Recordings

/// The files of a comparison.
public enum ComparisonWriter {
    /// `comparison.html`, `.json`, `.md` and `.csv`, all or none of them. The folder is created.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: ComparisonReport, to folder: String) throws {
        let contents: [(String, [UInt8])] = [
            ("comparison.html", Array(try ComparisonHTML.html(report).utf8)),
            ("comparison.json", Array(try JSONText.data(report))),
            ("comparison.md", Array(ComparisonMarkdown.text(report).utf8)),
            ("comparison.csv", Array(ComparisonCSV.text(report).utf8)),
        ]
        let files = try contents.map { try OutputFile(path: folder + "/" + $0.0) }
        for (file, content) in zip(files, contents) { try file.write(content.1) }
        for file in files { try file.close() }
    }

    /// JUnit XML.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func writeJUnit(_ report: ComparisonReport, to path: String) throws {
        try OutputFile.write(Array(try JUnitReport.xml(report).utf8), to: path)
    }
}
