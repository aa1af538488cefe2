import RealModule
import Rotations

/// The local field's dip and magnitude as the samples so far show them, for the filters that have no gyroscope.
///
/// Learnt within seconds (the plain mean at first), then followed with a time constant of 20 s.
struct LearntField: Sendable, Codable, Equatable {
    /// Time constant after the start, s.
    static let adaptation = 20.0

    /// Sine of the dip: the downward part of the field's direction.
    private(set) var sineOfDip = 0.0
    /// Microtesla.
    private(set) var magnitude = 0.0
    private var age = 0.0

    /// Nothing is known.
    init() {}

    /// A field that is known well: its horizontal and upward component, microtesla.
    init(north: Double, up: Double) {
        magnitude = (north * north + up * up).squareRoot()
        if magnitude > 0 { sineOfDip = -up / magnitude }
        age = Self.adaptation
    }

    /// Learns from a field in the earth frame, microtesla, that stands for `dt` seconds.
    ///
    /// The magnitude is always learnt, the dip as far as the magnitude is the learnt one: a magnet does not teach its
    /// dip, a new place does as soon as its magnitude is known.
    /// - Returns: the trust 1 / (1 + s^2) in the field, s being the deviation of its magnitude in units of `tolerance`
    ///   (a part of the magnitude).
    @inline(__always)
    mutating func learn(_ field: Vector3, magnitude length: Double, after dt: Double, tolerance: Double) -> Double {
        age += dt
        let gain = max(dt / (Self.adaptation + dt), dt / age)
        magnitude += gain * (length - magnitude)
        let stray = (length / magnitude - 1) / tolerance
        let trust = 1 / (1 + stray * stray)
        sineOfDip += trust * gain * (-field.z / length - sineOfDip)
        return trust
    }

    /// The unit vector along the field in the earth frame; its horizontal part points north.
    @inline(__always)
    var direction: Vector3 {
        // Within 8 degrees of a magnetic pole the horizontal part would vanish, and the heading with it.
        let sine = max(-0.99, min(0.99, sineOfDip))
        return Vector3(0, (1 - sine * sine).squareRoot(), -sine)
    }

    /// All numbers, always in the same order, to be read or written.
    mutating func visit(_ number: (inout Double) -> Void) {
        number(&sineOfDip)
        number(&magnitude)
        number(&age)
    }
}
