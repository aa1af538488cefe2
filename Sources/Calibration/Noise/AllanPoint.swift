/// One point of an Allan deviation curve.
public struct AllanPoint: Sendable, Codable, Hashable {
    /// Averaging time, seconds.
    public var tau: Double
    /// Overlapping Allan deviation, the unit of the samples.
    public var deviation: Double
    /// Equivalent degrees of freedom of its square.
    public var degreesOfFreedom: Double

    /// The 95 % interval of the deviation, from the chi-squared distribution of its square.
    public var interval95: ClosedRange<Double> {
        let low = ChiSquared.quantile(0.975, degreesOfFreedom: degreesOfFreedom)
        let high = ChiSquared.quantile(0.025, degreesOfFreedom: degreesOfFreedom)
        return deviation * (degreesOfFreedom / low).squareRoot()...deviation * (degreesOfFreedom / high).squareRoot()
    }
}
