import Analysis
import Evaluation
import Files
import Foundation
import OrientationFilters
import Rotations
import SensorModels
import Simulation
import Smoothing
import Vocabulary

/// Simulation-based calibration of all sigmas (docs/studies/estimators.md): the tables in Markdown, and a picture.
///
///     SigmaCalibration [PICTURE.svg] [trials=2000] [seconds=30] [seed=1] [filters=kalman,sensorlab,...]
@main
enum SigmaCalibration {
    static func main() throws {
        var (trials, seconds, seed, picture) = (2000, 30.0, UInt64(1), String?.none)
        var entries = EstimatorCatalogue.entries
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count) {
            case ("trials", 2): trials = Int(parts[1]) ?? trials
            case ("seconds", 2): seconds = Double(parts[1]) ?? seconds
            case ("seed", 2): seed = UInt64(parts[1]) ?? seed
            case ("filters", 2):
                entries = try parts[1].split(separator: ",").map { name in
                    guard let entry = EstimatorCatalogue.entry(named: String(name)) else {
                        throw SensorLabError(
                            .usage, code: .unknownFilter, place: argument, message: "there is no filter \(name)",
                            advice: "`sensorlab filters` lists them")
                    }
                    return entry
                }
            default: picture = argument
            }
        }
        let start = Date()
        let calibration = SigmaCalibrationRun(entries: entries, trials: trials, seconds: seconds, seed: seed)
        let results = concurrentMap(Array(0..<trials)) { calibration.trial($0) }
        let report = SigmaReport(entries.map(\.information.name), results)
        print(report.markdown)
        if let picture { try report.svg.write(toFile: picture, atomically: true, encoding: .utf8) }
        let minutes = String(format: "%.1f", Date().timeIntervalSince(start) / 60)
        FileHandle.standardError.write(Data("\(trials) trials in \(minutes) minutes\n".utf8))
    }
}
