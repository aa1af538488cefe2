import Analysis
import Evaluation
import Figures
import Foundation
import OrientationFilters
import Smoothing

/// The result of a report in words: verdict, heading error before and after, actions, and the reasons. Unescaped, one
/// line each; the same in every format.
package struct ReportSummary {
    /// Whether the headings can be used, in a few words.
    package let verdict: Verdict?
    /// One sentence: the most important number.
    package let headline: String
    /// The same above a picture that shows when.
    package let shortHeadline: String
    /// What to do, the greatest gain first.
    let actions: [Action]
    /// How far off the compass is.
    let findings: [String]
    /// The heading change by each track if the device returned to its first pose; `nil` otherwise.
    let returned: String?
    /// Which filter with which parameters, and why.
    let filter: String
    /// How large the known heading errors are, and whether the error band is right.
    let confidence: String

    /// The verdict in words.
    package struct Verdict {
        /// `Usable with this log's calibration`.
        package let text: String
        /// Why, as a sentence.
        package let reason: String
        /// good, warn or bad: how it looks.
        package let state: String
    }

    /// An action in words.
    struct Action {
        /// What to do.
        let title: String
        /// `42.0° → 4.0°`; `nil` where it is unknown.
        let gain: String?
        /// How, in a sentence; `nil` where the title says it.
        let detail: String?
        /// The command line.
        let command: String
        /// The same in an app.
        let swift: String?

        /// Title and gain in one line.
        var line: String { title + (gain.map { ": \($0)" } ?? "") }
    }

    package init(_ report: AnalysisReport) {
        let best = report.recommendedFilter ?? report.filters.last
        verdict = report.verdict.map { Self.verdict($0, report) }
        headline = Self.headline(report, best: best, saysWhen: true)
        shortHeadline = Self.headline(report, best: best, saysWhen: false)
        actions = report.actions.map { Self.action($0, report) }
        returned = report.returnToStart.map(Self.returned)
        findings = Self.findings(report, best: best) + [returned].compactMap { $0 }
        filter = Self.filter(report)
        confidence = Self.confidence(report, best: best)
    }

    /// Where the deviation curve is farthest from zero.
    static func largestDeviation(_ section: DeviationSection?) -> DeviationPoint? {
        section?.curve.max { $0.deviation.magnitude < $1.deviation.magnitude }
    }

    private static func verdict(_ verdict: VerdictSection, _ report: AnalysisReport) -> Verdict {
        let reason = sentence(PlainText.line(verdict.reason, limit: 300))
        switch verdict.grade {
        case .good: return Verdict(text: "Good", reason: reason, state: "good")
        case .notUsable: return Verdict(text: "Not usable", reason: reason, state: "bad")
        case .unknown: return Verdict(text: "Usability unknown", reason: reason, state: "warn")
        case .usableWith:
            let conditions = verdict.conditions.compactMap { condition -> String? in
                switch condition {
                case .calibration: "this log's calibration"
                case .filter: "the \(PlainText.line(report.recommendation?.filter ?? "", limit: 40)) filter"
                case .constant:
                    "a heading offset of " + NumberText.signedDegrees(report.headingOffset?.offsetDegrees ?? 0)
                case .partly: nil
                case .north: "another source of north"
                case .error: "an error of " + NumberText.degrees(verdict.headingErrorDegrees)
                }
            }
            let list = conditions.dropLast().joined(separator: ", ")
            let text = (list.isEmpty ? "" : list + " and ") + (conditions.last ?? "care")
            let share = NumberText.percent(report.recommendedFilter?.heading.definedShare)
            let when = verdict.conditions.contains(.partly) ? " for \(share) of the time" : ""
            let what = conditions.isEmpty && !when.isEmpty ? "" : " with " + text
            return Verdict(text: "Usable" + when + what, reason: reason, state: "warn")
        }
    }

    private static func headline(_ report: AnalysisReport, best: FilterSection?, saysWhen: Bool) -> String {
        let nearby = saysWhen ? nearby(report) : ""
        guard let best else {
            return report.filters.isEmpty
                ? "No filter could run on this log."
                : "No filter gives reliable headings for this log."
        }
        let name = PlainText.line(best.name, limit: 40)
        let before = report.verdict?.before
        if let accuracy = best.accuracy, let error = accuracy.headingRMSEDegrees {
            let rest = accuracy.headingRMSEAfterOffsetDegrees ?? error
            if let before {
                let what =
                    before.source == PreparedLog.deviceName
                    ? "The device's own heading" : "A plain compass (\(before.source))"
                return
                    "\(what) was off by \(NumberText.degrees(before.headingErrorDegrees)) (RMS); \(name) on the same "
                    + "data: \(NumberText.degrees(error))." + cause(report, saysWhen: saysWhen)
            }
            return
                "With the \(name) filter the heading is off by \(NumberText.degrees(error)) (RMS"
                + (report.isReferenceRelative ? ", without a constant: the reference's north is arbitrary)" : ")")
                + (rest < 0.8 * error ? ", by \(NumberText.degrees(rest)) without its heading offset." : ".")
                + better(report, than: error) + cause(report, saysWhen: saysWhen)
        }
        if !report.recording.hasMagnetometer {
            return "Without a magnetometer the heading is relative to the start of the log, not to north."
        }
        if report.isFieldAbsurd {
            return
                "The headings of this log are not usable: the calibrated readings of its magnetometer do not fit the Earth's field."
        }
        if let verdict = report.verdict, verdict.grade == .unknown {
            return sentence(PlainText.line(verdict.reason, limit: 300)) + nearby
        }
        if let error = report.verdict?.headingErrorDegrees {
            if report.isErrorTheDistance { return sentence(report.verdict?.reason ?? "") + nearby }
            return "The heading of \(name) is predicted to be off by \(NumberText.plusMinus(error)) (one sigma): "
                + "\(report.whyUnmeasured)." + nearby
        }
        return "The error of the headings is not measured: \(report.whyUnmeasured)." + nearby
    }

    /// A sentence on the device's own heading where it is better; empty where it is not.
    private static func better(_ report: AnalysisReport, than best: Double) -> String {
        guard let error = report.device?.attitudeAccuracy?.headingRMSEDegrees, error < best else { return "" }
        return " The device's own heading is nearer: \(NumberText.degrees(error))."
    }

    /// A sentence on the largest part of the measured error, else on what disturbed the field; empty without both.
    private static func cause(_ report: AnalysisReport, saysWhen: Bool) -> String {
        let largest = AccountText.sentence(report, saysWhen: saysWhen)
        return largest.isEmpty && saysWhen ? nearby(report) : largest
    }

    /// A sentence on the disturbances; empty where there are none.
    private static func nearby(_ report: AnalysisReport) -> String {
        report.disturbance.map { $0.episodes.isEmpty ? "" : " A magnet or iron was nearby from \($0.spans)." } ?? ""
    }

    private static func findings(_ report: AnalysisReport, best: FilterSection?) -> [String] {
        var sentences: [String] = []
        if let disturbance = report.disturbance, let extreme = disturbance.extremeMicrotesla {
            sentences.append(
                "The magnetic field was disturbed from \(disturbance.spans): up to \(NumberText.fixed(extreme, decimals: 0)) "
                    + "\u{B5}T (median of a second) instead of \(NumberText.fixed(disturbance.fieldMicrotesla, decimals: 0))."
            )
        }
        if let offset = report.headingOffset {
            sentences.append(constant(offset))
            if let drift = offset.driftDegreesPerMinute, let sigma = offset.driftSigmaDegreesPerMinute,
                drift.magnitude > 2 * sigma
            {
                sentences.append(
                    "It drifts by \(NumberText.signedDegrees(drift)) \u{B1} \(NumberText.degrees(sigma)) per minute.")
            }
        }
        if let deviation = report.deviation, !deviation.accepted {
            sentences.append(
                "The compass deviation is not determined: \(PlainText.line(deviation.reason, limit: 300)).")
        } else if let deviation = report.deviation, let largest = largestDeviation(deviation) {
            let heading = NumberText.fixed(largest.heading, decimals: 0)
            sentences.append(
                (report.calibration.magnetometer == nil ? "The compass is off" : "The calibrated compass is still off")
                    + ", depending on its heading, by up to \(NumberText.signedDegrees(largest.deviation)) (at compass "
                    + "heading \(heading)\u{B0}); single readings scatter by \(NumberText.degrees(deviation.residualRMSDegrees)) "
                    + "RMS about that curve.")
        }
        if let magnetometer = report.calibration.magnetometer,
            magnetometer.accepted || magnetometer.applied == true
        {
            // In microtesla by the calibration, where the readings have no unit.
            let hasUnit = !report.warnings.contains { $0.code == .normalisedField }
            let model = magnetometer.model
            let length = (hasUnit ? model.hardIron : model.apply(.zero)).length
            let field = magnetometer.fieldMicrotesla.map {
                "\(NumberText.fixed(length / $0, decimals: 1)) times the Earth's field of "
                    + "\(NumberText.fixed($0, decimals: 0)) \u{B5}T"
            }
            let strength = hasUnit ? "\(NumberText.fixed(length, decimals: 0)) \u{B5}T" : nil
            let own = [strength, field].compactMap { $0 }.joined(separator: ", ")
            if !own.isEmpty {
                sentences.append("The device's own magnetic field is \(own): the calibration removes it.")
            }
        }
        if let accuracy = best?.accuracy {
            if let p95 = accuracy.p95Degrees, let inclination = accuracy.inclinationRMSEDegrees {
                sentences.append(
                    "95\u{A0}% of all orientations are within \(NumberText.degrees(p95)), "
                        + "and the inclination is off by \(NumberText.degrees(inclination)) RMS.")
            }
        } else if best != nil {
            sentences.append(contentsOf: agreement(report))
        }
        return sentences
    }

    /// The differences between the headings of a log without a reference.
    private static func agreement(_ report: AnalysisReport) -> [String] {
        guard let first = report.agreement.first?.first else {
            return ["No accuracy is given: \(report.whyUnmeasured)."]
        }
        let others = report.agreement.map {
            "\(PlainText.line($0.second, limit: 40)) \(NumberText.degrees($0.rmsDegrees))"
        }
        return [
            "The true heading is unknown: \(report.whyUnmeasured). RMS difference from \(PlainText.line(first, limit: 40)): "
                + others.joined(separator: ", ") + "."
        ]
    }

    /// The heading change by each track, for a device that returned to its first pose.
    private static func returned(_ back: ReturnToStart) -> String {
        let tracks = back.tracks.map {
            "\(PlainText.line($0.name, limit: 40)) \(NumberText.degrees($0.headingDegrees.magnitude))"
        }
        return "The device came back to its first pose at \(back.endSeconds.clock) (gravity within "
            + "\(NumberText.degrees(back.gravityDegrees)), field within \(NumberText.degrees(back.fieldDegrees))). "
            + "Change of the heading since the start: " + tracks.joined(separator: ", ") + "."
    }

    /// The heading offset in words, with its sigma.
    private static func constant(_ offset: HeadingOffsetSection) -> String {
        let value = NumberText.signedDegrees(offset.offsetDegrees)
        guard offset.accepted else {
            return "The heading offset is not determined: \(PlainText.line(offset.reason))."
        }
        let sigma = offset.sigmaDegrees.map { " \u{B1} \(NumberText.degrees($0))" } ?? ", its uncertainty unknown"
        let figure = "reference minus estimate is \(value)\(sigma)"
        guard offset.isSignificant else {
            return "The heading has no significant offset: \(figure)."
        }
        let side = offset.offsetDegrees > 0 ? "left (counter-clockwise)" : "right (clockwise)"
        return
            "On average the heading points \(NumberText.degrees(offset.offsetDegrees.magnitude)) too far to the \(side): "
            + figure + "."
    }

    private static func action(_ action: ActionSection, _ report: AnalysisReport) -> Action {
        let gain = action.beforeDegrees.flatMap { before in
            action.afterDegrees.map { "\(NumberText.degrees(before)) \u{2192} \(NumberText.degrees($0))" }
        }
        return Action(
            title: title(of: action.kind, report), gain: gain, detail: detail(of: action.kind, report),
            command: PlainText.line(action.command, limit: 300),
            swift: action.swift)
    }

    private static func title(of kind: ActionSection.Kind, _ report: AnalysisReport) -> String {
        let filter = PlainText.line(report.recommendation?.filter ?? "the filter", limit: 40)
        switch kind {
        case .recordMagnetometer: return "Record the magnetometer too: headings are relative to the start"
        case .recordCalibration: return "Calibrate the magnetometer with a separate recording"
        case .useCalibration: return "Use this log's calibration.json"
        case .useFilter:
            return "Use \(filter) instead of "
                + (report.verdict?.before?.source == PreparedLog.deviceName
                    ? "the device's own heading" : "a plain compass")
        case .avoidMagnets: return "Keep magnets and iron away, or use the longest undisturbed part alone"
        case .addConstant:
            return
                "Add the heading offset \(NumberText.signedDegrees(report.headingOffset?.offsetDegrees ?? 0)) to \(filter)"
        case .correctDeviation: return "Correct the compass by its deviation curve"
        case .recordGyroscope:
            return "Record the gyroscope too: without it headings lag and follow magnets"
        case .givePlace: return "Give \(report.missingSite.words), for headings from true north"
        case .recordReference: return "Measure the error: record sightings of known places or bearings"
        }
    }

    private static func detail(of kind: ActionSection.Kind, _ report: AnalysisReport) -> String? {
        switch kind {
        case .recordCalibration:
            let missing = report.calibration.magnetometer?.missing.map { sentence(PlainText.line($0, limit: 300)) }
            return missing ?? "Turn the device through all directions for half a minute."
        case .useCalibration:
            return report.calibration.magnetometer?.headingSigmaDegrees.map {
                "The file is in the folder of this report; its part of the heading error is predicted as \(NumberText.plusMinus($0)) (one sigma)."
            }
        case .avoidMagnets:
            return report.disturbance.map { "The field was disturbed from \($0.spans)." }
        case .addConstant:
            return
                "Fitted on the first half of the log, measured on the second; without --to it is that of the whole log."
        case .correctDeviation:
            return "The curve of the first half of the log makes the compass better than the filter on the second."
        case .recordMagnetometer, .useFilter, .recordGyroscope, .givePlace,
            .recordReference:
            return nil
        }
    }

    private static func filter(_ report: AnalysisReport) -> String {
        guard let recommendation = report.recommendation else {
            return "No filter is recommended: "
                + (report.filters.isEmpty ? "none could run." : "the headings of this log are not usable.")
        }
        let values = recommendation.parameters
        let changed = EstimatorCatalogue.entry(named: recommendation.filter)?.changes(in: values) ?? values
        return "Use \(PlainText.line(recommendation.filter, limit: 40))"
            + (changed.isEmpty ? " with its default parameters" : " with \(parameters(changed))") + ": "
            + sentence(PlainText.line(recommendation.why, limit: 400), capitalized: false)
            + (recommendation.offline.map {
                " The most accurate estimator is \(PlainText.line($0, limit: 40)), which needs the whole recording."
            } ?? "")
    }

    /// `name = value` in alphabetical order.
    static func parameters(_ values: [String: Double]) -> String { parameterList(values).joined(separator: ", ") }

    /// The same one by one.
    static func parameterList(_ values: [String: Double]) -> [String] {
        values.sorted { $0.key < $1.key }
            .map { "\(PlainText.line($0.key, limit: 40)) = \(NumberText.general($0.value))" }
    }

    private static func confidence(_ report: AnalysisReport, best: FilterSection?) -> String {
        var text =
            AccountText(report).map { $0.caption }
            ?? "The log says neither how large the error of its headings is nor where it comes from."
        if let coverage = best?.accuracy?.coverage95, let name = best?.name {
            let verdict =
                coverage < 0.9
                ? "its error band is too narrow (overconfident)."
                : coverage > 0.99 ? "its error band is too wide (too cautious)." : "its error band is about right."
            text +=
                " The 95\u{A0}% error band of \(PlainText.line(name, limit: 40)) contains "
                + "\(NumberText.percent(coverage)) of the true headings: " + verdict
        }
        return text
    }

    /// A message as a sentence: a capital letter first, a full stop last.
    static func sentence(_ text: String, capitalized: Bool = true) -> String {
        guard let first = text.first else { return "" }
        let start = capitalized ? first.uppercased() : String(first)
        return start + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}

extension AnalysisReport {
    /// The heading sigma that a filter states, degrees; `nil` where the verdict is that nothing is known of the
    /// heading, since the sigma assumes readings of the Earth's field.
    func statedSigma(of filter: FilterSection) -> Double? {
        guard let verdict, !verdict.isMeasured, verdict.headingErrorDegrees == nil else {
            return filter.heading.medianSigmaDegrees
        }
        return nil
    }
}
