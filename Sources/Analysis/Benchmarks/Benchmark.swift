import Evaluation
import Files
import Foundation
import Recordings
import SensorModels
import Vocabulary

/// A public benchmark in the layout of the catalogue (`datasets/catalogue.json`), or a data set as it is downloaded.
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
    /// RepoIMU's T-stick as downloaded.
    case repoimu
    /// The recordings of RING's supplementary material as downloaded.
    case ring
    /// The robot of IMU_dataset as downloaded.
    case robot
    /// EuRoC and TUM-VI as downloaded; they have no magnetometer.
    case euroc

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
        let inclination = layout == nil ? Metric.inclinationMountRemovedRMSE : .inclinationRMSE
        return [.totalRMSE, .headingRMSE, .headingAfterOffsetRMSE, inclination]
    }

    /// Whether its reference shows headings, not only their changes.
    public var hasNorth: Bool { layout.map(\.hasNorth) ?? true }

    /// Where its trials are; `nil` for the phones, whose trials say it in files of their own.
    private var layout: BenchmarkLayout? {
        switch self {
        case .broad: .broad
        case .phones, .phonesRefined, .phonesRaw: nil
        case .references: .references
        case .repoimu: .repoIMU
        case .ring: .ring
        case .robot: .robot
        case .euroc: .euroC
        }
    }

    /// The trials in a folder; each calibration of a day is fitted once.
    /// - Parameters:
    ///   - folder: of the benchmark, as downloaded.
    ///   - options: the source of the logs, the number of cores, and the progress monitor.
    ///   - tool: the version of the program, for the calibration files.
    /// - Throws: `SensorLabError`: no input (66) for a missing folder, bad data (65) for one without trials.
    public func plan(
        folder: String, options: AnalysisOptions, tool: String
    ) throws -> Plan {
        let plan =
            try layout?.plan(folder: folder)
            ?? PhonesBenchmark.plan(
                folder: folder, calibrated: self != .phonesRaw, refined: self == .phonesRefined, options: options,
                tool: tool)
        guard !plan.logs.isEmpty else {
            throw SensorLabError(
                .badData, code: .noTrials, place: folder,
                message: "found no trial of the benchmark \(rawValue)",
                advice: "see docs/guide/compare.md for the layout; scripts/setup/fetch-datasets downloads the files")
        }
        return plan
    }
}

/// Lists what is in a benchmark's folder.
enum BenchmarkFolder {
    /// The names in it.
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

    /// The paths of its files, in the order of their names.
    /// - Parameter depth: 1 for files of the folder itself, 2 for those of its folders too, and so on.
    /// - Throws: `SensorLabError` (no input).
    static func files(_ folder: String, depth: Int) throws -> [[String]] {
        try entries(folder).flatMap { name -> [[String]] in
            guard depth > 1, PathKind(path: folder + "/" + name) == .folder else { return [[name]] }
            return try files(folder + "/" + name, depth: depth - 1).map { [name] + $0 }
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
