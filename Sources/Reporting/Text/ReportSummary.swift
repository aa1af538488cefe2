import Analysis
import Foundation
import OrientationFilters

/// The summary of a report: heading error, actions, filter, confidence. Unescaped, one line each; the same in every format.
struct ReportSummary {
    /// One sentence: the most important number.
    let headline: String
    /// How far off the compass is.
    let findings: [String]
    /// What to do about it.
    let actions: [String]
    /// Which filter with which parameters, and why.
    let filter: String
    /// How large the known heading errors are, and whether the error band is right.
    let confidence: String

    init(_ report: AnalysisReport) {
        let best = report.filters.first { $0.name == report.recommendation?.filter } ?? report.filters.last
        headline = Self.headline(report, best: best)
        findings = Self.findings(report, best: best)
        actions = Self.actions(report)
        filter = Self.filter(report)
        confidence = Self.confidence(report, best: best)
    }

    /// The root of the sum of squares of a budget's known entries, degrees; `nil` where none is known.
    static func total(of budget: [BudgetEntry]) -> Double? {
        let known = budget.compactMap(\.sigmaDegrees)
        return known.isEmpty ? nil : known.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Where the deviation curve is farthest from zero.
    static func largestDeviation(_ section: DeviationSection?) -> DeviationPoint? {
        section?.curve.max { $0.deviation.magnitude < $1.deviation.magnitude }
    }

    /// Whether the log holds a magnetometer, raw or corrected.
    static func hasMagnetometer(_ report: AnalysisReport) -> Bool {
        report.recording.streams.contains { $0.sensor.hasPrefix("magnetometer") && $0.samples > 0 }
    }

    private static func headline(_ report: AnalysisReport, best: FilterSection?) -> String {
        guard let best else {
            return report.filters.isEmpty
                ? "No filter could run on this log."
                : "No filter gives headings of this log that can be trusted."
        }
        let name = PlainText.line(best.name, limit: 40)
        if let accuracy = best.accuracy {
            if let before = before(report, best: best) {
                return
                    "\(before.what) was off by \(NumberText.degrees(before.error)) (RMS); \(name) on the same data: "
                    + "\(NumberText.degrees(accuracy.headingRMSEDegrees))." + cause(report)
            }
            return
                "With the \(name) filter the heading is off by \(NumberText.degrees(accuracy.headingRMSEDegrees)) (RMS)"
                + (accuracy.headingRMSEAfterOffsetDegrees < 0.8 * accuracy.headingRMSEDegrees
                    ? ", by \(NumberText.degrees(accuracy.headingRMSEAfterOffsetDegrees)) once its constant part is removed."
                    : ".")
        }
        if !hasMagnetometer(report) {
            return "Without a magnetometer the heading is relative to the start of the log, not to north."
        }
        if report.warnings.contains(where: { $0.code == .magnetometerImplausible }) {
            return
                "The headings of this log are meaningless: its magnetometer, as calibrated, does not measure the Earth's field."
        }
        if let sigma = best.heading.medianSigmaDegrees {
            return "The \(name) filter states a heading error of \(NumberText.plusMinus(sigma)) (one sigma); "
                + "without a reference in the log this cannot be checked."
        }
        return "The log has no reference, so the error of its headings cannot be measured."
    }

    /// The heading that the app has today: the device's own, else that of a plain compass, where it is clearly worse.
    private static func before(_ report: AnalysisReport, best: FilterSection) -> (what: String, error: Double)? {
        let plain = report.filters.first { ["compass", "lowpass"].contains($0.name) && $0.name != best.name }
        let found =
            report.device?.attitudeAccuracy.map { ("The device's own heading", $0.headingRMSEDegrees) }
            ?? plain.flatMap { filter in
                filter.accuracy.map { ("A plain compass (\(filter.name))", $0.headingRMSEDegrees) }
            }
        guard let found, let after = best.accuracy, found.1 > 1.2 * after.headingRMSEDegrees else { return nil }
        return found
    }

    /// What disturbed the compass.
    private static func cause(_ report: AnalysisReport) -> String {
        if let disturbance = report.disturbance, !disturbance.episodes.isEmpty {
            return " Cause: a magnet or iron nearby from \(disturbance.spans)."
        }
        return ""
    }

    private static func findings(_ report: AnalysisReport, best: FilterSection?) -> [String] {
        var sentences: [String] = []
        if let disturbance = report.disturbance, let extreme = disturbance.extremeMicrotesla {
            sentences.append(
                "The magnetic field was disturbed from \(disturbance.spans): up to \(NumberText.fixed(extreme, decimals: 0)) "
                    + "\u{B5}T instead of \(NumberText.fixed(disturbance.fieldMicrotesla, decimals: 0)).")
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
                    + ", depending on where it points, by up to \(NumberText.signedDegrees(largest.deviation)) (at compass "
                    + "heading \(heading)\u{B0}); single readings scatter by \(NumberText.degrees(deviation.residualRMSDegrees)) "
                    + "RMS about that curve.")
        }
        if let magnetometer = report.calibration.magnetometer,
            magnetometer.accepted || magnetometer.applied == true
        {
            let length = magnetometer.model.hardIron.length
            let field =
                magnetometer.fieldMicrotesla.map {
                    ", \(NumberText.fixed(length / $0, decimals: 1)) times the Earth's field of "
                        + "\(NumberText.fixed($0, decimals: 0)) \u{B5}T"
                } ?? ""
            sentences.append(
                "The device's own magnetism is \(NumberText.fixed(length, decimals: 0)) \u{B5}T\(field): the calibration removes it."
            )
        }
        if let accuracy = best?.accuracy {
            sentences.append(
                "95\u{A0}% of all orientations are within \(NumberText.degrees(accuracy.p95Degrees)), "
                    + "and the inclination is off by \(NumberText.degrees(accuracy.inclinationRMSEDegrees)) RMS.")
        } else if best != nil {
            sentences.append("The log has no reference orientation, so no accuracy is given.")
        }
        return sentences
    }

    /// The constant heading error in words, with its sigma.
    private static func constant(_ offset: HeadingOffsetSection) -> String {
        let value = NumberText.signedDegrees(offset.offsetDegrees)
        guard offset.accepted else {
            return "The constant heading error is not determined: \(PlainText.line(offset.reason))."
        }
        let sigma = offset.sigmaDegrees.map { " \u{B1} \(NumberText.degrees($0))" } ?? ", its uncertainty unknown"
        let figure = "reference minus estimate is \(value)\(sigma)"
        guard let spread = offset.sigmaDegrees, offset.offsetDegrees.magnitude > 2 * spread else {
            return "The heading has no significant constant error: \(figure)."
        }
        let side = offset.offsetDegrees > 0 ? "left (counter-clockwise)" : "right (clockwise)"
        return
            "On average the heading points \(NumberText.degrees(offset.offsetDegrees.magnitude)) too far to the \(side): "
            + figure + "."
    }

    private static func actions(_ report: AnalysisReport) -> [String] {
        var actions: [String] = []
        if let magnetometer = report.calibration.magnetometer {
            if magnetometer.accepted {
                actions.append(
                    (magnetometer.source == "log"
                        ? "Use this log's calibration, calibration.json beside the report (--calibration FILE)"
                        : "Go on using the magnetometer calibration of \(PlainText.line(magnetometer.source, limit: 80))")
                        + (magnetometer.headingSigmaDegrees.map {
                            "; predicted remaining heading error \(NumberText.plusMinus($0)) (one sigma)."
                        } ?? "."))
            } else {
                actions.append(
                    "Do not trust the magnetometer calibration: \(PlainText.line(magnetometer.reason, limit: 300)). "
                        + (magnetometer.missing.map { sentence(PlainText.line($0, limit: 300)) } ?? ""))
            }
        } else if hasMagnetometer(report) {
            actions.append(
                "Calibrate the magnetometer: turn the device through all directions and analyse that recording.")
        } else {
            actions.append("Record the magnetometer too, for headings against north.")
        }
        if let offset = report.headingOffset, offset.accepted, let sigma = offset.sigmaDegrees {
            actions.append(
                offset.offsetDegrees.magnitude > 2 * sigma
                    ? "Add \(NumberText.signedDegrees(offset.offsetDegrees)) to the heading of \(PlainText.line(offset.filter))."
                    : "No constant correction is needed: \(NumberText.signedDegrees(offset.offsetDegrees)) is within "
                        + "two sigma of zero.")
        }
        if let deviation = report.deviation, deviation.accepted, let largest = largestDeviation(deviation),
            largest.deviation.magnitude > max(1, 2 * deviation.residualRMSDegrees)
        {
            actions.append(
                "Correct the compass by the deviation curve A..E below: it removes up to "
                    + "\(NumberText.degrees(largest.deviation.magnitude)), and "
                    + "\(NumberText.degrees(deviation.residualRMSDegrees)) RMS remain.")
        }
        if report.geomagnetism == nil {
            actions.append("Give place and date (--place LAT,LON --date YYYY-MM-DD) for headings against true north.")
        }
        if report.filters.allSatisfy({ $0.accuracy == nil }) {
            actions.append("Record a reference, such as known bearings or an optical system, to measure the error.")
        }
        return actions.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func filter(_ report: AnalysisReport) -> String {
        guard let recommendation = report.recommendation else { return "No filter is recommended: none could run." }
        let changed = changes(recommendation)
        return "Use \(PlainText.line(recommendation.filter, limit: 40))"
            + (changed.isEmpty ? " with its default parameters" : " with \(parameters(changed))") + ": "
            + sentence(PlainText.line(recommendation.why, limit: 400), capitalized: false)
    }

    /// The parameters that are not the catalogue's defaults.
    private static func changes(_ recommendation: RecommendationSection) -> [String: Double] {
        let known = FilterCatalogue.entry(named: recommendation.filter)?.parameters ?? []
        let defaults = Dictionary(known.map { ($0.name, $0.defaultValue) }) { first, _ in first }
        return recommendation.parameters.filter { defaults[$0.key] != $0.value }
    }

    /// `name = value` in alphabetical order.
    static func parameters(_ values: [String: Double]) -> String { parameterList(values).joined(separator: ", ") }

    /// The same one by one.
    static func parameterList(_ values: [String: Double]) -> [String] {
        values.sorted { $0.key < $1.key }
            .map { "\(PlainText.line($0.key, limit: 40)) = \(NumberText.general($0.value))" }
    }

    private static func confidence(_ report: AnalysisReport, best: FilterSection?) -> String {
        var text: String
        if let total = total(of: report.budget) {
            text =
                "Known sources of heading error add up to \(NumberText.degrees(total)) (one sigma, in quadrature)"
            let unknown = report.budget.filter { $0.sigmaDegrees == nil }.map { PlainText.line($0.source) }
            text += unknown.isEmpty ? "." : "; unknown: \(unknown.joined(separator: ", "))."
        } else {
            text = "No source of heading error could be quantified."
        }
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
