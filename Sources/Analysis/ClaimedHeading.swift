import Calibration
import SensorModels

/// A device's own heading and what it claims of its accuracy.
public struct ClaimedHeading: Sendable, Hashable {
    /// Nanoseconds of the log's clock.
    public var time: Int64
    /// Radians clockwise from north.
    public var heading: Double
    /// Radians; NaN where nothing is claimed.
    public var accuracy: Double

    /// From its parts.
    public init(time: Int64, heading: Double, accuracy: Double) {
        self.time = time
        self.heading = heading
        self.accuracy = accuracy
    }
}

extension HeadingPair {
    /// A reference this far away in time still counts, nanoseconds: reference tracks are thinned to ten a second.
    private static let nearest: Int64 = 150_000_000

    /// The claims at whose time a reference is known.
    /// - Parameters:
    ///   - claims: in the order of time.
    ///   - references: with the same north.
    static func pairs(_ claims: [ClaimedHeading], _ references: [HeadingReference]) -> [HeadingPair] {
        let ordered = references.sorted { $0.interval.lowerBound < $1.interval.lowerBound }
        let starts = SampleStream(times: ordered.map(\.interval.lowerBound), values: ordered)
        return claims.compactMap { claim in
            let after = starts.index(atOrAfter: claim.time)
            let candidates = [after - 1, after].filter { starts.times.indices.contains($0) }.map { starts.values[$0] }
            guard let best = candidates.min(by: { distance(claim.time, $0) < distance(claim.time, $1) }),
                distance(claim.time, best) <= nearest
            else { return nil }
            return HeadingPair(
                time: claim.time, estimated: claim.heading, reference: best.heading, referenceSigma: best.sigma,
                estimatedSigma: claim.accuracy)
        }
    }

    /// Nanoseconds between a time and the nearer end of a reference's interval; 0 inside.
    private static func distance(_ time: Int64, _ reference: HeadingReference) -> Int64 {
        max(reference.interval.lowerBound - time, time - reference.interval.upperBound, 0)
    }
}
