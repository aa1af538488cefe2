import RealModule
import Rotations

/// Recognises rest sample by sample, from the past alone: gyroscope and accelerometer stay near their own smoothed values.
///
/// `RestIntervalDetector` of module `Calibration` answers another question: it finds the intervals of rest in a whole recording, with
/// samples of both sides and the magnetometer. Here the comparison is with the smoothed value and not with zero, so a bias
/// of any size does not hide a rest. The magnetometer is not used: a bad calibration would hide every rest (D. Laidig,
/// T. Seel, Information Fusion 91, 2023).
struct CausalRestDetector: FilterState {
    /// Time constant of the smoothing, s.
    static let smoothing = 0.5
    /// Largest deviation of the angular rate from its smoothed value at rest, rad/s (2 deg/s).
    static let rateLimit = 0.035
    /// Largest deviation of the specific force from its smoothed value at rest, m/s^2.
    static let forceLimit = 0.5
    /// How long both must hold, s.
    static let duration = 1.5
    /// Largest difference of a steady rate from the estimated bias, rad/s (8.6 deg/s; phones were seen with a bias of up to
    /// 6): a larger one is a turn and no rest.
    static let largestBiasError = 0.15

    private(set) var rate: Vector3?
    private(set) var force: Vector3?
    private var quietTime = 0.0

    /// Whether the device has been at rest for the required time.
    var isAtRest: Bool { quietTime >= Self.duration && force != nil }

    /// A gyroscope sample, `dt` seconds after the last one.
    @inline(__always)
    mutating func observe(rate newRate: Vector3, after dt: Double) {
        let smoothed = Self.smooth(rate, newRate, dt)
        rate = smoothed
        let limit = Self.rateLimit
        if (newRate - smoothed).lengthSquared > limit * limit { quietTime = 0 } else { quietTime += dt }
    }

    /// An accelerometer sample, `dt` seconds after the last one.
    @inline(__always)
    mutating func observe(force newForce: Vector3, after dt: Double) {
        let smoothed = Self.smooth(force, newForce, dt)
        force = smoothed
        let limit = Self.forceLimit
        if (newForce - smoothed).lengthSquared > limit * limit { quietTime = 0 }
    }

    /// Whether a steady rate can be the gyroscope's bias, by its difference from the estimated bias, rad/s.
    @inline(__always)
    static func isBias(_ difference: Vector3) -> Bool {
        difference.lengthSquared < largestBiasError * largestBiasError
    }

    @inline(__always)
    private static func smooth(_ old: Vector3?, _ new: Vector3, _ dt: Double) -> Vector3 {
        guard let old else { return new }
        return old + (dt / (smoothing + dt)) * (new - old)
    }
}
