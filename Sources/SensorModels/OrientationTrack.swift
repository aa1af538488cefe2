import Rotations

/// An estimator's answer over time: one row per sample of the clock stream, from the first defined orientation on.
public struct OrientationTrack: Sendable {
    /// The estimator's name in the catalogue.
    public var name: String
    /// Nanoseconds of the log's own clock.
    public var times: [Int64]
    /// One estimate per time stamp; the state after all samples of that stamp.
    public var estimates: [OrientationEstimate]

    /// From stamps and estimates; precondition: equal counts.
    public init(name: String, times: [Int64] = [], estimates: [OrientationEstimate] = []) {
        precondition(times.count == estimates.count, "a track has one estimate per time stamp")
        self.name = name
        self.times = times
        self.estimates = estimates
    }

    /// How many rows there are.
    @inlinable public var count: Int { times.count }

    /// The track turned about the vertical by `angle` radians, counter-clockwise seen from above
    /// (from magnetic to true north: minus the declination, east positive).
    public func turned(by angle: Double) -> OrientationTrack {
        var result = self
        result.turn(by: angle)
        return result
    }

    /// Turns the track in place, as `turned(by:)`: no second copy of a long track.
    public mutating func turn(by angle: Double) {
        guard angle != 0 else { return }
        let turn = Quaternion.aboutVertical(angle)
        for index in estimates.indices {
            estimates[index].orientation = turn * estimates[index].orientation
        }
    }
}
