import RealModule

/// What tuning makes small.
public enum TuningObjective: String, Sendable, Codable, CaseIterable {
    /// RMSE of the angle of the error, degrees.
    case total
    /// RMSE of the error about the vertical, degrees.
    case heading
    /// RMS of the labels' error, pixels.
    case pixels
    /// The weighted sum of pixels, jitter in pixels and lag in milliseconds.
    case pixelsJitterLag = "pixels+jitter+lag"

    /// Whether it needs places and a camera.
    public var needsPlaces: Bool { self == .pixels || self == .pixelsJitterLag }
    /// The unit of its values.
    public var unit: String { self == .total || self == .heading ? "degrees" : self == .pixels ? "pixels" : "" }
}

/// The weights of `pixels+jitter+lag`.
public struct ObjectiveWeights: Sendable, Codable, Hashable {
    /// Per pixel of RMS error.
    public var pixels: Double
    /// Per pixel of jitter.
    public var jitter: Double
    /// Per millisecond of lag, late or early.
    public var lag: Double

    /// 1 per pixel, 2 per pixel of jitter, 0.1 per millisecond unless told otherwise.
    public init(pixels: Double = 1, jitter: Double = 2, lag: Double = 0.1) {
        (self.pixels, self.jitter, self.lag) = (pixels, jitter, lag)
    }

    /// The weighted sum. A lag that cannot be measured although the device turns counts as half a second, the end of the
    /// search.
    public func sum(_ accuracy: PixelAccuracy, turns: Bool) -> Double {
        let late = accuracy.lagMilliseconds?.magnitude ?? (turns ? HeadingLag.longest * 1000 : 0)
        return pixels * accuracy.rmsPixels + jitter * (accuracy.jitterPixels ?? 0) + lag * late
    }
}
