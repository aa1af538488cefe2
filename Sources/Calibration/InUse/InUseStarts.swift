import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// Starts of an in-use calibration, and their solutions.
enum InUseStarts {
    static let none = SensorLabError(
        .badData, code: .noConvergence, place: "in-use calibration",
        message: "the fit found no calibration from any start value",
        advice: "turn the phone through all directions for half a minute")

    /// Lengths of the windows, seconds, one chain after the other: each length starts from the result of the previous
    /// one. First the gyroscope's bias from gravity, with its information scaled by `share`: accelerations of a walk
    /// are not white noise, and at full weight they shift the bias about the vertical by 8 deg/s.
    static let chains: [(share: Double, lengths: [Double])] = [
        (0.1, [4]), (0.1, [2, 4, 8, 16]), (0.01, [2, 4, 8]), (0.3, [1]),
    ]
    /// Two solutions from different starts are the same where they agree within 0.1 deg/s and 1 microtesla; one found
    /// twice is taken as the best.
    static func agree(_ a: InUseProblem.Solution, _ b: InUseProblem.Solution, loosely: Bool = false) -> Bool {
        let tolerance = loosely ? 5.0 : 1
        return (a.model.bias - b.model.bias).length < tolerance * 0.00175
            && (a.model.hardIron - b.model.hardIron).length < tolerance
    }

    /// Largest plausible scale error or misalignment of a gyroscope, per element: twice that of the chips (InvenSense,
    /// MPU-6500 product specification 1.0, table 1: 3 %). Of 96 phone recordings one has more than 2.8 %, 4.1 %. Beyond
    /// it, the turns explain another error, such as a wrong hard iron.
    static let largestDistortion = 0.06

    /// The largest element of the difference between a solution's gyroscope and the prior one.
    static func distortion(_ solution: InUseProblem.Solution, _ options: InUseFit.Options) -> Double {
        let found = solution.model.distortion - (options.known?.prior() ?? InUsePrior()).distortion
        return (0..<3).flatMap { i in (0..<3).map { found[i, $0].magnitude } }.max() ?? 0
    }

    /// Solutions, the best first; those with a distorted gyroscope only where there are no others. That of the known
    /// calibration is first unless another one explains clearly more.
    static func candidates(
        _ samples: InUseSamples, _ options: InUseFit.Options
    ) throws(SensorLabError) -> [InUseProblem.Solution] {
        var known: InUseProblem.Solution?
        if let calibration = options.known, let magnetometer = calibration.magnetometer {
            let stated = options.bias ?? calibration.gyroscope?.model.bias
            let bias = if let stated { stated } else { try GravityBias(samples, share: 0.1).bias }
            known = solution(
                samples, FieldWindows(hardIron: magnetometer.model.hardIron, bias: bias), options)
        }
        // No score exceeds 1.
        if let known, known.score >= InUseFit.rivalScore { return [known] }
        var solutions: [InUseProblem.Solution] = []
        for (share, chain) in chains {
            do throws(SensorLabError) {
                let gravity =
                    if let bias = options.bias {
                        try GravityBias(samples, prior: bias, priorSigma: options.biasSigma, share: share)
                    } else {
                        try GravityBias(samples, share: share)
                    }
                var windows: FieldWindows?
                for length in chain {
                    windows = try FieldWindows(samples, length: length, gravity: gravity, start: windows)
                }
                if let windows, let found = solution(samples, windows, options) { solutions.append(found) }
            } catch { continue }
            if let last = solutions.last, last.score > InUseFit.smallestScore,
                distortion(last, options) <= largestDistortion,
                solutions.dropLast().contains(where: { agree($0, last) })
            {
                break
            }
        }
        solutions.sort { $0.score > $1.score }
        let undistorted = solutions.filter { distortion($0, options) <= largestDistortion }
        if !undistorted.isEmpty { solutions = undistorted }
        guard let known else { return solutions }
        // A solution that explains the log no better than the known calibration is no rival of it.
        let rivals = solutions.filter { InUseFit.rivalScore * $0.score > known.score }
        return rivals.isEmpty ? [known] : rivals
    }

    /// The solution from one start; `nil` where the solver diverges.
    private static func solution(
        _ samples: InUseSamples, _ windows: FieldWindows, _ options: InUseFit.Options
    ) -> InUseProblem.Solution? {
        var prior = options.known?.prior() ?? InUsePrior()
        if options.known?.gyroscope == nil { prior.bias = windows.bias }
        if let strength = options.fieldStrength, let dip = options.dip {
            prior.field = (strength * Double.cos(dip), -strength * Double.sin(dip))
        }
        let problem = InUseProblem(samples: samples, prior: prior)
        return try? problem.withOwnNoise(problem.solve(from: model(samples, windows, prior)))
    }

    /// A levelled model: in the frame of the strapdown, the mean specific force is up and the horizontal part of the
    /// mean field is north.
    static func model(_ samples: InUseSamples, _ windows: FieldWindows, _ prior: InUsePrior) -> InUseModel {
        var model = InUseModel(duration: samples.duration)
        (model.bias, model.hardIron) = (windows.bias, windows.hardIron)
        (model.distortion, model.softIron, model.delay) = (prior.distortion, prior.softIron, prior.delay)
        let strapdown = Strapdown(samples, bias: windows.bias)
        let means = ForceMeans(samples, strapdown, window: InUseProblem.forceWindow)
        let up = means.forces.reduce(Vector3.zero) { $0 + $1 }
        let fields = samples.field.map { strapdown.orientation(at: $0).rotate($0.value - windows.hardIron) }
        var field = fields.reduce(Vector3.zero) { $0 + $1 } / Double(max(1, fields.count))
        // A few rounds of a robust mean keep a disturbed stretch from turning the start.
        for _ in 0..<5 {
            var (sum, total) = (Vector3.zero, 0.0)
            for value in fields {
                let weight = 1 / max((value - field).length, 1)
                sum += weight * value
                total += weight
            }
            field = sum / max(total, 1e-9)
        }
        let level = Quaternion(from: up, to: Vector3(0, 0, 1))
        let levelled = level.rotate(field)
        let horizontal = (levelled.x * levelled.x + levelled.y * levelled.y).squareRoot()
        let turn = Double.atan2(y: levelled.x, x: levelled.y)
        model.start = Quaternion.aboutVertical(turn) * level
        (model.north, model.up) = prior.field ?? (max(horizontal, 5), levelled.z)
        return model
    }
}
