import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The gyroscope's bias and its drift from rests of the device and, where the motion between them allows it, scale and
/// misalignment.
public struct GyroscopeFit: Sendable {
    /// w_calibrated = K (w_raw - b), rad/s, device axes; K is the identity where `scale` is absent or refused.
    public var model: GyroscopeModel
    /// Standard deviation of the bias per axis, rad/s: from the scatter of the windows within rests, with their
    /// correlation, and of the rests among each other; infinite without a rest.
    public var sigma: Vector3
    /// Change of the bias, rad/s per second, and its standard deviation; nil where rests span less than 20 seconds.
    public var drift: (rate: Vector3, sigma: Vector3)?
    /// Scale and misalignment against gravity; nil with fewer than two rests or without an accelerometer.
    public var scale: GyroscopeScaleFit?
    /// The rests that were used.
    public var rests: [RestInterval]
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Seconds of rest in all.
    public var restSeconds: Double { rests.reduce(0) { $0 + $1.duration } }

    /// A larger bias is a turning device or a defect, rad/s (12 deg/s; phones reach 6).
    static let largestBias = 0.21
    /// A larger sigma is refused, rad/s (0.1 deg/s).
    static let largestSigma = 0.00175
    /// Rests whose mean is further than this from the median of all rests were turns, rad/s (0.5 deg/s; the drift over
    /// a day is smaller).
    static let largestDisagreement = 0.0087
    /// Rest in another unit is reported where it lasts at least this long, seconds.
    static let shortestOtherRest = 5.0
    /// Over shorter spans no drift is fitted, seconds.
    static let shortestDriftSpan = 20.0

    /// Fits the bias. Never throws: without rest the result is refused, with a bias of zero.
    ///
    /// - Parameters:
    ///   - gyroscope: raw, rad/s, device axes.
    ///   - accelerometer: m/s^2; may be empty, then rest is detected by the gyroscope alone.
    ///   - magnetometer: raw, microtesla; may be empty. It distinguishes a slow turn about the vertical from a bias.
    public init(
        gyroscope: VectorStream, accelerometer: VectorStream = VectorStream(),
        magnetometer: VectorStream = VectorStream()
    ) {
        model = GyroscopeModel(bias: .zero)
        sigma = Vector3(.infinity, .infinity, .infinity)
        verdict = .accepted
        rests = []
        if let refusal = DeadSensor.refusal(gyroscope, name: "gyroscope") {
            verdict = refusal
            return
        }
        rests = Self.agreeing(
            RestIntervalDetector.intervals(
                gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer))
        guard !rests.isEmpty else {
            verdict = Self.restless(gyroscope, accelerometer, magnetometer)
            return
        }
        let windows = rests.flatMap(\.windowRates)
        let bias = RestIntervalDetector.mean(windows)
        model.bias = bias
        var worst = 0.0
        for axis in 0..<3 {
            let value = Self.sigma(of: windows.map { $0[axis] }, rests: rests.map { $0.meanRate[axis] })
            sigma[axis] = value
            worst = max(worst, value)
        }
        drift = Self.drift(rests)
        if bias.length > Self.largestBias {
            let found = MagnetometerDataCheck.rounded(Angle.degrees(bias.length))
            verdict = .refused(
                "the mean rate at rest is \(found) deg/s: the device turned, or the unit is another one",
                advice: "lay the phone on a fixed surface; check the unit (rad/s)")
        } else if worst > Self.largestSigma {
            let found = MagnetometerDataCheck.rounded(Angle.degrees(worst))
            verdict = .refused(
                "\(MagnetometerDataCheck.rounded(restSeconds)) s of rest determine the bias only to \(found) deg/s",
                advice: "let the phone lie for ten seconds")
        } else if rests.count >= 2, !accelerometer.isEmpty {
            fitScale(gyroscope)
        }
    }

    /// Why there is no rest. In degrees per second, the noise of a gyroscope at rest is 57 times too large.
    private static func restless(
        _ gyroscope: VectorStream, _ accelerometer: VectorStream, _ magnetometer: VectorStream
    ) -> CalibrationVerdict {
        let advice = "lay the phone down for ten seconds while recording"
        let scaled = VectorStream(
            times: gyroscope.times, values: gyroscope.values.map { Angle.radians(1) * $0 })
        let still = RestIntervalDetector.intervals(
            gyroscope: scaled, accelerometer: accelerometer, magnetometer: magnetometer
        )
        .reduce(0) { $0 + $1.duration }
        guard !accelerometer.isEmpty, still >= shortestOtherRest else {
            return .refused("the device never lay still for a second", advice: advice)
        }
        return .refused(
            "the accelerometer was at rest for \(Int(clamping: still.rounded())) s, the gyroscope never: its unit is deg/s, or a hand "
                + "held the device",
            advice:
                "give rad/s, or state the unit with --assume gyroscope=deg/s; or \(advice)"
        )
    }

    private mutating func fitScale(_ gyroscope: VectorStream) {
        let forces = AccelerometerFit(restForces: rests.compactMap(\.meanForce))
        let accelerometer = forces.verdict.accepted ? forces.model : AccelerometerModel(bias: .zero)
        let fit = GyroscopeScaleFit(gyroscope: gyroscope, rests: rests, accelerometer: accelerometer)
        scale = fit
        if fit.verdict.accepted { model.scale = fit.scale }
    }

    /// The rests near the median of all: a steady turn can look like a rest, but its rate does not repeat.
    private static func agreeing(_ rests: [RestInterval]) -> [RestInterval] {
        let windows = rests.flatMap(\.windowRates)
        let median = Vector3(
            RobustStatistics.median(windows.map(\.x)), RobustStatistics.median(windows.map(\.y)),
            RobustStatistics.median(windows.map(\.z)))
        return rests.filter { ($0.meanRate - median).length <= largestDisagreement }
    }

    private static func sigma(of windows: [Double], rests: [Double]) -> Double {
        guard windows.count >= 2 else { return .infinity }
        let within = CorrelatedMean(windows).sigma
        return rests.count >= 2 ? max(within, spread(rests) / Double(rests.count).squareRoot()) : within
    }

    /// The slope of the windows' means over time, with sigma from the residuals and their correlation.
    private static func drift(_ rests: [RestInterval]) -> (rate: Vector3, sigma: Vector3)? {
        guard let origin = rests.first?.start, let end = rests.last?.end,
            LogTime.seconds(end - origin) >= shortestDriftSpan
        else { return nil }
        var times: [Double] = []
        for rest in rests {
            let step = LogTime.seconds(rest.end - rest.start) / Double(rest.windowRates.count)
            for index in rest.windowRates.indices {
                times.append(LogTime.seconds(rest.start - origin) + (Double(index) + 0.5) * step)
            }
        }
        let windows = rests.flatMap(\.windowRates)
        let n = Double(windows.count)
        let middle = times.reduce(0, +) / n
        let power = times.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
        guard windows.count >= 8, power > 0 else { return nil }
        let mean = RestIntervalDetector.mean(windows)
        var result = (rate: Vector3.zero, sigma: Vector3.zero)
        for axis in 0..<3 {
            let slope = zip(times, windows).reduce(0.0) { $0 + ($1.0 - middle) * ($1.1[axis] - mean[axis]) } / power
            let influence = zip(times, windows).map { time, value in
                (time - middle) * (value[axis] - mean[axis] - slope * (time - middle))
            }
            result.rate[axis] = slope
            result.sigma[axis] = CorrelatedMean(influence).sigma * n / power
        }
        return result
    }

    /// Sample standard deviation.
    private static func spread(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(max(1, values.count - 1))).squareRoot()
    }
}
