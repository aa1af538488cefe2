import SensorModels
import Vocabulary

/// A fitted magnetometer.
public struct MagnetometerCalibration: SensorCalibration, Codable, Sendable, Equatable {
    /// What the numbers mean.
    public var formula = "m_calibrated = S (m_raw - h), microtesla, device axes"
    /// The stream that was fitted and to which it applies: `magnetometer` or `magnetometerCorrected`.
    public var stream: String
    /// h, microtesla.
    public var hardIron: [Double]
    /// S by rows.
    public var softIron: [[Double]]
    /// Standard deviations of h, microtesla.
    @Nullable public var hardIronSigma: [Double]?
    /// The intensity that S was scaled to, microtesla; null where it is unknown and S has determinant 1.
    @Nullable public var fieldMicrotesla: Double?
    /// The dip of the field that was used or learnt, degrees, down positive.
    @Nullable public var dipDegrees: Double?
    /// `sphere`, `axis-aligned`, `ellipsoid`, or `full` where the misalignment was fitted as well.
    public var rung: String
    /// The method of the fit.
    public var method: String
    /// Samples used, repeats left out.
    public var samples: Int
    /// By how much the readings' stamps are late against the gyroscope's, seconds; null where it was not fitted.
    @Nullable public var delaySeconds: Double?
    /// Standard deviation of `delaySeconds`.
    @Nullable public var delaySigmaSeconds: Double?
    /// Rotation of the magnetometer's axes against the inertial ones, which S contains: rotation vector, device axes,
    /// degrees; null where it was not fitted or not applied.
    @Nullable public var misalignmentDegrees: [Double]?
    /// Standard deviations of `misalignmentDegrees`.
    @Nullable public var misalignmentSigmaDegrees: [Double]?
    /// Whether misalignment and delay were applied, and why; null where they were not asked for.
    @Nullable public var alignment: String?
    /// RMS of (|m_calibrated| - F) / F in percent.
    @Nullable public var residualPercent: Double?
    /// Predicted standard deviation of the heading, degrees: the worse of level and upright.
    @Nullable public var headingSigmaDegrees: Double?
    /// The predicted standard deviation of the heading lying flat, degrees.
    @Nullable public var headingSigmaLevelDegrees: Double?
    /// The predicted standard deviation of the heading held upright, degrees.
    @Nullable public var headingSigmaUprightDegrees: Double?
    /// The share of directions on the sphere that the log shows, 0...1.
    @Nullable public var coverage: Double?
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was accepted or refused, in plain words.
    public var reason: String
    /// What to do to get what is missing; null where nothing is.
    @Nullable public var missing: String?
    /// Where it came from: `log` (fitted from the analysed log itself) or the path of a file.
    public var source: String
    /// Whether the report's filters used it; null in a calibration file.
    @Nullable public var applied: Bool?

    /// From its parts; what is not given is null.
    public init(
        stream: String, model: MagnetometerModel, rung: String, method: String, samples: Int, accepted: Bool,
        reason: String, source: String
    ) {
        self.stream = stream
        hardIron = [model.hardIron.x, model.hardIron.y, model.hardIron.z]
        softIron = (0..<3).map { row in (0..<3).map { model.softIron[row, $0] } }
        self.rung = rung
        self.method = method
        self.samples = samples
        self.accepted = accepted
        self.reason = reason
        self.source = source
    }
}
