import SensorModels
import Vocabulary

/// Long parts of a log without samples, and stamps so coarse that several samples share one, as warnings.
///
/// A filter cannot know how the device turned in a hole; whoever reads a result must know where the log has one.
struct HoleReport {
    private(set) var warnings: [Warning] = []

    /// Nanoseconds; shorter holes are counted in `StreamQuality.gaps` alone.
    private static let shortest: Int64 = 1_000_000_000
    /// Medians of a stream's intervals, of streams that are slow.
    private static let medians: Int64 = 10
    /// The share of samples on the stamp of another one that only rounding gives.
    private static let sharedStamps = 0.2

    /// The longest hole of one sensor, and how many it has.
    private struct Hole: Hashable {
        var start: Int64
        var length: Int64
        var count: Int
        var total: Int64
    }

    /// - Parameter name: what messages call the log.
    init(_ recording: Recording, name: String) {
        let origin = Self.origin(of: recording)
        var holes: [(hole: Hole, sensors: [SensorKind])] = []
        // Fixes come when they come, and a hole in the reference is no hole in the device's data.
        for sensor in recording.sensors where sensor != .location && sensor != .reference {
            let times = recording.times(of: sensor)
            guard let hole = Self.longest(times) else { continue }
            if let index = holes.firstIndex(where: { Self.areEqual($0.hole, hole) }) {
                holes[index].sensors.append(sensor)
            } else {
                holes.append((hole, [sensor]))
            }
        }
        for (hole, sensors) in holes {
            let names = sensors.map(\.rawValue).joined(separator: ", ")
            let more = hole.count > 1 ? " (\(hole.count) holes, \(Self.seconds(hole.total)) s in all)" : ""
            warnings.append(
                Warning(
                    code: .hole, place: name,
                    message: "\(names): no sample for \(Self.seconds(hole.length)) s from "
                        + "\(Self.seconds(hole.start - origin.time)) s\(origin.text)\(more)",
                    advice: "what moved in a hole is unknown; use --from and --to for the part before or after it"))
        }
        addSharedStamps(recording, name)
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
                let step = Percentile.upperMedian(
                    zip(stream.times.dropFirst(), stream.times).map { $0 - $1 }.filter { $0 > 0 })
            else { continue }
            rounded.append((sensor, Double(shared) / Double(stream.count), step))
        }
        guard let first = rounded.first else { return }
        let names = rounded.map(\.sensor.rawValue).joined(separator: ", ")
        warnings.append(
            Warning(
                code: .roundedStamps, place: name,
                message:
                    "\(names): \(Int((100 * first.share).rounded())) % of the samples share a stamp with another one: "
                    + "the stamps are rounded, to steps of \(Double(first.step) * 1e-9) s",
                advice: "export the log with all digits of the time; filters need the intervals"))
    }

    private static func longest(_ times: [Int64]) -> Hole? {
        guard times.count > 2 else { return nil }
        // The median is needed only where an interval is long.
        guard (1..<times.count).contains(where: { isAtLeast(shortest, from: times[$0 - 1], to: times[$0]) }) else {
            return nil
        }
        let intervals = zip(times.dropFirst(), times).map { $0.subtractingReportingOverflow($1).partialValue }
        guard let median = Percentile.upperMedian(intervals.filter { $0 > 0 }) else { return nil }
        let limit = max(shortest, median.multipliedReportingOverflow(by: medians).partialValue)
        var found: Hole?
        for (index, interval) in intervals.enumerated() where interval > limit {
            guard var hole = found else {
                found = Hole(start: times[index], length: interval, count: 1, total: interval)
                continue
            }
            hole.count += 1
            hole.total = hole.total.addingReportingOverflow(interval).partialValue
            if interval > hole.length { (hole.start, hole.length) = (times[index], interval) }
            found = hole
        }
        return found
    }

    private static func isAtLeast(_ limit: Int64, from: Int64, to: Int64) -> Bool {
        let (interval, overflow) = to.subtractingReportingOverflow(from)
        return overflow || interval > limit
    }

    /// Sensors that were read together stop together.
    private static func areEqual(_ a: Hole, _ b: Hole) -> Bool {
        a.count == b.count && (a.start - b.start).magnitude < 100_000_000
            && (a.length - b.length).magnitude < 100_000_000
    }

    /// Where seconds are counted from: the log's own zero, which `--from` and `--to` count from too, or the first sample
    /// where that is decades away.
    private static func origin(of recording: Recording) -> (time: Int64, text: String) {
        guard let first = recording.interval?.lowerBound, first.magnitude > 1_000_000_000_000_000 else {
            return (0, "")
        }
        return (first, " after the first sample")
    }

    private static func seconds(_ nanoseconds: Int64) -> String {
        let tenths = (Double(nanoseconds) / 1e8).rounded() / 10
        return "\(tenths)"
    }
}
