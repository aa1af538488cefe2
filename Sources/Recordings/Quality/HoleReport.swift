import SensorModels
import Vocabulary

/// Warnings about long parts of a log without samples, sensors that stop before the others, and stamps so coarse that
/// several samples share one.
///
/// A filter cannot know how the device turned in a hole; readers of a result must know where the log has one.
package struct HoleReport {
    package private(set) var warnings: [Warning] = []

    /// Share of samples on another sample's stamp that only rounding explains.
    private static let sharedStamps = 0.2

    /// The longest hole of one sensor, and how many it has.
    private struct Holes {
        let longest: Hole
        let count: Int
        /// Nanoseconds.
        let total: Int64

        /// `nil` for no holes.
        init?(_ holes: [Hole]) {
            guard let longest = holes.max(by: { $0.length < $1.length }) else { return nil }
            (self.longest, count) = (longest, holes.count)
            total = holes.reduce(0) { $0 &+ $1.length }
        }

        /// Whether the holes agree within 0.1 s: sensors that are read together stop together.
        func isShared(with other: Holes) -> Bool {
            count == other.count && (longest.start &- other.longest.start).magnitude < 100_000_000
                && (longest.length &- other.longest.length).magnitude < 100_000_000
        }
    }

    /// - Parameter name: the log's name in messages.
    package init(_ recording: Recording, name: String) {
        let origin = Self.origin(of: recording)
        var found: [(holes: Holes, sensors: [SensorKind])] = []
        // Fixes are irregular, and a hole in the reference is no hole in the device's data.
        for sensor in recording.sensors where sensor != .location && sensor != .reference {
            guard let holes = Holes(recording.times(of: sensor).holes) else { continue }
            if let index = found.firstIndex(where: { $0.holes.isShared(with: holes) }) {
                found[index].sensors.append(sensor)
            } else {
                found.append((holes, [sensor]))
            }
        }
        for (holes, sensors) in found {
            let names = sensors.map(\.rawValue).joined(separator: ", ")
            let more = holes.count > 1 ? " (\(holes.count) holes, \(holes.total.tenthsOfSeconds) s in all)" : ""
            warnings.add(
                .hole, place: name,
                "\(names): no sample for \(holes.longest.length.tenthsOfSeconds) s from "
                    + "\((holes.longest.start &- origin.time).tenthsOfSeconds) s\(origin.text)\(more)")
        }
        addSharedStamps(recording, name)
        addBursts(recording, name)
    }

    /// Fastest rate of an inertial sensor's rows: 4 kHz.
    private static let leastInterval: Int64 = 250_000

    /// Rows that come faster than a sensor measures, with pauses between them, have times of arrival.
    private mutating func addBursts(_ recording: Recording, _ name: String) {
        for sensor in recording.sensors {
            let times = recording.vectors(of: sensor).times
            guard times.count >= 10, let interval = times.medianInterval, interval > 0,
                interval < Self.leastInterval, let first = times.first, let last = times.last
            else { continue }
            let pauses = zip(times.dropFirst(), times).map { $0 &- $1 }.filter { $0 > 50 * interval }
            guard 2 * pauses.reduce(0.0, { $0 + Double($1) }) > Double(last) - Double(first) else { continue }
            warnings.add(
                .roundedStamps, place: name,
                "\(sensor.rawValue): the rows come in bursts, \(Double(interval) * 1e-3) us apart, with \(pauses.count) pause(s) "
                    + "between them: their times are those of their arrival")
        }
    }

    /// A note about sensors that start or stop more than a second apart: they have less in common than the log's length
    /// suggests.
    package static func spans(of recording: Recording, name: String) -> [Warning] {
        let spans = [SensorKind.accelerometer, .gyroscope, .magnetometer].compactMap { sensor in
            recording.vectors(of: sensor).times.first.flatMap { first in
                recording.vectors(of: sensor).times.last.map { (sensor: sensor, first: first, last: $0) }
            }
        }
        guard let late = spans.max(by: { $0.first < $1.first }), let early = spans.min(by: { $0.first < $1.first }),
            let long = spans.max(by: { $0.last < $1.last }), let short = spans.min(by: { $0.last < $1.last })
        else { return [] }
        let parts = [
            (late, LogTime.difference(late.first, early.first), "starts", "after", early),
            (short, LogTime.difference(long.last, short.last), "stops", "before", long),
        ].filter { $0.1 > 1_000_000_000 }.map {
            "\($0.0.sensor.rawValue) \($0.2) \($0.1.tenthsOfSeconds) s \($0.3) \($0.4.sensor.rawValue)"
        }
        guard !parts.isEmpty else { return [] }
        return [Warning(.differentSpans, place: name, "\(parts.joined(separator: ", ")); all samples are kept")]
    }

    /// Warnings about the sensors without samples at the end.
    package static func stops(of recording: Recording, name: String) -> [Warning] {
        warnings(about: recording.stops, origin(of: recording), name)
    }

    static func warnings(
        about stops: [SensorStop], _ origin: (time: Int64, text: String), _ name: String
    ) -> [Warning] {
        stops.map { stop in
            Warning(
                .hole, place: name,
                "\(stop.sensor.rawValue): no sample for the last \(stop.length.tenthsOfSeconds) s: it stops at "
                    + "\((stop.last &- origin.time).tenthsOfSeconds) s\(origin.text)")
        }
    }

    private mutating func addSharedStamps(_ recording: Recording, _ name: String) {
        var rounded: [(sensor: SensorKind, share: Double, step: Int64)] = []
        for sensor in recording.sensors {
            let stream = recording.vectors(of: sensor)
            guard stream.count >= 20 else { continue }
            var shared = 0
            for index in 1..<stream.count where stream.times[index] == stream.times[index - 1] {
                if stream.values[index] != stream.values[index - 1] { shared += 1 }
            }
            guard Double(shared) > Self.sharedStamps * Double(stream.count),
                let step = stream.times.medianInterval
            else { continue }
            rounded.append((sensor, Double(shared) / Double(stream.count), step))
        }
        guard let first = rounded.first else { return }
        let names = rounded.map(\.sensor.rawValue).joined(separator: ", ")
        warnings.add(
            .roundedStamps, place: name,
            "\(names): \(Int(clamping: (100 * first.share).rounded())) % of the samples share a stamp with another one: "
                + "the stamps are rounded, to steps of \((Double(first.step) * 1e-3).rounded() / 1e6) s")
    }

    /// The origin of the seconds in messages: the log's own zero, as for `--from` and `--to`, or the first sample where
    /// that is more than 1e6 s from zero.
    package static func origin(of recording: Recording) -> (time: Int64, text: String) {
        guard let first = recording.interval?.lowerBound, first.magnitude > 1_000_000_000_000_000 else {
            return (0, "")
        }
        return (first, " after the first sample")
    }
}

/// A sensor used by filters that stops before another of them.
package struct SensorStop: Sendable, Hashable {
    /// Which sensor.
    package let sensor: SensorKind
    /// The stamp of its last sample, nanoseconds.
    package let last: Int64
    /// From there to the last sample of the other sensors, nanoseconds.
    package let length: Int64

    /// Of sensors that end at different times.
    static func all(_ ends: [SensorEnd]) -> [SensorStop] {
        guard let end = ends.map(\.last).max() else { return [] }
        return ends.filter { $0.isHole(until: end) }.map {
            SensorStop(sensor: $0.sensor, last: $0.last, length: end &- $0.last)
        }
    }
}

/// The end of a sensor's samples so far.
struct SensorEnd {
    let sensor: SensorKind
    /// Its last stamp, nanoseconds.
    let last: Int64
    /// The median interval, nanoseconds; `nil` for a single stamp.
    let interval: Int64?

    /// Whether the time until a later stamp is a hole.
    func isHole(until time: Int64) -> Bool {
        guard let interval else { return false }
        return time &- last > Hole.shortest && time &- last > LogTime.product(Hole.medians, interval)
    }
}

/// Holes that begin in one part of a log and end in a later one, and sensors that stop before the others.
struct HolesBetweenParts {
    private var ends: [SensorKind: SensorEnd] = [:]
    private var holes: [(sensor: SensorKind, start: Int64, end: Int64)] = []
    private var origin: (time: Int64, text: String)?

    /// Adds the part that follows.
    mutating func add(_ part: Recording) {
        origin = origin ?? HoleReport.origin(of: part)
        for sensor in part.sensors where sensor != .location && sensor != .reference {
            let times = part.times(of: sensor)
            guard let first = times.first, let last = times.last else { continue }
            if let end = ends[sensor], end.isHole(until: first) { holes.append((sensor, end.last, first)) }
            ends[sensor] = SensorEnd(
                sensor: sensor, last: last, interval: times.medianInterval ?? ends[sensor]?.interval)
        }
    }

    func warnings(_ name: String) -> [Warning] {
        guard let origin else { return [] }
        let spans = Dictionary(grouping: holes) { $0.start / Hole.shortest }.values.sorted { $0[0].start < $1[0].start }
        let between = spans.map { span in
            Warning(
                .hole, place: name,
                "\(span.map(\.sensor.rawValue).joined(separator: ", ")): no sample for "
                    + "\((span[0].end &- span[0].start).tenthsOfSeconds) s from "
                    + "\((span[0].start &- origin.time).tenthsOfSeconds) s\(origin.text)")
        }
        let ends = [SensorKind.accelerometer, .gyroscope, .magnetometer].compactMap { self.ends[$0] }
        return between + HoleReport.warnings(about: SensorStop.all(ends), origin, name)
    }
}

extension Recording {
    /// The sensors without samples at the end, by the limits of a hole.
    ///
    /// Tracks end with the gyroscope, and without force or field nothing corrects it.
    package var stops: [SensorStop] {
        let sensors = [SensorKind.accelerometer, .gyroscope, .magnetometer]
        return SensorStop.all(
            sensors.compactMap { sensor in
                let times = vectors(of: sensor).times
                return times.last.map { SensorEnd(sensor: sensor, last: $0, interval: times.medianInterval) }
            })
    }
}
