import Evaluation
import SensorModels
import Vocabulary

/// One filter's run.
public struct FilterSection: Codable, Sendable {
    /// Its name.
    public var name: String
    /// All parameters by name.
    public var parameters: [String: Double]
    /// `top` or `camera`.
    public var headingAxis: String
    /// Heading over the log.
    public var heading: HeadingSection
    /// rho over the log.
    public var rho: RhoSection
    /// Null where no reference is.
    @Nullable public var accuracy: Accuracy?
    /// The errors in full: null where no reference is.
    @Nullable public var errors: ErrorProfile?

    /// From its parts.
    public init(
        name: String, parameters: [String: Double], headingAxis: String, heading: HeadingSection, rho: RhoSection,
        accuracy: Accuracy?, errors: ErrorProfile? = nil
    ) {
        self.name = name
        self.parameters = parameters
        self.headingAxis = headingAxis
        self.heading = heading
        self.rho = rho
        self.accuracy = accuracy
        self.errors = errors
    }
}
