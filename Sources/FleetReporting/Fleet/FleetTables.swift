import Evaluation
import Figures
import Fleet
import Foundation
import Smoothing

/// The tables of a fleet, as text: one content for the terminal and the page.
struct FleetTables {
    /// Rows shown of a long table; the database has all.
    private static let most = 40

    private let report: FleetReport
    /// Scope, name, filter and metric of an entry.
    private let errors: [[String]: FleetErrors]
    /// The filters that an app can run, then the others, each by their mean heading error over all logs.
    let filters: [String]

    init(_ report: FleetReport) {
        self.report = report
        errors = Dictionary(
            report.errors.map { ([$0.scope, $0.name, $0.filter, $0.metric], $0) },
            uniquingKeysWith: { first, _ in first })
        filters = report.errors.filter { $0.scope == "all" && $0.metric == Metric.headingRMSE.name }
            .sorted {
                (Self.isOffline($0.filter) ? 1 : 0, $0.mean, $0.filter) < (
                    Self.isOffline($1.filter) ? 1 : 0, $1.mean, $1.filter
                )
            }
            .map(\.filter)
    }

    /// Whether a filter needs the whole recording.
    private static func isOffline(_ filter: String) -> Bool {
        EstimatorCatalogue.entry(named: filter)?.information.isOffline == true
    }

    /// In the order in which they are shown.
    var all: [TitledTable] {
        let tables = [overall] + ["device", "group", "app"].map(scope) + [wins, claims, sigmas, drift, calibrations]
        return tables.filter { !$0.isEmpty }
    }

    /// Errors of one scope by metric, name and filter.
    func entry(_ scope: String, _ name: String, _ filter: String, _ metric: Metric) -> FleetErrors? {
        errors[[scope, name, filter, metric.name]]
    }

    /// The names of a scope, versions sorted by number.
    func names(_ scope: String) -> [String] {
        Set(report.errors.lazy.filter { $0.scope == scope }.map(\.name)).sorted {
            $0.compare($1, options: .numeric) == .orderedAscending
        }
    }

    private var overall: TitledTable {
        // Both inclinations where the manifest gives the mount of the reference's body (`mount`).
        let isMounted = filters.contains { entry("all", "all", $0, .inclinationMountRemovedRMSE) != nil }
        let metrics = Metric.principal + (isMounted ? [.inclinationMountRemovedRMSE] : [])
        let logs = filters.compactMap { entry("all", "all", $0, .headingRMSE)?.logs }.max() ?? 0
        return table(
            "Errors",
            "RMSE in degrees, plain mean over the logs with its 95 % interval by bootstrap over the logs (five or more)."
                + (isMounted
                    ? " The inclination includes the mount of the reference's body on the device; `mount removed` is without the mount, as in benchmarks."
                    : "")
                + (logs > 0 && logs < PairedBootstrap.fewestUnits
                    ? " \(NumberText.count(logs)) logs are too few for an interval: the order may be chance." : ""),
            ["filter", "logs"] + metrics.map { $0.title.replacing(", RMSE", with: "") },
            filters.map { filter in
                let entries = metrics.map { entry("all", "all", filter, $0) }
                return [
                    filter + (Self.isOffline(filter) ? " (offline)" : ""),
                    NumberText.count(entries.compactMap { $0?.logs }.max()),
                ] + entries.map(mean)
            })
    }

    private func scope(_ scope: String) -> TitledTable {
        let title = ["device": "Heading error per device", "group": "Heading error per group"][scope]
        return table(
            title ?? "Heading error per version of the app",
            "RMSE of the heading in degrees: mean over the logs with its 95 % interval (five logs or more).",
            [scope, "logs"] + filters,
            names(scope).map { name in
                let entries = filters.map { entry(scope, name, $0, .headingRMSE) }
                return [PlainText.line(name, limit: 40), NumberText.count(entries.compactMap { $0?.logs }.max())]
                    + entries.map(mean)
            })
    }

    private var wins: TitledTable {
        let scopes = report.wins.reduce(into: [[String]]()) { found, entry in
            if found.last != [entry.scope, entry.name] { found.append([entry.scope, entry.name]) }
        }
        return table(
            "Best filters",
            "Number of logs on which no other filter has a smaller heading error, and in brackets the mean rank (1 is best).",
            ["of", "name"] + filters,
            scopes.map { scope in
                let entries = report.wins.filter { [$0.scope, $0.name] == scope }
                return [scope[0], PlainText.line(scope[1], limit: 40)]
                    + filters.map { filter in
                        guard let entry = entries.first(where: { $0.filter == filter }) else { return NumberText.none }
                        return "\(entry.wins) (\(NumberText.fixed(entry.meanRank, decimals: 1)))"
                    }
            }, heads: 2)
    }

    private var claims: TitledTable {
        table(
            "Stated accuracy and actual error",
            "Share of the errors within the accuracy that the device states, logs resampled for the 95 % interval, "
                + "beside the share expected of the kind of accuracy: 100 % for a largest deviation, 68 % for a 68 % "
                + "radius, 68.3 % for one sigma.",
            [
                "of", "name", "kind", "logs", "pairs", "stated", "RMS error", "within", "interval", "promised",
                "verdict",
            ],
            report.claims.map { claim in
                [
                    claim.scope, PlainText.line(claim.name, limit: 40), claim.kind, NumberText.count(claim.logs),
                    NumberText.count(claim.samples), NumberText.fixed(claim.claimedDegrees, decimals: 1),
                    NumberText.fixed(claim.rmsErrorDegrees, decimals: 1), NumberText.percent(claim.share, decimals: 1),
                    NumberText.interval(claim.low.map { 100 * $0 }, claim.high.map { 100 * $0 }, decimals: 1),
                    NumberText.percent(claim.expected, decimals: 1), verdict(claim),
                ]
            }, heads: 3)
    }

    private func verdict(_ claim: FleetClaims) -> String {
        guard let low = claim.low, let high = claim.high else { return "too few logs" }
        if high < claim.expected { return "too narrow" }
        return low > claim.expected ? "too wide" : "consistent"
    }

    private var sigmas: TitledTable {
        let metric = "headingSigma.coverage95"
        return table(
            "The filters' own sigma",
            "Share of the heading errors within 1.96 of the filter's sigma, mean over the logs with its interval; 95 % is expected.",
            ["filter", "logs", "within", "interval"],
            filters.compactMap { filter in
                report.errors.first { $0.scope == "all" && $0.filter == filter && $0.metric == metric }.map {
                    [
                        filter, NumberText.count($0.logs), NumberText.percent($0.mean, decimals: 1),
                        NumberText.interval($0.low.map { 100 * $0 }, $0.high.map { 100 * $0 }, decimals: 1),
                    ]
                }
            })
    }

    private var drift: TitledTable {
        table(
            "Hard iron and biases",
            "Mean of the constants that the logs determine (microtesla, rad/s, m/s^2), their spread over the logs, and their change per "
                + "hundred days with its 95 % interval (five logs or more).",
            ["device", "sensor", "logs", "days", "x", "y", "z", "spread", "x per 100 d", "y", "z"],
            report.drift.map { entry in
                let values = [entry.x, entry.y, entry.z, entry.spread].map { Optional($0) }
                let change = [
                    (entry.driftX, entry.driftInterval95X), (entry.driftY, entry.driftInterval95Y),
                    (entry.driftZ, entry.driftInterval95Z),
                ].map { slope, half in
                    // A slope without an interval is the difference of two logs.
                    guard let slope, let half else { return NumberText.none }
                    return NumberText.general(100 * slope, digits: 3) + " \u{B1} "
                        + NumberText.general(100 * half, digits: 2)
                }
                return [
                    PlainText.line(entry.device, limit: 40), entry.stream, NumberText.count(entry.logs),
                    NumberText.fixed(entry.days, decimals: 0),
                ] + values.map { NumberText.general($0, digits: 3) } + change
            }, heads: 2)
    }

    private var calibrations: TitledTable {
        table(
            "Calibration per device",
            "The mean over the logs of a device, five or more, and the error that remains in a further log, one sigma: "
                + "degrees of heading, rad/s, m/s^2. The files are in the folder of the results; refused if the logs "
                + "differ too much.",
            ["device", "sensor", "logs", "leaves", "file"],
            report.calibrations.map { entry in
                [
                    PlainText.line(entry.device, limit: 40), entry.stream, NumberText.count(entry.logs),
                    NumberText.general(entry.remainingSigma, digits: 2), entry.file ?? "refused",
                ]
            }, heads: 2)
    }

    private func table(
        _ title: String, _ note: String, _ columns: [String], _ rows: [[String]], heads: Int = 1
    ) -> TitledTable {
        TitledTable(title, note, columns, rows, heads: heads, most: Self.most, rest: "fleet.sqlite")
    }

    private func mean(_ entry: FleetErrors?) -> String {
        guard let entry else { return NumberText.none }
        let mean = NumberText.fixed(entry.mean, decimals: 2)
        return entry.low == nil ? mean : mean + " " + NumberText.interval(entry.low, entry.high, decimals: 2)
    }
}
