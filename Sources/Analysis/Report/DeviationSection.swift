import SensorModels
import Vocabulary

/// The deviation curve: deviation = magnetic heading - compass heading, east positive, as a function of COMPASS heading z':
/// A + B sin z' + C cos z' + D sin 2z' + E cos 2z', degrees.
public struct DeviationSection: Codable, Sendable {
    /// The constant, degrees.
    public var A: Double
    /// The coefficient of sin z', degrees.
    public var B: Double
    /// The coefficient of cos z', degrees.
    public var C: Double
    /// The coefficient of sin 2z', degrees.
    public var D: Double
    /// The coefficient of cos 2z', degrees.
    public var E: Double
    /// Standard deviations of A..E, degrees.
    public var sigmas: [String: Double]
    /// The coefficients of the exact (sine) form, without unit, by letter.
    @Nullable public var exact: [String: Double]?
    /// sqrt(sum of squares / n) about the curve.
    public var residualRMSDegrees: Double
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
    /// The curve every five degrees of compass heading.
    public var curve: [DeviationPoint]
    /// What the curve was fitted to: of a table its rows, of a log means over 10 degrees of heading.
    public var points: [DeviationPoint]
    /// A curve per band of tilt; null where it was not asked for.
    @Nullable public var bands: [DeviationBand]?
    /// The curve at another place; null where it was not asked for.
    @Nullable public var at: DeviationAtPlace?

    /// From its parts.
    public init(
        coefficients c: [Double], sigmas: [String: Double], exact: [String: Double]?, residualRMSDegrees: Double,
        accepted: Bool, reason: String, curve: [DeviationPoint], points: [DeviationPoint]
    ) {
        (A, B, C, D, E) = (c[0], c[1], c[2], c[3], c[4])
        self.sigmas = sigmas
        self.residualRMSDegrees = residualRMSDegrees
        self.accepted = accepted
        self.reason = reason
        self.curve = curve
        self.points = points
        self.exact = exact
    }
}
