import SensorModels
import Vocabulary

/// What is read of a log, and how strictly.
public struct ReadOptions: Sendable, Hashable {
    /// Damaged data is an error instead of a warning (`--strict`).
    public var strict = false
    /// Sensors that are left out (`--without`); a raw sensor takes its corrected twin with it.
    public var without: Set<SensorKind> = []
    /// The beginning of the part that is read (`--from`); inclusive.
    public var from: LogInstant?
    /// The end of the part that is read (`--to`); inclusive.
    public var to: LogInstant?
    /// Every sensor on one clock of this rate, hertz (`--resample`).
    public var resampleHz: Double?
    /// What the user says about units and signs, above all evidence (`--assume`).
    public var assumptions: [Assumption] = []
    /// Where it was recorded (`--place`), in place of what the log says; it tells which way the magnetic field points.
    public var place: GeodeticPosition?
    /// Which of several sensor units (bodies) of one file is read (`--unit`); the first complete one without it.
    public var unit: String?
    /// Whether stamps are moved by the delays that the motion tells (`--correct-delays`).
    public var correctDelays = false
    /// Whether `RecordingMetadata.sha256` is wanted; it costs about as much as reading.
    public var checksum = false

    /// Everything, damage tolerated.
    public init() {}
}
