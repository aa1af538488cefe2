import Rotations

/// Rest detection of VQF: gyroscope and accelerometer stay near their own low-passed values (paper, section 3.4).
///
/// A low-passed rate above the bias that is possible is a turn, however steady. The magnetometer has no say.
struct VQFRest: Sendable, Codable, Equatable {
    private var rates = ButterworthLowPass()
    private var forces = ButterworthLowPass()
    private var quietTime = 0.0
    /// The low-passed gyroscope, rad/s.
    private(set) var rate = Vector3.zero
    /// Whether the device has been quiet for long enough.
    private(set) var isAtRest = false

    /// A gyroscope sample, rad/s.
    @inline(__always)
    mutating func observe(rate newRate: Vector3, _ step: VQFFilter.GyroscopeStep, _ c: VQFFilter.Coefficients) {
        rate = rates.filter(newRate, step.rest)
        let isTurning =
            rate.x.magnitude > c.biasClip || rate.y.magnitude > c.biasClip || rate.z.magnitude > c.biasClip
        if isTurning || (newRate - rate).lengthSquared >= c.restGyroscope {
            quietTime = 0
            isAtRest = false
        }
    }

    /// An accelerometer sample, m/s^2; `minimum` is the time of quiet that makes a rest, s.
    @inline(__always)
    mutating func observe(
        force: Vector3, _ step: VQFFilter.AccelerometerStep, _ c: VQFFilter.Coefficients, minimum: Double
    ) {
        let smooth = forces.filter(force, step.rest)
        if (force - smooth).lengthSquared >= c.restAccelerometer {
            quietTime = 0
            isAtRest = false
        } else {
            quietTime += step.seconds
            if quietTime >= minimum { isAtRest = true }
        }
    }
}
