import Analysis
import Foundation

/// `report.json`.
public enum ReportJSON {
    /// The report as JSON: keys sorted, pretty printed, slashes plain, a line feed at the end. All of it but `performance` is
    /// the same bytes on every run.
    ///
    /// A number that is not finite and must not be null is written as the text `inf`, `-inf` or `nan`.
    public static func data(_ report: AnalysisReport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(report) + Data([UInt8(ascii: "\n")])
    }

    /// Reads what `data` wrote.
    public static func report(from data: Data) throws -> AnalysisReport {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(AnalysisReport.self, from: data)
    }
}
