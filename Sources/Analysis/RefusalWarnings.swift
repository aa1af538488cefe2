import SensorModels
import Vocabulary

/// A warning for each result of the evaluation that the data cannot carry; calibrations bring their own.
enum RefusalWarnings {
    static func of(_ report: AnalysisReport) -> [Warning] {
        var warnings: [Warning] = []
        if let offset = report.headingOffset, !offset.accepted {
            warnings.append(
                Warning(
                    code: "heading-offset-refused",
                    message: "the heading's constant error cannot be told from the rest: \(offset.reason)",
                    advice: "record for longer, a minute or more in several headings, with the reference"))
        }
        if let deviation = report.deviation, !deviation.accepted {
            warnings.append(
                Warning(
                    code: "deviation-refused",
                    message: "the log does not determine the compass deviation curve: \(deviation.reason)",
                    advice: "do not correct headings by it"))
        }
        return warnings
    }
}
