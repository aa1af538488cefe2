import Calibration
import Files
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The phone recordings of T. Michel et al. (IEEE PerCom 2017) with motion-capture reference.
///
/// Excluded are the running trials, whose accelerometers clip, and one trial without half of its reference.
enum PhonesBenchmark {
    private static let unusable = ["nexus5-guillaume-nodist-ar": "47 % of its reference is missing"]

    static func plan(
        folder: String, calibrated: Bool, refined: Bool, options: AnalysisOptions, tool: String
    ) throws -> Benchmark.Plan {
        var plan = Benchmark.Plan()
        var days: [String: [String]] = [:]
        for name in try BenchmarkFolder.entries(folder) where !name.hasPrefix("calib-") {
            let path = folder + "/" + name
            guard FileManager.default.fileExists(atPath: path + "/meta.json") else { continue }
            if let reason = unusable[name] ?? (name.contains("running") ? "running: the accelerometer clips" : nil) {
                plan.excluded.append(ExcludedRecording(name: name, reason: reason))
                continue
            }
            do {
                let trial = try PhonesTrial(path: path)
                var log = ComparisonLog(path: path, name: name, group: trial.group)
                log.scoring = trial.scoring
                log.calibration = .auto
                plan.logs.append(log)
                days[name] = trial.calibrationRecordings
            } catch let error as SensorLabError {
                plan.failures.append(ComparisonFailure(name: name, path: path, error))
            }
        }
        guard calibrated else { return plan }

        let names = Set(days.values.joined()).sorted()
        let fits = concurrentMap(
            names, jobs: options.jobs, monitor: options.monitor, work: "calibrating", unit: "logs"
        ) { name in
            Result { try fit(name, folder: folder, source: options.source, tool: tool) }
        }
        let files = Dictionary(uniqueKeysWithValues: zip(names, fits))
        plan.logs = plan.logs.compactMap { log in
            do {
                var log = log
                log.calibration = .fitted(
                    try (days[log.name] ?? []).compactMap { name in
                        try files[name]?.get().map { FittedCalibration(name: name, file: $0) }
                    }, refined: refined)
                return log
            } catch let error as SensorLabError {
                plan.failures.append(ComparisonFailure(name: log.name, path: error.place, error))
            } catch {}
            return nil
        }
        return plan
    }

    /// The calibration from one recording of the day; `nil` for accelerometer recordings, which the benchmark's tables
    /// do not use.
    private static func fit(
        _ name: String, folder: String, source: any RecordingSource, tool: String
    ) throws -> CalibrationFile? {
        let parts = name.split(separator: "-")
        guard parts.count > 1, parts[0] == "calib", parts[1] == "mag" || parts[1] == "gyr" else { return nil }
        let path = folder + "/" + name
        let recording = try source.wholeRecording(at: path)
        // The file contains the name of the recording, which does not depend on the benchmark's folder.
        let input = InputSection(path: name, format: recording.metadata.format, sha256: "")
        if parts[1] == "gyr" { return try CalibrationJob.gyroscope(recording, input: input, tool: tool) }
        return try CalibrationJob.magnetometer(
            recording, input: input, options: AnalysisOptions(), method: .map, alignment: .auto, tool: tool)
    }
}

/// The content of a trial's `meta.json` and, for scoring only, of `truth.json`.
private struct PhonesTrial {
    private struct Meta: Decodable {
        var calibration_recordings: [String]?
    }

    private struct Truth: Decodable {
        struct Reference: Decodable {
            var score_from_t, score_to_t: Double
            var mount_quaternion_wxyz: [Double]
        }
        var magnetic_disturbance: Bool
        var reference: Reference
    }

    let calibrationRecordings: [String]
    let group: String
    let scoring: BenchmarkScoring

    /// - Throws: `SensorLabError` (no input, bad data).
    init(path: String) throws {
        calibrationRecordings = try Self.decode(Meta.self, path + "/meta.json").calibration_recordings ?? []
        let truth = try Self.decode(Truth.self, path + "/truth.json")
        group = truth.magnetic_disturbance ? "disturbed" : "undisturbed"
        let (from, to) = (truth.reference.score_from_t, truth.reference.score_to_t)
        let mount = truth.reference.mount_quaternion_wxyz
        guard let first = LogTime.nanoseconds(seconds: from), let last = LogTime.nanoseconds(seconds: to),
            first <= last, mount.count == 4
        else { throw Self.unreadable(path + "/truth.json") }
        scoring = BenchmarkScoring(
            interval: first...last, mount: Quaternion(mount[0], mount[1], mount[2], mount[3]).normalized)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        let data = try InputFile.read(
            path, missing: "there is no such file, which the scoring needs", advice: "copy the trial again")
        guard let value = try? JSONDecoder().decode(type, from: data) else { throw unreadable(path) }
        return value
    }

    private static func unreadable(_ path: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badMetadata, place: path,
            message: "found no readable description of the trial, expected the JSON of the benchmark",
            advice: "copy the file again")
    }
}
