import Evaluation
import Figures
import Fleet
import Foundation

/// The pictures of a fleet's page.
struct FleetPictures {
    /// The most devices, and versions, that are shown; the tables have more.
    private static let most = 24
    private static let mostDevices = 4

    /// In the order in which they are shown.
    let figures: [Figure]

    init(_ report: FleetReport, _ tables: FleetTables) {
        let best = tables.filters.first
        figures =
            [
                Self.filters(tables), best.flatMap { Self.scope("device", $0, tables) },
                best.flatMap { Self.scope("app", $0, tables) }, Self.claims(report),
            ].compactMap { $0 } + Self.drift(report)
    }

    private static func row(_ name: String, _ entry: FleetErrors?) -> IntervalRows.Row? {
        guard let entry, entry.mean > 0, let low = entry.low, let high = entry.high else { return nil }
        return IntervalRows.Row(name: name, dot: entry.mean, thin: max(low, 1e-3)...max(high, 1e-3))
    }

    private static func filters(_ tables: FleetTables) -> Figure? {
        IntervalRows.ranked(
            tables.filters.compactMap { row($0, tables.entry("all", "all", $0, .headingRMSE)) }
        ).figure(
            title: "Heading errors of the filters", label: "heading, RMSE, degrees",
            caption: "Mean heading error over all logs with its 95 % interval by bootstrap over the logs.")
    }

    /// Devices sorted by error, versions by number.
    private static func scope(_ scope: String, _ filter: String, _ tables: FleetTables) -> Figure? {
        let rows = tables.names(scope).suffix(most).compactMap {
            row($0, tables.entry(scope, $0, filter, .headingRMSE))
        }
        let sorted = scope == "app" ? IntervalRows(rows: rows.reversed()) : IntervalRows.ranked(rows)
        let title = scope == "app" ? "Heading error by version of the app" : "Heading error by \(scope)"
        return sorted.figure(
            title: title, label: "heading of \(filter), RMSE, degrees",
            caption: "\(title): mean over its logs with the 95 % interval by bootstrap over the logs, filter \(filter)."
        )
    }

    /// The share of errors within the stated accuracy beside the promised one, in percent.
    private static func claims(_ report: FleetReport) -> Figure? {
        let claims = Array(
            report.claims.filter { $0.scope != "all" || report.claims.count == 1 }.prefix(most).reversed())
        guard !claims.isEmpty else { return nil }
        let x = ChartAxis.exactly(0...100, label: "errors within the stated accuracy, %", count: 5)
        let y = ChartAxis.names(claims.map(\.name))
        let caption =
            "Share of the heading errors within the accuracy that the device states (dot, with its 95 % interval), and "
            + "the share expected of this kind of accuracy (cross line)."
        func points(_ value: (FleetClaims) -> Double) -> [ChartPoint] {
            claims.enumerated().map { ChartPoint(100 * value($1), Double($0)) }
        }
        let intervals = claims.enumerated().flatMap { index, claim -> [ChartPoint] in
            guard let low = claim.low, let high = claim.high else { return [] }
            return [low, high, .nan].map { ChartPoint(100 * $0, Double(index)) }
        }
        let promised = claims.enumerated().flatMap { index, claim in
            [-0.35, 0.35].map { ChartPoint(100 * claim.expected, Double(index) + $0) } + [ChartPoint(.nan, .nan)]
        }
        return .overTime(
            title: "Stated accuracy", caption: caption, x: x, narrowX: x, y: y, height: 60 + 24 * Double(claims.count)
        ) { _ in
            [
                .line(intervals, ChartStyle(.muted, width: 1.5), name: nil),
                .line(promised, ChartStyle(.alert, width: 2), name: "promised"),
                .points(points(\.share), ChartStyle(.series(0)), radius: 4.5, name: "within"),
            ]
        }
    }

    /// The hard iron of the devices with the most days.
    private static func drift(_ report: FleetReport) -> [Figure] {
        let devices = report.drift.filter { $0.sensor.hasPrefix("magnetometer") && ($0.days ?? 0) > 0 }
            .sorted { ($0.logs, $1.device) > ($1.logs, $0.device) }.prefix(mostDevices)
        return devices.compactMap { entry in
            let constants = report.constants.filter {
                $0.device == entry.device && $0.sensor == entry.sensor && $0.stream == entry.stream
            }
            guard let first = constants.map(\.day).min(), let last = constants.map(\.day).max(), last > first else {
                return nil
            }
            let parts: [(String, KeyPath<FleetConstant, Double>, Double)] = [
                ("x", \.x, entry.x), ("y", \.y, entry.y), ("z", \.z, entry.z),
            ]
            let values = parts.flatMap { part in constants.map { $0[keyPath: part.1] - part.2 } }
            let name = PlainText.line(entry.device, limit: 40)
            let x = ChartAxis.covering(0...(last - first), label: "days since the first log")
            return .overTime(
                title: "Hard iron of \(name)",
                caption: "Hard iron of \(name) minus its mean over the logs, microtesla, device axes.", x: x,
                narrowX: x,
                y: .covering((values.min() ?? 0)...(values.max() ?? 1), label: "hard iron minus mean, microtesla")
            ) { _ in
                parts.enumerated().map { index, part in
                    .points(
                        constants.map { ChartPoint($0.day - first, $0[keyPath: part.1] - part.2) },
                        ChartStyle(.series(index)), radius: 3, name: part.0)
                }
            }
        }
    }
}
