import Calibration
import Recordings
import Rotations
import SensorModels

/// A deviation curve at a place where it was not measured; of a refused one A, D and E alone are given.
public struct DeviationAtPlace: Codable, Sendable {
    /// Where.
    public var place: Place
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
    /// Whether B and C could be carried there.
    public var accepted: Bool
    /// Why not; empty where accepted.
    public var reason: String

    init(
        _ exact: DeviationCoefficients, _ sigmas: DeviationCoefficients, place: Place, field: DeviationTransfer.Field,
        verdict: CalibrationVerdict
    ) {
        self.place = place
        dipDegrees = Angle.degrees(field.dip)
        horizontalMicrotesla = field.horizontal
        self.exact = DeviationAnalysis.letters(exact)
        self.sigmas = DeviationAnalysis.letters(sigmas)
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
