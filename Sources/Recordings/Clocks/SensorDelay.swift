import Rotations
import SensorModels
import Vocabulary

/// The delay of a stream's stamps against the gyroscope's.
public struct SensorDelay: Sendable, Codable, Hashable {
    /// The stream.
    public var sensor: SensorKind
    /// Seconds; positive where the stamps are too late. Estimated from the data.
    public var seconds: Double
    /// Standard deviation of `seconds`, seconds: by the jackknife over tenths of the recording, with what the
    /// gyroscope's stamps mean (`TurnIntegral`); for the accelerometer, with the 20 ms by which swings of an arm shift
    /// it.
    public var sigma: Double

    /// Whether it exceeds two standard deviations.
    public var isSignificant: Bool { seconds.magnitude > 2 * sigma }

    /// `seconds` in milliseconds, to a tenth.
    public var milliseconds: Double { (seconds * 10_000).rounded() / 10 }
}

/// Finds a sensor's delay against the gyroscope by comparing rates of turn.
///
/// A direction that is fixed in the room turns in device axes by d' = (d - h) x w, where h is the sensor's offset. For
/// every delay on a grid, h is fitted by least squares over spans of about 0.1 s; the delay with the smallest residual
/// is refined by a parabola. The uncertainty is that of the delete-a-group jackknife over tenths of the recording (B.
/// Efron, The Jackknife, the Bootstrap and Other Resampling Plans, SIAM 1982), which allows for correlated residuals.
struct SensorDelayEstimate {
    private static let groups = 10
    private static let longestDelay = 0.12
    private static let step = 0.004
    private static let mostSpans = 4000

    /// Sums of the normal equations of one group of spans: N h = b, and the square of the observations.
    private struct Sums {
        var n = Matrix3.zero
        var b = Vector3.zero
        var square = 0.0

        static func += (sums: inout Sums, other: Sums) {
            sums.n += other.n
            sums.b += other.b
            sums.square += other.square
        }

        /// The smallest sum of squared residuals.
        var residual: Double {
            let determinant = n.determinant
            guard determinant.magnitude > 1e-30 else { return square }
            // Cramer's rule; N is symmetric.
            let h =
                (1 / determinant)
                * (b.x * n.row1.cross(n.row2) + b.y * n.row2.cross(n.row0) + b.z * n.row0.cross(n.row1))
            return square - b.dot(h)
        }
    }

    /// `nil` where the motion does not determine the delay: too little turning, a smallest residual at the end of the
    /// grid, or a jackknife sigma above 8 ms.
    static func delay(of sensor: SensorKind, in recording: Recording) -> SensorDelay? {
        let stream = recording.vectors(of: sensor)
        let rate = recording.gyroscope
        guard stream.count > 200, rate.count > 200 else { return nil }
        let spans = Self.spans(stream, within: rate)
        guard spans.count >= 100 else { return nil }
        let turn = TurnIntegral(rate)
        let steps = Int(clamping: (2 * longestDelay / step).rounded())
        var sums: [[Sums]] = []
        var turned = 0.0
        for index in 0...steps {
            let delay = Int64(clamping: ((-longestDelay + Double(index) * step) * 1e9).rounded())
            var groups = [Sums](repeating: Sums(), count: Self.groups)
            for (position, span) in spans.enumerated() {
                guard let from = turn.value(at: stream.times[span.0] - delay),
                    let to = turn.value(at: stream.times[span.1] - delay)
                else { continue }
                add(
                    stream.values[span.0], stream.values[span.1], to - from,
                    &groups[position * Self.groups / spans.count])
                if index == steps / 2 { turned += (to - from).lengthSquared }
            }
            sums.append(groups)
        }
        // At rest, there are no turns to compare.
        guard turned > Double(spans.count) * 0.02 * 0.02, let best = minimum(sums, without: nil) else { return nil }
        let partial = (0..<Self.groups).compactMap { minimum(sums, without: $0) }
        guard partial.count == Self.groups else { return nil }
        let mean = partial.reduce(0, +) / Double(Self.groups)
        let scatter = partial.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
        let sigma = (Double(Self.groups - 1) / Double(Self.groups) * scatter).squareRoot()
        guard sigma < 0.008 else { return nil }
        let systematic = sensor == .accelerometer ? 0.020 : turn.stampSigma
        return SensorDelay(
            sensor: sensor, seconds: best, sigma: (sigma * sigma + systematic * systematic).squareRoot())
    }

    /// Pairs of samples 80 to 240 ms apart, at least the longest delay inside the gyroscope's time.
    private static func spans(_ stream: VectorStream, within rate: VectorStream) -> [(Int, Int)] {
        guard let first = rate.times.first, let last = rate.times.last else { return [] }
        let margin = Int64(clamping: longestDelay * 1e9) + 10_000_000
        var spans: [(Int, Int)] = []
        var start = 0
        for end in stream.times.indices where stream.times[end] - stream.times[start] >= 80_000_000 {
            if stream.times[end] - stream.times[start] < 240_000_000, stream.times[start] - margin > first,
                stream.times[end] + margin < last
            {
                spans.append((start, end))
            }
            start = end
        }
        guard spans.count > mostSpans else { return spans }
        return (0..<mostSpans).map { spans[$0 * spans.count / mostSpans] }
    }

    private static func add(_ a: Vector3, _ b: Vector3, _ turn: Vector3, _ sums: inout Sums) {
        let observed = (b - a) - (0.5 * (a + b)).cross(turn)
        let square = turn.lengthSquared
        sums.n += Matrix3(diagonal: Vector3(square, square, square)) - .outer(turn, turn)
        sums.b -= turn.cross(observed)
        sums.square += observed.lengthSquared
    }

    private static func minimum(_ sums: [[Sums]], without left: Int?) -> Double? {
        let costs = sums.map { groups in
            var total = Sums()
            for (index, group) in groups.enumerated() where index != left { total += group }
            return total.residual
        }
        guard let smallest = costs.indices.min(by: { costs[$0] < costs[$1] }), smallest > 0, smallest + 1 < costs.count
        else { return nil }
        let (before, here, after) = (costs[smallest - 1], costs[smallest], costs[smallest + 1])
        let curvature = before - 2 * here + after
        guard curvature > 0 else { return nil }
        return -longestDelay + (Double(smallest) + 0.5 * (before - after) / curvature) * step
    }
}

extension Recording {
    /// The delays of accelerometer and magnetometer against the gyroscope, where the motion determines them.
    public func estimatedDelays() -> [SensorDelay] {
        [SensorKind.accelerometer, .magnetometer].compactMap { SensorDelayEstimate.delay(of: $0, in: self) }
    }

    /// As `corrected`, by the estimated delays that are larger than twice their sigma. Each of them adds a warning.
    package func correctedForDelays() -> Recording {
        let delays = estimatedDelays().filter(\.isSignificant)
        var result = corrected(for: delays)
        for delay in delays {
            result.warnings.add(
                .delayCorrected, "the stamps of the \(delay.sensor.rawValue) were moved by \(-delay.milliseconds) ms")
        }
        return result
    }

    /// The recording with stamps moved by the delays: late samples become earlier, also in the streams that the device
    /// derives from the sensor.
    public func corrected(for delays: [SensorDelay]) -> Recording {
        var result = self
        for delay in delays {
            guard let offset = LogTime.nanoseconds(seconds: delay.seconds) else { continue }
            let twins: [SensorKind] =
                delay.sensor == .magnetometer ? [.magnetometer, .magnetometerCorrected] : [delay.sensor]
            for sensor in twins {
                guard let path = Recording.vectorPath(of: sensor) else { continue }
                result[keyPath: path].times = result[keyPath: path].times.map { $0 - offset }
            }
        }
        return result
    }
}
