import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The heading error of a track on an even clock, and what the gyroscope did to it: each against the reference.
///
/// Heading errors are counter-clockwise turns of an estimate against the reference, radians.
struct ErrorDrivers {
    /// Of the clock, seconds.
    let step: Double
    /// The clock, nanoseconds of the log: the stamps at which track and reference are known.
    let times: [Int64]
    /// The heading error of the track at each stamp.
    let errors: [Double]
    /// What is added to the error from each stamp to the next if the track stays as it is: the turn, that it misses.
    let held: [Double]
    /// What the gyroscope adds to the error from each stamp to the next; `nil` without one.
    let gyroscope: GyroscopeErrors?
    /// The reference and the track, for the magnetometer's readings.
    let reference, track: QuaternionStream

    /// The least step, seconds: ten to a second show how fast a heading is corrected.
    private static let leastStep = 0.1
    /// Longer logs get a longer step.
    private static let mostSteps = 20_000.0
    private static let fewest = 50

    /// `nil` where track and reference have less than some seconds in common.
    /// - Parameters:
    ///   - track: device to earth.
    ///   - reference: device to earth, with the same north.
    ///   - gyroscope: rad/s; may be empty.
    init?(_ track: OrientationTrack, reference: QuaternionStream, gyroscope: VectorStream) {
        guard let first = track.times.first, let last = track.times.last,
            let begin = reference.times.first, let end = reference.times.last
        else { return nil }
        let (start, stop) = (max(first, begin), min(last, end))
        guard stop > start else { return nil }
        step = max(Self.leastStep, LogTime.seconds(stop - start) / Self.mostSteps)
        let interval = Int64(clamping: 1e9 * step)
        self.track = QuaternionStream(times: track.times, values: track.estimates.map(\.orientation))
        self.reference = reference
        var (own, exact) = (OrientationCursor(self.track), OrientationCursor(reference))
        var times: [Int64] = []
        var errors: [Double] = []
        var (estimates, orientations): ([Quaternion], [Quaternion]) = ([], [])
        for time in stride(from: start, through: stop, by: Int(clamping: interval)) {
            guard let estimate = own.orientation(at: time), let expected = exact.orientation(at: time) else { continue }
            times.append(time)
            errors.append(OrientationError.heading(of: estimate, reference: expected))
            estimates.append(estimate)
            orientations.append(expected)
        }
        guard times.count >= Self.fewest else { return nil }
        (self.times, self.errors) = (times, errors)
        let poses = Poses(times: times, estimates: estimates, orientations: orientations)
        held = times.indices.dropLast().map { poses.added(to: errors, at: $0, turn: .identity) }
        self.gyroscope = GyroscopeErrors(gyroscope, poses, errors, step: step)
    }
}

/// A track and its reference at the stamps of a clock, device to earth.
struct Poses {
    /// Nanoseconds of the log.
    let times: [Int64]
    let estimates, orientations: [Quaternion]

    /// What a step adds to the heading error of a track that turns by `turn`, device axes, in it; radians.
    func added(to errors: [Double], at index: Int, turn: Quaternion) -> Double {
        Angle.wrap(
            OrientationError.heading(of: estimates[index] * turn, reference: orientations[index + 1]) - errors[index])
    }
}

/// Orientations by ascending time, interpolated.
struct OrientationCursor {
    private let stream: QuaternionStream
    private var row = 0

    /// The longest gap that is interpolated, nanoseconds.
    private static let longestGap: Int64 = 500_000_000

    init(_ stream: QuaternionStream) { self.stream = stream }

    /// At a stamp; `nil` outside the stream and in its gaps. Successive stamps must ascend.
    mutating func orientation(at time: Int64) -> Quaternion? {
        while row + 1 < stream.count, stream.times[row + 1] <= time { row += 1 }
        guard row < stream.count, stream.times[row] <= time else { return nil }
        let here = stream.values[row]
        guard stream.times[row] != time else { return here.isFinite ? here : nil }
        guard row + 1 < stream.count else { return nil }
        let gap = stream.times[row + 1] - stream.times[row]
        guard gap <= Self.longestGap else { return nil }
        let there = here.slerp(to: stream.values[row + 1], fraction: Double(time - stream.times[row]) / Double(gap))
        return there.isFinite ? there : nil
    }
}

/// What a gyroscope adds to the heading of a filter that follows it, per step of a clock, radians counter-clockwise.
struct GyroscopeErrors {
    /// Its bias about the vertical, which may drift.
    let bias: [Double]
    /// What grows with the turn: an error of scale.
    let scale: [Double]
    /// What grows with the change of the rate: a delay between gyroscope and reference.
    let delay: [Double]
    /// The rest: noise of gyroscope and reference.
    let rest: [Double]

    /// Over a longer step of the stream no turn is known, nanoseconds.
    private static let longestStep: Int64 = 200_000_000
    /// The bias is constant for so long, seconds.
    private static let biasTime = 20.0

    /// `nil` without readings.
    /// - Parameters:
    ///   - gyroscope: rad/s.
    ///   - poses: at the stamps of the clock.
    ///   - errors: of the heading at these stamps, radians.
    ///   - step: of the clock, seconds.
    init?(_ gyroscope: VectorStream, _ poses: Poses, _ errors: [Double], step: Double) {
        guard gyroscope.count > 1 else { return nil }
        let added = Self.turns(gyroscope, poses.times).enumerated().map { index, turn in
            turn.map { poses.added(to: errors, at: index, turn: $0) } ?? 0
        }
        let turns = added.indices.map {
            (poses.orientations[$0 + 1] * poses.orientations[$0].conjugate).canonical.twistAboutVertical
        }
        let changes = turns.indices.map { $0 > 0 ? turns[$0] - turns[$0 - 1] : 0 }
        let found = Self.regression(added, turns, changes)
        let (scale, delay) = (turns.map { found.scale * $0 }, changes.map { found.delay * $0 })
        let left = added.indices.map { added[$0] - scale[$0] - delay[$0] }
        let bias = Self.smooth(left, halfWidth: max(1, Int(clamping: Self.biasTime / step)))
        (self.scale, self.delay, self.bias) = (scale, delay, bias)
        rest = zip(left, bias).map { $0 - $1 }
    }

    /// The rotation of the device between successive stamps, device axes; `nil` where readings are missing.
    private static func turns(_ gyroscope: VectorStream, _ times: [Int64]) -> [Quaternion?] {
        var row = max(0, gyroscope.index(atOrAfter: times[0]) - 1)
        return times.indices.dropLast().map { index in
            var (time, end, turn) = (times[index], times[index + 1], Quaternion.identity)
            while time < end {
                while row + 1 < gyroscope.count, gyroscope.times[row + 1] <= time { row += 1 }
                guard row + 1 < gyroscope.count, gyroscope.times[row] <= time,
                    gyroscope.times[row + 1] - gyroscope.times[row] <= longestStep
                else { return nil }
                let next = min(end, gyroscope.times[row + 1])
                // The mean rate between two readings.
                let rate = 0.5 * (gyroscope.values[row] + gyroscope.values[row + 1])
                turn = turn * Quaternion(rotationVector: LogTime.seconds(next - time) * rate)
                time = next
            }
            return turn
        }
    }

    /// The errors as a constant plus shares of turns and of their changes, robustly.
    private static func regression(
        _ errors: [Double], _ turns: [Double], _ changes: [Double]
    ) -> (scale: Double, delay: Double) {
        var solution = [0.0, 0, 0]
        var weights = errors.map { _ in 1.0 }
        for _ in 0..<Robust.steps {
            var square = Matrix.diagonal([1e-9, 1e-6, 1e-6])
            var right = [0.0, 0, 0]
            for index in errors.indices {
                let row = [1, turns[index], changes[index]]
                for i in 0..<3 {
                    right[i] += weights[index] * row[i] * errors[index]
                    for j in 0...i { square[i, j] += weights[index] * row[i] * row[j] }
                }
            }
            guard let next = try? Cholesky(square).solve(right) else { break }
            solution = next
            let residuals = errors.indices.map {
                errors[$0] - solution[0] - solution[1] * turns[$0] - solution[2] * changes[$0]
            }
            weights = Robust.weights(residuals, width: 3)
        }
        return (solution[1], solution[2])
    }

    /// Means weighted by a raised cosine, about each value.
    private static func smooth(_ values: [Double], halfWidth: Int) -> [Double] {
        let weights = (-halfWidth...halfWidth).map {
            0.5 + 0.5 * Double.cos(.pi * Double($0) / Double(halfWidth + 1))
        }
        return values.indices.map { index in
            var (sum, total) = (0.0, 0.0)
            for other in max(0, index - halfWidth)...min(values.count - 1, index + halfWidth) {
                let weight = weights[other - index + halfWidth]
                sum += weight * values[other]
                total += weight
            }
            return sum / total
        }
    }
}

/// Iteratively reweighted least squares with Cauchy's weights (P. W. Holland, R. E. Welsch, Robust Regression Using
/// Iteratively Reweighted Least-Squares, Communications in Statistics A 6(9), 1977).
enum Robust {
    /// How often weights are computed.
    static let steps = 20

    /// Of residuals about zero, with their median magnitude times `width` as the scale.
    static func weights(_ residuals: [Double], width: Double) -> [Double] {
        let scale = width * ((Percentile.median(residuals.map(\.magnitude)) ?? 0) + 1e-7)
        return residuals.map { 1 / (1 + ($0 / scale) * ($0 / scale)) }
    }

    /// The median of each axis; zero without values.
    static func median(_ values: [Vector3]) -> Vector3 {
        Vector3(
            Percentile.median(values.map(\.x)) ?? 0, Percentile.median(values.map(\.y)) ?? 0,
            Percentile.median(values.map(\.z)) ?? 0)
    }

    /// The centre of angles, radians, from a first guess on.
    static func centre(_ angles: [Double], from start: Double, scale: Double) -> Double {
        var centre = start
        for _ in 0..<steps {
            var (sum, total) = (0.0, 0.0)
            for angle in angles {
                let difference = Angle.wrap(angle - centre)
                let weight = 1 / (1 + (difference / scale) * (difference / scale))
                sum += weight * difference
                total += weight
            }
            centre = Angle.wrap(centre + sum / total)
        }
        return centre
    }
}
