import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The log's reference, rotated to the north of the estimates so that the two can be compared.
public struct ReferenceFrame: Sendable {
    /// Device to east-north-up, its north that of the estimates; empty where the log has no reference.
    public let stream: QuaternionStream
    /// Whether its north is arbitrary, so that it shows headings except for a constant.
    public let isRelative: Bool
    /// Warnings about an unknown north or declination.
    public let warnings: [Warning]

    /// - Parameters:
    ///   - recording: the log with its reference.
    ///   - north: the north of the estimates.
    ///   - declination: radians, east positive; `nil` if unknown.
    public init(_ recording: Recording, north: North, declination: Double?) {
        guard !recording.reference.isEmpty else {
            (stream, isRelative) = (QuaternionStream(), false)
            warnings = []
            return
        }
        guard recording.metadata.reference.parts != .inclination else {
            (stream, isRelative, warnings) = (recording.reference, true, [])
            return
        }
        guard recording.metadata.reference.north != .arbitrary else {
            (stream, isRelative) = (recording.reference, true)
            warnings = [
                Warning(
                    .referenceArbitrary,
                    "the north of the reference is arbitrary: every error of a heading, and of the whole orientation, is "
                        + "what remains after one constant per track and log is removed")
            ]
            return
        }
        isRelative = false
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

extension QuaternionStream {
    /// A reference of arbitrary north, turned about the vertical until the mean heading error of a track is zero.
    /// - Parameter indices: its scored samples, ascending; `nil` for all.
    public func aligned(to track: OrientationTrack, indices: [Int]? = nil) -> QuaternionStream {
        var headings = CircularStatistics()
        for error in Comparison.headingErrors(of: track, to: self, indices: indices).errors { headings.add(error) }
        guard let constant = headings.mean, constant != 0 else { return self }
        let turn = Quaternion.aboutVertical(constant)
        return QuaternionStream(times: times, values: values.map { turn * $0 })
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
