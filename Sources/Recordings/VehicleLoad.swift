import SensorModels

/// What the motors of a vehicle take over time: the cause of a field that grows with it.
public struct VehicleLoad: Sendable {
    /// The quantity that the log has.
    public enum Kind: String, Sendable, Codable {
        /// Amperes of the battery.
        case current
        /// From 0 to 1.
        case throttle
    }

    /// The quantity.
    public var kind: Kind
    /// The log's message.
    public var source: String
    /// Amperes, or 0 to 1.
    public var samples: SampleStream<Double>

    /// A load with its origin.
    public init(kind: Kind, source: String, samples: SampleStream<Double>) {
        (self.kind, self.source, self.samples) = (kind, source, samples)
    }
}
