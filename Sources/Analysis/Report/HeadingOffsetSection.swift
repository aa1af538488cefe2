import SensorModels
import Vocabulary

/// The constant between estimated and true heading.
public struct HeadingOffsetSection: Codable, Sendable, Hashable {
    /// True heading = estimated heading + offset, clockwise positive.
    public var offsetDegrees: Double
    /// Honest in the sense of correlated residuals; null where they are too few to say.
    @Nullable public var sigmaDegrees: Double?
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
    /// How it was found.
    public var method: String
    /// The filter whose heading it corrects.
    public var filter: String

    /// From its parts.
    public init(
        offsetDegrees: Double, sigmaDegrees: Double?, accepted: Bool, reason: String, method: String, filter: String
    ) {
        self.offsetDegrees = offsetDegrees
        self.accepted = accepted
        self.reason = reason
        self.method = method
        self.filter = filter
        _sigmaDegrees = Nullable(wrappedValue: sigmaDegrees)
    }
}
