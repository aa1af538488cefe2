import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The log's reference, turned to the north of the estimates, so that errors compare like with like.
public struct ReferenceFrame: Sendable {
    /// Device to east-north-up, its north that of the estimates; empty where the log has no reference.
    public let stream: QuaternionStream
    /// What could not be decided.
    public let warnings: [Warning]

    /// - Parameters:
    ///   - recording: the log with its reference.
    ///   - north: the north of the estimates.
    ///   - declination: radians, east positive; `nil` where it is unknown.
    public init(_ recording: Recording, north: North, declination: Double?) {
        guard !recording.reference.isEmpty else {
            stream = QuaternionStream()
            warnings = []
            return
        }
        var warnings: [Warning] = []
        if recording.metadata.referenceNorth == nil {
            warnings.append(
                Warning(
                    code: "reference-north-unknown",
                    message: "the log does not say which north its reference has: magnetic is assumed",
                    advice: "add the line `# north: true` or `# north: magnetic` to the log"))
        }
        let own = recording.metadata.referenceNorth ?? .magnetic
        if own != north && declination == nil {
            warnings.append(
                Warning(
                    code: "norths-differ",
                    message: "the reference has \(own.rawValue) north, the estimates \(north.rawValue) north, and the "
                        + "declination is unknown: heading errors contain it",
                    advice: "give --place LAT,LON and --date YYYY-MM-DD"))
        }
        let turn = own == north ? 0 : (declination ?? 0) * (own == .true ? 1 : -1)
        if turn == 0 {
            stream = recording.reference
        } else {
            let rotation = Quaternion.aboutVertical(turn)
            stream = QuaternionStream(
                times: recording.reference.times, values: recording.reference.values.map { rotation * $0 })
        }
        self.warnings = warnings
    }
}
