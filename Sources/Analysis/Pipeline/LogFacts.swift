import Evaluation
import SensorModels

/// What a log says without any filter, once for all of them: its streams, what tracks are measured against, and the attitude that
/// the device computed itself.
struct LogFacts: Sendable {
    /// The streams with their rates and damage.
    let recording: RecordingSection
    /// The reference, its north that of the tracks.
    let reference: ScoredReference
    /// The angles of its scored samples.
    let angles: ReferenceAngles
    /// rho from the gravity that the device recorded.
    let recordedRho: RecordedRho
    /// The device's own attitude; `nil` where it has none whose error can be known.
    let device: OrientationTrack?

    init(_ log: PreparedLog, options: AnalysisOptions) {
        recording = RecordingSection(log.recording)
        reference = log.reference(options.definition, scored: options.scoring?.interval)
        angles = ReferenceAngles(reference.stream, indices: reference.indices, axis: log.headingAxis)
        recordedRho = RecordedRho(log.recording.gravity)
        device = log.deviceAttitude(besides: options.reference)
    }
}
