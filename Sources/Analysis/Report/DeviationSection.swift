import Calibration
import Rotations
import SensorModels
import Vocabulary

/// The deviation curve: deviation = magnetic heading - compass heading, east positive, as a function of COMPASS heading z':
/// A + B sin z' + C cos z' + D sin 2z' + E cos 2z', degrees.
public struct DeviationSection: Codable, Sendable {
    /// The constant, then the coefficients of sin z', cos z', sin 2z' and cos 2z', degrees.
    public var A, B, C, D, E: Double
    /// Standard deviations of A..E, degrees.
    public var sigmas: [String: Double]
    /// The coefficients of the exact (sine) form, without unit, by letter.
    @Nullable public var exact: [String: Double]?
    /// sqrt(sum of squares / n) about the curve.
    public var residualRMSDegrees: Double
    /// Whether the data determine the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
    /// The curve every five degrees of compass heading.
    public var curve: [DeviationPoint]
    /// What the curve was fitted to: of a table its rows, of a log means over 10 degrees of heading.
    public var points: [DeviationPoint]
    /// A curve per band of tilt; null unless requested.
    @Nullable public var bands: [DeviationBand]?
    /// The curve at another place; null unless requested.
    @Nullable public var at: DeviationAtPlace?

    /// A curve of five coefficients A..E, degrees.
    public init(
        coefficients c: [Double], sigmas: [String: Double], exact: [String: Double]?, residualRMSDegrees: Double,
        accepted: Bool, reason: String, curve: [DeviationPoint], points: [DeviationPoint]
    ) {
        (A, B, C, D, E) = (c[0], c[1], c[2], c[3], c[4])
        (self.sigmas, self.residualRMSDegrees) = (sigmas, residualRMSDegrees)
        (self.accepted, self.reason) = (accepted, reason)
        (self.curve, self.points) = (curve, points)
        self.exact = exact
    }
}

/// A compass heading, [0, 360), and the deviation there, both in degrees.
public struct DeviationPoint: Codable, Sendable, Hashable {
    /// The compass heading.
    public var heading: Double
    /// The deviation, east positive.
    public var deviation: Double
    /// Its standard deviation: of a curve, that of the fit; of the mean of a log's observations, their scatter; null where it is
    /// unknown, as for the rows of a table.
    @Nullable public var sigma: Double?

    init(heading: Double, deviation: Double, sigma: Double? = nil) {
        (self.heading, self.deviation) = (heading, deviation)
        // Without a bound there is none, which JSON has no number for.
        self.sigma = sigma.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// The deviation curve of a hand-held device in one band of tilt.
public struct DeviationBand: Codable, Sendable {
    /// The lower and the upper end of the elevation of the axis whose heading it is, degrees above the horizon.
    public var fromDegrees, toDegrees: Double
    /// Observations.
    public var samples: Int
    /// A..E of the usual form, degrees, by letter.
    public var coefficients: [String: Double]
    /// Their standard deviations, degrees; those not determined are left out.
    public var sigmas: [String: Double]
    /// sqrt(sum of squares / n) about the curve, degrees.
    public var residualRMSDegrees: Double
    /// Whether the data determine the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
}

/// A deviation curve at a place where it was not measured; of a refused one A, D and E alone are given.
public struct DeviationAtPlace: Codable, Sendable {
    /// Where.
    public var place: GeodeticPosition
    /// The model's dip there, down positive.
    public var dipDegrees: Double
    /// The model's horizontal field there, microtesla.
    public var horizontalMicrotesla: Double
    /// The coefficients of the exact (sine) form, without unit, by letter.
    public var exact: [String: Double]
    /// Their standard deviations.
    public var sigmas: [String: Double]
    /// The curve every five degrees of compass heading; empty where refused.
    public var curve: [DeviationPoint]
    /// Whether B and C are determined there.
    public var accepted: Bool
    /// Why not; empty where accepted.
    public var reason: String

    init(
        _ exact: DeviationCoefficients, _ sigmas: DeviationCoefficients, place: GeodeticPosition,
        field: DeviationTransfer.Field, verdict: CalibrationVerdict
    ) {
        (self.place, dipDegrees, horizontalMicrotesla) = (place, Angle.degrees(field.dip), field.horizontal)
        (self.exact, self.sigmas) = (DeviationAnalysis.letters(exact), DeviationAnalysis.letters(sigmas))
        accepted = verdict.accepted
        reason = verdict.accepted ? "" : "\(verdict.reason); \(verdict.advice)"
        curve = []
        if verdict.accepted {
            curve = stride(from: 0.0, through: 360, by: 5).map {
                DeviationPoint(heading: $0, deviation: exact.exactDeviation(compassHeadingDegrees: $0))
            }
        } else {
            for letter in ["B", "C"] {
                self.exact[letter] = nil
                self.sigmas[letter] = nil
            }
        }
    }
}
