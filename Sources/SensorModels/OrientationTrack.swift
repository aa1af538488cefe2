import Rotations
import Vocabulary

/// An estimator's answer over time: one row per sample of the clock stream, from the first defined orientation on.
public struct OrientationTrack: Sendable {
    /// The estimator's name in the catalogue.
    public var name: String
    /// Nanoseconds of the log's own clock.
    public var times: [Int64]
    /// One estimate per time stamp; the state after all samples of that stamp.
    public var estimates: [OrientationEstimate]
    /// Why an estimator of the whole recording gives no row; `nil` where it does, and for causal filters.
    public var refusal: SensorLabError?
    /// Why an estimator of the whole recording may be far off although it gives rows; `nil` where nothing says
    /// so, and for causal filters.
    public var doubt: Warning?
    /// What an estimator of the whole recording found beside the orientation, per part between holes, and what a causal
    /// one that calibrates itself knew at the end; empty for all others.
    public var findings: [RecordingFindings] = []

    /// From stamps and estimates; precondition: equal counts.
    public init(name: String, times: [Int64] = [], estimates: [OrientationEstimate] = []) {
        precondition(times.count == estimates.count, "a track has one estimate per time stamp")
        (self.name, self.times, self.estimates) = (name, times, estimates)
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

/// A statement that an estimator can make, deny, or be unable to judge.
public enum Flag: Int8, Sendable {
    /// The estimator cannot judge.
    case unknown = -1
    case no = 0
    case yes = 1

    /// `yes` for true, `no` for false.
    @inlinable public init(_ value: Bool) { self = value ? .yes : .no }
}

/// The estimate of a filter at one instant.
public struct OrientationEstimate: Sendable, Hashable {
    /// Device to earth (east-north-up; north as the magnetometer has it, unless the track says otherwise).
    public var orientation: Quaternion
    /// The gyroscope's bias, rad/s, device axes: what is to be subtracted from the readings. Zero where not estimated.
    public var gyroscopeBias: Vector3
    /// Standard deviation of that bias per axis, rad/s. Zero where the filter cannot say.
    public var gyroscopeBiasSigma = Vector3.zero
    /// Standard deviation of the heading, radians; NaN where the filter cannot say.
    public var headingSigma: Double
    /// Standard deviation of the inclination (the direction of the vertical), radians per axis; NaN likewise.
    public var inclinationSigma: Double
    /// The device is at rest.
    public var rest: Flag
    /// The magnetic field is disturbed.
    public var disturbed: Flag

    /// An orientation; what is not given is unknown.
    @inlinable
    public init(
        orientation: Quaternion, gyroscopeBias: Vector3 = .zero, headingSigma: Double = .nan,
        inclinationSigma: Double = .nan, rest: Flag = .unknown, disturbed: Flag = .unknown
    ) {
        (self.orientation, self.gyroscopeBias) = (orientation, gyroscopeBias)
        (self.headingSigma, self.inclinationSigma) = (headingSigma, inclinationSigma)
        (self.rest, self.disturbed) = (rest, disturbed)
    }

    /// Takes the sigmas of the bias from its variances, (rad/s)^2.
    @inlinable
    public mutating func setGyroscopeBias(variances: Vector3) {
        gyroscopeBiasSigma = Vector3(
            max(0, variances.x).squareRoot(), max(0, variances.y).squareRoot(), max(0, variances.z).squareRoot())
    }
}

#if !hasFeature(Embedded)
    extension Flag: Codable {}
    extension OrientationEstimate: Codable {}
#endif
