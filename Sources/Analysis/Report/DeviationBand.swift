/// The deviation curve of a hand-held device in one band of tilt.
public struct DeviationBand: Codable, Sendable {
    /// The lower end of the elevation of the axis whose heading it is, degrees above the horizon.
    public var fromDegrees: Double
    /// The upper end.
    public var toDegrees: Double
    /// Observations.
    public var samples: Int
    /// A..E of the usual form, degrees, by letter.
    public var coefficients: [String: Double]
    /// Their standard deviations, degrees; those not determined are left out.
    public var sigmas: [String: Double]
    /// sqrt(sum of squares / n) about the curve, degrees.
    public var residualRMSDegrees: Double
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String

    init(
        fromDegrees: Double, toDegrees: Double, samples: Int, coefficients: [Double], sigmas: [String: Double],
        residualRMSDegrees: Double, accepted: Bool, reason: String
    ) {
        self.fromDegrees = fromDegrees
        self.toDegrees = toDegrees
        self.samples = samples
        self.coefficients = Dictionary(
            uniqueKeysWithValues: zip(["A", "B", "C", "D", "E"], coefficients).map { ($0, $1) })
        self.sigmas = sigmas
        self.residualRMSDegrees = residualRMSDegrees
        self.accepted = accepted
        self.reason = reason
    }
}
