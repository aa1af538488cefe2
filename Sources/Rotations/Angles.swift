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
