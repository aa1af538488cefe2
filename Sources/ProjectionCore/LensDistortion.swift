/// Radial distortion of a lens: r' = r (1 + k1 r^2 + k2 r^4 + k3 r^6), r the distance from the principal point in
/// units of the focal length (D. C. Brown, Decentering Distortion of Lenses, Photogrammetric Engineering 32(3),
/// 1966; the radial terms).
///
/// Barrel distortion has k1 < 0. Beyond the radius where r' stops growing the polynomial folds the picture over; from
/// there on the factor of that radius is kept, so that a direction far outside cannot fall back into the picture.
public struct LensDistortion: Sendable, Hashable {
    /// Without unit.
    public let k1, k2, k3: Double
    /// The square of the largest radius of which r' grows; infinite where it always does.
    public let limitSquared: Double

    /// From the three coefficients.
    public init(k1: Double, k2: Double = 0, k3: Double = 0) {
        (self.k1, self.k2, self.k3) = (k1, k2, k3)
        limitSquared = Self.limit(k1, k2, k3)
    }

    /// A lens that draws straight lines straight.
    public static let none = LensDistortion(k1: 0)

    /// r' / r at the square of a radius.
    @inlinable
    public func factor(_ radiusSquared: Double) -> Double {
        let s = min(radiusSquared, limitSquared)
        return 1 + s * (k1 + s * (k2 + s * k3))
    }

    /// The derivative of `factor` by the square of the radius; 0 beyond the limit.
    @inlinable
    public func slope(_ radiusSquared: Double) -> Double {
        radiusSquared < limitSquared ? k1 + radiusSquared * (2 * k2 + radiusSquared * 3 * k3) : 0
    }

    /// The smallest positive root of d r'/d r = 1 + 3 k1 s + 5 k2 s^2 + 7 k3 s^3: bracketed in small steps of the
    /// radius up to 10 focal lengths (84 degrees off the axis), then bisected.
    private static func limit(_ k1: Double, _ k2: Double, _ k3: Double) -> Double {
        guard k1 != 0 || k2 != 0 || k3 != 0 else { return .infinity }
        func growth(_ r: Double) -> Double {
            let s = r * r
            return 1 + s * (3 * k1 + s * (5 * k2 + s * 7 * k3))
        }
        var low = 0.0
        while low < 10 {
            let high = low + 0.01
            if growth(high) <= 0 {
                var (a, b) = (low, high)
                for _ in 0..<60 {
                    let middle = (a + b) / 2
                    if growth(middle) > 0 { a = middle } else { b = middle }
                }
                return a * a
            }
            low = high
        }
        return .infinity
    }
}
