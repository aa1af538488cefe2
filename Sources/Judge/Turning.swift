import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How far a vector turns for what a rate says, both in their own units: a direction v that is fixed in the room obeys
/// dv/dt = v x w in device axes.
///
/// Over a window that turns by the angle a = s |q|, with q the integral of w dt, v(t2) - v(t1) is the chord
/// s (2 sin(a/2) / a) (v - c) x q, with v in the middle, the factor s (1 in rad/s and seconds) and the constant part c
/// of a field. Windows are counted in samples, so that no unit of the time is assumed.
package struct Turning {
    /// Rad per unit of the rate and second of the time as read.
    let factor: Double
    /// Correlation of both sides, and the standard deviation of ln(factor).
    let correlation, deviation: Double
    /// The constant part, where it was fitted.
    let centre: Vector3
    /// Root mean square of the turns, relative to the whole vector.
    let size: Double
    /// The factor as the regression has it.
    private let slope: Double

    /// Samples per window.
    private static let windows = [8, 25, 60]

    /// The window with the highest correlation; `nil` where none is significant: atanh(c) sqrt(n - 3) above 4, with two
    /// free components per window that half overlap.
    init?(_ turns: Turns, isCentreFree: Bool) {
        var best: Turning?
        for window in Self.windows {
            guard let found = Self.fit(turns.differences(window), isCentreFree),
                found.correlation > best?.correlation ?? 0
            else { continue }
            best = found
        }
        guard let best else { return nil }
        self = best
    }

    /// Whether a direction turns with a rate (true) or against it (false); `nil` where it shows neither.
    package static func isWithRate(_ rate: VectorStream, _ direction: VectorStream) -> Bool? {
        for sign in [1.0, -1] {
            let rate = VectorStream(times: rate.times, values: rate.values.map { sign * $0 })
            guard let turns = Turns(rate: rate, vector: direction),
                let found = Turning(turns, isCentreFree: false), found.correlation > leastCorrelation
            else { continue }
            return sign > 0
        }
        return nil
    }

    /// A lower correlation is no relation; a field's constant part is known from a higher one.
    static let leastCorrelation = 0.55
    static let firmCorrelation = 0.8

    /// How often the angles of the windows are computed anew with the factor that they give.
    private static let passes = 3

    private static func fit(_ differences: [Turns.Difference], _ isCentreFree: Bool) -> Turning? {
        let sizes = differences.map { $0.change.length }
        guard differences.count > 6, case let limit = Percentile.of(sizes, 0.98), limit > 0 else { return nil }
        let turned = differences.reduce(0.0) { $0 + $1.change.lengthSquared / max($1.middle.lengthSquared, 1e-300) }
        let size = (turned / Double(differences.count)).squareRoot()
        var found: Turning?
        for _ in 0..<passes {
            let angle = found?.slope ?? 0
            guard let better = Turning(differences, limit, isCentreFree, size, angle: angle) else { return nil }
            found = better
        }
        return found
    }

    /// By windows whose change is at most so long; `angle` is the factor that the angles are computed with.
    private init?(
        _ differences: [Turns.Difference], _ limit: Double, _ isCentreFree: Bool, _ size: Double, angle: Double
    ) {
        var system = LeastSquares()
        for (change, middle, turn) in differences where change.length <= limit {
            let q = Turns.chord(angle * turn.length) * turn
            let known = middle.cross(q)
            // - s c x q: the columns of [q]x c s.
            let free = isCentreFree ? 1.0 : 0
            system.add([known.x, 0, -free * q.z, free * q.y], change.x)
            system.add([known.y, free * q.z, 0, -free * q.x], change.y)
            system.add([known.z, -free * q.y, free * q.x, 0], change.z)
        }
        guard let x = system.solution, x[0] > 0 else { return nil }
        correlation = min(0.9999, system.correlation(x))
        let effective = Double(differences.count)
        guard correlation > 0, Double.atanh(correlation) * max(0, effective - 3).squareRoot() > 4 else { return nil }
        let noise = (1 / (correlation * correlation) - 1).squareRoot() / effective.squareRoot()
        slope = x[0]
        // Noise in the integral lowers the slope of a regression.
        factor = slope / max(correlation, 0.5).squareRoot()
        deviation = 0.05 + 0.6 * (1 - correlation) + 1.5 * noise
        centre = Vector3(x[1], x[2], x[3]) / x[0]
        self.size = size
    }
}

/// The constant part of a magnetometer's readings, which is the device's own field, and the strength of the field about
/// it, both in the readings' unit.
package struct FieldCentre {
    package let centre: Vector3
    package let strength: Double

    /// By the turns with a rate, else by a sphere through the readings; `nil` where the log hardly turned, or a magnet
    /// disturbed it.
    package init?(of field: VectorStream, rate: VectorStream) {
        if let turns = Turns(rate: rate, vector: field), let turning = Turning(turns, isCentreFree: true),
            turning.correlation > Turning.firmCorrelation, let found = FieldCentre(field, about: turning.centre)
        {
            self = found
        } else if let sphere = Profile(field)?.sphere {
            (centre, strength) = (sphere.centre, sphere.radius)
        } else {
            return nil
        }
    }

    /// `nil` for readings that lie on a small arc about the centre, which is not known then.
    init?(_ field: VectorStream, about centre: Vector3) {
        let values = field.values
        let mean = values.reduce(.zero, +) / Double(max(1, values.count))
        let spread = (values.reduce(0) { $0 + ($1 - mean).lengthSquared } / Double(max(1, values.count))).squareRoot()
        guard let strength = Percentile.upperMedian(values.map { ($0 - centre).length }), spread > 0.15 * strength
        else { return nil }
        (self.centre, self.strength) = (centre, strength)
    }
}

/// Vectors at the stamps of a rate, and the integral of the rate there.
struct Turns {
    private var vectors: [Vector3] = []
    private var turns: [Vector3] = []
    /// The lengths of the rates.
    private var rates: [Double] = []
    /// Counts the holes before each stamp.
    private var pieces: [Int] = []
    /// Median time between rates, seconds as read.
    let interval: Double

    /// Change and middle of the vector over a window of samples, and the rate's integral over it.
    typealias Difference = (change: Vector3, middle: Vector3, turn: Vector3)

    private static let most = 6000

    /// `nil` for too few samples, or less than a third of the time in common.
    init?(rate: VectorStream, vector: VectorStream) {
        guard rate.count >= 60, vector.count >= 30, let first = rate.times.first, let last = rate.times.last,
            let start = vector.times.first, let end = vector.times.last, end > start,
            min(last, end) > max(first, start),
            Double(min(last, end)) - Double(max(first, start)) > 0.3 * (Double(end) - Double(start))
        else { return nil }
        // Differences of damaged stamps may wrap around.
        var gaps = zip(rate.times.dropFirst(), rate.times).map { $0 &- $1 }
        guard let usual = Percentile.upperMedian(gaps), usual > 0 else { return nil }
        gaps.append(usual)
        interval = 1e-9 * Double(usual)
        let stride = max(1, rate.count / Self.most)
        var (turn, next, piece) = (Vector3.zero, 0, 0)
        for index in rate.times.indices {
            if index > 0 {
                if Double(gaps[index - 1]) <= 8 * Double(usual) {
                    turn += (0.5e-9 * Double(gaps[index - 1])) * (rate.values[index - 1] + rate.values[index])
                } else {
                    piece += 1
                }
            }
            let time = rate.times[index]
            guard index % stride == 0, time >= start, time <= end else { continue }
            while next + 1 < vector.count, vector.times[next + 1] <= time { next += 1 }
            let after = min(next + 1, vector.count - 1)
            let gap = vector.times[after] &- vector.times[next]
            let share = gap > 0 ? Double(time &- vector.times[next]) / Double(gap) : 0
            vectors.append(vector.values[next] + share * (vector.values[after] - vector.values[next]))
            turns.append(turn)
            rates.append(rate.values[index].length)
            pieces.append(piece)
        }
    }

    /// Of windows that half overlap; empty where fewer than four fit.
    func differences(_ window: Int) -> [Difference] {
        guard vectors.count >= 4 * window else { return [] }
        let smooth = Self.smoothed(vectors, max(1, window / 3))
        return Swift.stride(from: 0, to: vectors.count - window, by: max(1, window / 2)).compactMap { index in
            guard pieces[index] == pieces[index + window] else { return nil }
            return (
                smooth[index + window] - smooth[index], smooth[index + window / 2], turns[index + window] - turns[index]
            )
        }
    }

    /// The largest rad in one unit of the rate at which the vector would turn no farther than it does, and the root
    /// mean square of the turns that this compares; `nil` without windows. Noise in the vector makes it larger; turns
    /// about the vector itself, and a constant rate, leave it alone.
    var largest: (factor: Double, turn: Double)? {
        [25, 60, 150].compactMap { window -> (factor: Double, turn: Double)? in
            let differences = differences(window)
            guard differences.count > 6 else { return nil }
            // An offset of the gyroscope turns nothing.
            let mean = differences.reduce(.zero) { $0 + $1.turn } / Double(differences.count)
            let seen = differences.reduce(0) { $0 + $1.change.lengthSquared }
            var (factor, turns) = (0.0, 0.0)
            for _ in 0..<2 {
                var said = 0.0
                turns = 0
                for (_, middle, turn) in differences {
                    let turn = turn - mean
                    let expected = middle.cross(Self.chord(factor * turn.length) * turn).lengthSquared
                    said += expected
                    turns += expected / max(middle.lengthSquared, 1e-300)
                }
                guard said > 0 else { return nil }
                factor = (seen / said).squareRoot()
            }
            return (factor, (turns / Double(differences.count)).squareRoot())
        }.min { $0.factor < $1.factor }
    }

    /// Chord over arc of an angle in radians.
    static func chord(_ angle: Double) -> Double {
        // A window that turns farther than half a circle shows no angle.
        let half = min(0.5 * angle, .pi / 2)
        return half > 1e-6 ? .sin(half) / half : 1
    }

    /// The radius of a swing, in the vector's unit per squared unit of the rate, and its correlation: the length of the
    /// force changes with the square of the rate, a = r w^2.
    var swing: (radius: Double, correlation: Double) {
        let lengths = Self.smoothed(vectors, 5).map { $0.length }
        let squares = rates.map { $0 * $0 }
        let count = Double(max(1, lengths.count))
        let (x, y) = (squares.reduce(0, +) / count, lengths.reduce(0, +) / count)
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (square, length) in zip(squares, lengths) {
            xx += (square - x) * (square - x)
            yy += (length - y) * (length - y)
            xy += (square - x) * (length - y)
        }
        return xx > 0 && yy > 0 ? (xy / xx, xy / (xx * yy).squareRoot()) : (0, 0)
    }

    /// Means over a few neighbours.
    private static func smoothed(_ values: [Vector3], _ width: Int) -> [Vector3] {
        guard width > 1 else { return values }
        let before = (width - 1) / 2
        return values.indices.map { index in
            let part = values[max(0, index - before)..<min(values.count, index - before + width)]
            return part.reduce(.zero, +) / Double(part.count)
        }
    }
}

/// The cosine between two vectors at common times.
package struct MeanCosine {
    package let mean, deviation: Double

    /// `nil` for fewer than 20 common times.
    package init?(_ a: VectorStream, _ b: VectorStream, about centre: Vector3 = .zero) {
        guard let first = a.times.first, let last = a.times.last else { return nil }
        var cosines: [Double] = []
        var next = 0
        for index in Swift.stride(from: 0, to: b.count, by: max(1, b.count / 2000)) {
            let time = b.times[index]
            guard time >= first, time <= last else { continue }
            while next + 1 < a.count, a.times[next + 1] <= time { next += 1 }
            guard let one = a.values[next].normalized, let other = (b.values[index] - centre).normalized else {
                continue
            }
            cosines.append(one.dot(other))
        }
        guard cosines.count >= 20 else { return nil }
        let mean = cosines.reduce(0, +) / Double(cosines.count)
        self.mean = mean
        deviation = (cosines.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(cosines.count)).squareRoot()
    }
}
