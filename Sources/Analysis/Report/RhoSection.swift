import SensorModels
import Vocabulary

/// rho over the log, classic form, from the filter's gravity and from recorded gravity.
public struct RhoSection: Codable, Sendable, Hashable {
    /// The mean.
    @Nullable public var meanDegrees: Double?
    /// The standard deviation.
    @Nullable public var standardDeviationDegrees: Double?
    /// The smallest value.
    @Nullable public var minimumDegrees: Double?
    /// The largest value.
    @Nullable public var maximumDegrees: Double?
    /// Mean of the exact zenith angle of the camera axis.
    @Nullable public var meanZenithAngleDegrees: Double?
    /// Mean of rho from recorded gravity; null where the log has none.
    @Nullable public var recordedGravityMeanDegrees: Double?
    /// RMS of rho from the filter minus rho from recorded gravity; null where the log has none.
    @Nullable public var rmsToRecordedGravityDegrees: Double?

    /// Empty.
    public init() {}
}
