import Evaluation
import Foundation
import Recordings
import SensorModels
import Vocabulary

/// A public benchmark in the layout of the catalogue (`datasets/catalogue.json`).
public enum Benchmark: String, Sendable, CaseIterable {
    /// BROAD: one CSV per trial; magnetic north, nothing calibrated.
    case broad
    /// The phone recordings of T. Michel et al.: one folder per trial, each calibrated with its day's recordings.
    case phones
    /// The phone recordings, where the day's calibration and the trial form one estimate.
    case phonesRefined = "phones-refined"
    /// The phone recordings, each calibrated from the trial alone.
    case phonesRaw = "phones-raw"
    /// Canonical logs of laboratories whose reference has no north (`GROUP-name.csv`): nothing calibrated, one constant
    /// per log and filter removed.
    case references

    /// The trials and the metrics of a comparison.
    public struct Plan: Sendable {
        /// The trials.
        public var logs: [ComparisonLog] = []
        /// Trials that are excluded.
        public var excluded: [ExcludedRecording] = []
        /// Trials that cannot be compared.
        public var failures: [ComparisonFailure] = []
    }

    /// The error definition of the benchmark.
    public var definition: ErrorDefinition { self == .broad ? .broad : .standard }

    /// The metrics of the benchmark's table, left to right.
    public var columns: [Metric] {
        let inclination = self == .broad || self == .references ? Metric.inclinationRMSE : .inclinationMountRemovedRMSE
        return [.totalRMSE, .headingRMSE, .headingAfterOffsetRMSE, inclination]
    }

    /// Whether its reference shows headings, not only their changes.
    public var hasNorth: Bool { self != .references }

    /// The trials in a folder; each calibration of a day is fitted once.
    /// - Parameters:
    ///   - folder: of the benchmark, as downloaded.
    ///   - options: the source of the logs, the number of cores, and the progress monitor.
    ///   - tool: the version of the program, for the calibration files.
    /// - Throws: `SensorLabError`: no input (66) for a missing folder, bad data (65) for one without trials.
    public func plan(
        folder: String, options: AnalysisOptions, tool: String
    ) throws -> Plan {
        let plan: Plan
        switch self {
        case .broad: plan = try BroadBenchmark.plan(folder: folder)
        case .references: plan = try ReferencesBenchmark.plan(folder: folder)
        case .phones, .phonesRefined, .phonesRaw:
            plan = try PhonesBenchmark.plan(
                folder: folder, calibrated: self != .phonesRaw, refined: self == .phonesRefined, options: options,
                tool: tool)
        }
        guard !plan.logs.isEmpty else {
            throw SensorLabError(
                .badData, code: .noTrials, place: folder,
                message: "found no trial of the benchmark \(rawValue)",
                advice: "see docs/guide/compare.md for the layout; scripts/setup/fetch-datasets downloads the files")
        }
        return plan
    }
}

/// BROAD (D. Laidig et al., Data 6(7), 72, 2021): `NN_name.csv` or `NN_name.csv.gz`, where NN is the number of the
/// trial.
enum BroadBenchmark {
    static func plan(folder: String) throws -> Benchmark.Plan {
        var plan = Benchmark.Plan()
        for name in try BenchmarkFolder.entries(folder) {
            guard name.hasSuffix(".csv") || name.hasSuffix(".csv.gz"), name.count > 3,
                name.prefix(2).allSatisfy(\.isNumber), name.dropFirst(2).first == "_"
            else { continue }
            let stem = ComparisonLog.stem(of: name)
            // The second word of `NN_undisturbed_...` or `NN_disturbed_...`.
            let kind = stem.split(separator: "_").dropFirst().first.map(String.init)
            var log = ComparisonLog(path: folder + "/" + name, name: stem, group: kind)
            log.calibration = CalibrationChoice.none
            plan.logs.append(log)
        }
        return plan
    }
}

/// Logs whose reference has an arbitrary yaw: `GROUP-name.csv` or `GROUP-name.csv.gz`. Each is scored from 5 s after
/// the start of its reference.
enum ReferencesBenchmark {
    static func plan(folder: String) throws -> Benchmark.Plan {
        var plan = Benchmark.Plan()
        for name in try BenchmarkFolder.entries(folder) where name.hasSuffix(".csv") || name.hasSuffix(".csv.gz") {
            let stem = ComparisonLog.stem(of: name)
            let group = stem.split(separator: "-", maxSplits: 1).first.map(String.init)
            var log = ComparisonLog(path: folder + "/" + name, name: stem, group: group)
            log.calibration = CalibrationChoice.none
            log.referenceTerms = ReferenceTerms(north: .arbitrary)
            plan.logs.append(log)
        }
        return plan
    }
}

/// Lists the names in a benchmark's folder.
enum BenchmarkFolder {
    /// - Throws: `SensorLabError` (no input).
    static func entries(_ folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: folder, message: "there is no such folder",
                advice: "give the folder of the benchmark's recordings")
        }
    }
}

extension Benchmark {
    /// The strata of a trial for a study, as cells of a manifest (`device`, `site`, `motion`), from the trial's own
    /// files. The motion is in a file that only scoring may read.
    /// - Parameter path: of the trial.
    public static func strata(of path: String) -> [String: String] {
        let meta = read(Meta.self, path + "/meta.json")
        let truth = read(Truth.self, path + "/truth.json")
        return [
            "device": meta?.device, "site": meta?.site?.place, "motion": truth?.motion,
        ].compactMapValues { $0 }
    }

    private struct Meta: Decodable {
        struct Site: Decodable { var place: String? }
        var device: String?
        var site: Site?
    }

    private struct Truth: Decodable {
        var motion: String?
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}
