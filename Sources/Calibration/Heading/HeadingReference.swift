/// A heading that is known from elsewhere: over an interval of the log's clock, with its uncertainty.
public struct HeadingReference: Sendable, Hashable {
    /// Nanoseconds of the log's clock; the estimates inside are averaged. Both ends may be equal.
    public var interval: ClosedRange<Int64>
    /// Radians clockwise from north, any turn.
    public var heading: Double
    /// Standard deviation, radians, > 0.
    public var sigma: Double

    /// From its parts.
    public init(interval: ClosedRange<Int64>, heading: Double, sigma: Double) {
        self.interval = interval
        self.heading = heading
        self.sigma = sigma
    }
}
