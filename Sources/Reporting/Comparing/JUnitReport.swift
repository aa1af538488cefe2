import Analysis
import Evaluation

/// A comparison as JUnit XML: one suite per recording, one case per filter; what is worse than its baseline fails, a
/// log that could not be read is an error.
public enum JUnitReport {
    /// The document.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func xml(_ report: ComparisonReport) throws -> String {
        try Templates.render(Document(report), with: "junit")
    }

    private struct Case {
        let name: String
        let suite: String
        let failure: String?
        let error: String?
        let detail: String
    }

    private struct Suite {
        let name: String
        let tests: Int
        let failures: Int
        let errors: Int
        let cases: [Case]

        init(name: String, cases: [Case]) {
            self.name = name
            self.cases = cases
            tests = cases.count
            failures = cases.count { $0.failure != nil }
            errors = cases.count { $0.error != nil }
        }
    }

    private struct Document {
        let suites: [Suite]
        let tests: Int
        let failures: Int
        let errors: Int

        init(_ report: ComparisonReport) {
            let failing = Dictionary(grouping: (report.baseline?.changes ?? []).filter { $0.verdict.isFailure }) {
                $0.recording
            }
            var suites = report.recordings.map { recording in
                let changes = failing[recording.name] ?? []
                let names = Set(recording.filters.map(\.name)).union(changes.map(\.filter)).sorted()
                return Suite(
                    name: PlainText.line(recording.name),
                    cases: names.map { filter in
                        JUnitReport.testCase(filter, in: recording.name, changes.filter { $0.filter == filter })
                    })
            }
            let known = Set(report.recordings.map(\.name)).union(report.failures.map(\.name))
            suites += failing.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { name, changes in
                Suite(name: PlainText.line(name), cases: [JUnitReport.testCase("recording", in: name, changes)])
            }
            suites += report.failures.map { failure in
                Suite(
                    name: PlainText.line(failure.name),
                    cases: [
                        Case(
                            name: "recording", suite: PlainText.line(failure.name), failure: nil,
                            error: failure.code.rawValue,
                            detail: PlainText.line(
                                "\(failure.path): \(failure.message); \(failure.advice)", limit: 1000))
                    ])
            }
            let overall = report.baseline?.overallRegressions ?? []
            if !overall.isEmpty {
                suites.append(
                    Suite(
                        name: "all recordings",
                        cases: overall.map { entry in
                            Case(
                                name: "\(entry.first) \(entry.metric)", suite: "all recordings",
                                failure: "worse by \(NumberText.fixed(entry.difference, decimals: 3)) in the mean",
                                error: nil,
                                detail: "")
                        }))
            }
            self.suites = suites
            tests = suites.map(\.tests).reduce(0, +)
            failures = suites.map(\.failures).reduce(0, +)
            errors = suites.map(\.errors).reduce(0, +)
        }
    }

    private static func testCase(_ filter: String, in recording: String, _ changes: [BaselineChange]) -> Case {
        let lines = changes.map(ComparisonAnnotations.text)
        return Case(
            name: filter.isEmpty ? "recording" : filter, suite: PlainText.line(recording),
            failure: lines.isEmpty
                ? nil : "\(lines.count) metric\(lines.count == 1 ? "" : "s") worse than the baseline",
            error: nil, detail: lines.joined(separator: "\n"))
    }
}
