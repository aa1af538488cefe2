import RealModule

/// Angles as plain numbers: conversion and wrapping.
public enum Angle {
    /// pi / 180.
    @inlinable public static var radiansPerDegree: Double { Double.pi / 180 }

    /// Degrees to radians.
    @inlinable public static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
    /// Radians to degrees.
    @inlinable public static func degrees(_ radians: Double) -> Double { radians * (180 / Double.pi) }

    /// Wraps radians to (-pi, pi].
    @inlinable
    public static func wrap(_ radians: Double) -> Double {
        if radians > -Double.pi && radians <= Double.pi { return radians }
        let wrapped = radians - 2 * Double.pi * (radians / (2 * Double.pi)).rounded()
        return wrapped <= -Double.pi ? wrapped + 2 * Double.pi : wrapped
    }

    /// Wraps degrees to (-180, 180], exactly (no rounding of pi is involved).
    @inlinable
    public static func wrapDegrees(_ degrees: Double) -> Double {
        if degrees > -180 && degrees <= 180 { return degrees }
        let wrapped = degrees.remainder(dividingBy: 360)
        return wrapped <= -180 ? wrapped + 360 : wrapped
    }

    /// Wraps degrees to [0, 360).
    @inlinable
    public static func wrapHeadingDegrees(_ degrees: Double) -> Double {
        if degrees >= 0 && degrees < 360 { return degrees }
        let wrapped = degrees.truncatingRemainder(dividingBy: 360)
        let positive = wrapped < 0 ? wrapped + 360 : wrapped
        return positive >= 360 ? 0 : positive  // -1e-20 + 360 rounds to 360
    }
}

extension Angle {
    /// atan2(y, x): the angle of the point (x, y) from the x axis towards the y axis, radians in [-pi, pi].
    ///
    /// For the angles of many orientations: inlined and without tables, it costs about half the system's atan2. The
    /// relative error is less than 3e-16, two units in the last place (the system's: half of one). Zeros, infinities,
    /// NaN and signs of zero are as in IEEE 754.
    ///
    /// Method: t = smaller / larger magnitude in [0, 1]; atan(t) = t + t^3 P(t^2), P of degree 19 by Remez' exchange
    /// algorithm (E. Ya. Remez 1934) with relative weight, error of the approximation 7e-18; then the octant is undone.
    @inlinable @inline(__always)
    public static func arcTangent(y: Double, x: Double) -> Double {
        let (a, b) = (x.magnitude, y.magnitude)
        let sum = a + b
        guard sum > 0, sum < .infinity else { return Double.atan2(y: y, x: x) }
        let t = min(a, b) / max(a, b)
        var angle = t + t * (t * t) * arcTangentTail(t * t)
        // pi and pi/2 as the sum of a double and a remainder.
        if b > a { angle = 1.5707963267948966 - (angle - 6.123233995736766e-17) }
        if x < 0 { angle = 3.141592653589793 - (angle - 1.2246467991473532e-16) }
        return Double(signOf: y, magnitudeOf: angle)
    }

    /// (atan(t) / t - 1) / t^2 as a polynomial of z = t^2 in [0, 1]: its lower and its upper ten coefficients side by
    /// side, each half by G. Estrin's scheme (1960), which shortens the chain of dependent operations.
    @inlinable @inline(__always)
    static func arcTangentTail(_ z: Double) -> Double {
        let square = z * z
        let fourth = square * square
        let p0 = SIMD2(-0.33333333333333304, -0.0423246509447251) + z * SIMD2(0.19999999999985532, 0.03690419263251565)
        let p1 =
            SIMD2(-0.14285714284355097, -0.030308060921245952) + z * SIMD2(0.11111111055111472, 0.022468927444834093)
        let p2 =
            SIMD2(-0.09090907792870101, -0.014346104136097604) + z * SIMD2(0.07692288481521517, 0.007505436673500352)
        let p3 =
            SIMD2(-0.06666470763527031, -0.0030409474043136134) + z * SIMD2(0.058809052890496455, 0.000885472050357123)
        let p4 =
            SIMD2(-0.05255126478374603, -0.00016370331642222944) + z
            * SIMD2(0.04727571558546675, 1.4364001498509067e-05)
        let p = (p0 + square * p1) + fourth * ((p2 + square * p3) + fourth * p4)
        return p.x + (fourth * fourth * square) * p.y
    }
}
