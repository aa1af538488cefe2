import SensorModels
import Vocabulary

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
