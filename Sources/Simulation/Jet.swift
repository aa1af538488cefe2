import RealModule
import Rotations

/// A scalar function of time with its first two derivatives.
///
/// Sums, products and functions follow the rules of calculus, so that rates and accelerations are exact and consistent
/// with the values.
public struct Jet: Sendable, Hashable {
    /// The value, in the unit of the quantity.
    public var value: Double
    /// Its first derivative, per second.
    public var rate: Double
    /// Its second derivative, per second squared.
    public var acceleration: Double

    /// A value with its derivatives; constant by default.
    @inlinable
    public init(_ value: Double, rate: Double = 0, acceleration: Double = 0) {
        self.value = value
        self.rate = rate
        self.acceleration = acceleration
    }

    /// The sum rule.
    @inlinable
    public static func + (a: Jet, b: Jet) -> Jet {
        Jet(a.value + b.value, rate: a.rate + b.rate, acceleration: a.acceleration + b.acceleration)
    }

    /// The sum rule.
    @inlinable
    public static func - (a: Jet, b: Jet) -> Jet {
        Jet(a.value - b.value, rate: a.rate - b.rate, acceleration: a.acceleration - b.acceleration)
    }

    /// A multiple of a function.
    @inlinable
    public static func * (a: Double, b: Jet) -> Jet {
        Jet(a * b.value, rate: a * b.rate, acceleration: a * b.acceleration)
    }

    /// The product rule.
    @inlinable
    public static func * (a: Jet, b: Jet) -> Jet {
        Jet(
            a.value * b.value, rate: a.rate * b.value + a.value * b.rate,
            acceleration: a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration)
    }

    /// Sine and cosine of an angle in radians, by the chain rule.
    @inlinable
    public var sineAndCosine: (sine: Jet, cosine: Jet) {
        let s = Double.sin(value)
        let c = Double.cos(value)
        let square = rate * rate
        return (
            Jet(s, rate: c * rate, acceleration: c * acceleration - s * square),
            Jet(c, rate: -s * rate, acceleration: -s * acceleration - c * square)
        )
    }
}

/// Three functions of time with their derivatives.
struct JetVector: Sendable {
    var x: Jet
    var y: Jet
    var z: Jet

    /// The vector of values, rates or accelerations.
    func map(_ part: (Jet) -> Double) -> Vector3 { Vector3(part(x), part(y), part(z)) }

    static func + (a: JetVector, b: JetVector) -> JetVector { JetVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }

    /// The vector turned about z, right-handed, by an angle in radians that may vary.
    func turnedAboutZ(_ angle: Jet) -> JetVector {
        let (s, c) = angle.sineAndCosine
        return JetVector(x: c * x - s * y, y: s * x + c * y, z: z)
    }

    /// The vector turned about x, right-handed.
    func turnedAboutX(_ angle: Jet) -> JetVector {
        let (s, c) = angle.sineAndCosine
        return JetVector(x: x, y: c * y - s * z, z: s * y + c * z)
    }
}
