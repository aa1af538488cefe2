/// The log that was read.
public struct InputSection: Codable, Sendable, Hashable {
    /// As the user gave it.
    public var path: String
    /// The format that was recognised.
    public var format: String
    /// The checksum of the content; of a folder, see docs/reference/recordings.md.
    public var sha256: String

    /// From its parts.
    public init(path: String, format: String, sha256: String) {
        self.path = path
        self.format = format
        self.sha256 = sha256
    }
}
