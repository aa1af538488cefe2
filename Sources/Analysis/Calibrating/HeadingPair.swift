import Calibration
import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// An estimated heading and a reference heading, both with the same north.
struct HeadingPair: Sendable {
    /// Nanoseconds of the log's clock.
    let time: Int64
    /// Radians clockwise from north.
    let estimated, reference: Double
    /// Standard deviations, radians: 0 for an exact reference, NaN for an estimate without one.
    let referenceSigma, estimatedSigma: Double

    /// Reference minus estimate, radians in (-pi, pi].
    var difference: Double { Angle.wrap(reference - estimated) }

    /// The inverse variance of the difference; equal for all pairs without sigmas.
    var weight: Double {
        let claimed = estimatedSigma.isFinite && estimatedSigma > 0 ? estimatedSigma * estimatedSigma : 0
        let variance = referenceSigma * referenceSigma + claimed
        return variance > 0 ? 1 / variance : 1
    }

    /// Pairs at the references where the track has a defined heading, in order of time. The estimate is the circular
    /// mean inside the reference's interval, or the latest one at most 0.1 s before it.
    static func pairs(_ track: OrientationTrack, _ references: [HeadingReference], axis: HeadingAxis) -> [HeadingPair] {
        let stream = SampleStream(times: track.times, values: track.estimates)
        return references.sorted { $0.interval.lowerBound < $1.interval.lowerBound }.compactMap { reference in
            let start = stream.index(atOrAfter: reference.interval.lowerBound)
            var end = start
            while end < stream.count && stream.times[end] <= reference.interval.upperBound { end += 1 }
            if start == end {
                let latest = start - 1
                guard latest >= 0, reference.interval.lowerBound - stream.times[latest] <= Comparison.maximumGap else {
                    return nil
                }
                return pair(stream.values[latest...latest], reference, axis)
            }
            return pair(stream.values[start..<end], reference, axis)
        }
    }

    private static func pair(
        _ estimates: ArraySlice<OrientationEstimate>, _ reference: HeadingReference, _ axis: HeadingAxis
    ) -> HeadingPair? {
        var mean = CircularStatistics()
        var variance = 0.0
        for estimate in estimates {
            guard let heading = estimate.orientation.heading(of: axis) else { continue }
            mean.add(heading)
            variance += estimate.headingSigma * estimate.headingSigma
        }
        let count = Double(estimates.count)
        // No heading if the axis is vertical half of the time or turns through half a circle.
        guard let heading = mean.mean, mean.resultantLength > 0.7 else { return nil }
        let interval = reference.interval
        return HeadingPair(
            time: interval.lowerBound + (interval.upperBound - interval.lowerBound) / 2, estimated: heading,
            reference: reference.heading, referenceSigma: reference.sigma,
            estimatedSigma: (variance / count).squareRoot())
    }
}

/// A device's heading with its stated accuracy.
public struct ClaimedHeading: Sendable, Hashable {
    /// Nanoseconds of the log's clock.
    public var time: Int64
    /// Radians clockwise from north.
    public var heading: Double
    /// Radians; NaN if unknown.
    public var accuracy: Double
}

extension HeadingPair {
    /// The largest distance in time to a reference, nanoseconds; reference tracks have at most ten samples per second
    /// here.
    private static let farthest: Int64 = 150_000_000

    /// Pairs for the device's headings with a reference at their time.
    /// - Parameters:
    ///   - claims: in order of time.
    ///   - references: with the same north.
    static func pairs(_ claims: [ClaimedHeading], _ references: [HeadingReference]) -> [HeadingPair] {
        let ordered = references.sorted { $0.interval.lowerBound < $1.interval.lowerBound }
        let starts = SampleStream(times: ordered.map(\.interval.lowerBound), values: ordered)
        return claims.compactMap { claim in
            let after = starts.index(atOrAfter: claim.time)
            guard
                let best = interpolated(starts, before: after, at: claim.time)
                    ?? nearest(of: starts, beside: after, to: claim.time)
            else { return nil }
            return HeadingPair(
                time: claim.time, estimated: claim.heading, reference: best.heading, referenceSigma: best.sigma,
                estimatedSigma: claim.accuracy)
        }
    }

    /// Interpolates a reference track between two samples; `nil` if they are not near on both sides.
    private static func interpolated(
        _ references: SampleStream<HeadingReference>, before index: Int, at time: Int64
    ) -> HeadingReference? {
        guard index > 0, index < references.count, references.times[index] &- references.times[index - 1] <= farthest,
            case let (first, last) = (references.values[index - 1], references.values[index]),
            first.interval.lowerBound == first.interval.upperBound, last.interval.lowerBound == last.interval.upperBound
        else { return nil }
        let share =
            Double(time &- references.times[index - 1]) / Double(references.times[index] &- references.times[index - 1])
        return HeadingReference(
            interval: time...time, heading: first.heading + share * Angle.wrap(last.heading - first.heading),
            sigma: max(first.sigma, last.sigma))
    }

    /// The nearer of two neighbours; `nil` if it is too far away.
    private static func nearest(
        of references: SampleStream<HeadingReference>, beside index: Int, to time: Int64
    ) -> HeadingReference? {
        let neighbours = [index - 1, index].filter(references.times.indices.contains)
        return neighbours.map { references.values[$0] }.min { distance(time, $0) < distance(time, $1) }.flatMap {
            distance(time, $0) <= farthest ? $0 : nil
        }
    }

    /// Nanoseconds between a time and the nearer end of a reference's interval; 0 inside.
    private static func distance(_ time: Int64, _ reference: HeadingReference) -> Int64 {
        max(reference.interval.lowerBound - time, time - reference.interval.upperBound, 0)
    }
}
