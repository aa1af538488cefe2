import SensorModels

/// How late a stream's stamps are against the gyroscope's.
public struct SensorDelay: Sendable, Codable, Hashable {
    /// The stream.
    public var sensor: SensorKind
    /// Seconds; positive where the stamps are too late. Estimated from the data.
    public var seconds: Double
    /// Standard deviation of `seconds`, seconds: from leaving out tenths of the recording, and for the accelerometer the
    /// 20 ms by which swings of an arm shift it.
    public var sigma: Double

    /// `seconds` in milliseconds, to a tenth.
    public var milliseconds: Double { (seconds * 10_000).rounded() / 10 }

    /// A delay with its uncertainty.
    public init(sensor: SensorKind, seconds: Double, sigma: Double) {
        self.sensor = sensor
        self.seconds = seconds
        self.sigma = sigma
    }
}
