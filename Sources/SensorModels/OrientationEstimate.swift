import Rotations

/// A statement that an estimator can make, deny, or be unable to judge.
public enum Flag: Int8, Sendable, Codable {
    /// The estimator cannot judge.
    case unknown = -1
    case no = 0
    case yes = 1

    /// `yes` for true, `no` for false.
    @inlinable public init(_ value: Bool) { self = value ? .yes : .no }
}

/// What a filter knows at one instant.
public struct OrientationEstimate: Sendable, Hashable, Codable {
    /// Device to earth (east-north-up; north as the magnetometer has it, unless the track says otherwise).
    public var orientation: Quaternion
    /// The gyroscope's bias, rad/s, device axes: what is to be subtracted from the readings. Zero where not estimated.
    public var gyroscopeBias: Vector3
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
        self.orientation = orientation
        self.gyroscopeBias = gyroscopeBias
        self.headingSigma = headingSigma
        self.inclinationSigma = inclinationSigma
        self.rest = rest
        self.disturbed = disturbed
    }
}
