import SensorModels
import Vocabulary

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
