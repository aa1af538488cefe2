import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The log's reference, rotated to the north of the estimates so that the two can be compared.
public struct ReferenceFrame: Sendable {
    /// Device to east-north-up, its north that of the estimates; empty where the log has no reference.
    public let stream: QuaternionStream
    /// Warnings about an unknown north or declination.
    public let warnings: [Warning]

    /// - Parameters:
    ///   - recording: the log with its reference.
    ///   - north: the north of the estimates.
    ///   - declination: radians, east positive; `nil` if unknown.
    public init(_ recording: Recording, north: North, declination: Double?) {
        guard !recording.reference.isEmpty else {
            stream = QuaternionStream()
            warnings = []
            return
        }
        var warnings: [Warning] = []
        if recording.metadata.referenceNorth == nil {
            warnings.add(
                .referenceNorthUnknown, "the log does not say which north its reference has: magnetic is assumed")
        }
        let own = recording.metadata.referenceNorth ?? .magnetic
        if own != north && declination == nil {
            warnings.add(
                .northsDiffer,
                "the reference has \(own.rawValue) north, the estimates \(north.rawValue) north, and the declination is "
                    + "unknown: heading errors contain it")
        }
        let turn = own == north ? 0 : (declination ?? 0) * (own == .true ? 1 : -1)
        let rotation = Quaternion.aboutVertical(turn)
        let raw = recording.reference
        stream = turn == 0 ? raw : QuaternionStream(times: raw.times, values: raw.values.map { rotation * $0 })
        self.warnings = warnings
    }
}

/// The axis whose heading is shown.
public enum HeadingAxisChoice: String, Sendable, CaseIterable {
    /// The top edge, +y.
    case top
    /// The back camera, -z.
    case camera
    /// Chosen once per log: the camera if the median elevation of its axis lies within 45 degrees of the horizon, else
    /// the top edge.
    case auto

    /// The axis for a log. It depends on the specific force (else on recorded gravity), not on a filter, so that all
    /// filters of a log show the same heading; `.top` without either.
    public func resolved(for input: FilterInput) -> HeadingAxis {
        switch self {
        case .top: return .top
        case .camera: return .camera
        case .auto:
            // The camera looks along -z; its elevation is asin(-z of the up vector).
            let sines = input.force.values.compactMap { $0.normalized.map { -$0.z } }
            guard let median = Percentile.median(sines) else { return .top }
            return median.magnitude <= 0.5.squareRoot() ? .camera : .top
        }
    }
}
