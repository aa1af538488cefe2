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
        /// Its length in a bar, percent.
        package let width: String
        /// The share in words.
        package let share: String
        /// The error that it alone would leave.
        package let degrees: String
        /// The same in the middle of the camera's picture.
        package let pixels: String
        /// When: the three longest stretches; `nil` for a cause of all the log, and where nothing is known.
        package let times: String?
    }

    /// All causes of at least a hundredth of the square, then what is unexplained.
    package let lines: [Line]
    /// What it is: of a measured error, or of a predicted one.
    package let title: String
    /// Whose error, how large, and how it was found: a sentence.
    package let caption: String
    /// The camera of the pixels.
    package let camera: String

    /// `nil` without an account.
    package init?(_ report: AnalysisReport) {
        guard let account = report.account else { return nil }
        let least = 0.01
        var lines = account.parts.filter { $0.shareOfSquare >= least }.map { part in
            Self.line(
                part.cause, share: part.shareOfSquare, degrees: part.degrees, camera: report.camera,
                times: Self.times(part, of: report.recording.durationSeconds))
        }
        let rest = account.unexplained
        if rest.shareOfSquare >= least {
            lines.append(
                Self.line(
                    .unexplained, share: rest.shareOfSquare, degrees: rest.degrees, camera: report.camera, times: nil))
        }
        self.lines = lines
        title = account.isMeasured ? "Where the error came from" : "Where the predicted error would come from"
        camera = report.camera.map(ReportFacts.pixels) ?? ""
        let square = "The square of \(Self.owner(account)) \(NumberText.degrees(account.degrees))"
        caption =
            account.isMeasured
            ? square + " (RMS): what each cause adds, as long as the heading keeps it."
            : square + " (one sigma, predicted)."
    }

    /// A sentence on the largest part; empty where more is unexplained.
    /// - Parameter saysWhen: with its times.
    static func sentence(_ report: AnalysisReport, saysWhen: Bool) -> String {
        guard let account = report.account, account.isMeasured, let largest = account.largest else { return "" }
        let times = saysWhen ? times(largest, of: report.recording.durationSeconds) : nil
        return " Largest part: \(name(largest.cause))" + (times.map { ", \($0)" } ?? "")
            + " (\(NumberText.percent(largest.shareOfSquare)) of the squared error)."
    }

    private static func owner(_ account: AccountSection) -> String {
        account.source == PreparedLog.deviceName
            ? "the device's own heading error," : "the heading error of \(PlainText.line(account.source, limit: 40)),"
    }

    private static func line(
        _ cause: HeadingAccount.Cause, share: Double, degrees: Double, camera: CameraSection?, times: String?
    ) -> Line {
        Line(
            cause: name(cause), meaning: meaning(cause), key: cause.rawValue,
            width: FixedDecimal.text(100 * share, decimals: 2),
            share: NumberText.percent(share), degrees: NumberText.degrees(degrees),
            pixels: NumberText.pixels(degrees, camera), times: times)
    }

    /// The episodes of a part; `nil` for a single one of more than half of the log.
    private static func times(_ part: AccountSection.Part, of duration: Double) -> String? {
        if part.episodes.count == 1, part.episodes[0].endSeconds - part.episodes[0].startSeconds > 0.5 * duration {
            return nil
        }
        let spans = TimelineEvent.spans(part.episodes.map { ($0.startSeconds, $0.endSeconds) })
        return spans.isEmpty ? nil : spans
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
