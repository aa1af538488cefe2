/// The program that made the report.
public struct ToolSection: Codable, Sendable, Hashable {
    /// The version, as `--version` prints it.
    public var version: String
    /// From its parts.
    public init(version: String) { self.version = version }
}
