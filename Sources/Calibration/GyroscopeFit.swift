import Recordings
import Rotations
import SensorModels

/// The gyroscope's bias from the parts of a recording in which the device lay still.
public struct GyroscopeFit: Sendable {
    /// w_calibrated = w_raw - bias, rad/s, device axes; no scale is fitted.
    public var model: GyroscopeModel
    /// Standard deviation of the bias per axis, rad/s: from the scatter of the rests' windows, correlated ones counted
    /// honestly, and of the rests among each other; infinite where there is no rest.
    public var sigma: Vector3
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
    /// Rests whose mean is further than this from the median of all rests were turns, rad/s (0.5 deg/s: drift over a
    /// day is less).
    static let largestDisagreement = 0.0087

    /// Fits the bias to a recording's raw gyroscope.
    public init(recording: Recording) {
        self.init(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer, magnetometer: recording.magnetometer
        )
    }

    /// Fits the bias. Never throws: where there is no rest the result is refused, with a bias of zero.
    ///
    /// - Parameters:
    ///   - gyroscope: raw, rad/s, device axes.
    ///   - accelerometer: m/s^2; may be empty, then rest is judged by the gyroscope alone.
    ///   - magnetometer: raw, microtesla; may be empty. It tells a slow turn about the vertical from a bias.
    public init(
        gyroscope: VectorStream, accelerometer: VectorStream = VectorStream(),
        magnetometer: VectorStream = VectorStream()
    ) {
        let all = RestDetector.intervals(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
        model = GyroscopeModel(bias: .zero)
        sigma = Vector3(.infinity, .infinity, .infinity)
        verdict = .accepted
        rests = Self.agreeing(all)
        guard !rests.isEmpty else {
            let found =
                gyroscope.isEmpty ? "there is no gyroscope in the log" : "the device never lay still for a second"
            verdict = .refused(found, advice: "lay the phone down for ten seconds while recording")
            return
        }
        let windows = rests.flatMap(\.windowRates)
        let bias = RestDetector.mean(windows)
        model.bias = bias
        var worst = 0.0
        for axis in 0..<3 {
            let value = Self.sigma(of: windows.map { $0[axis] }, rests: rests.map { $0.meanRate[axis] })
            sigma[axis] = value
            worst = max(worst, value)
        }
        if bias.length > Self.largestBias {
            let found = MagnetometerDataCheck.rounded(Angle.degrees(bias.length))
            verdict = .refused(
                "the mean rate at rest is \(found) deg/s: a turning device or another unit",
                advice: "lay the phone on something that does not turn; check the unit (rad/s)")
        } else if worst > Self.largestSigma {
            let found = MagnetometerDataCheck.rounded(Angle.degrees(worst))
            verdict = .refused(
                "\(MagnetometerDataCheck.rounded(restSeconds)) s of rest give the bias to \(found) deg/s only",
                advice: "let the phone lie for ten seconds")
        }
    }

    /// The rests near the median of all: an even turn can look like a rest, but not like the same rest again.
    private static func agreeing(_ rests: [RestInterval]) -> [RestInterval] {
        let windows = rests.flatMap(\.windowRates)
        let median = Vector3(
            RobustStatistics.median(windows.map(\.x)), RobustStatistics.median(windows.map(\.y)),
            RobustStatistics.median(windows.map(\.z)))
        return rests.filter { ($0.meanRate - median).length <= largestDisagreement }
    }

    private static func sigma(of windows: [Double], rests: [Double]) -> Double {
        let n = Double(windows.count)
        guard windows.count >= 2 else { return .infinity }
        let size = EffectiveSampleSize(residuals: windows)
        let within = spread(windows) / max(1, windows.count >= 4 ? size.count : n).squareRoot()
        return rests.count >= 2 ? max(within, spread(rests) / Double(rests.count).squareRoot()) : within
    }

    /// Sample standard deviation.
    private static func spread(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(max(1, values.count - 1))).squareRoot()
    }
}
