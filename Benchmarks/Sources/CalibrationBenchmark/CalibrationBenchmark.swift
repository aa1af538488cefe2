import Calibration
import Foundation
import Rotations
import Simulation

/// The magnetometer fits on simulated recordings (docs/studies/calibration.md): median heading error of every method,
/// and whether the default's sigmas and errors are what they should be.
///
///     CalibrationBenchmark [--repeats 400] [--seed 1 | --fresh] [--method NAME] [--scene NAME]
///
/// Prints Markdown; exit code 1 where a bar is missed. `--fresh` draws a seed and prints it; `--method` compares the
/// default with one other method, `--scene` takes the columns whose name begins so.
@main
enum CalibrationBenchmark {
    static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print("usage: CalibrationBenchmark [--repeats N] [--seed N | --fresh] [--method NAME] [--scene NAME]")
            exit(64)
        }
        print("\(options.repeats) repeats, seed \(options.seed)\n")
        var results: [ColumnResult] = []
        for (index, scene) in Scene.all.enumerated() where options.scene.map(scene.name.hasPrefix) ?? true {
            results.append(await ColumnResult(scene, stream: UInt64(index), options))
        }
        print(Report.headingErrors(results, options.contestants))
        print(Report.consistency(results))
        let missed = Bars.missed(results)
        for text in missed { print("MISSED: \(text)") }
        if missed.isEmpty { print("All bars are met.") }
        exit(missed.isEmpty ? 0 : 1)
    }
}

/// The arguments.
struct Options: Sendable {
    var repeats = 400
    var seed: UInt64 = 1
    /// Columns whose name begins like this; nil = all.
    var scene: String?
    /// The default method comes first.
    var contestants = Contestant.all

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--fresh": seed = UInt64.random(in: 1...999_999_999)
            case "--repeats":
                guard let value = rest.popFirst().flatMap({ Int($0) }), value > 1 else { return nil }
                repeats = value
            case "--seed":
                guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
                seed = value
            case "--method":
                guard let value = rest.popFirst() else { return nil }
                contestants = contestants.filter { $0.isDefault || $0.name == value }
            case "--scene":
                guard let value = rest.popFirst() else { return nil }
                scene = value
            default: return nil
            }
        }
    }
}
