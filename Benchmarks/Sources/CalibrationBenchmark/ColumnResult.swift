import Calibration
import Rotations
import Simulation
import Vocabulary

/// The results of all contestants on one scene.
struct ColumnResult: Sendable {
    var scene: Scene
    /// Degrees: of each contestant, of each repeat; infinite where there was no fit.
    var errors: [[Double]]
    /// Of the default method.
    var consistency = Consistency()
    /// How often the default method took each rung.
    var rungs: [MagnetometerFitRung: Int] = [:]
    /// How often the default method accepted its result.
    var accepted = 0

    private struct Repeat: Sendable {
        var errors: [Double]
        var fit: MagnetometerFit
        var bound: [Double]?
        var truth: Scene.Recording
    }

    init(_ scene: Scene, stream: UInt64, _ options: Options) async {
        self.scene = scene
        let repeats = await withTaskGroup(of: (Int, Repeat).self) { group in
            for index in 0..<options.repeats {
                group.addTask { (index, Self.run(scene, options, stream: stream << 32 | UInt64(index))) }
            }
            return await group.reduce(into: [(Int, Repeat)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        errors = options.contestants.indices.map { k in repeats.map { $0.errors[k] } }
        for one in repeats {
            consistency.add(one.fit, truth: one.truth, bound: one.bound, headingError: one.errors[0])
            rungs[one.fit.rung, default: 0] += 1
            if one.fit.verdict.accepted { accepted += 1 }
        }
    }

    /// All contestants see the same recording and are judged on the same poses.
    private static func run(_ scene: Scene, _ options: Options, stream: UInt64) -> Repeat {
        var random = RandomGenerator(seed: options.seed, stream: stream)
        let truth = scene.recording(&random)
        let fits = options.contestants.map { $0.solve(truth.samples) }
        let errors = fits.map { fit in
            var poses = random
            return fit.model.map { Contestant.headingError($0, truth: truth, random: &poses) } ?? .infinity
        }
        guard let judged = fits[0].fit else { preconditionFailure("the default, a method of the library, comes first") }
        let hasBound = scene.motion == .allDirections && scene.outlierShare == 0
        return Repeat(
            errors: errors, fit: judged, bound: hasBound ? CramerRao.sigmas(truth, noise: scene.noise) : nil,
            truth: truth)
    }

    /// The median of a contestant's heading error, degrees.
    func median(_ contestant: Int) -> Double { quantile(contestant, 0.5) }

    func quantile(_ contestant: Int, _ share: Double) -> Double {
        let sorted = errors[contestant].sorted()
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
