import Analysis
import Evaluation
import Figures

/// Where a heading's error came from, in words: one line per cause, the same in every format. Unescaped.
package struct AccountText {
    /// A line of the account.
    package struct Line {
        /// The cause, in words.
        package let cause: String
        /// What it means, in a sentence.
        package let meaning: String
        /// The key of the report: what a style sheet colours.
        package let key: String
        /// Its share of the squared error, percent, rounded so that a bar is full.
        package let percent: Double
        /// The share in words.
        package let share: String
        /// The error that it alone would leave.
        package let degrees: String
        /// When: the three largest stretches; empty for a cause of all the log, and where nothing is known.
        package let times: String
    }

    /// All causes of at least a hundredth of the square, then what is unexplained.
    package let lines: [Line]
    /// Whose error, how large, and how it was found: a sentence.
    package let caption: String

    /// `nil` without an account.
    package init?(_ report: AnalysisReport) {
        guard let account = report.account else { return nil }
        let least = 0.01
        var lines = account.parts.filter { $0.shareOfSquare >= least }.map { part in
            Self.line(
                part.cause, share: part.shareOfSquare, degrees: part.degrees,
                times: Self.times(part, of: report.recording.durationSeconds))
        }
        let rest = account.unexplained
        if rest.shareOfSquare >= least {
            lines.append(Self.line(.unexplained, share: rest.shareOfSquare, degrees: rest.degrees, times: ""))
        }
        self.lines = lines
        let what = "\(Self.owner(account)) \(NumberText.degrees(account.degrees))"
        caption =
            account.isMeasured
            ? "The square of \(what) (RMS), divided among its causes: each is carried along as far as the heading "
                + "followed the sensor that it disturbs, and what they do not explain is said. Shares add up to 100\u{A0}%."
            : "The square of \(what) (one sigma, predicted), divided among its sources. Shares add up to 100\u{A0}%."
    }

    /// A sentence on the largest part; empty where more is unexplained.
    static func sentence(_ report: AnalysisReport) -> String {
        guard let account = report.account, account.isMeasured, let largest = account.largest else { return "" }
        let times = times(largest, of: report.recording.durationSeconds)
        return " Largest part: \(name(largest.cause))" + (times.isEmpty ? "" : ", \(times)")
            + " (\(NumberText.percent(largest.shareOfSquare)) of the squared error)."
    }

    private static func owner(_ account: AccountSection) -> String {
        account.source == PreparedLog.deviceName
            ? "the device's own heading error of" : "the heading error of \(PlainText.line(account.source, limit: 40)),"
    }

    private static func line(_ cause: HeadingAccount.Cause, share: Double, degrees: Double, times: String) -> Line {
        Line(
            cause: name(cause), meaning: meaning(cause), key: cause.rawValue, percent: 100 * share,
            share: NumberText.percent(share), degrees: NumberText.degrees(degrees), times: times)
    }

    /// The episodes of a part; empty for a single one of more than half of the log.
    private static func times(_ part: AccountSection.Part, of duration: Double) -> String {
        if part.episodes.count == 1, part.episodes[0].endSeconds - part.episodes[0].startSeconds > 0.5 * duration {
            return ""
        }
        return TimelineEvent.spans(part.episodes.map { ($0.startSeconds, $0.endSeconds) })
    }

    /// A cause in a few words.
    static func name(_ cause: HeadingAccount.Cause) -> String {
        switch cause {
        case .field: "magnets, iron or the field of the place"
        case .offset: "a heading offset"
        case .calibration: "the magnetometer's calibration"
        case .bias: "the gyroscope's bias"
        case .motion: "shaking and fast turns"
        case .latency: "latency"
        case .start: "the first heading"
        case .reference: "noise of reference and gyroscope"
        case .filter: "the filter's own noise"
        case .unexplained: "unexplained"
        }
    }

    private static func meaning(_ cause: HeadingAccount.Cause) -> String {
        switch cause {
        case .field: "The field was not the Earth's, and the heading followed it, or had not come back yet."
        case .offset: "A constant of the whole log: declination, a holder, the north of the reference."
        case .calibration: "Iron of the device that the calibration left: an error that depends on the pose."
        case .bias: "The gyroscope turns when the device does not."
        case .motion: "Accelerations tilt the compass, and turns are longer than the gyroscope's scale."
        case .latency: "The heading or a sensor is late."
        case .start: "The heading began wrong and was not corrected yet."
        case .reference: "Short-lived differences between gyroscope and reference."
        case .filter: "What the filter itself states, beyond start and disturbed field."
        case .unexplained: "The heading did what its sensors do not explain."
        }
    }
}
