import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How far a vector turns for what a rate says, both in their own units: a direction v that is fixed in the room obeys
/// dv/dt = v x w in device axes.
///
/// Over a window v(t2) - v(t1) = s (v - c) x (integral of w dt), with the factor s (1 in rad/s and seconds) and the
/// constant part c of a field. Windows are counted in samples, so that no unit of the time is assumed.
struct Turning {
    /// Rad per unit of the rate and second of the time as read.
    let factor: Double
    /// Correlation of both sides, and the standard deviation of ln(factor).
    let correlation, deviation: Double
    /// The constant part, where it was fitted.
    let centre: Vector3

    /// Samples per window.
    private static let windows = [8, 25, 60]
    private static let most = 6000

    /// The window with the highest correlation; `nil` where none is significant: atanh(c) sqrt(n - 3) above 4, with two
    /// free components per window that half overlap.
    init?(rate: VectorStream, vector: VectorStream, isCentreFree: Bool) {
        guard rate.count >= 60, vector.count >= 30, let first = rate.times.first, let last = rate.times.last,
            let start = vector.times.first, let end = vector.times.last, end > start,
            min(last, end) > max(first, start),
            Double(min(last, end)) - Double(max(first, start)) > 0.3 * (Double(end) - Double(start))
        else { return nil }
        // The vectors at the rate's stamps, and the integral of the rate there, interrupted at holes. Differences of
        // damaged stamps may wrap around.
        var gaps = zip(rate.times.dropFirst(), rate.times).map { $0 &- $1 }
        guard let usual = Percentile.upperMedian(gaps), usual > 0 else { return nil }
        gaps.append(usual)
        let stride = max(1, rate.count / Self.most)
        var (turn, next) = (Vector3.zero, 0)
        var turns: [Vector3] = []
        var vectors: [Vector3] = []
        var pieces: [Int] = []
        var piece = 0
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
            pieces.append(piece)
        }
        var best: Turning?
        for window in Self.windows where vectors.count >= 4 * window {
            let smooth = Self.smoothed(vectors, max(1, window / 3))
            var differences: [(change: Vector3, middle: Vector3, turn: Vector3)] = []
            for index in Swift.stride(from: 0, to: vectors.count - window, by: max(1, window / 2))
            where pieces[index] == pieces[index + window] {
                differences.append(
                    (
                        smooth[index + window] - smooth[index], smooth[index + window / 2],
                        turns[index + window] - turns[index]
                    ))
            }
            guard let found = Self.fit(differences, isCentreFree), found.correlation > best?.correlation ?? 0 else {
                continue
            }
            best = found
        }
        guard let best else { return nil }
        self = best
    }

    private init(_ factor: Double, _ correlation: Double, _ deviation: Double, _ centre: Vector3) {
        (self.factor, self.correlation, self.deviation, self.centre) = (factor, correlation, deviation, centre)
    }

    private static func fit(
        _ differences: [(change: Vector3, middle: Vector3, turn: Vector3)], _ isCentreFree: Bool
    ) -> Turning? {
        let sizes = differences.map { $0.change.length }
        guard differences.count > 6, case let limit = Percentile.of(sizes, 0.98), limit > 0 else { return nil }
        var system = LeastSquares()
        for (change, middle, q) in differences where change.length <= limit {
            let known = middle.cross(q)
            // - s c x q: the columns of [q]x c s.
            let free = isCentreFree ? 1.0 : 0
            system.add([known.x, 0, -free * q.z, free * q.y], change.x)
            system.add([known.y, free * q.z, 0, -free * q.x], change.y)
            system.add([known.z, -free * q.y, free * q.x, 0], change.z)
        }
        guard let x = system.solution, x[0] > 0 else { return nil }
        let correlation = min(0.9999, system.correlation(x))
        let effective = Double(differences.count)
        guard correlation > 0, Double.atanh(correlation) * max(0, effective - 3).squareRoot() > 4 else { return nil }
        let noise = (1 / (correlation * correlation) - 1).squareRoot() / effective.squareRoot()
        // Noise in the integral lowers the slope of a regression.
        return Turning(
            x[0] / max(correlation, 0.5).squareRoot(), correlation, 0.05 + 0.6 * (1 - correlation) + 1.5 * noise,
            Vector3(x[1], x[2], x[3]) / x[0])
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
struct MeanCosine {
    let mean, deviation: Double

    /// `nil` for fewer than 20 common times.
    init?(_ a: VectorStream, _ b: VectorStream, about centre: Vector3 = .zero) {
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
