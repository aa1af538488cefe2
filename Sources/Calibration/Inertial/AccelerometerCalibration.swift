import SensorModels
import Vocabulary

/// A fitted accelerometer.
public struct AccelerometerCalibration: SensorCalibration, Codable, Sendable, Equatable {
    /// What the numbers mean.
    public var formula = "f_calibrated = T (f_raw - b), m/s^2, device axes"
    /// The stream that was fitted and to which it applies.
    public var stream: String
    /// b, m/s^2.
    public var bias: [Double]
    /// T by rows.
    public var scale: [[Double]]
    /// Standard deviations of b, m/s^2.
    @Nullable public var biasSigma: [Double]?
    /// Standard deviations of T's elements, by rows.
    @Nullable public var scaleSigma: [[Double]]?
    /// What the poses determined: `nothing`, `bias`, `scale` (with the bias) or `misalignment` (with both).
    @Nullable public var determined: String?
    /// Distinct poses at rest.
    @Nullable public var poses: Int?
    /// Root mean square of |T (f - b)| - g, m/s^2.
    @Nullable public var residualRMS: Double?
    /// The method of the fit.
    public var method: String
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was accepted or refused, in plain words.
    public var reason: String
    /// What to do to get what is missing; null where nothing is.
    @Nullable public var missing: String?
    /// `log` (fitted from the analysed log itself) or the path of a file.
    public var source: String
    /// Whether the report's filters used it; null in a calibration file.
    @Nullable public var applied: Bool?

    /// From its parts; what is not given is null.
    public init(
        stream: String, model: AccelerometerModel, method: String, accepted: Bool, reason: String, source: String
    ) {
        self.stream = stream
        bias = [model.bias.x, model.bias.y, model.bias.z]
        scale = (0..<3).map { row in (0..<3).map { model.scale[row, $0] } }
        self.method = method
        self.accepted = accepted
        self.reason = reason
        self.source = source
    }
}
