import Foundation
import SensorModels
import Vocabulary

/// BROAD (D. Laidig et al., Data 6(7), 72, 2021): `NN_name.csv` or `NN_name.csv.gz`, NN being the trial's number.
enum BroadBenchmark {
    static func plan(folder: String) throws -> Benchmark.Plan {
        var plan = Benchmark.Plan()
        for name in try BenchmarkFolder.entries(folder) {
            guard name.hasSuffix(".csv") || name.hasSuffix(".csv.gz"), name.count > 3,
                name.prefix(2).allSatisfy(\.isNumber), name.dropFirst(2).first == "_"
            else { continue }
            let stem = ComparisonLog.stem(of: name)
            // `NN_undisturbed_...`, `NN_disturbed_...`: the second word.
            let kind = stem.split(separator: "_").dropFirst().first.map(String.init)
            var log = ComparisonLog(path: folder + "/" + name, name: stem, group: kind)
            log.calibration = CalibrationChoice.none
            plan.logs.append(log)
        }
        return plan
    }
}

/// The names in a benchmark's folder.
enum BenchmarkFolder {
    /// - Throws: `SensorLabError` (no input).
    static func entries(_ folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw SensorLabError(
                .noInput, code: "no-such-file", place: folder, message: "there is no such folder",
                advice: "give the folder of the benchmark's recordings")
        }
    }
}
