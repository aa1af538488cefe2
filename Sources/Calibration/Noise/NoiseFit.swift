import LinearAlgebra
import RealModule
import Recordings
import Rotations
import SensorModels

/// The noise of one axis at rest: sigma^2(tau) = N^2 / tau + (2 ln 2 / pi) B^2 + K^2 tau / 3 (IEEE Std 952-1997, annex
/// C), fitted to the overlapping Allan variance by weighted least squares with N, B, K >= 0.
public struct NoiseFit: Sendable {
    /// White noise of the rate (angle or velocity random walk), unit per sqrt(Hz).
    public var n: NoiseCoefficient
    /// Bias instability, unit.
    public var b: NoiseCoefficient
    /// Random walk of the rate, unit per sqrt(s).
    public var k: NoiseCoefficient
    /// The curve.
    public var curve: [AllanPoint]
    /// Seconds of rest.
    public var duration: Double
    /// Accepted, or refused because the rest is too short even for N.
    public var verdict: CalibrationVerdict

    /// Shortest rest for N, seconds: averages over 1 second are then numerous enough for 10 %.
    public static let shortest = 60.0

    /// - Parameters:
    ///   - samples: one axis at rest, evenly spaced.
    ///   - interval: seconds between samples.
    public init(samples: [Double], interval: Double) {
        duration = Double(samples.count) * interval
        curve = AllanDeviation.curve(of: samples, interval: interval)
        let none = NoiseCoefficient(value: 0, low: 0, high: .infinity)
        (n, b, k) = (none, none, none)
        let isConstant = curve.allSatisfy { $0.deviation == 0 }
        guard duration >= Self.shortest, !isConstant else {
            guard duration > 0 else {
                verdict = .refused(
                    "the log never rests: N needs at least 60 s at rest, B and K two hours",
                    advice: "let the device lie still on a solid surface for that long")
                return
            }
            let found = MagnetometerDataCheck.rounded(duration)
            verdict =
                isConstant && !curve.isEmpty
                ? .refused("the readings never change: the sensor was off", advice: "check the recording")
                : .refused(
                    "\(found) s of rest are too short for the noise: N needs at least 60 s, B and K two hours",
                    advice: "let the device lie still on a solid surface for that long")
            return
        }
        verdict = .accepted
        // Below 0.1 s, the filters of sensors show; points of fewer than two degrees of freedom are useless.
        let used = curve.filter { $0.tau >= min(0.1, 20 * interval) && $0.degreesOfFreedom >= 2 }
        let fit = Self.solve(used)
        (n, b, k) = (fit[0], fit[1], fit[2])
    }

    /// Weighted least squares; relative weights first from the measured, then from the modelled variances; negative
    /// coefficients are left out, the most negative first.
    private static func solve(_ points: [AllanPoint]) -> [NoiseCoefficient] {
        let zero = NoiseCoefficient(value: 0, low: 0, high: 0)
        var result = [zero, zero, zero]
        var active = [0, 1, 2]
        var model = points.map { $0.deviation * $0.deviation }
        while !active.isEmpty {
            var squares = [Double](repeating: 0, count: 3)
            var variances = squares
            for _ in 0..<20 {
                let rows = Matrix(points.map { point in active.map { column($0, point.tau) } })
                let weights = zip(points, model).map { $0.degreesOfFreedom / (2 * $1 * $1) }
                guard
                    let fit = try? rows.leastSquares(points.map { $0.deviation * $0.deviation }, weights: weights),
                    let cofactor = fit.cofactor
                else { return result }
                for (i, kind) in active.enumerated() {
                    squares[kind] = fit.parameters[i]
                    // Neighbouring octaves of an overlapping variance share half of their information.
                    variances[kind] = 2 * cofactor[i, i]
                }
                model = points.map { point in
                    max(active.reduce(0) { $0 + max(squares[$1], 0) * column($1, point.tau) }, 1e-30)
                }
            }
            if let worst = active.filter({ squares[$0] < 0 }).min(by: {
                squares[$0] / variances[$0].squareRoot() < squares[$1] / variances[$1].squareRoot()
            }) {
                result[worst].high = max(0, squares[worst] + 1.96 * variances[worst].squareRoot()).squareRoot()
                active.removeAll { $0 == worst }
                continue
            }
            for kind in active {
                result[kind] = coefficient(square: squares[kind], variance: variances[kind])
            }
            break
        }
        return result
    }

    /// The 95 % interval of a square that is chi-squared with the degrees of freedom that follow from its variance;
    /// starts at 0 where it differs from 0 by less than two standard deviations.
    private static func coefficient(square: Double, variance: Double) -> NoiseCoefficient {
        let deviation = variance.squareRoot()
        guard square > 1.96 * deviation else {
            return NoiseCoefficient(
                value: square.squareRoot(), low: 0, high: (square + 1.96 * deviation).squareRoot())
        }
        let v = 2 * square * square / variance
        let (lower, upper) = ChiSquared.interval95(degreesOfFreedom: v)
        return NoiseCoefficient(
            value: square.squareRoot(), low: (square * v / upper).squareRoot(), high: (square * v / lower).squareRoot())
    }

    /// The factor of N^2, B^2 or K^2 in sigma^2(tau).
    private static func column(_ kind: Int, _ tau: Double) -> Double {
        switch kind {
        case 0: return 1 / tau
        case 1: return 2 * Double.log(2) / Double.pi
        default: return tau / 3
        }
    }
}

/// A noise coefficient with its 95 % interval.
public struct NoiseCoefficient: Sendable, Codable, Hashable {
    /// The estimate; 0 where the curve shows none.
    public var value: Double
    /// The ends of the 95 % interval, the lower one >= 0.
    public var low, high: Double

    /// Whether the interval excludes 0.
    public var isDetermined: Bool { low > 0 }
}

/// The noise of the three axes of a sensor over the longest rest of a log.
public struct SensorNoise: Sendable {
    /// The stream.
    public var sensor: SensorKind
    /// x, y, z.
    public var axes: [NoiseFit]
    /// Samples per second.
    public var rate: Double

    /// From a gyroscope or an accelerometer; nil where the log has none. Rest is detected by both; without a gyroscope
    /// the whole log counts. The samples are treated as evenly spaced over the rest.
    public init?(recording: Recording, sensor: SensorKind) {
        let stream = recording.vectors(of: sensor)
        guard stream.count > 1 else { return nil }
        self.sensor = sensor
        let gyroscope = recording.vectors(of: recording.rateSensor)
        let rests = RestIntervalDetector.intervals(
            gyroscope: gyroscope, accelerometer: recording.accelerometer, magnetometer: VectorStream())
        var part = stream
        if !gyroscope.isEmpty {
            let longest = rests.max { $0.duration < $1.duration }
            part = longest.map { stream.clipped(to: $0.start...$0.end) } ?? VectorStream()
        }
        let values = part.values.filter(\.isFinite)
        let interval = values.count > 1 ? part.duration / Double(part.count - 1) : 0
        // Without a rest the sensor still has a rate: that of the whole log.
        let whole = interval > 0 ? interval : stream.duration / Double(stream.count - 1)
        rate = whole > 0 ? 1 / whole : 0
        axes = (0..<3).map { axis in NoiseFit(samples: values.map { $0[axis] }, interval: interval) }
    }
}
