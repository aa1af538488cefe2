import Analysis
import Evaluation
import Figures
import Fleet
import Foundation

/// The pictures of a study, each with the name of its file.
struct StudyPictures {
    /// One picture.
    typealias Named = (name: String, figure: Figure)

    /// Rows shown at most.
    private static let most = 24

    /// In the order in which they are shown.
    let all: [Named]

    init(_ report: StudyReport, _ tables: StudyTables) {
        let scopes: [Named?] = StudyTables.scopes.prefix(3).map { scope in
            Self.scope(scope, report, tables).map { ("by-\(scope)", $0) }
        }
        all =
            ([Self.choices(tables).map { ("choices", $0) }] + scopes
            + [Self.sinceStart(report, tables).map { ("since-start", $0) }, Self.claims(report).map { ("claims", $0) }])
            .compactMap { $0 }
    }

    private static func row(_ name: String, _ entry: StudyErrors?) -> IntervalRows.Row? {
        guard let entry, entry.mean > 0 else { return nil }
        // The axis is logarithmic.
        func positive(_ low: Double, _ high: Double) -> ClosedRange<Double> { max(low, 1e-3)...max(high, 1e-3) }
        let interval = entry.low.flatMap { low in entry.high.map { positive(low, $0) } }
        return IntervalRows.Row(
            name: name, dot: entry.mean, thin: positive(entry.minimum, entry.maximum), thick: interval)
    }

    private static let caption =
        "mean over the trials (dot), its 95 % interval by bootstrap over the trials (bar), best to worst trial (line)."

    private static func choices(_ tables: StudyTables) -> Figure? {
        let entries = tables.ranked.prefix(most)
        let basis = tables.comparedTrials.map { " Over \($0)." } ?? ""
        return IntervalRows.ranked(
            entries.compactMap { row($0.kind == "device" ? $0.filter : "\($0.filter), \($0.calibration)", $0) }
        ).figure(
            title: "Heading error by filter and calibration", label: "heading, RMSE, degrees",
            caption: "Heading error by filter and calibration: " + caption + basis)
    }

    private static func scope(_ scope: String, _ report: StudyReport, _ tables: StudyTables) -> Figure? {
        guard let best = report.best else { return nil }
        let rows = tables.names(scope).prefix(most).compactMap {
            row($0, tables.entry(scope, $0, best.filter, .headingRMSE))
        }
        let title = "Heading error by \(scope == "site" ? "place" : scope)"
        return IntervalRows.ranked(rows).figure(
            title: title, label: "heading of \(best.filter), RMSE, degrees",
            caption: "\(title) of \(best.filter) with the calibration \(best.calibration): " + caption)
    }

    /// Actual errors as points and claims as broken lines, at the middle of each interval on a logarithmic axis.
    private static func sinceStart(_ report: StudyReport, _ tables: StudyTables) -> Figure? {
        guard let best = report.best else { return nil }
        let sources = ["claims", best.filter, PreparedLog.deviceName]
        let rows = report.sinceStart.filter {
            sources.contains($0.source) && ($0.calibration == best.calibration || $0.source != best.filter)
        }
        let values = rows.flatMap { [$0.rmsErrorDegrees, $0.low, $0.high, $0.statedDegrees].compactMap { $0 } }
        guard Set(rows.map(\.fromSeconds)).count > 1, let most = values.max() else { return nil }
        let edges = ErrorsSinceStart.edges
        // The first interval begins at 0, which has no logarithm.
        func position(_ from: Double) -> Double {
            let end = edges.first { $0 > from } ?? 2 * from
            return log10((max(from, 3) * end).squareRoot())
        }
        let ticks = [5.0, 10, 30, 60, 120, 300, 600, 1800, 3600].map {
            ChartAxis.Tick(log10($0), NumberText.general($0))
        }
        let last = rows.map(\.fromSeconds).max() ?? 60
        let domain = log10(3)...log10(edges.first { $0 > last } ?? 2 * last)
        let x = ChartAxis(
            label: "time since the first sample, s", domain: domain, ticks: ticks.filter { domain.contains($0.value) },
            kind: .logarithm)
        let caption =
            "Heading error, root mean square over all trials, by time since the first sample (line and points; bars "
            + "are the 95 % interval, trials resampled) beside the claimed error (dashed line)."
        return .overTime(
            title: "Claimed and actual heading error over time", caption: caption, x: x, narrowX: x,
            y: .covering(0...most, label: "heading, degrees")
        ) { _ in
            sources.enumerated().flatMap { index, source -> [ChartLayer] in
                let part = rows.filter { $0.source == source }
                guard !part.isEmpty else { return [] }
                let points = part.map { ChartPoint(position($0.fromSeconds), $0.rmsErrorDegrees) }
                let bars = part.flatMap { row -> [ChartPoint] in
                    guard let low = row.low, let high = row.high else { return [] }
                    return [low, high, .nan].map { ChartPoint(position(row.fromSeconds), $0) }
                }
                let claimed = part.compactMap { row in
                    row.statedDegrees.map { ChartPoint(position(row.fromSeconds), $0) }
                }
                let name = source == "claims" ? "the device" : source
                return [
                    .line(bars, ChartStyle(.muted, width: 1.5), name: nil),
                    .line(points, ChartStyle(.series(index), width: 1.6), name: name),
                    .points(points, ChartStyle(.series(index)), radius: 3.5, name: nil),
                ]
                    + (claimed.isEmpty
                        ? []
                        : [
                            .line(
                                claimed, ChartStyle(.series(index), width: 1.6, dashes: [4, 3]),
                                name: "\(name), claimed")
                        ])
            }
        }
    }

    /// The claimed and the actual errors of each device.
    private static func claims(_ report: StudyReport) -> Figure? {
        let rows = Array(
            report.stated.filter { $0.source == "claims" && ($0.scope == "device" || $0.scope == "site") }
                .prefix(most).reversed())
        guard !rows.isEmpty else { return nil }
        let end = rows.flatMap { [$0.maximum, $0.statedDegrees] }.max() ?? 1
        let x = ChartAxis.covering(0...end, label: "heading, degrees")
        let y = ChartAxis.names(rows.map(\.name))
        let ranges = rows.enumerated().flatMap { index, row in
            [row.minimum, row.maximum, .nan].map { ChartPoint($0, Double(index)) }
        }
        let caption =
            "The device's own headings: root mean square error over all samples (dot), of the best and the worst trial "
            + "(bar), and the device's claim (cross line)."
        return .overTime(
            title: "Claims of devices", caption: caption, x: x, narrowX: x, y: y,
            height: 60 + 24 * Double(rows.count)
        ) { _ in
            [
                .line(ranges, ChartStyle(.series(0), width: 7, opacity: 0.35), name: nil),
                .points(
                    rows.enumerated().map { ChartPoint($1.rmsErrorDegrees, Double($0)) }, ChartStyle(.series(0)),
                    radius: 4.5, name: "actual"),
                .line(
                    rows.enumerated().flatMap { index, row in
                        [-0.35, 0.35].map { ChartPoint(row.statedDegrees, Double(index) + $0) } + [
                            ChartPoint(.nan, .nan)
                        ]
                    }, ChartStyle(.alert, width: 2), name: "claimed"),
            ]
        }
    }
}
