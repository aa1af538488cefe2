import Evaluation
import Recordings
import Rotations
import SensorModels

/// One track measured against a reference.
struct TrackErrors: Sendable {
    /// The scored samples.
    let scored: Comparison
    /// The errors as the reports have had them from the beginning.
    let accuracy: Accuracy?
    /// The errors in full.
    let profile: ErrorProfile?

    /// - Parameters:
    ///   - reference: its north that of the track.
    ///   - indices: the samples of the reference that count, ascending.
    ///   - mount: device to the reference's body, where it is known.
    init(
        track: OrientationTrack, reference: QuaternionStream, indices: [Int], axis: HeadingAxis,
        mount: Quaternion? = nil
    ) {
        scored = Comparison(track: track, reference: reference, indices: indices)
        accuracy = Accuracy(scored)
        let whole = Comparison(track: track, reference: reference, indices: Array(reference.times.indices))
        profile = ErrorProfile(scored: scored, whole: whole, axis: axis, mount: mount)
    }
}

extension FilterSection {
    /// The section of a track.
    init(
        track: OrientationTrack, parameters: [String: Double], axis: HeadingAxis, north: North,
        recordedGravity: VectorStream, errors: TrackErrors?
    ) {
        self.init(
            name: track.name, parameters: parameters, headingAxis: axis.rawValue,
            heading: TrackSummaries.heading(of: track, axis: axis, north: north),
            rho: TrackSummaries.rho(of: track, recordedGravity: recordedGravity), accuracy: errors?.accuracy,
            errors: errors?.profile)
    }
}
