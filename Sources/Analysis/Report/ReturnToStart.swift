import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// Drift of the tracks after the device has returned to the pose of its start: gravity and field, which determine a
/// pose, have the same directions in its axes again. A track that is rotated then has drifted by that much, without the
/// need of a reference.
public struct ReturnToStart: Codable, Sendable, Hashable {
    /// The drift of one track.
    public struct Drift: Codable, Sendable, Hashable {
        /// The filter, or `device`.
        public var name: String
        /// Rotation about the vertical since the start, clockwise positive, degrees.
        public var headingDegrees: Double
        /// Change of the vertical's direction since the start, degrees.
        public var inclinationDegrees: Double
    }

    /// The compared instants, seconds from the first sample: one second before the end of the first rest, and the
    /// middle of the last.
    public var startSeconds, endSeconds: Double
    /// Angle between both directions of gravity and of the field in the device's axes, degrees: the difference of the
    /// poses.
    public var gravityDegrees, fieldDegrees: Double
    /// One entry per track that is defined at both instants.
    public var tracks: [Drift]

    /// The largest angles for the same pose, degrees: of a phone put back by hand against an edge.
    private static let samePose = (gravity: 2.0, field: 4.0)
    /// Half the interval that is averaged about each instant, nanoseconds.
    private static let halfWindow: Int64 = 500_000_000

    /// `nil` if the log does not begin and end at rest, the poses differ, or the device did not move in between.
    /// - Parameters:
    ///   - rests: intervals at rest.
    ///   - tracks: of filters and device.
    init?(_ log: PreparedLog, rests: [Stretch], tracks: [OrientationTrack]) {
        let origin = log.origin
        guard let first = rests.first, let last = rests.last, first != last else { return nil }
        // A filter has converged by the end of the first rest; after the middle of the last a hand may take the device.
        (startSeconds, endSeconds) = (first.endSeconds - 1, 0.5 * (last.startSeconds + last.endSeconds))
        guard let start = LogTime.nanoseconds(seconds: startSeconds).map({ origin &+ $0 }),
            let end = LogTime.nanoseconds(seconds: endSeconds).map({ origin &+ $0 }),
            let gravity = Self.turn(log.streams.accelerometer, from: start, to: end),
            let field = Self.turn(log.streams.magnetometer, from: start, to: end),
            gravity <= Self.samePose.gravity, field <= Self.samePose.field
        else { return nil }
        (gravityDegrees, fieldDegrees) = (gravity, field)
        self.tracks = tracks.compactMap { track in
            let stream = SampleStream(times: track.times, values: track.estimates)
            guard let a = stream.value(near: start), let b = stream.value(near: end) else { return nil }
            let turn = b.orientation * a.orientation.conjugate
            return Drift(
                name: track.name, headingDegrees: -Angle.degrees(turn.twistAboutVertical),
                inclinationDegrees: Angle.degrees(turn.tiltOfVertical))
        }
        guard !self.tracks.isEmpty else { return nil }
    }

    /// The angle between a stream's means about two stamps, degrees; `nil` without samples there.
    private static func turn(_ stream: VectorStream, from start: Int64, to end: Int64) -> Double? {
        func mean(_ time: Int64) -> Vector3? {
            let part = stream.clipped(to: time &- halfWindow...time &+ halfWindow)
            return part.isEmpty ? nil : part.values.reduce(.zero, +)
        }
        guard let a = mean(start), let b = mean(end) else { return nil }
        return Angle.degrees(a.angle(to: b))
    }
}
