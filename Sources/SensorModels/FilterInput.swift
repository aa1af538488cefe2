/// The streams that a causal filter consumes, calibrated, in the convention of `SensorKind`.
///
/// An absent sensor is an empty stream. Stamps may differ between sensors; nothing is resampled.
public struct FilterInput: Sendable {
    /// rad/s.
    public var gyroscope: VectorStream
    /// Specific force, m/s^2.
    public var accelerometer: VectorStream
    /// m/s^2, the accelerometer's sign.
    public var gravity: VectorStream
    /// Microtesla.
    public var magnetometer: VectorStream

    /// From its streams; those that are not given are absent.
    public init(
        gyroscope: VectorStream = VectorStream(), accelerometer: VectorStream = VectorStream(),
        gravity: VectorStream = VectorStream(), magnetometer: VectorStream = VectorStream()
    ) {
        self.gyroscope = gyroscope
        self.accelerometer = accelerometer
        self.gravity = gravity
        self.magnetometer = magnetometer
    }

    /// The stream whose samples make the rows of a track: gyroscope, else accelerometer, else gravity, else magnetometer.
    public var clock: VectorStream {
        for stream in [gyroscope, accelerometer, gravity] where !stream.isEmpty { return stream }
        return magnetometer
    }

    /// Samples of all sensors together.
    public var sampleCount: Int { gyroscope.count + accelerometer.count + gravity.count + magnetometer.count }
}
