import CSensorLab
import Rotations
import SensorModels
import Vocabulary

/// Streams that a C caller passes, copied and checked against the guarantees that readers give for logs.
enum CallerStreams {
    /// The input of the filters.
    /// - Throws: usage for NULL and impossible counts; bad data for stamps that step back or lie beyond `LogTime.limit`
    ///   and for values that are not finite.
    static func input(_ streams: UnsafePointer<sensorlab_streams>?) throws(SensorLabError) -> FilterInput {
        let streams = try Argument.needed(streams, "streams").pointee
        return FilterInput(
            gyroscope: try stream(streams.gyroscope, "gyroscope"),
            accelerometer: try stream(streams.accelerometer, "accelerometer"),
            gravity: try stream(streams.gravity, "gravity"),
            magnetometer: try stream(streams.magnetometer, "magnetometer"))
    }

    private static func stream(_ samples: sensorlab_samples, _ name: StaticString) throws(SensorLabError)
        -> VectorStream
    {
        let count = samples.count
        let times = try Argument.elements(samples.times, count: count, name)
        guard count > 0 else { return VectorStream() }
        let values = UnsafeBufferPointer(start: try Argument.needed(samples.values, name), count: 3 * count)
        var last = -LogTime.limit
        for (index, time) in times.enumerated() {
            guard time >= last, time <= LogTime.limit else { throw badStamp(time, after: last, index, name) }
            last = time
        }
        if let index = values.firstIndex(where: { !$0.isFinite }) {
            throw SensorLabError(
                .badData, code: .notFinite, place: "\(name), sample \(index / 3)",
                message: "found \(values[index]), expected finite numbers", advice: "leave such samples out")
        }
        return VectorStream(
            times: Array(times),
            values: (0..<count).map { Vector3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) })
    }

    private static func badStamp(_ time: Int64, after last: Int64, _ index: Int, _ name: StaticString) -> SensorLabError
    {
        SensorLabError(
            .badData, code: .timeBackwards, place: "\(name), sample \(index)",
            message: "found the stamp \(time) ns, expected \(last) to \(LogTime.limit)",
            advice: "give nanoseconds of one clock in ascending order")
    }
}
