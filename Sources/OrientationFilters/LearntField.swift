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

    /// A field in the earth frame, microtesla, that stands for `dt` seconds.
    @inline(__always)
    mutating func learn(_ field: Vector3, magnitude length: Double, after dt: Double) {
        age += dt
        let gain = max(dt / (Self.adaptation + dt), dt / age)
        sineOfDip += gain * (-field.z / length - sineOfDip)
        magnitude += gain * (length - magnitude)
    }

    /// The unit vector along the field in the earth frame; its horizontal part points north.
    @inline(__always)
    var direction: Vector3 {
        // Within 8 degrees of a magnetic pole the horizontal part would vanish, and the heading with it.
        let sine = max(-0.99, min(0.99, sineOfDip))
        return Vector3(0, (1 - sine * sine).squareRoot(), -sine)
    }

    /// How far a magnitude strays from the learnt one, in units of the tolerance (a part of the magnitude).
    @inline(__always)
    func stray(of length: Double, tolerance: Double) -> Double {
        magnitude > 0 ? (length / magnitude - 1) / tolerance : 0
    }
}
