import Analysis
import Evaluation
import Figures
import Fleet
import Foundation

/// The tables of a study, as text: one content for the terminal, the page and LaTeX.
struct StudyTables {
    /// Rows shown of a long table; the CSV has all.
    private static let most = 60

    private let report: StudyReport
    /// By the calibration of the best choice, those that an app can run first, each by the mean heading error; the
    /// device's own attitude among them.
    let filters: [String]

    init(_ report: StudyReport) {
        self.report = report
        let calibration = report.best?.calibration ?? report.calibrations.first
        filters = report.errors.filter {
            $0.scope == "all" && $0.metric == Metric.headingRMSE.name
                && ($0.calibration == calibration || $0.kind == "device")
        }
        .sorted(by: Self.goesBefore).map(\.filter)
    }

    /// Those that an app can run first, then by the mean.
    private static func goesBefore(_ a: StudyErrors, _ b: StudyErrors) -> Bool {
        (a.kind == "offline" ? 1 : 0, a.mean, a.filter, a.calibration)
            < (b.kind == "offline" ? 1 : 0, b.mean, b.filter, b.calibration)
    }

    /// In the order in which they are shown.
    var all: [TitledTable] {
        ([stated, choices, differences] + Self.scopes.map(scope) + [sinceStart, trials]).filter { !$0.isEmpty }
    }

    /// The groupings of errors, after `all`.
    static let scopes = ["device", "site", "motion", "group", "app"]

    /// The columns of `choices`: inclinations without the mount where it is known.
    private var metrics: [Metric] {
        let removed = report.errors.contains { $0.metric == Metric.inclinationMountRemovedRMSE.name }
        return [
            .totalRMSE, .headingRMSE, .headingAfterOffsetRMSE,
            removed ? .inclinationMountRemovedRMSE : .inclinationRMSE,
        ]
    }

    /// Errors by scope, name, filter and metric, with the calibration of the best choice.
    func entry(
        _ scope: String, _ name: String, _ filter: String, _ metric: Metric, calibration: String? = nil
    ) -> StudyErrors? {
        let calibration = calibration ?? report.best?.calibration
        return report.errors.first {
            $0.scope == scope && $0.name == name && $0.filter == filter && $0.metric == metric.name
                && ($0.calibration == calibration || $0.kind == "device")
        }
    }

    /// The names of a scope, numbers in their order.
    func names(_ scope: String) -> [String] {
        Set(report.errors.lazy.filter { $0.scope == scope }.map(\.name)).sorted {
            $0.compare($1, options: .numeric) == .orderedAscending
        }
    }

    // MARK: Tables

    private var stated: TitledTable {
        // Of all trials, the other calibrations are in the CSV.
        let rows = report.stated.filter {
            $0.scope != "all" || $0.source == "claims" || $0.calibration == report.best?.calibration
        }.sorted { order($0) < order($1) }
        return titled(
            "Claimed and actual heading error",
            "Claimed: what the device states (median of a trial) or the filter's own sigma (mean of a trial), mean "
                + "over the trials. Actual: root mean square of the heading error over all samples with its 95 % "
                + "interval, and of the best and the worst trial. Within: share of the errors within the claim, beside "
                + "the share expected of the kind of claim. Degrees.",
            [
                "of", "name", "source", "kind", "trials", "claimed", "actual", "best to worst", "within", "promised",
                "claim is",
            ],
            rows.map { row in
                [
                    row.scope, PlainText.line(row.name, limit: 40), source(row.source, row.calibration), row.kind,
                    NumberText.count(row.trials), NumberText.fixed(row.statedDegrees, decimals: 1),
                    mean(row.rmsErrorDegrees, row.low, row.high, decimals: 1),
                    "\(NumberText.fixed(row.minimum, decimals: 1)) to \(NumberText.fixed(row.maximum, decimals: 1))",
                    NumberText.percent(row.share, decimals: 0), NumberText.percent(row.promised, decimals: 0),
                    verdict(row),
                ]
            }, heads: 3)
    }

    /// All trials first, then scope by scope; the device's claims before the filters.
    private func order(_ row: StudyStated) -> (Int, String, Int, Int, String) {
        let calibration = report.calibrations.firstIndex(of: row.calibration) ?? 0
        return (
            Self.scopes.firstIndex(of: row.scope) ?? -1, row.name, row.source == "claims" ? 0 : 1, calibration,
            row.source
        )
    }

    private func verdict(_ row: StudyStated) -> String {
        guard let low = row.shareLow, let high = row.shareHigh else { return "too few trials" }
        if high < row.promised { return "too small" }
        return low > row.promised ? "too large" : "consistent"
    }

    /// Over the trials that choices are compared on; over its own for a choice that ran on none of them.
    func compared(_ filter: String, _ metric: Metric, calibration: String) -> StudyErrors? {
        entry("compared", "compared", filter, metric, calibration: calibration)
            ?? entry("all", "all", filter, metric, calibration: calibration)
    }

    /// The heading errors of every choice, those that an app can run first, each the smallest mean first.
    var ranked: [StudyErrors] {
        report.errors.filter { $0.scope == "all" && $0.metric == Metric.headingRMSE.name }
            .compactMap { compared($0.filter, .headingRMSE, calibration: $0.calibration) }
            .sorted(by: Self.goesBefore)
    }

    /// Which trials choices are compared on; `nil` where these are all.
    var comparedTrials: String? {
        let totals = report.totals
        guard totals.compared < totals.measured else { return nil }
        return totals.compared > 0
            ? "the \(NumberText.count(totals.compared)) of \(NumberText.count(totals.measured)) trials that all compared choices have"
            : "the trials of each choice, since too few trials have several choices"
    }

    private var choices: TitledTable {
        let rows = ranked
        let hasOthers = report.totals.compared > 0 && rows.contains { $0.trials != report.totals.compared }
        let basis = comparedTrials.map {
            " Compared on \($0)"
                + (hasOthers
                    ? "; a choice with another number of trials did not run on all of these, so its means are less comparable."
                    : ".")
        }
        return titled(
            "Filters and calibrations",
            "RMSE in degrees, plain mean over the trials with its 95 % interval. Calibration: manifest is the "
                + "manifest's own, auto is fitted to the whole trial, which an app does not have while it runs, none "
                + "uses the uncalibrated readings. First: number of trials on which no other causal choice has a "
                + "smaller heading error, and in brackets the mean rank." + (basis ?? "") + fewTrials,
            ["filter", "calibration", "trials"] + metrics.map { $0.title.replacing(", RMSE", with: "") } + ["first"],
            rows.map { row in
                let wins = report.wins.first { $0.filter == row.filter && $0.calibration == row.calibration }
                return [
                    row.filter + (row.kind == "offline" ? " (offline)" : ""),
                    row.kind == "device" ? NumberText.none : row.calibration, NumberText.count(row.trials),
                ]
                    + metrics.map { mean(compared(row.filter, $0, calibration: row.calibration)) }
                    + [wins.map { "\($0.wins) (\(NumberText.fixed($0.meanRank, decimals: 1)))" } ?? NumberText.none]
            }, heads: 2)
    }

    /// What is said where the choices have no intervals.
    private var fewTrials: String {
        let trials = ranked.map(\.trials).max() ?? 0
        return trials > 0 && trials < PairedBootstrap.fewestUnits
            ? " \(NumberText.count(trials)) trials are too few for an interval: the order may be chance." : ""
    }

    private var differences: TitledTable {
        let best = report.best.map { source($0.filter, $0.calibration) } ?? ""
        return titled(
            "Differences to \(best)",
            "Heading error, RMSE in degrees, minus that of \(best), mean over the trials that both have with its 95 % interval (trials "
                + "resampled in pairs); * where the interval excludes zero.",
            ["filter", "calibration", "trials", "difference", "interval"],
            report.differences.map { row in
                let excludes = row.low.map { $0 > 0 } == true || row.high.map { $0 < 0 } == true
                return [
                    row.filter, row.filter == PreparedLog.deviceName ? NumberText.none : row.calibration,
                    NumberText.count(row.trials), NumberText.signed(row.mean, decimals: 2) + (excludes ? "*" : ""),
                    NumberText.interval(row.low, row.high, decimals: 2),
                ]
            }, heads: 2)
    }

    private func scope(_ scope: String) -> TitledTable {
        let calibration = report.best?.calibration ?? ""
        let titles = ["site": "place", "app": "version of the app"]
        let title = titles[scope] ?? scope
        return titled(
            "Heading error by \(title)",
            "RMSE of the heading in degrees with the calibration \(calibration): mean over the trials with its 95 % interval "
                + "(five trials or more).",
            [title, "trials"] + filters,
            names(scope).map { name in
                let entries = filters.map { entry(scope, name, $0, .headingRMSE) }
                return [
                    PlainText.line(name, limit: 40),
                    NumberText.count(entries.compactMap { $0?.trials }.max()),
                ] + entries.map(mean)
            })
    }

    private var sinceStart: TitledTable {
        let best = report.best
        let shown = report.sinceStart.filter {
            $0.source == "claims" || $0.source == PreparedLog.deviceName || $0.calibration == best?.calibration
        }
        let order = ["claims"] + filters
        let rows = shown.sorted {
            (order.firstIndex(of: $0.source) ?? order.count, $0.fromSeconds)
                < (order.firstIndex(of: $1.source) ?? order.count, $1.fromSeconds)
        }
        return titled(
            "Heading error by time since the start",
            "Root mean square of the heading error, degrees, over all samples of all trials in an interval of time "
                + "since the first sample of the trial, with its 95 % interval; beside it the mean claim, and the "
                + "share of errors within the claim.",
            ["source", "from, s", "to, s", "trials", "samples", "actual", "claimed", "within"],
            rows.map { row in
                [
                    row.source, NumberText.fixed(row.fromSeconds, decimals: 0),
                    NumberText.fixed(ErrorsSinceStart.edges.first { $0 > row.fromSeconds }, decimals: 0),
                    NumberText.count(row.trials), NumberText.count(row.samples),
                    mean(row.rmsErrorDegrees, row.low, row.high, decimals: 2),
                    NumberText.fixed(row.statedDegrees, decimals: 2), NumberText.percent(row.share, decimals: 0),
                ]
            }, heads: 3)
    }

    private var trials: TitledTable {
        let best = report.best.map { source($0.filter, $0.calibration) } ?? "the best filter"
        return titled(
            "Trials",
            "Heading error of \(best) (RMSE) beside its sigma, and of the device's own headings beside their claim, degrees.",
            ["trial", "device", "place", "motion", "group", "date", "error", "sigma", "device's error", "its claim"],
            report.trials.map { trial in
                let words = [trial.trial, trial.device, trial.site, trial.motion, trial.group, trial.date]
                let numbers = [
                    trial.headingRMSEDegrees, trial.sigmaDegrees, trial.claimErrorDegrees, trial.claimedDegrees,
                ]
                return words.map { $0.map { PlainText.line($0, limit: 40) } ?? NumberText.none }
                    + numbers.map { NumberText.fixed($0, decimals: 1) }
            })
    }

    // MARK: Cells

    private func titled(
        _ title: String, _ note: String, _ columns: [String], _ rows: [[String]], heads: Int = 1
    ) -> TitledTable {
        TitledTable(title, note, columns, rows, heads: heads, most: Self.most, rest: "the CSV")
    }

    /// `sensorlab (auto)`.
    private func source(_ name: String, _ calibration: String) -> String {
        name == "claims" ? "the device" : "\(name) (\(calibration))"
    }

    private func mean(_ entry: StudyErrors?) -> String {
        entry.map { mean($0.mean, $0.low, $0.high, decimals: 2) } ?? NumberText.none
    }

    private func mean(_ mean: Double, _ low: Double?, _ high: Double?, decimals: Int) -> String {
        let text = NumberText.fixed(mean, decimals: decimals)
        return low == nil ? text : text + " " + NumberText.interval(low, high, decimals: decimals)
    }
}
