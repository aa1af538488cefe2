/// A noise coefficient with its 95 % interval.
public struct NoiseCoefficient: Sendable, Codable, Hashable {
    /// The estimate; 0 where the curve shows none.
    public var value: Double
    /// Lower end of the 95 % interval, >= 0.
    public var low: Double
    /// Upper end of the 95 % interval.
    public var high: Double

    /// Whether the interval excludes 0.
    public var isDetermined: Bool { low > 0 }
}
