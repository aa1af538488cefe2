import Analysis
import ArgumentParser
import Evaluation
import Fleet
import Foundation
import OrientationFilters
import Smoothing

/// A committed baseline, and how far a run may be from it.
struct BaselineOptions: ParsableArguments {
    @Option(
        help:
            "Baseline to compare with, or a history, whose newest comparison is the baseline; exit code 1 if something is worse or missing.",
        completion: .file())
    var baseline: InputPath?
    @Flag(help: "Write the results to --baseline instead of failing.")
    var updateBaseline = false
    @Option(
        help: ArgumentHelp(
            "Accepted change of a metric: 0.02 (degrees, seconds, shares), 1% (of its value), or bootstrap (half the 95 % "
                + "interval of a block bootstrap); repeatable, the widest applies (default: 0.02 and 1%).",
            valueName: "number|percent|bootstrap"))
    var tolerance: [ToleranceArgument] = []
    @Option(help: "JUnit XML file for CI systems, one test case per recording and filter.")
    var junit: OutputPath?
    @Flag(help: "Print GitHub annotations for worse, missing and failed results.")
    var annotate = false

    func validate() throws {
        if baseline == nil && (updateBaseline || !tolerance.isEmpty) {
            let option = updateBaseline ? "--update-baseline" : "--tolerance"
            throw ValidationError("\(option): expected --baseline FILE too")
        }
    }

    /// The filters of the baseline, which a run without `--filters` runs: others would be missing or new. `nil` where
    /// there is no baseline yet.
    /// - Throws: `SensorLabError` for a baseline that cannot be read.
    func filters() throws -> [String]? {
        guard let baseline = baseline?.path, !updateBaseline || FileManager.default.fileExists(atPath: baseline) else {
            return nil
        }
        let names = Set(
            try (history() ?? BaselineFile.read(path: baseline)).recordings.flatMap { $0.filters.map(\.name) })
        return EstimatorCatalogue.entries.map(\.information.name).filter(names.contains)
    }

    /// The baseline that a history holds; `nil` where `--baseline` is no history.
    /// - Throws: `SensorLabError` for a history without a comparison.
    func history() throws -> Baseline? {
        guard let baseline = baseline?.path, History.isDatabase(baseline) else { return nil }
        guard !updateBaseline else {
            throw ValidationError(
                "--update-baseline: expected a baseline, found a history; add results with --history \(baseline)")
        }
        return try History(reading: baseline).baseline()
    }

    var rule: BaselineTolerance {
        guard !tolerance.isEmpty else { return BaselineTolerance() }
        var rule = BaselineTolerance(absolute: 0, relative: 0)
        for entry in tolerance {
            switch entry {
            case .absolute(let value): rule.absolute = max(rule.absolute, value)
            case .relative(let share): rule.relative = max(rule.relative, share)
            case .bootstrap: rule.bootstrap = true
            }
        }
        return rule
    }
}

/// One rule of `--tolerance`.
enum ToleranceArgument: ExpressibleByArgument, Sendable, Equatable {
    case absolute(Double)
    case relative(Double)
    case bootstrap

    init?(argument: String) {
        let text = argument.lowercased()
        if text == "bootstrap" {
            self = .bootstrap
        } else if text.hasSuffix("%") {
            guard let percent = Double(text.dropLast()), percent.isFinite, percent >= 0 else { return nil }
            self = .relative(percent / 100)
        } else {
            guard let value = Double(text), value.isFinite, value >= 0 else { return nil }
            self = .absolute(value)
        }
    }
}
