import SensorModels
import Vocabulary

/// A log in its own units and signs, with what it says about them: what a reader hands to `EvidenceJudge`.
struct RawLog {
    /// Streams in the log's units and signs, attitudes already device to east-north-up.
    var recording = Recording()
    /// Of every three-axis stream.
    var claims: [SensorKind: StreamClaim] = [:]
    /// Unit and convention of the other streams, for people.
    var notes: [SensorKind: (unit: String, convention: String, by: String, source: String)] = [:]

    mutating func warn(_ code: DiagnosticCode, _ message: String, _ advice: String) {
        recording.warnings.append(Warning(code: code, message: message, advice: advice))
    }
}
