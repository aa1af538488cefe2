import Rotations

/// Recognises rest sample by sample, from the past alone: gyroscope and accelerometer stay near
/// their own smoothed values.
///
/// `RestIntervalDetector` of module `Calibration` answers another question: it finds the intervals of rest in a whole
/// recording, with samples of both sides and the magnetometer. Here the comparison is with the smoothed value and not
/// with zero, so a bias of any size does not hide a rest. The magnetometer is not used: a bad calibration would hide
/// every rest (D. Laidig, T. Seel, Information Fusion 91, 2023).
struct CausalRestDetector: FilterState {
    /// Time constant of the smoothing, s.
    static let smoothing = 0.5
    /// Largest deviation of the angular rate from its smoothed value at rest, rad/s (2 deg/s).
    static let rateLimit = 0.035
    /// Largest deviation of the specific force from its smoothed value at rest, m/s^2.
    static let forceLimit = 0.5
    /// How long both must hold, s.
    static let duration = 1.5
    /// Largest difference of a steady rate from the estimated bias, rad/s (8.6 deg/s; phones were seen with a bias of
    /// up to 6): a larger one is a turn and no rest.
    static let largestBiasError = 0.15

    private(set) var rate: Vector3?
    private(set) var force: Vector3?
    private var quietTime = 0.0
    private var turn = SteadyTurn()

    /// Whether rate and force have been steady for the required time: a rest, or a slow steady turn.
    var isSteady: Bool { quietTime >= Self.duration && force != nil }
    /// Whether the device has been at rest for the required time.
    var isAtRest: Bool { isSteady && !turn.isFound }

    /// A gyroscope sample, `dt` seconds after the last one.
    @inline(__always)
    mutating func observe(rate newRate: Vector3, after dt: Double) {
        let smoothed = Self.smooth(rate, newRate, dt)
        rate = smoothed
        let limit = Self.rateLimit
        if (newRate - smoothed).lengthSquared > limit * limit { end() } else { quietTime += dt }
    }

    /// An accelerometer sample, `dt` seconds after the last one.
    @inline(__always)
    mutating func observe(force newForce: Vector3, after dt: Double) {
        let smoothed = Self.smooth(force, newForce, dt)
        force = smoothed
        let limit = Self.forceLimit
        if (newForce - smoothed).lengthSquared > limit * limit { end() }
    }

    /// A magnetometer sample, device axes, `dt` seconds after the last one.
    mutating func observe(field: Vector3, after dt: Double) {
        turn.observe(field: field, gain: dt / (Self.smoothing + dt))
    }

    /// Whether a steady rate over the last `dt` seconds can be the bias: it is not far from what was estimated so far,
    /// and the field does not turn with it (`SteadyTurn`).
    /// - Parameters:
    ///   - rate: what the gyroscope shows, its bias included, rad/s.
    ///   - bias: the bias as estimated so far, rad/s.
    /// - Returns: whether it can be the bias, and `doubt`: where a turn has just been found, the squared change of the
    ///   bias since the turn began, (rad/s)^2, by which the bias's variance grows; else 0.
    mutating func isBias(rate: Vector3, bias: Vector3, for dt: Double) -> (Bool, doubt: Double) {
        let largest = Self.largestBiasError * Self.largestBiasError
        guard (rate - bias).lengthSquared < largest else {
            turn.end()
            return (false, 0)
        }
        let doubt = turn.compare(rate: rate, bias: bias, for: dt)
        // A larger value is rounding of a bias that no gyroscope has.
        return (!turn.isFound, doubt < largest ? doubt : 0)
    }

    private mutating func end() {
        quietTime = 0
        turn.end()
    }

    @inline(__always)
    private static func smooth(_ old: Vector3?, _ new: Vector3, _ dt: Double) -> Vector3 {
        guard let old else { return new }
        return old + (dt / (smoothing + dt)) * (new - old)
    }
}

/// Distinguishes a slow steady turn from a rest by the field: in a turn, its direction in device axes changes.
///
/// Gyroscope and accelerometer cannot tell them apart where the turn is about the vertical. While the rate is steady,
/// the field (device axes) is compared with that at the beginning: with the bias as it was known there, the device has
/// turned by the angle a, and a fixed field m has changed by -a x m; with that rate as a bias, it has not changed. As
/// soon as this change would be large enough to be seen, its share in the observed one decides. Where it was a turn,
/// the change of the bias since the beginning is added to the bias's uncertainty. Readings are compared uncorrected:
/// the hard iron that a calibration leaves is a small part of the field, and cancels out of the observed change.
struct SteadyTurn: FilterState {
    /// The change that decides, part of the field's magnitude: a turn of 2 degrees across the field, ten times the
    /// noise of a field that is smoothed over half a second.
    private static let decisiveChange = 0.03

    /// The smoothed field, device axes.
    private var field = Vector3.zero
    /// The field at the beginning of the comparison.
    private var start = Vector3.zero
    /// The bias at the beginning, rad/s.
    private var startBias = Vector3.zero
    /// The turn since then if that is the bias, rad.
    private var turned = Vector3.zero
    private var isComparing = false
    private var hasField = false
    /// Whether the latest comparison has found a turn.
    private(set) var isFound = false

    @inline(never)
    mutating func observe(field new: Vector3, gain: Double) {
        field += (hasField ? gain : 1) * (new - field)
        hasField = true
    }

    /// The rate is no longer steady.
    @inline(__always)
    mutating func end() {
        isComparing = false
        isFound = false
    }

    /// Continues by `dt` seconds of a steady rate, bias included (rad/s), and decides where that is possible.
    /// - Returns: where a turn has just been found, the squared change of the bias since the
    ///   beginning, (rad/s)^2; else zero.
    @inline(never)
    mutating func compare(rate: Vector3, bias: Vector3, for dt: Double) -> Double {
        guard hasField else { return 0 }
        if !isComparing {
            (start, startBias, turned) = (field, bias, .zero)
            isComparing = true
        }
        turned += dt * (rate - startBias)
        let expected = start.cross(turned)
        guard expected.lengthSquared > Self.decisiveChange * Self.decisiveChange * start.lengthSquared else { return 0 }
        let wasFound = isFound
        isFound = (field - start).dot(expected) > 0.5 * expected.lengthSquared
        isComparing = false
        return isFound && !wasFound ? (bias - startBias).lengthSquared : 0
    }
}
