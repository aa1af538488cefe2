/// One log that a calibration was fitted to.
public struct CalibrationSource: Codable, Sendable, Equatable {
    /// As the user gave it.
    public var path: String
    /// The checksum of the content.
    public var sha256: String

    /// From its parts; what is not given is null.
    public init(path: String, sha256: String) {
        self.path = path
        self.sha256 = sha256
    }
}
