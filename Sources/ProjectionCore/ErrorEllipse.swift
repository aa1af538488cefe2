import RealModule

/// Where a label may be: the covariance of its position on the screen, to first order.
public struct ErrorEllipse: Sendable, Hashable {
    /// Variance of x, square pixels.
    public let xx: Double
    /// Covariance of x and y, square pixels.
    public let xy: Double
    /// Variance of y (downwards), square pixels.
    public let yy: Double

    /// From the covariance's elements, square pixels.
    public init(xx: Double, xy: Double, yy: Double) {
        (self.xx, self.xy, self.yy) = (xx, xy, yy)
    }

    /// The semi-axes of one sigma, pixels, the larger first.
    public var semiAxes: (major: Double, minor: Double) {
        let mean = (xx + yy) / 2
        let spread = Double.hypot((xx - yy) / 2, xy)
        return ((mean + spread).squareRoot(), max(0, mean - spread).squareRoot())
    }

    /// The direction of the larger axis, radians from the screen's right towards its lower edge, (-pi/2, pi/2].
    public var angle: Double { Double.atan2(y: 2 * xy, x: xx - yy) / 2 }

    /// By how much one sigma is to be stretched for the ellipse to hold a share of all positions: sqrt(-2 ln(1 - p)), 2.448
    /// for 95 %; p in [0, 1).
    public static func stretch(forProbability p: Double) -> Double { (-2 * Double.log(1 - p)).squareRoot() }
}
