import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// An event in the log that affects headings.
public struct TimelineEvent: Codable, Sendable, Hashable {
    /// The kind of event.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A magnet or iron nearby (`DisturbanceSection`).
        case magnet
        /// Accelerations in addition to gravity: the accelerometer does not show the vertical.
        case shaking
        /// A turn that is too fast for slow sensors and late stamps.
        case fastTurn = "fast-turn"
        /// The device was at rest.
        case rest
        /// Missing samples of a sensor that filters use.
        case hole
    }

    /// The kind of event.
    public var kind: Kind
    /// Seconds from the first sample of the log.
    public var startSeconds, endSeconds: Double
    /// The most extreme value over one second. Magnet: median field, microtesla; shaking: standard deviation of the
    /// specific force's length, m/s^2; turn: median rate, degrees per second; null for rests and holes.
    @Nullable public var extreme: Double?
    /// The sensor without samples; null except for holes.
    @Nullable public var sensor: String?
    /// RMS heading error of the recommended filter during the event, degrees; null without a reference.
    @Nullable public var headingErrorDegrees: Double?
}

extension TimelineEvent {
    /// The longest of some intervals, in order of time: `0:33 to 1:53`; empty without one.
    /// - Parameter intervals: start and end, seconds from the first sample of the log, ascending.
    public static func spans(_ intervals: [(start: Double, end: Double)]) -> String {
        let most = 3
        let longest = Set(
            intervals.indices.sorted {
                intervals[$0].end - intervals[$0].start > intervals[$1].end - intervals[$1].start
            }.prefix(most))
        let named = intervals.indices.filter(longest.contains).map { index in
            "\(intervals[index].start.clock) to \(intervals[index].end.clock)"
        }
        return named.joined(separator: ", ") + (intervals.count > most ? " and \(intervals.count - most) more" : "")
    }
}

/// The events of a log, detected second by second.
struct Timeline {
    /// Ascending by start.
    let events: [TimelineEvent]
    /// Intervals of at least two seconds at rest.
    let rests: [Stretch]

    /// Walking with the phone in a hand stays below this scatter, running and shaking do not, m/s^2.
    private static let shaking = 5.0
    /// Degrees per second: ten degrees between two readings of a magnetometer at 25 Hz.
    private static let fastTurn = 250.0
    /// Largest scatter of the specific force of a device that is not held, m/s^2.
    private static let still = 0.1
    /// More than the bias of a gyroscope, degrees per second.
    private static let slowestTurn = 3.0
    /// The shortest rest that is an event, seconds.
    private static let shortestRest = 5.0

    private typealias Figures = [(window: SecondWindow, value: Double)]

    /// - Parameter errors: of the recommended filter against the reference; `nil` without one.
    init(of log: PreparedLog, errors: HeadingErrors?) {
        let (recording, streams) = (log.recording, log.streams)
        let origin = log.origin
        let turns = Self.turns(streams.gyroscope)
        let seconds = SecondWindow.windows(of: streams.accelerometer.times)
        let shakes = Self.figures(streams.accelerometer, seconds) { values in
            let lengths = values.map(\.length)
            let mean = lengths.reduce(0, +) / Double(lengths.count)
            return (lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lengths.count)).squareRoot()
        }
        var events = (log.disturbance?.episodes ?? []).map {
            TimelineEvent(
                kind: .magnet, startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, extreme: $0.extremeMicrotesla)
        }
        events += Stretch.of(shakes.filter { $0.value > Self.shaking }, origin: origin).map {
            TimelineEvent(
                kind: .shaking, startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, extreme: $0.extreme)
        }
        events += Stretch.of(turns.filter { $0.value > Self.fastTurn }, origin: origin).map {
            TimelineEvent(
                kind: .fastTurn, startSeconds: $0.startSeconds, endSeconds: $0.endSeconds, extreme: $0.extreme)
        }
        rests = Self.rests(streams.accelerometer, seconds, turns, origin: origin)
        events += rests.compactMap {
            guard $0.endSeconds - $0.startSeconds >= Self.shortestRest else { return nil }
            return TimelineEvent(kind: .rest, startSeconds: $0.startSeconds, endSeconds: $0.endSeconds)
        }
        for sensor in recording.sensors where recording.isUsed(sensor) {
            events += recording.times(of: sensor).holes.map {
                TimelineEvent(
                    kind: .hole, startSeconds: LogTime.seconds($0.start &- origin),
                    endSeconds: LogTime.seconds($0.end &- origin), sensor: sensor.rawValue)
            }
        }
        for index in events.indices {
            events[index].headingErrorDegrees = errors?.headingRMSEDegrees(
                from: events[index].startSeconds, to: events[index].endSeconds, origin: origin)
        }
        self.events = events.sorted { ($0.startSeconds, $0.endSeconds) < ($1.startSeconds, $1.endSeconds) }
    }

    /// The median rate of each second, degrees per second.
    private static func turns(_ gyroscope: VectorStream) -> Figures {
        figures(gyroscope, SecondWindow.windows(of: gyroscope.times)) { values in
            Angle.degrees(Percentile.median(values.map(\.length)) ?? 0)
        }
    }

    /// A value for each second of a stream.
    private static func figures(
        _ stream: VectorStream, _ windows: [SecondWindow], _ value: (ArraySlice<Vector3>) -> Double
    ) -> Figures {
        windows.map { (window: $0, value: value(stream.values[$0.indices])) }
    }

    /// Intervals in which the specific force keeps its direction and length, and the gyroscope, if present, does not
    /// turn.
    private static func rests(
        _ force: VectorStream, _ seconds: [SecondWindow], _ turns: Figures, origin: Int64
    ) -> [Stretch] {
        let scatter = figures(force, seconds) { values in
            let mean = values.reduce(.zero, +) / Double(values.count)
            return (values.reduce(0) { $0 + ($1 - mean).lengthSquared } / Double(values.count)).squareRoot()
        }
        var turning = turns.filter { $0.value > slowestTurn }.map(\.window)[...]
        let still = scatter.filter { window, value in
            while let first = turning.first, first.end < window.start { turning.removeFirst() }
            let isTurning = turning.first.map { $0.start <= window.end } ?? false
            return value < Self.still && !isTurning
        }
        return Stretch.of(still, origin: origin)
    }
}

/// The heading errors of a track at the scored samples of a reference.
struct HeadingErrors {
    /// Nanoseconds of the log's clock, ascending.
    let times: [Int64]
    /// Radians, one per stamp.
    let errors: [Double]

    /// Errors in radians at ascending stamps, nanoseconds.
    init(times: [Int64], errors: [Double]) { (self.times, self.errors) = (times, errors) }

    /// `nil` if the track covers no sample.
    init?(_ track: OrientationTrack, _ reference: ScoredReference) {
        (times, errors) = Comparison.headingErrors(
            of: track, to: reference.aligned(to: track).stream, indices: reference.indices)
        if times.isEmpty { return nil }
    }

    /// RMS of the heading error, degrees, over the scored samples in a part of the log; `nil` without any.
    /// - Parameters:
    ///   - start, end: seconds from `origin`.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    func headingRMSEDegrees(from start: Double, to end: Double, origin: Int64) -> Double? {
        let first = times.prefixLength { LogTime.seconds($0 &- origin) < start }
        let behind = times.prefixLength { LogTime.seconds($0 &- origin) <= end }
        return rmseDegrees(first..<max(first, behind))
    }

    /// RMS of the heading error, degrees, over the samples selected by their stamps.
    func headingRMSEDegrees(where isCounted: (Int64) -> Bool) -> Double? {
        rmseDegrees(times.indices.filter { isCounted(times[$0]) })
    }

    private func rmseDegrees(_ indices: some Sequence<Int>) -> Double? {
        var (sum, count) = (0.0, 0)
        for index in indices {
            sum += errors[index] * errors[index]
            count += 1
        }
        return count > 0 ? Angle.degrees((sum / Double(count)).squareRoot()) : nil
    }
}
