import Rotations
import SensorModels

/// Tracks at a reduced rate as text, small enough to be committed: what a filter said of a recording, to be compared with what
/// it says later.
public struct TrackDigest: Sendable, Equatable {
    /// Seconds between two rows of a track.
    public static let interval: Int64 = 5_000_000_000

    /// One filter at one instant.
    public struct Row: Sendable, Equatable {
        /// The filter.
        public var filter: String
        /// Nanoseconds of the log's clock.
        public var time: Int64
        /// Device to earth.
        public var orientation: Quaternion
        /// Degrees; `nil` where the filter has none.
        public var headingSigmaDegrees: Double?
        /// Degrees per axis; `nil` where the filter has none.
        public var inclinationSigmaDegrees: Double?
    }

    /// By filter, then by time.
    public var rows: [Row]

    /// The first row of every track, then one every five seconds, and its last.
    public init(_ tracks: [OrientationTrack]) {
        rows = tracks.flatMap { track in
            var next = Int64.min
            return track.times.indices.compactMap { index -> Row? in
                let time = track.times[index]
                guard time >= next || index == track.count - 1 else { return nil }
                next = (next == .min ? time : next) + Self.interval
                let estimate = track.estimates[index]
                return Row(
                    filter: track.name, time: time, orientation: estimate.orientation.canonical,
                    headingSigmaDegrees: Self.degrees(estimate.headingSigma),
                    inclinationSigmaDegrees: Self.degrees(estimate.inclinationSigma))
            }
        }
    }

    private static func degrees(_ sigma: Double) -> Double? { sigma.isFinite ? Angle.degrees(sigma) : nil }
}
