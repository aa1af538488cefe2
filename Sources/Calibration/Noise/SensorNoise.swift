import Recordings
import Rotations
import SensorModels

/// The noise of the three axes of a sensor over the longest rest of a log.
public struct SensorNoise: Sendable {
    /// The stream.
    public var sensor: SensorKind
    /// x, y, z.
    public var axes: [NoiseFit]
    /// Samples a second.
    public var rate: Double

    /// From a gyroscope or an accelerometer; nil where the log has none. Rest is judged by both; the whole log counts where
    /// there is no gyroscope. The samples are taken as evenly spaced over the rest.
    public init?(recording: Recording, sensor: SensorKind) {
        let stream = recording.vectors(of: sensor)
        guard stream.count > 1 else { return nil }
        self.sensor = sensor
        let rests = RestIntervalDetector.intervals(
            gyroscope: recording.gyroscope.isEmpty ? recording.gyroscopeCorrected : recording.gyroscope,
            accelerometer: recording.accelerometer, magnetometer: VectorStream())
        let hasGyroscope = !recording.gyroscope.isEmpty || !recording.gyroscopeCorrected.isEmpty
        var part = stream
        if hasGyroscope {
            let longest = rests.max { $0.duration < $1.duration }
            part = longest.map { stream.clipped(to: $0.start...$0.end) } ?? VectorStream()
        }
        let values = part.values.filter(\.isFinite)
        let interval = values.count > 1 ? part.duration / Double(part.count - 1) : 0
        rate = interval > 0 ? 1 / interval : 0
        axes = (0..<3).map { axis in NoiseFit(samples: values.map { $0[axis] }, interval: interval) }
    }
}
