import Analysis
import Files
import Foundation
import Vocabulary

/// The notebook of a comparison of filters: loads its JSON, shows errors, differences with their intervals, and ranks.
///
/// Its pictures are drawn here, from the same file, so that it can be read without running it; running it draws them anew.
enum ComparisonNotebook {
    /// The notebook's bytes.
    ///
    /// - Parameters:
    ///   - path: the JSON of a comparison.
    ///   - seen: the same file relative to the notebook, which loads from it.
    /// - Throws: `SensorLabError` where the file cannot be read or is no comparison.
    static func data(report path: String, seenAs seen: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchInput, place: path, message: "the comparison cannot be read",
                advice: "give the folder of `sensorlab compare --out`, or the file of its `--json`")
        }
        guard let report = try? JSONText.value(ComparisonReport.self, from: data),
            report.schema == ComparisonReport.schema
        else {
            throw SensorLabError(
                .badData, code: .badReport, place: path,
                message: "expected a comparison of schema \(ComparisonReport.schema)",
                advice: "write it anew with `sensorlab compare`; of a report of `analyze` give the folder")
        }
        let content = ComparisonNotebookContent(report)
        let best = content.best ?? ""
        let texts = [
            "headline": NotebookText.markdown(ComparisonHeadline.text(report)), "path": NotebookText.python(seen),
            "best": NotebookText.markdown(best), "bestName": NotebookText.python(best),
        ]
        return try Notebook(template: "comparison-notebook", texts: texts, outputs: content.outputs).data
    }
}
