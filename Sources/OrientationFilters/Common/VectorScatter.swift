import Rotations

/// The scatter of force and field, from the samples alone: the error estimate of a filter without covariance.
///
/// Four mean squares over a second, as parts of the squared magnitude: the scatter of the vectors about those expected
/// by the filter (noise, shakes, lag), and the deviation of the magnitudes from gravity and from the learnt field
/// (accelerations and magnets that last). The formulas and their derivation are in
/// docs/reference/filters-two-vectors.md.
struct VectorScatter: FilterState {
    /// Time constant of the mean squares, s.
    static let memory = 1.0
    /// Time constant with which the field's magnitude is learnt, s; the plain mean at first.
    static let magnitudeMemory = 60.0
    /// Factor from the squared excess of the magnitude to a variance: the magnitude shows one component of three, and
    /// nothing of accelerations that cancel in it.
    static let excessFactor = 1.5
    /// The least horizontal part of a field: nearer to a magnetic pole a first-order sigma means nothing.
    static let leastHorizontal = 0.1
    /// The mean squares before the first second, which is 6 degrees of tilt and 10 of field.
    static let prior = 0.03
    private static let inverseGravity = 1 / Levelling.gravity
    private static let inverseSquaredGravity = inverseGravity * inverseGravity

    private var forceClock = SampleClock()
    private var fieldClock = SampleClock()
    private var force = Self.prior
    private var forceExcess = 0.0
    private var field = Self.prior
    private var fieldExcess = 0.0
    /// Microtesla.
    private var magnitude = 0.0

    /// A force and the expected one, m/s^2, both in the same frame.
    @inline(__always)
    mutating func observe(force sample: Vector3, about expected: Vector3, at time: Int64) {
        let dt = forceClock.step(to: time)
        let gain = dt / (Self.memory + dt)
        let excess = sample.length * Self.inverseGravity - 1
        force += gain * ((sample - expected).lengthSquared * Self.inverseSquaredGravity - force)
        forceExcess += gain * (excess * excess - forceExcess)
    }

    /// A field and the expected one, microtesla, both in the same frame.
    @inline(__always)
    mutating func observe(field sample: Vector3, about expected: Vector3, at time: Int64) {
        let dt = fieldClock.step(to: time)
        let length = sample.length
        // Two quotients by one instruction: division is what this costs.
        let gains = dt / SIMD2(min(Self.magnitudeMemory + dt, fieldClock.age), Self.memory + dt)
        magnitude += gains.x * (length - magnitude)
        guard magnitude > 0 else { return }
        let gain = gains.y
        let inverse = 1 / magnitude
        let excess = length * inverse - 1
        field += gain * ((sample - expected).lengthSquared * inverse * inverse - field)
        fieldExcess += gain * (excess * excess - fieldExcess)
    }

    /// Variance of the force as a vertical, rad^2 per axis: a shake spreads over three axes.
    var tiltVariance: Double { force / 3 + Self.excessFactor * forceExcess }

    /// Variance of the field as a north, rad^2, where `horizontal` is the sine of the angle between field and vertical.
    ///
    /// The whole scatter is used, because the lag of a turn about the vertical is all heading.
    func headingVariance(horizontal: Double) -> Double {
        headingVariance(inverseSquare: Self.inverseSquare(horizontal))
    }

    /// The same from the inverse square of that sine.
    func headingVariance(inverseSquare: Double) -> Double {
        (field + Self.excessFactor * fieldExcess) * inverseSquare
    }

    /// The squared tangent of the dip: what a tilt variance becomes in the heading.
    static func squaredTangent(horizontal: Double) -> Double { inverseSquare(horizontal) - 1 }

    /// 1 / sin^2 of the angle between two vectors, bounded as for `leastHorizontal`.
    static func inverseSquare(force: Vector3, field: Vector3) -> Double {
        let square = force.cross(field).lengthSquared
        let largest = 1 / (leastHorizontal * leastHorizontal)
        return square > 0 ? max(1, min(largest, force.lengthSquared * field.lengthSquared / square)) : largest
    }

    private static func inverseSquare(_ horizontal: Double) -> Double {
        let part = min(1, max(leastHorizontal, horizontal))
        return 1 / (part * part)
    }
}

/// Variances of angles, rad^2, as standard deviations.
enum AngleVariance {
    /// The standard deviation of an angle of which nothing is known, rad: pi / sqrt(3).
    static let ignorance = 1.813799364234218
    /// Growth of the variance of an unmeasured orientation, rad^2/s: a hand-held device, 70 degrees after a second.
    static let unobservedMotion = 1.44

    /// The standard deviation, rad, at most that of an angle of which nothing is known.
    @inline(__always)
    static func sigma(_ variance: Double) -> Double { min(variance.squareRoot(), ignorance) }
}
