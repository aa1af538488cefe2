import SensorModels
import Vocabulary

/// One stream of the log.
public struct StreamSection: Codable, Sendable, Hashable {
    /// The sensor, as docs/reference/conventions.md names them.
    public var sensor: String
    /// How many samples there are.
    public var samples: Int
    /// 1 / median interval; null with fewer than two samples.
    @Nullable public var rateHz: Double?
    /// Standard deviation of the interval about its median, gaps left out.
    @Nullable public var jitterSeconds: Double?
    /// Intervals of more than five medians.
    public var gaps: Int
    /// Equal consecutive time stamps.
    public var duplicates: Int
    /// Consecutive samples with the same value, which are samples nevertheless.
    public var repeatedValues: Int
    /// Samples with an axis at the end of the sensor's range.
    public var clipped: Int
    /// Whether filters and calibrations use it: the raw stream where the log has a raw and a corrected one, gravity where
    /// there is no accelerometer.
    public var used: Bool
    /// The unit in the log.
    public var unit: String
    /// The sign and frame in the log.
    public var convention: String
    /// The evidence for unit and convention.
    public var decidedBy: String

    /// From its parts.
    public init(
        sensor: String, samples: Int, rateHz: Double?, jitterSeconds: Double?, gaps: Int, duplicates: Int,
        repeatedValues: Int, clipped: Int = 0, used: Bool = true, unit: String, convention: String, decidedBy: String
    ) {
        self.sensor = sensor
        self.samples = samples
        self.gaps = gaps
        self.duplicates = duplicates
        self.repeatedValues = repeatedValues
        self.clipped = clipped
        self.used = used
        self.unit = unit
        self.convention = convention
        self.decidedBy = decidedBy
        self.rateHz = rateHz
        self.jitterSeconds = jitterSeconds
    }
}
