import RealModule
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
