/// A format of recorded logs: one file with one conforming type, and one line in `RecordingFormats`.
///
/// Only readers know formats: what they give is a `Recording` in this design's units, signs and frames.
protocol RecordingFormat {
    /// The name in `info` and in the report.
    static var name: String { get }
    /// Whether the log is of this format, from its content; nothing is taken from the input.
    static func recognises(_ input: LogInput) -> Bool
    /// Reads the whole log.
    /// - Throws: `SensorLabError` where nothing usable is in it; everything less is a warning of the recording.
    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording
    /// Whether units and signs are decided by evidence, which `--assume` overrides; `false` where they are part of the
    /// format.
    static var usesEvidence: Bool { get }
    /// Whether a file may hold several sensor units (bodies), among which `--unit` chooses.
    static var hasUnits: Bool { get }
}

extension RecordingFormat {
    static var usesEvidence: Bool { true }
    static var hasUnits: Bool { false }
}
