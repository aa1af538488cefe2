import SensorModels
import Vocabulary

/// A fitted gyroscope.
public struct GyroscopeCalibration: SensorCalibration, Codable, Sendable, Equatable {
    /// What the numbers mean.
    public var formula = "w_calibrated = K (w_raw - b), rad/s, device axes"
    /// The stream that was fitted and to which it applies.
    public var stream: String
    /// b, rad/s.
    public var bias: [Double]
    /// K by rows.
    public var scale: [[Double]]
    /// Standard deviations of b, rad/s.
    @Nullable public var biasSigma: [Double]?
    /// Standard deviations of K's elements, by rows; null where K was not fitted.
    @Nullable public var scaleSigma: [[Double]]?
    /// Change of the bias, rad/s per minute; null where the rests are too short to tell.
    @Nullable public var driftPerMinute: [Double]?
    /// Standard deviations of the drift.
    @Nullable public var driftSigma: [Double]?
    /// Turns between rests from which K was fitted.
    @Nullable public var turns: Int?
    /// Seconds of rest that were used.
    @Nullable public var restSeconds: Double?
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
        stream: String, model: GyroscopeModel, method: String, accepted: Bool, reason: String, source: String
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
