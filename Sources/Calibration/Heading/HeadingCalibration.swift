import SensorModels
import Vocabulary

/// The constant that is left between a filter's heading and the true one.
///
/// It belongs to a filter on calibrated readings and to the way in which the device is held or mounted; it is applied
/// after both, by turning the orientation about the vertical.
public struct HeadingCalibration: SensorCalibration, Codable, Sendable, Equatable {
    /// What the number means.
    public var formula = "heading_corrected = heading_estimated + offset, degrees, clockwise positive, the same north"
    /// The offset, degrees, (-180, 180].
    public var offsetDegrees: Double
    /// Its standard deviation, degrees; null where nothing can be said.
    @Nullable public var sigmaDegrees: Double?
    /// Half width of its 95 % interval, degrees.
    @Nullable public var interval95Degrees: Double?
    /// Weighted root mean square of the residuals, degrees.
    @Nullable public var residualRMSDegrees: Double?
    /// Pairs of headings that were used.
    public var samples: Int
    /// References that were not used: too slow, too uncertain, or without a defined estimate at that time.
    public var rejected: Int
    /// Of those used, more than three times the bulk's scale away; their pull is bounded.
    public var outliers: Int
    /// What the pairs are worth, counted as independent ones.
    public var effectiveSamples: Double
    /// What it was measured against: `reference`, `course`, `sightings` or `bearings`.
    public var against: String
    /// The filter whose heading it corrects.
    public var filter: String
    /// The axis whose heading was compared: `top` or `camera`.
    public var headingAxis: String
    /// The north of both headings: `true` or `magnetic`.
    public var north: String
    /// Always `heading`.
    public var stream: String
    /// The method of the fit.
    public var method: String
    /// Whether the data carry the result.
    public var accepted: Bool
    /// Why it was accepted or refused, in plain words.
    public var reason: String
    /// What to do to get what is missing; null where nothing is.
    @Nullable public var missing: String?
    /// The path of the log or of the file.
    public var source: String
    /// Whether the tracks were turned by it; null in a calibration file.
    @Nullable public var applied: Bool?

    /// From a fit and what it was made of.
    public init(
        _ fit: HeadingOffset, rejected: Int, against: String, filter: String, headingAxis: String, north: String,
        source: String
    ) {
        func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
        offsetDegrees = fit.offsetDegrees
        samples = fit.sampleCount
        self.rejected = rejected
        outliers = fit.outlierCount
        effectiveSamples = fit.effectiveSamples
        self.against = against
        self.filter = filter
        self.headingAxis = headingAxis
        self.north = north
        stream = SensorKind.heading.rawValue
        method = fit.method
        accepted = fit.verdict.accepted
        reason =
            fit.verdict.accepted
            ? "\(fit.sampleCount) pairs of headings, worth \(Int(max(1, fit.effectiveSamples.rounded()))) independent ones"
            : fit.verdict.reason
        self.source = source
        sigmaDegrees = finite(fit.sigmaDegrees)
        interval95Degrees = finite(fit.interval95).map { $0 * 180 / Double.pi }
        residualRMSDegrees = finite(fit.residualRMS).map { $0 * 180 / Double.pi }
        missing = fit.verdict.advice.isEmpty ? nil : fit.verdict.advice
    }
}
