import Rotations

/// The size of one kind of error over the scored samples of a recording, degrees, all of them >= 0.
public struct ErrorStatistics: Codable, Sendable, Hashable {
    /// Root of the mean of the squares.
    public var rmseDegrees: Double
    /// Mean of the magnitudes (the mean absolute error).
    public var meanDegrees: Double
    /// Median of the magnitudes.
    public var medianDegrees: Double
    /// 95 % of the magnitudes are smaller.
    public var p95Degrees: Double
    /// The largest magnitude.
    public var maximumDegrees: Double

    /// Of angles in radians, signed or not; `nil` for none. O(n log n).
    public init?(radians errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        let magnitudes = errors.map(\.magnitude).sorted()
        let count = Double(magnitudes.count)
        rmseDegrees = Angle.degrees((magnitudes.reduce(0) { $0 + $1 * $1 } / count).squareRoot())
        meanDegrees = Angle.degrees(magnitudes.reduce(0, +) / count)
        medianDegrees = Angle.degrees(Percentile.of(sorted: magnitudes, 0.5))
        p95Degrees = Angle.degrees(Percentile.of(sorted: magnitudes, 0.95))
        maximumDegrees = Angle.degrees(magnitudes[magnitudes.count - 1])
    }
}
