import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

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
    ///   - series: of the heading's error.
    init?(_ gyroscope: VectorStream, _ series: ErrorSeries) {
        guard gyroscope.count > 1 else { return nil }
        let added = Self.turns(gyroscope, series.times).enumerated().map { index, turn in
            turn.map { series.added(at: index, turn: $0) } ?? 0
        }
        let turns = added.indices.map {
            (series.orientations[$0 + 1] * series.orientations[$0].conjugate).canonical.twistAboutVertical
        }
        let changes = turns.indices.map { $0 > 0 ? turns[$0] - turns[$0 - 1] : 0 }
        let found = Self.regression(added, turns, changes)
        let (scale, delay) = (turns.map { found.scale * $0 }, changes.map { found.delay * $0 })
        let left = added.indices.map { added[$0] - scale[$0] - delay[$0] }
        let bias = Self.smooth(left, halfWidth: max(1, Int(clamping: Self.biasTime / series.step)))
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
    static func smooth(_ values: [Double], halfWidth: Int) -> [Double] {
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
    /// The scatter of a calm compass, radians.
    static let calm = 0.1
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
