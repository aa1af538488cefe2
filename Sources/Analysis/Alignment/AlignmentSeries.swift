import Calibration
import Rotations

/// What the picture of an alignment shows: heading of the compass minus heading in the AR world, over time.
public struct AlignmentSeries: Sendable, Hashable {
    /// Seconds after the log's first sample.
    public var times: [Double]
    /// Degrees, without turns of 360 between neighbours; empty without a compass.
    public var differences: [Double]
    /// Offset, drift and jumps as they were fitted, degrees, in the turn of the differences; NaN before the last change of
    /// worlds.
    public var fitted: [Double]
    /// The filter; `nil` without a compass.
    public var filter: String?

    init(_ times: [Double], _ differences: [Double], _ yaw: YawAlignment, track: String) {
        self.times = times
        var last = differences.first.map(Angle.wrap) ?? 0
        self.differences = differences.map { difference in
            last += Angle.wrap(difference - last)
            return Angle.degrees(last)
        }
        fitted = zip(times, self.differences).map { time, difference in
            guard time >= yaw.span.lowerBound else { return .nan }
            return difference + Angle.wrapDegrees(Angle.degrees(yaw.offset(at: time)) - difference)
        }
        filter = track
    }

    /// Without a compass: drift and jumps alone, through the offset at the end, degrees.
    init(_ times: [Double], _ yaw: YawAlignment, end: Double) {
        (self.times, differences) = (times, [])
        fitted = times.map { time in
            guard time >= yaw.span.lowerBound else { return .nan }
            return end + Angle.wrapDegrees(Angle.degrees(yaw.offset(at: time) - yaw.offset))
        }
    }
}
