/// Which filter to use.
public struct RecommendationSection: Codable, Sendable, Hashable {
    /// The filter's name.
    public var filter: String
    /// All parameters by name.
    public var parameters: [String: Double]
    /// The reason in plain words.
    public var why: String

    /// From its parts.
    public init(filter: String, parameters: [String: Double], why: String) {
        self.filter = filter
        self.parameters = parameters
        self.why = why
    }
}
