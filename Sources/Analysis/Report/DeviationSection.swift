import Calibration
import Rotations
import SensorModels
import Vocabulary

/// The deviation curve: deviation = magnetic heading - compass heading, east positive, as a function of COMPASS heading
/// z': A + B sin z' + C cos z' + D sin 2z' + E cos 2z', degrees.
public struct DeviationSection: Codable, Sendable {
    /// The constant, then the coefficients of sin z', cos z', sin 2z' and cos 2z', degrees.
    public var A, B, C, D, E: Double
    /// Standard deviations of A..E, degrees.
    public var sigmas: [String: Double]
    /// The dimensionless coefficients of the exact (sine) form, by letter.
    @Nullable public var exact: [String: Double]?
    /// RMS of the residuals about the curve: sqrt(sum of squares / n).
    public var residualRMSDegrees: Double
    /// Whether the data determine the result.
    public var accepted: Bool
    /// The reason for a refusal; empty if accepted.
    public var reason: String
    /// The curve at every five degrees of compass heading.
    public var curve: [DeviationPoint]
    /// The fitted points: the rows of a table, or means of a log over 10 degrees of heading.
    public var points: [DeviationPoint]
    /// A curve per band of tilt; null unless requested.
    @Nullable public var bands: [DeviationBand]?
    /// The curve at another place; null unless requested.
    @Nullable public var at: DeviationAtPlace?
    /// What was found beside the curve of a vessel's log; null where the truth is not its course over ground.
    @Nullable public var course: DeviationCourse?

    /// A curve with five coefficients A..E, degrees.
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
    /// Its standard deviation: of a curve that of the fit, of a log's mean the scatter of the observations; null if
    /// unknown, as for the rows of a table.
    @Nullable public var sigma: Double?

    init(heading: Double, deviation: Double, sigma: Double? = nil) {
        (self.heading, self.deviation) = (heading, deviation)
        // An infinite sigma, which JSON cannot express, is omitted.
        self.sigma = sigma.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// The deviation curve of a hand-held device in one band of tilt.
public struct DeviationBand: Codable, Sendable {
    /// Lower and upper limit of the elevation of the heading's axis, degrees above the horizon.
    public var fromDegrees, toDegrees: Double
    /// Number of observations.
    public var samples: Int
    /// A..E of the usual form, degrees, by letter.
    public var coefficients: [String: Double]
    /// Standard deviations, degrees; undetermined ones are omitted.
    public var sigmas: [String: Double]
    /// RMS of the residuals about the curve, degrees: sqrt(sum of squares / n).
    public var residualRMSDegrees: Double
    /// Whether the data determine the result.
    public var accepted: Bool
    /// The reason for a refusal; empty if accepted.
    public var reason: String
}

/// A deviation curve at a place where it was not measured; if refused, only with A, D and E.
public struct DeviationAtPlace: Codable, Sendable {
    /// The place.
    public var place: GeodeticPosition
    /// The model's dip at the place, down positive.
    public var dipDegrees: Double
    /// The model's horizontal field at the place, microtesla.
    public var horizontalMicrotesla: Double
    /// The dimensionless coefficients of the exact (sine) form, by letter.
    public var exact: [String: Double]
    /// Their standard deviations.
    public var sigmas: [String: Double]
    /// The curve at every five degrees of compass heading; empty if refused.
    public var curve: [DeviationPoint]
    /// Whether B and C are determined at the place.
    public var accepted: Bool
    /// The reason for a refusal; empty if accepted.
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
