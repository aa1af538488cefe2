import Analysis
import Calibration
import Foundation
import Recordings
import SensorModels
import Vocabulary

/// Everything that the template of `report.html` shows, as text.
struct ReportPage {
    /// A number that is seen first.
    struct Card {
        let label: String
        let value: String
        let detail: String
        /// good, warn or none.
        let state: String
    }

    /// A source of error with the length of its bar.
    struct Budget {
        let source: String
        let value: String
        let pixels: String
        let width: String
        let known: Bool
    }

    /// A row of a table.
    struct Row {
        let head: String
        let tail: [String]
        let isMarked: Bool

        init(cells: [String], isMarked: Bool = false) {
            head = cells.first ?? ""
            tail = Array(cells.dropFirst())
            self.isMarked = isMarked
        }
    }

    /// A table with its first column as row heads.
    struct Table {
        let caption: String
        let columns: [String]
        let rows: [Row]
    }

    /// Names with their values.
    struct FactList {
        let facts: [Fact]

        init?(_ facts: [Fact]) {
            guard !facts.isEmpty else { return nil }
            self.facts = facts
        }
    }

    /// A filter with its parameters, each `name = value`.
    struct Parameters {
        let filter: String
        let values: [String]
    }

    /// A name with its value.
    struct Fact {
        let name: String
        let value: String
    }

    let style = ReportStyle.css
    let script = ReportScript.element
    let scriptPolicy = ReportScript.policy
    let name: String
    let subtitle: String
    let summary: ReportSummary
    let cards: [Card]
    let budget: [Budget]
    let budgetTotal: String
    let budgetPixels: String
    let budgetNote: String
    let warnings: [Warning]
    let hasWarnings: Bool
    let warningCount: String
    let time: TimeFigures
    let distribution: DistributionFigures
    let replay: ReplayFigure
    let noise: NoiseFigures
    let deviation: DeviationFigures
    let deviationTable: FactList?
    let magnetometer: MagnetometerFigures
    let filters: Table
    let parameters: [Parameters]
    let accuracyNote: String
    let streams: Table
    let calibrations: [CalibrationText]
    let geomagnetismTable: FactList?
    let geomagnetismMissing: String?
    let deviceTable: FactList?
    let deviceMissing = DeviceFacts.missing
    let conventionsTable: FactList?
    let performanceTable: FactList?
    let sourceTable: FactList?

    init(_ result: AnalysisResult, series: ReportSeries) {
        let report = result.report
        let tables = ReportTables(report)
        name = PlainText.line(report.recording.name ?? report.input.path, limit: 90)
        subtitle = ReportFacts.subtitle(report)
        summary = ReportSummary(report)
        cards = ReportCards.cards(report)
        let total = ReportSummary.total(of: report.budget)
        budget = Self.budget(report.budget, report.camera)
        budgetPixels = NumberText.pixels(total, report.camera)
        budgetNote = [ReportFacts.measured(report), report.camera.map(ReportFacts.pixels)].compactMap { $0 }
            .joined(separator: " ")
        budgetTotal = NumberText.degrees(total, decimals: 2)
        warnings = report.warnings.map {
            Warning(
                code: $0.code,
                message: ReportSummary.sentence(PlainText.line($0.text, limit: 600)),
                advice: ReportSummary.sentence(PlainText.line($0.advice, limit: 600)))
        }
        hasWarnings = !warnings.isEmpty
        warningCount = warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings"
        time = TimeFigures(result, series: series)
        distribution = DistributionFigures(result)
        replay = ReplayFigure(result)
        noise = NoiseFigures(result)
        deviation = DeviationFigures(report.deviation, reason: ReportFacts.whyNoDeviation(report))
        deviationTable = FactList(ReportFacts.deviation(report.deviation))
        magnetometer = MagnetometerFigures(result)
        filters = tables.filters
        parameters = report.filters.map {
            Parameters(
                filter: PlainText.line($0.name, limit: 40), values: ReportSummary.parameterList($0.parameters))
        }
        accuracyNote = tables.accuracyNote
        streams = tables.streams
        calibrations = CalibrationText.sections(report.calibration, sensors: report.recording.streams)
        geomagnetismTable = FactList(ReportFacts.geomagnetism(report.geomagnetism))
        geomagnetismMissing =
            report.geomagnetism == nil
            ? "The log does not say where and when it was recorded, so the declination is unknown and headings are magnetic. "
                + "Give --place LAT,LON and --date YYYY-MM-DD." : nil
        deviceTable = FactList(DeviceFacts.facts(report.device))
        conventionsTable = FactList(ReportFacts.conventions(result))
        performanceTable = FactList(ReportFacts.performance(report.performance))
        sourceTable = FactList(ReportFacts.source(report))
    }

    private static func budget(_ entries: [BudgetEntry], _ camera: CameraSection?) -> [Budget] {
        let largest = max(entries.compactMap(\.sigmaDegrees).max() ?? 0, 1e-9)
        return entries.map { entry in
            Budget(
                source: PlainText.line(entry.source),
                value: entry.sigmaDegrees.map { NumberText.degrees($0, decimals: 2) } ?? "unknown",
                pixels: NumberText.pixels(entry.sigmaDegrees, camera),
                width: FixedDecimal.text((entry.sigmaDegrees ?? 0) / largest * 100, decimals: 1),
                known: entry.sigmaDegrees != nil)
        }
    }
}

/// A picture of the report, or the reason why it is missing.
struct Figure {
    /// For wide windows and paper, and for narrow ones; the same markup where one picture does for both.
    var wide = ""
    var narrow: String?
    /// What the picture shows, in one sentence.
    var caption = ""
    /// Why there is no picture; `nil` where there is one.
    var missing: String?

    static func missing(_ reason: String) -> Figure { Figure(missing: reason) }

    /// A chart in both sizes; `layers` is asked for the curves of each.
    static func overTime(
        title: String, caption: String, x: ChartAxis, narrowX: ChartAxis, y: ChartAxis, height: Double = 300,
        layers: (_ narrow: Bool) -> [ChartLayer]
    ) -> Figure {
        let wide = Chart(title: title, summary: caption, x: x, y: y, layers: layers(false))
        let narrow = Chart(title: title, summary: caption, x: narrowX, y: y, layers: layers(true))
        return Figure(
            wide: wide.svg(ChartSize(width: ChartSize.wide.width, height: height)),
            narrow: narrow.svg(ChartSize(width: ChartSize.narrow.width, height: height * 0.85)), caption: caption)
    }
}
