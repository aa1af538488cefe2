import ProjectionCore
import Rotations
import SensorModels
import Vocabulary

/// A track as an app draws it: rotated to true north and by the heading offset, smoothed, at the app's frame rate. The
/// same values as `ProjectionCore.orientation(at:)` gives frame by frame.
public struct DrawnTrack: Sendable {
    /// The drawn frames.
    public let track: OrientationTrack
    /// Whether a frame is held until the next one; false if every sample is drawn.
    public let isHeld: Bool

    /// - Parameters:
    ///   - track: an estimate with magnetic north.
    ///   - turn: declination plus heading offset, degrees: true heading = estimated heading + turn, clockwise positive.
    ///   - smoothing: time constant of the low-pass, seconds; 0 for none.
    ///   - rate: frames per second; `nil` draws every sample. A frame shows the latest sample at or before its time.
    public init(_ track: OrientationTrack, turn: Double, smoothing: Double = 0, rate: Double? = nil) {
        var drawn = track.turned(by: -Angle.radians(turn))
        if smoothing > 0 {
            var smoother = OrientationSmoother(timeConstant: smoothing)
            for index in drawn.estimates.indices {
                drawn.estimates[index].orientation = smoother.update(
                    drawn.estimates[index].orientation, at: drawn.times[index])
            }
        }
        isHeld = rate != nil
        self.track = rate.map { Self.frames(of: drawn, rate: $0) } ?? drawn
    }

    private static func frames(of track: OrientationTrack, rate: Double) -> OrientationTrack {
        guard let first = track.times.first, let last = track.times.last else { return track }
        var frames = OrientationTrack(name: track.name)
        var row = 0
        var number = 0.0
        while true {
            let time = first + Int64(clamping: (number / rate * 1e9).rounded())
            guard time <= last else { return frames }
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            frames.times.append(time)
            frames.estimates.append(track.estimates[row])
            number += 1
            // The picture does not change in a hole: after a minute, skip to the sample behind it.
            if row + 1 < track.count, time - track.times[row] > 60_000_000_000 {
                number = max(number, (Double(track.times[row + 1] - first) * 1e-9 * rate).rounded(.down))
            }
        }
    }

    /// The displayed orientation at each scored stamp of a reference: interpolated if every sample is drawn, else the
    /// latest frame.
    public func pairs(
        with reference: QuaternionStream, indices: [Int]
    ) -> (times: [Int64], estimates: [Quaternion], references: [Quaternion]) {
        guard isHeld else {
            let comparison = Comparison(track: track, reference: reference, indices: indices)
            return (comparison.times, comparison.estimates, comparison.references)
        }
        var result: (times: [Int64], estimates: [Quaternion], references: [Quaternion]) = ([], [], [])
        var row = 0
        for index in indices {
            let time = reference.times[index]
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard let end = track.times.last, row < track.count, track.times[row] <= time,
                time - end <= Comparison.maximumGap
            else { continue }
            result.times.append(time)
            result.estimates.append(track.estimates[row].orientation)
            result.references.append(reference.values[index])
        }
        return result
    }

    /// The displayed row at a time: the latest at or before it, at most 0.1 s old (one frame, where frames are held);
    /// `nil` if there is none. O(log n).
    public func row(at time: Int64) -> Int? {
        let next = track.times.prefixLength { $0 <= time }
        guard next > 0, isHeld && next < track.count || time - track.times[next - 1] <= Comparison.maximumGap else {
            return nil
        }
        return next - 1
    }
}
