import Analysis
import Figures
import Foundation
import Vocabulary

/// Everything that the template of `report.html` shows, as text.
enum ReportPage {
    /// A name with its value.
    struct Fact {
        let name: String
        let value: String

        /// The names that have a value.
        static func list(_ values: KeyValuePairs<String, String?>) -> [Fact] {
            values.compactMap { name, value in value.map { Fact(name: name, value: $0) } }
        }
    }

    /// What the template inserts, by its names.
    static func values(_ result: AnalysisResult) -> [String: Any] {
        let report = result.report
        let shown = ShownFilters(report)
        let tables = ReportTables(report, ranked: shown.ranked)
        let summary = ReportSummary(report)
        let warnings = report.warnings.map {
            Warning(
                code: $0.code,
                message: ReportSummary.sentence(PlainText.line($0.text, limit: 600)),
                advice: ReportSummary.sentence(PlainText.line($0.advice, limit: 600)))
        }
        let parameters: [[String: Any]] = report.filters.map {
            [
                "filter": PlainText.line($0.name, limit: 40),
                "values": ReportSummary.parameterList($0.parameters),
            ]
        }
        let geomagnetismMissing =
            report.geomagnetism == nil
            ? "The place and date of the log are unknown, so the declination is unknown and headings are magnetic. "
                + "Give --place LAT,LON and --date YYYY-MM-DD." : nil
        let series = ReportSeries(result)
        let values: [String: Any?] = [
            "name": PlainText.line(report.recording.name ?? report.input.path, limit: 90),
            "subtitle": ReportFacts.subtitle(report),
            "summary": summary,
            "answer": Answer(report, summary),
            "first": FirstPicture(result, series: series, shown: shown),
            "thinned": series.stretch.map {
                "Thinned: of each \(NumberText.fixed($0, decimals: $0 < 1 ? 2 : 1)) s the page has the lowest and the highest "
                    + "value. Enlarged, a curve is a band between them."
            },
            "terms": ["facts": Glossary.terms.map { Fact(name: $0.name, value: $0.text) }],
            "account": AccountText(report),
            "warnings": warnings,
            "hasWarnings": !warnings.isEmpty,
            "warningsTitle": ReportFacts.warnings(report),
            "hasSerious": report.warnings.contains { $0.code.severity == .serious },
            "time": TimeFigures(result, series: series, shown: shown),
            "timeline": TimelineFigures(result, series: series),
            "block": series.samples,
            "distribution": DistributionFigures(result, series: series, shown: shown),
            "replay": ReplayFigure(result),
            "noise": NoiseFigures(result),
            "deviation": DeviationFigures(report.deviation, reason: ReportFacts.whyNoDeviation(report)),
            "deviationTable": list(ReportFacts.deviation(report.deviation)),
            "alignment": result.report.arSession.flatMap { session in
                result.alignment.map { series -> [String: Any] in
                    [
                        "figure": AlignmentFigure.figure(series, session),
                        "table": ["facts": ReportFacts.alignment(session)],
                    ]
                }
            },
            "magnetometer": MagnetometerFigures(result),
            "filters": tables.filters,
            "parameters": parameters,
            "accuracyNote": tables.accuracyNote,
            "streams": tables.streams,
            "calibrations": CalibrationText.sections(report),
            "geomagnetismTable": list(ReportFacts.geomagnetism(report.geomagnetism)),
            "geomagnetismMissing": geomagnetismMissing,
            "deviceTable": list(DeviceFacts.facts(report.device)),
            "deviceMissing": DeviceFacts.missing,
            "conventions": ReportFacts.conventions(result),
            "performanceTable": list(ReportFacts.performance(report.performance)),
            "sourceTable": list(ReportFacts.source(report)),
        ]
        return values.compactMapValues { $0 }
    }

    /// Names with their values; `nil` where there are none.
    private static func list(_ facts: [Fact]) -> [String: [Fact]]? { facts.isEmpty ? nil : ["facts": facts] }
}
