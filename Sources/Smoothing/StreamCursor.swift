import SensorModels
import Vocabulary

/// A position in ascending stamps that only moves forwards: one pass over two streams costs the sum of their lengths.
struct StreamCursor {
    private let times: [Int64]
    private var index = 0

    init(_ times: [Int64]) { self.times = times }

    /// The next sample that is not later than `time`, without moving on.
    func upcoming(upTo time: Int64) -> Int? { index < times.count && times[index] <= time ? index : nil }

    /// The next sample that is not later than `time`.
    mutating func next(upTo time: Int64) -> Int? {
        guard let sample = upcoming(upTo: time) else { return nil }
        index += 1
        return sample
    }

    /// The sample at or before `time`, and the share of the way to the next one, 0..<1; the first sample for earlier
    /// times.
    mutating func position(at time: Int64) -> (index: Int, share: Double) {
        while index + 1 < times.count, times[index + 1] <= time { index += 1 }
        guard index + 1 < times.count, time > times[index] else { return (index, 0) }
        return (index, Double(time - times[index]) / Double(times[index + 1] - times[index]))
    }
}

/// The parts of a recording between the holes of its clock stream.
///
/// The motion in a hole is unknown, so an estimator over the whole recording treats each part as a recording of its
/// own.
enum RecordingParts {
    /// The streams of each part, in order; a single part without holes. Samples inside a hole are left out.
    static func of(_ input: FilterInput) -> [FilterInput] {
        let times = input.clock.times
        guard let first = times.first, let last = times.last else { return [] }
        let holes = times.holes
        guard !holes.isEmpty else { return [input] }
        let starts = [first] + holes.map(\.end)
        let ends = holes.map(\.start) + [last]
        return zip(starts, ends).map { start, end in
            FilterInput(
                gyroscope: input.gyroscope.clipped(to: start...end),
                accelerometer: input.accelerometer.clipped(to: start...end),
                gravity: input.gravity.clipped(to: start...end),
                magnetometer: input.magnetometer.clipped(to: start...end))
        }
    }
}
