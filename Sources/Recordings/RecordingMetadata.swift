import Vocabulary

/// What a log says about itself; `nil` where it does not.
public struct RecordingMetadata: Sendable, Codable, Hashable {
    /// The name of the log: its own, else the file's.
    public var name: String?
    /// The format that was recognised, such as `canonical`, `broad` or `phones`.
    public var format: String = "unknown"
    /// The device's name or model.
    public var device: String?
    /// The device's operating system, such as `ios`.
    public var operatingSystem: String?
    /// Wall-clock time of the start as the log has it.
    public var start: String?
    /// Wall-clock time, Unix seconds, at nanosecond 0 of the log's clock.
    public var unixSecondsAtZero: Double?
    /// Where it was recorded.
    public var place: GeodeticPosition?
    /// When it was recorded.
    public var date: CalendarDate?
    /// The north of the reference orientation.
    public var referenceNorth: North?
    /// The north of the device's own attitude.
    public var attitudeNorth: North?
    /// SHA-256 of the log as stored, lower-case hexadecimal, where it was asked for; of a folder: of the lines that
    /// `sha256sum` prints for the files that were read, in the order of their names.
    public var sha256: String?
    /// The seed of a simulated recording.
    public var seed: UInt64?
    /// Everything else that stood at the top of the log, by key.
    public var other: [String: String] = [:]

    /// Nothing known.
    public init() {}
}
