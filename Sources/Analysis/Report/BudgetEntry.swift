import SensorModels
import Vocabulary

/// One source of heading error.
public struct BudgetEntry: Codable, Sendable, Hashable {
    /// What the error comes from.
    public var source: String
    /// One standard deviation; null where it is unknown.
    @Nullable public var sigmaDegrees: Double?

    /// From its parts.
    public init(source: String, sigmaDegrees: Double?) {
        self.source = source
        self.sigmaDegrees = sigmaDegrees
    }
}
