import RealModule

/// Running mean and spread of angles on the circle (N. I. Fisher, Statistical Analysis of Circular Data, 1993, 2.3).
///
/// Angles are never averaged as numbers: the mean of 359 and 1 degree is 0, not 180.
public struct CircularStatistics: Sendable {
    @usableFromInline var sine = 0.0
    @usableFromInline var cosine = 0.0
    @usableFromInline var weight = 0.0

    /// No data.
    @inlinable public init() {}

    /// Adds an angle in radians with a weight >= 0.
    @inlinable
    public mutating func add(_ radians: Double, weight w: Double = 1) {
        sine += w * Double.sin(radians)
        cosine += w * Double.cos(radians)
        weight += w
    }

    /// The mean direction, radians in (-pi, pi]; `nil` without data or where the directions cancel.
    @inlinable public var mean: Double? {
        guard weight > 0, resultantLength > 1e-12 else { return nil }
        return Double.atan2(y: sine, x: cosine)
    }

    /// The mean resultant length R in [0, 1]: 1 for equal angles, 0 for evenly spread ones.
    @inlinable public var resultantLength: Double {
        weight > 0 ? min(1, (sine * sine + cosine * cosine).squareRoot() / weight) : 0
    }

    /// The circular standard deviation sqrt(-2 ln R), radians; infinite for R = 0.
    @inlinable public var standardDeviation: Double { (-2 * Double.log(resultantLength)).squareRoot() }
}
