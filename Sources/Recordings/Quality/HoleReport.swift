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
        addStops(recording, name)
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

    private mutating func addStops(_ recording: Recording, _ name: String) {
        let origin = Self.origin(of: recording)
        for stop in recording.stops {
            warnings.add(
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
}

extension Recording {
    /// The sensors without samples at the end, by the limits of a hole.
    ///
    /// Tracks end with the gyroscope, and without force or field nothing corrects it.
    package var stops: [SensorStop] {
        let streams = [SensorKind.accelerometer, .gyroscope, .magnetometer].map { ($0, vectors(of: $0).times) }
        guard let end = streams.compactMap(\.1.last).max() else { return [] }
        return streams.compactMap { sensor, times in
            guard let last = times.last, end &- last > Hole.shortest, let interval = times.medianInterval,
                end &- last > LogTime.product(Hole.medians, interval)
            else { return nil }
            return SensorStop(sensor: sensor, last: last, length: end &- last)
        }
    }
}
