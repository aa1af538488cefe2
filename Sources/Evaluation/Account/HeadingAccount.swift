import Rotations
import SensorModels
import Vocabulary

/// Where the error of a heading came from: its square against a reference, divided among causes, which add up to the
/// whole.
///
/// With a reference the error of each sensor is known, not only that of the heading. A filter runs again without them
/// (`Counterfactuals`). A heading of which only the track is known, as the device's own, is modelled: how fast it
/// followed each sensor is inferred from its own motion (`CorrectionRate`), and each cause is carried along with it
/// (`ErrorTransport`); constants and one-sided turns are then told apart badly where it learns a bias.
///
/// The squared error of a sample is divided in proportion to the squares of its causes, with what they do not explain
/// as one of them.
public struct HeadingAccount: Sendable {
    /// A cause of heading error.
    public enum Cause: String, Codable, Sendable, Hashable, CaseIterable {
        /// A magnet, iron or current nearby, or the field of the place.
        case field
        /// A constant of the log: heading offset, declination, how the reference is mounted.
        case offset = "heading-offset"
        /// The device's own iron, which the calibration left.
        case calibration
        /// The gyroscope's bias and its drift.
        case bias = "gyroscope-bias"
        /// Shaking and fast turns: a tilted compass, a gyroscope's scale.
        case motion
        /// A heading or a sensor that is late.
        case latency
        /// The error of the first heading, until it is corrected.
        case start
        /// Noise of the reference and the gyroscope.
        case reference
        /// Of a predicted error: the rest of the sigma that the filter states.
        case filter
        /// What no cause explains.
        case unexplained
    }

    /// A stretch of time in which a cause does its worst.
    public struct Episode: Sendable, Hashable {
        /// Stamps, nanoseconds of the log.
        public let start, end: Int64
        /// RMS of the cause's part of the error there, radians.
        public let error: Double
    }

    /// What one cause explains.
    public struct Part: Sendable, Hashable {
        /// The cause.
        public let cause: Cause
        /// Its share of the squared error, 0...1.
        public let shareOfSquare: Double
        /// Where four fifths of its part lie, in order of time; one episode from end to end for a cause of all the log.
        public let episodes: [Episode]
    }

    /// All causes, the largest share first; the shares add up to 1.
    public let parts: [Part]

    /// Of a heading of which only the track is known; `nil` where track and reference have too little in common, or
    /// without an error.
    /// - Parameters:
    ///   - track: device to earth.
    ///   - reference: device to earth, with the same north.
    ///   - scored: its samples that count, ascending.
    ///   - gyroscope: rad/s; may be empty.
    ///   - magnetometers: microtesla: the calibrations among which the track's is; may be empty.
    ///   - declination: from the track's north to magnetic north, clockwise, radians.
    public init?(
        modelled track: OrientationTrack, reference: QuaternionStream, scored: [Int], gyroscope: VectorStream,
        magnetometers: [VectorStream], declination: Double
    ) {
        guard let series = ErrorSeries(track, reference: reference) else { return nil }
        let compasses = magnetometers.compactMap {
            CompassErrors($0, series, track: track, reference: reference, declination: declination)
        }
        let transport = ErrorTransport(
            series, gyroscope: GyroscopeErrors(gyroscope, series), compasses: compasses)
        self.init(series, transport.parts, scored: scored.map { reference.times[$0] })
    }

    /// Of a filter; `nil` likewise.
    /// - Parameters:
    ///   - track: device to earth.
    ///   - reference: device to earth, with the same north.
    ///   - scored: its samples that count, ascending.
    ///   - input: the readings that gave the track.
    ///   - jobs: runs at once, at most.
    ///   - run: the filter: its track over such readings.
    public init?(
        _ track: OrientationTrack, reference: QuaternionStream, scored: [Int], input: FilterInput, jobs: Int = .max,
        run: @Sendable (FilterInput) -> OrientationTrack
    ) {
        guard let series = ErrorSeries(track, reference: reference) else { return nil }
        let runs = Counterfactuals(series, SensorFaults(input, reference: reference), jobs: jobs, run)
        self.init(series, runs.parts, scored: scored.map { reference.times[$0] })
    }

    private init?(_ series: ErrorSeries, _ causes: [Cause: [Double]], scored: [Int64]) {
        let counted = Self.counted(series.times, scored, step: series.step)
        var squares = Cause.allCases.map { (cause: $0, values: [Double](repeating: 0, count: series.times.count)) }
        var total = 0.0
        for index in series.times.indices where counted[index] {
            let parts = squares.map { causes[$0.cause]?[index] ?? 0 }
            let sum = parts.reduce(0) { $0 + $1 * $1 }
            guard sum > 0 else { continue }
            let square = series.errors[index] * series.errors[index]
            total += square
            for (cause, part) in parts.enumerated() { squares[cause].values[index] = square * part * part / sum }
        }
        guard total > 0 else { return nil }
        parts = squares.map { cause, values in
            Part(
                cause: cause, shareOfSquare: values.reduce(0, +) / total,
                episodes: Self.episodes(values, counted, series.times, isConstant: cause == .offset))
        }.sorted { $0.shareOfSquare > $1.shareOfSquare }
    }

    /// Whether a scored sample lies within half a step of each stamp.
    private static func counted(_ times: [Int64], _ scored: [Int64], step: Double) -> [Bool] {
        let reach = UInt64.clamped(500_000_000 * step)
        var next = 0
        return times.map { time in
            while next + 1 < scored.count, scored[next] < time, (scored[next] - time).magnitude > reach { next += 1 }
            return next < scored.count && (scored[next] - time).magnitude <= reach
        }
    }

    /// The share of a cause's squares that its episodes hold.
    private static let told = 0.8
    /// Episodes that are nearer than that are one, nanoseconds.
    private static let apart: Int64 = 2_000_000_000
    private static let second: Int64 = 1_000_000_000
    /// A cause whose episodes hold more of the time is one of all the log.
    private static let everywhere = 0.6

    private static func episodes(
        _ squares: [Double], _ counted: [Bool], _ times: [Int64], isConstant: Bool
    ) -> [Episode] {
        var seconds: [(start: Int64, end: Int64, sum: Double, count: Double)] = []
        for index in times.indices where counted[index] {
            if let last = seconds.last, times[index] - last.start < second {
                seconds[seconds.count - 1].end = times[index]
                seconds[seconds.count - 1].sum += squares[index]
                seconds[seconds.count - 1].count += 1
            } else {
                seconds.append((times[index], times[index], squares[index], 1))
            }
        }
        let total = seconds.reduce(0) { $0 + $1.sum }
        guard total > 0, let first = seconds.first, let last = seconds.last else { return [] }
        var (told, worst) = (0.0, Set<Int>())
        for index in seconds.indices.sorted(by: { seconds[$0].sum > seconds[$1].sum }) where told < Self.told * total {
            told += seconds[index].sum
            worst.insert(index)
        }
        if isConstant || Double(worst.count) > everywhere * Double(seconds.count) {
            let count = seconds.reduce(0) { $0 + $1.count }
            return [Episode(start: first.start, end: last.end, error: (total / count).squareRoot())]
        }
        var merged: [(start: Int64, end: Int64, sum: Double, count: Double)] = []
        for index in worst.sorted() {
            let one = seconds[index]
            if let last = merged.last, one.start - last.end <= apart {
                merged[merged.count - 1] = (last.start, one.end, last.sum + one.sum, last.count + one.count)
            } else {
                merged.append(one)
            }
        }
        return merged.map { Episode(start: $0.start, end: $0.end, error: ($0.sum / $0.count).squareRoot()) }
    }
}
