import Recordings
import SensorModels
import Vocabulary

/// The heading over the log.
public struct HeadingSection: Codable, Sendable, Hashable {
    /// `true` or `magnetic`.
    public var north: North
    /// The circular mean, [0, 360).
    @Nullable public var circularMeanDegrees: Double?
    /// The circular standard deviation.
    @Nullable public var circularStandardDeviationDegrees: Double?
    /// Median of the filter's own sigma.
    @Nullable public var medianSigmaDegrees: Double?
    /// The share of rows with a defined heading, 0...1.
    public var definedShare: Double

    /// From its parts.
    public init(
        north: North, circularMeanDegrees: Double?, circularStandardDeviationDegrees: Double?,
        medianSigmaDegrees: Double?, definedShare: Double
    ) {
        self.north = north
        self.definedShare = definedShare
        self.circularMeanDegrees = circularMeanDegrees
        self.circularStandardDeviationDegrees = circularStandardDeviationDegrees
        self.medianSigmaDegrees = medianSigmaDegrees
    }
}
