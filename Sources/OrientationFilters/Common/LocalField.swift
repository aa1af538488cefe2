import RealModule
import Rotations

/// The local field's dip and magnitude from the samples so far, for filters without a gyroscope.
///
/// Learnt within seconds (the plain mean at first), then followed with a time constant of 20 s.
struct LearntField: FilterState {
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

    /// Learns from a field in the earth frame, microtesla, that covers `dt` seconds.
    ///
    /// The magnitude is always learnt; the dip only as far as the magnitude agrees with the learnt one: not from a
    /// magnet, and at a new place once its magnitude is known.
    /// - Returns: the weight 1 / (1 + s^2) of the field, s being the deviation of its magnitude in units of `tolerance`
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
}

/// Detects magnetic disturbances: magnitude and dip against a slowly adapting reference.
///
/// A field that differs is disturbed, unless it stays the same while the device turns: a homogeneous field of another
/// place is accepted as the new reference (D. Laidig, T. Seel, Information Fusion 91, 2023).
struct MagneticReference: FilterState {
    /// Magnitude (microtesla) and downward component as a part of the magnitude (sine of the dip).
    struct Field: FilterState {
        var magnitude = 0.0
        var dip = 0.0

        @inline(__always)
        mutating func approach(_ other: Field, by gain: Double) {
            magnitude += gain * (other.magnitude - magnitude)
            dip += gain * (other.dip - dip)
        }

        /// Whether the other field has this magnitude and dip within the tolerances (part of the magnitude; radians).
        @inline(__always)
        func agrees(with other: Field, _ magnitudeTolerance: Double, _ dipTolerance: Double) -> Bool {
            guard (other.magnitude - magnitude).magnitude < magnitudeTolerance * magnitude else { return false }
            let difference = Double.asin(max(-1, min(1, other.dip))) - Double.asin(max(-1, min(1, dip)))
            return difference.magnitude < dipTolerance
        }
    }

    /// Time constant of the smoothing of samples, s.
    static let smoothing = 0.05
    /// Time constant with which the reference follows an undisturbed field, s.
    static let adaptation = 20.0
    /// How long the field must agree before it counts as undisturbed again, s.
    static let settling = 0.5
    /// Rotation that counts as motion for a new field, rad/s (20 deg/s).
    static let motion = 0.35
    /// How long the first field must stay the same in motion to be the reference, s.
    static let firstAcceptance = 5.0

    private(set) var smoothed: Field?
    private(set) var reference: Field?
    private var candidate: Field?
    private var candidateTime = 0.0
    private var agreement = 0.0

    /// Whether the field agrees with the reference; `nil` as long as there is no reference.
    var isUndisturbed: Bool? { reference == nil ? nil : agreement >= Self.settling }

    /// A field in the earth frame (microtesla), `dt` seconds after the last one, while the
    /// device turns at `rate` rad/s.
    mutating func observe(
        _ field: Vector3, after dt: Double, rate: Double, magnitudeTolerance: Double, dipTolerance: Double,
        acceptance: Double
    ) {
        let magnitude = field.length
        guard magnitude > 0 else { return }
        let sample = Field(magnitude: magnitude, dip: -field.z / magnitude)
        var now = smoothed ?? sample
        now.approach(sample, by: dt / (Self.smoothing + dt))
        smoothed = now

        if let reference, reference.agrees(with: now, magnitudeTolerance, dipTolerance) {
            agreement += dt
            if agreement >= Self.settling { self.reference?.approach(now, by: dt / (Self.adaptation + dt)) }
        } else {
            agreement = 0
        }
        guard agreement < Self.settling else {
            candidateTime = 0
            return
        }
        if let candidate, candidate.agrees(with: now, magnitudeTolerance, dipTolerance) {
            if rate >= Self.motion { candidateTime += dt }
            self.candidate?.approach(now, by: dt / (Self.adaptation / 4 + dt))
        } else {
            candidate = now
            candidateTime = 0
        }
        if candidateTime >= (reference == nil ? Self.firstAcceptance : acceptance) {
            reference = candidate
            agreement = Self.settling
            candidateTime = 0
        }
    }
}
