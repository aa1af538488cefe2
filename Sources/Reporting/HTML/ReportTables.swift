import Analysis
import Figures

/// The tables of the report: the filters with their accuracy, the streams of the log.
struct ReportTables {
    let filters: Table
    let streams: Table
    /// Why there are no figures of accuracy, or what they were measured on.
    let accuracyNote: String

    /// What errors are against a reference of arbitrary north.
    static let constantRemoved =
        "The reference's north is arbitrary: one constant per filter is removed from heading and total."

    /// - Parameter ranked: the filters in the order of their rows; `nil` for that of the report.
    init(_ report: AnalysisReport, ranked: [FilterSection]? = nil) {
        let ranked = ranked ?? report.headings
        streams = Self.streams(report)
        let measured = report.filters.compactMap(\.accuracy)
        if let most = measured.map(\.samples).max() {
            filters = Self.accuracies(report, ranked)
            accuracyNote =
                "Measured on \(NumberText.count(most)) samples of the reference; degrees, RMS unless stated otherwise. "
                + "Offset: the plain mean of the heading error; the heading offset above is a robust fit. "
                + "In 95\u{A0}% band: share of heading errors in the filter's own; NEES: mean of (error / "
                + "sigma)\u{B2}, 1 for a correct sigma. \(NumberText.none): the filter gives no sigma."
                + (report.isReferenceRelative ? " " + Self.constantRemoved : "")
                + (report.slowStarts.isEmpty ? "" : " " + report.slowStarts.joined(separator: "; ") + ".")
        } else {
            filters = Self.tracks(report, ranked)
            accuracyNote =
                "The accuracy is unknown: \(report.whyUnmeasured). It is not estimated from the filter itself."
        }
    }

    /// A row for each filter, the recommended one marked, and one for the device's own attitude.
    private static func table(
        _ caption: String, _ columns: [String], _ report: AnalysisReport, _ ranked: [FilterSection],
        cells: (FilterSection) -> [String]
    ) -> Table {
        Table(
            caption: caption, columns: ["filter"] + columns,
            rows: ranked.map {
                [PlainText.line($0.name, limit: 40) + ($0.isOffline ? " (offline)" : "")] + cells($0)
            },
            marked: ranked.firstIndex { $0.name == report.recommendation?.filter }, hint: Glossary.hint)
    }

    private static func accuracies(_ report: AnalysisReport, _ ranked: [FilterSection]) -> Table {
        table(
            "Accuracy of the filters against the reference",
            [
                "total", "heading", "offset", "heading without it", "inclination", "rho", "median total",
                "95\u{A0}% total", "worst", "own \u{3C3}", "in 95\u{A0}% band", "NEES",
            ], report, ranked
        ) { filter in
            let accuracy = filter.accuracy
            return [
                NumberText.degrees(accuracy?.totalRMSEDegrees, decimals: 2),
                NumberText.degrees(accuracy?.headingRMSEDegrees, decimals: 2),
                NumberText.signedDegrees(accuracy?.headingOffsetDegrees, decimals: 2),
                NumberText.degrees(accuracy?.headingRMSEAfterOffsetDegrees, decimals: 2),
                NumberText.degrees(accuracy?.inclinationRMSEDegrees, decimals: 2),
                NumberText.degrees(accuracy?.rhoRMSEDegrees, decimals: 2),
                NumberText.degrees(accuracy?.medianDegrees, decimals: 2),
                NumberText.degrees(accuracy?.p95Degrees, decimals: 2),
                NumberText.degrees(accuracy?.maximumDegrees, decimals: 1),
                NumberText.sigma(filter.heading.medianSigmaDegrees, decimals: 2),
                NumberText.percent(accuracy?.coverage95), NumberText.fixed(accuracy?.nees, decimals: 2),
            ]
        }
    }

    private static func tracks(_ report: AnalysisReport, _ ranked: [FilterSection]) -> Table {
        table(
            "Results of the filters",
            [
                "mean heading", "its spread", "own \u{3C3}", "heading defined", "mean rho", "rho, least", "rho, most",
                "rho \u{2212} recorded, RMS",
            ], report, ranked
        ) { filter in
            [
                NumberText.degrees(filter.heading.circularMeanDegrees),
                NumberText.degrees(filter.heading.circularStandardDeviationDegrees),
                NumberText.sigma(report.statedSigma(of: filter), decimals: 2),
                NumberText.percent(filter.heading.definedShare, decimals: 1),
                NumberText.degrees(filter.rho.meanDegrees), NumberText.degrees(filter.rho.minimumDegrees),
                NumberText.degrees(filter.rho.maximumDegrees),
                NumberText.degrees(filter.rho.rmsToRecordedGravityDegrees, decimals: 2),
            ]
        }
    }

    /// A unit in typographic form; unit quaternions have none.
    static func unit(_ unit: String) -> String {
        switch unit {
        case "uT": "\u{B5}T"
        case "m/s^2": "m/s\u{B2}"
        case "1": NumberText.none
        default: PlainText.line(unit, limit: 20)
        }
    }

    private static func streams(_ report: AnalysisReport) -> Table {
        Table(
            caption: "Streams of the log",
            columns: [
                "sensor", "samples", "rate", "jitter", "gaps", "equal stamps", "repeated values", "unit in the log",
                "sign and frame in the log", "decided by",
            ],
            rows: report.recording.streams.map { stream in
                [
                    PlainText.line(stream.sensor, limit: 40), NumberText.count(stream.samples),
                    stream.rateHz.map { NumberText.general($0, digits: 4) + "\u{A0}Hz" } ?? NumberText.none,
                    stream.jitterSeconds.map { NumberText.fixed($0 * 1000, decimals: 2) + "\u{A0}ms" }
                        ?? NumberText.none,
                    NumberText.count(stream.gaps), NumberText.count(stream.duplicates),
                    NumberText.count(stream.repeatedValues), unit(stream.unit),
                    PlainText.line(stream.convention), PlainText.line(stream.decidedBy),
                ]
            }, hint: Glossary.hint)
    }
}

extension AnalysisReport {
    /// The filters, and the device's own attitude as one more.
    var headings: [FilterSection] { filters + [device?.attitude].compactMap { $0 } }

    /// The filters whose error settles late, where less than 5 % of the samples have most of its square: the RMS is
    /// then that of the start.
    var slowStarts: [String] {
        filters.compactMap { filter in
            guard let errors = filter.errors, let total = errors.total, let settled = errors.convergenceSeconds,
                settled >= 1, total.rmseDegrees * total.rmseDegrees > 2 * total.p95Degrees * total.p95Degrees
            else { return nil }
            return "\(PlainText.line(filter.name, limit: 18)) settles within 10\u{B0} after "
                + "\(NumberText.fixed(settled, decimals: 0)) s: less than 5 % of the samples make most of its RMS"
        }
    }
}
