import SensorModels
import Vocabulary

/// The error of labels in pixels, as it stands in tables and reports.
public struct PixelAccuracy: Codable, Sendable, Hashable {
    /// Pairs of a stamp and a place that the reference sees.
    public var samples: Int
    /// Root mean square, pixels: `pixels` of the objectives.
    public var rmsPixels: Double
    /// Half of the errors are smaller, pixels.
    public var medianPixels: Double
    /// 95 % of the errors are smaller, pixels.
    public var p95Pixels: Double
    /// Trembling: deviation from the own centred mean of 0.5 s, less the reference's in quadrature, pixels; null where no
    /// place stayed in view for 0.5 s.
    @Nullable public var jitterPixels: Double?
    /// Delay of the heading rate against the reference's, positive where the estimate is late, milliseconds; null where the
    /// device hardly turned.
    @Nullable public var lagMilliseconds: Double?
    /// The share that stands on the other side of the screen's middle than it should, or is not drawn, [0, 1].
    public var wrongSideShare: Double

    init(
        samples: Int, rmsPixels: Double, medianPixels: Double, p95Pixels: Double, jitterPixels: Double?,
        lagMilliseconds: Double?, wrongSideShare: Double
    ) {
        (self.samples, self.rmsPixels, self.medianPixels) = (samples, rmsPixels, medianPixels)
        (self.p95Pixels, self.wrongSideShare) = (p95Pixels, wrongSideShare)
        self.jitterPixels = jitterPixels
        self.lagMilliseconds = lagMilliseconds
    }

    /// `nil` where the reference sees no place.
    public init?(_ score: PixelScore, lag: HeadingLag?) {
        guard !score.errors.isEmpty else { return nil }
        let sorted = score.errors.sorted()
        samples = sorted.count
        rmsPixels = (sorted.reduce(0) { $0 + $1 * $1 } / Double(sorted.count)).squareRoot()
        medianPixels = Percentile.of(sorted: sorted, 0.5)
        p95Pixels = Percentile.of(sorted: sorted, 0.95)
        jitterPixels = score.jitter.excess(over: score.referenceJitter)
        lagMilliseconds = lag?.milliseconds
        wrongSideShare = Double(score.wrongSide) / Double(sorted.count)
    }
}
