import Evaluation
import Figures
import Fleet

/// What a batch says at its end: why logs failed, and the logs with the largest heading errors.
public struct BatchSummary: Sendable {
    /// Logs shown of the worst.
    private static let most = 5

    /// The logs that failed for one reason.
    private struct Reason {
        var logs = 0
        /// Of the first of them.
        let message: String
    }

    /// A log with the error of the filter that is recommended on it.
    private struct Entry {
        let id: String
        let filter: String
        /// The RMSE of the heading against the reference; where the log has none, the median of the filter's sigma.
        let degrees: Double
        let grade: String
    }

    private var reasons: [String: Reason] = [:]
    private var measured: [Entry] = []
    private var stated: [Entry] = []

    /// Nothing yet.
    public init() {}

    /// Takes the result of a log.
    public mutating func add(_ line: LogResult) {
        if let failure = line.failure {
            reasons[failure.code.rawValue, default: Reason(message: failure.message)].logs += 1
        }
        guard let result = line.result, let name = result.recommendation,
            let filter = result.filters.first(where: { $0.name == name })
        else { return }
        func entry(_ degrees: Double) -> Entry {
            Entry(id: line.id, filter: name, degrees: degrees, grade: result.grade?.rawValue ?? NumberText.none)
        }
        if let error = filter.metrics[Metric.headingRMSE.name] {
            Self.insert(entry(error), into: &measured)
        } else if let sigma = filter.medianSigmaDegrees {
            Self.insert(entry(sigma), into: &stated)
        }
    }

    private static func insert(_ entry: Entry, into worst: inout [Entry]) {
        worst.append(entry)
        worst.sort { ($1.degrees, $0.id) < ($0.degrees, $1.id) }
        worst = Array(worst.prefix(most))
    }

    /// The verdict on a log that was analysed in chapters, of at most 80 columns without a line feed at the end.
    public static func verdict(_ whole: LogResult.Numbers, chapters: Int) -> String {
        let grade =
            switch whole.grade {
            case .good: "Good in every chapter."
            case .usableWith: "Usable with conditions: the worst of the chapters' verdicts."
            case .notUsable: "Not usable in at least one chapter."
            case .unknown, nil: "Usability unknown in at least one chapter."
            }
        var text = grade
        let filter = whole.filters.first { $0.name == whole.recommendation }
        if let filter, let error = filter.metrics[Metric.headingRMSE.name] {
            text += " The heading of \(filter.name) is off by \(NumberText.degrees(error)) (RMS) over all of them."
        } else if let filter, let sigma = filter.medianSigmaDegrees {
            text +=
                " The heading of \(filter.name) is predicted to be off by ± \(NumberText.degrees(sigma)) (one sigma, "
                + "mean over the chapters): the log has no reference."
        }
        text +=
            " Below, each of the \(NumberText.count(chapters)) chapters counts as a log; "
            + "their reports have verdicts of their own."
        return PlainText.wrapped(text, width: 80).joined(separator: "\n")
    }

    /// As text of at most 80 columns without a line feed at the end; empty where nothing failed and nothing has an
    /// error.
    public var text: String {
        var lines: [String] = []
        if !reasons.isEmpty {
            let total = reasons.values.reduce(0) { $0 + $1.logs }
            lines.append("\(NumberText.count(total)) failed:")
            for (code, reason) in reasons.sorted(by: { ($1.value.logs, $0.key) < ($0.value.logs, $1.key) }) {
                let example = (reason.logs > 1 ? "such as " : "") + PlainText.line(reason.message, limit: 300)
                lines += PlainText.wrapped(
                    "\(NumberText.count(reason.logs)) \(code): \(example)", indent: 2, hanging: 2)
            }
        }
        let worst = measured.isEmpty ? stated : measured
        if !worst.isEmpty {
            let what =
                measured.isEmpty ? "largest heading sigma (no log has a reference)" : "largest heading error, RMS"
            lines.append("\(what), of the recommended filter:")
            let rows = worst.map {
                [PlainText.line($0.id, limit: 60), $0.filter, NumberText.degrees($0.degrees), $0.grade]
            }
            lines += TextTable.lines(rows, leftAligned: [0, 1, 3], indent: 2)
        }
        return lines.joined(separator: "\n")
    }
}
