import Analysis
import Evaluation
import Figures

/// A comparison as JUnit XML: one suite per recording, one case per filter; what is worse than its baseline fails, a
/// log that could not be read is an error.
public enum JUnitReport {
    /// The document.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func xml(_ report: ComparisonReport) throws -> String {
        let suites = suites(report)
        let document: [String: Any] = [
            "suites": suites, "tests": suites.map(\.tests).reduce(0, +),
            "failures": suites.map(\.failures).reduce(0, +), "errors": suites.map(\.errors).reduce(0, +),
        ]
        return try Templates.render(document, with: "junit")
    }

    private struct Case {
        let name: String
        var failure: String?
        var error: String?
        var detail = ""
    }

    private struct Suite {
        /// The name, which its cases show too.
        let suite: String
        let tests: Int
        let failures: Int
        let errors: Int
        let cases: [Case]

        init(_ name: String, _ cases: [Case]) {
            suite = PlainText.line(name)
            self.cases = cases
            tests = cases.count
            failures = cases.count { $0.failure != nil }
            errors = cases.count { $0.error != nil }
        }
    }

    private static func suites(_ report: ComparisonReport) -> [Suite] {
        let failing = Dictionary(grouping: (report.baseline?.changes ?? []).filter { $0.verdict.isFailure }) {
            $0.recording
        }
        var suites = report.recordings.map { recording in
            let changes = failing[recording.name] ?? []
            let names = Set(recording.filters.map(\.name)).union(changes.map(\.filter)).sorted()
            return Suite(
                recording.name, names.map { filter in testCase(filter, changes.filter { $0.filter == filter }) })
        }
        let known = Set(report.recordings.map(\.name)).union(report.failures.map(\.name))
        suites += failing.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { name, changes in
            Suite(name, [testCase("recording", changes)])
        }
        suites += report.failures.map { failure in
            let detail = PlainText.line("\(failure.path): \(failure.message); \(failure.advice)", limit: 1000)
            return Suite(failure.name, [Case(name: "recording", error: failure.code.rawValue, detail: detail)])
        }
        let overall = (report.baseline?.overallRegressions ?? []).map { entry in
            Case(
                name: "\(entry.first) \(entry.metric)",
                failure: "worse by \(NumberText.fixed(entry.difference, decimals: 3)) in the mean")
        }
        return suites + (overall.isEmpty ? [] : [Suite("all recordings", overall)])
    }

    private static func testCase(_ filter: String, _ changes: [BaselineChange]) -> Case {
        let lines = changes.map(ComparisonAnnotations.text)
        return Case(
            name: filter.isEmpty ? "recording" : filter,
            failure: lines.isEmpty
                ? nil : "\(lines.count) metric\(lines.count == 1 ? "" : "s") worse than the baseline",
            detail: lines.joined(separator: "\n"))
    }
}
