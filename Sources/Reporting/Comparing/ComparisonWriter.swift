import Analysis
import Foundation
import Recordings

/// The files of a comparison.
public enum ComparisonWriter {
    /// `comparison.json`: keys sorted, a line feed at the end, the same bytes on every run.
    public static func json(_ report: ComparisonReport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(report) + Data([UInt8(ascii: "\n")])
    }

    /// The comparison that such a file holds.
    static func report(from data: Data) throws -> ComparisonReport {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(ComparisonReport.self, from: data)
    }

    /// `comparison.html`, `.json`, `.md` and `.csv`, all or none of them. The folder is created.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: ComparisonReport, to folder: String) throws {
        let contents: [(String, [UInt8])] = [
            ("comparison.html", Array(try ComparisonHTML.html(report).utf8)),
            ("comparison.json", Array(try json(report))),
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
