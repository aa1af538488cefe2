import Evaluation
import Vocabulary

extension LogResult.Numbers {
    /// The numbers of a log that was analysed in chapters; `nil` without any.
    ///
    /// Every chapter counts by its duration. An RMSE, the jitter and a NEES are pooled (a NEES is a mean square
    /// already); a largest error is the largest, the time to converge the first chapter's, and the other figures are
    /// means over the chapters: percentiles of hours, not of the day. The grade is the worst, a calibration the one
    /// that leaves the least.
    public init?(chapters: [LogResult.Numbers]) {
        guard var whole = chapters.first else { return nil }
        whole.durationSeconds = chapters.reduce(0) { $0 + $1.durationSeconds }
        whole.warnings = Set(chapters.flatMap(\.warnings)).sorted()
        whole.rowWarnings = chapters.compactMap(\.rowWarnings).reduce(into: []) { all, own in
            all += own.filter { !all.contains($0) }
        }
        let grades = chapters.map { $0.grade ?? .unknown }
        whole.grade = [.notUsable, .unknown, .usableWith, .good].first(where: grades.contains)
        let calibrations = Self.grouped(chapters.flatMap(\.calibrations), by: \.sensor)
        whole.calibrations = calibrations.compactMap { calibrations in
            calibrations.min {
                ($0.accepted ? 0 : 1, $0.remainingSigma ?? .infinity) < (
                    $1.accepted ? 0 : 1, $1.remainingSigma ?? .infinity
                )
            }
        }
        let filters = chapters.flatMap { chapter in
            chapter.filters.map { (filter: $0, seconds: chapter.durationSeconds) }
        }
        whole.filters = Self.grouped(filters, by: \.filter.name).map { LogResult.Filter(pooled: $0) }
        whole.recommendation = Self.recommendation(chapters, whole.filters)
        self = whole
    }

    /// The elements with one name each, in the order of the first ones.
    private static func grouped<Element>(_ elements: [Element], by name: (Element) -> String) -> [[Element]] {
        let groups = Dictionary(grouping: elements.enumerated()) { name($0.element) }
        return groups.values.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
    }

    /// Says that a chapter failed, and why.
    mutating func leaveOut(_ id: String, _ failure: LogResult.Failure) {
        let code = DiagnosticCode.logLeftOut.rawValue
        warnings = Set(warnings + [code]).sorted()
        rowWarnings =
            (rowWarnings ?? []) + [
                LogResult.RowWarning(code: code, message: "\(id): \(failure.message)", advice: failure.advice)
            ]
    }

    /// Of the filters that a chapter recommends: the smallest total error, else the most frequent one.
    private static func recommendation(_ chapters: [LogResult.Numbers], _ filters: [LogResult.Filter]) -> String? {
        let votes = Dictionary(chapters.compactMap(\.recommendation).map { ($0, 1) }, uniquingKeysWith: +)
        func error(_ name: String) -> Double {
            filters.first { $0.name == name }?.metrics[Metric.totalRMSE.name] ?? .infinity
        }
        return votes.keys.min { (error($0), -votes[$0, default: 0], $0) < (error($1), -votes[$1, default: 0], $1) }
    }
}

extension LogResult.Filter {
    /// Of one filter in several chapters, each with its duration; precondition: at least one.
    fileprivate init(pooled chapters: [(filter: LogResult.Filter, seconds: Double)]) {
        func mean(_ values: [(value: Double, seconds: Double)]) -> Double? {
            let seconds = values.reduce(0) { $0 + $1.seconds }
            guard seconds > 0 else { return values.first?.value }
            return values.reduce(0) { $0 + $1.value * $1.seconds } / seconds
        }
        self.init(name: chapters[0].filter.name, metrics: [:])
        medianSigmaDegrees = mean(
            chapters.compactMap { entry in entry.filter.medianSigmaDegrees.map { ($0, entry.seconds) } })
        for name in Set(chapters.flatMap(\.filter.metrics.keys)) {
            let values = chapters.compactMap { entry in
                entry.filter.metrics[name].map { (value: $0, seconds: entry.seconds) }
            }
            metrics[name] =
                switch Metric.named(name)?.pooling ?? .mean {
                case .mean: mean(values)
                case .meanSquare: mean(values.map { ($0.value * $0.value, $0.seconds) })?.squareRoot()
                case .maximum: values.map(\.value).max()
                case .first: values.first?.value
                }
        }
    }
}
