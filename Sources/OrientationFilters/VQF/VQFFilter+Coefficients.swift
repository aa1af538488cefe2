import RealModule

extension VQFFilter {
    /// What follows from the parameters alone, in radians and nanoseconds.
    struct Coefficients: Sendable {
        static let radians = Double.pi / 180

        /// rad/s.
        let biasClip: Double
        /// (rad/s)^2, at the start and the most that the covariance grows to.
        let biasVariance: Double
        /// (rad/s)^2 per second.
        let biasGrowth: Double
        /// (rad/s)^2: the settled variances of motion and of rest.
        let motionVariance: Double
        let restVariance: Double
        /// (rad/s)^2 and (m/s^2)^2.
        let restGyroscope: Double
        let restAccelerometer: Double
        /// rad and rad/s.
        let dipTolerance: Double
        let newFieldRate: Double

        init(_ p: Parameters) {
            func square(_ x: Double) -> Double { x * x }
            biasClip = p.biasClip * Self.radians
            biasVariance = square(p.biasSigmaInit * Self.radians)
            biasGrowth = square(0.1 * Self.radians) / p.biasForgettingTime
            motionVariance = square(p.biasSigmaMotion * Self.radians)
            restVariance = square(p.biasSigmaRest * Self.radians)
            restGyroscope = square(p.restThGyr * Self.radians)
            restAccelerometer = square(p.restThAcc)
            dipTolerance = p.magDipTh * Self.radians
            newFieldRate = p.magNewMinGyr * Self.radians
        }
    }

    /// For the gyroscope's interval.
    struct GyroscopeStep: Sendable {
        let interval: Int64
        let seconds: Double
        let rest: ButterworthLowPass.Coefficients

        init(_ p: Parameters, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            rest = ButterworthLowPass.Coefficients(time: p.restFilterTau, interval: interval)
        }
    }

    /// For the accelerometer's interval.
    struct AccelerometerStep: Sendable {
        let interval: Int64
        let seconds: Double
        let inclination: ButterworthLowPass.Coefficients
        let rest: ButterworthLowPass.Coefficients
        /// (rad/s)^2 by which the bias's variance grows.
        let growth: Double
        /// (rad/s)^2: noise that leaves the settled variance P, with growth V per step: P^2 / V + P.
        let motionNoise: Double
        let verticalNoise: Double
        let restNoise: Double

        init(_ p: Parameters, _ c: Coefficients, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            inclination = ButterworthLowPass.Coefficients(time: p.tauAcc, interval: interval)
            rest = ButterworthLowPass.Coefficients(time: p.restFilterTau, interval: interval)
            growth = c.biasGrowth * seconds
            motionNoise = c.motionVariance * c.motionVariance / growth + c.motionVariance
            verticalNoise = motionNoise / max(p.biasVerticalForgettingFactor, 1e-10)
            restNoise = c.restVariance * c.restVariance / growth + c.restVariance
        }
    }

    /// For the magnetometer's interval.
    struct MagnetometerStep: Sendable {
        let interval: Int64
        let seconds: Double
        /// Parts of a disagreement that one sample corrects.
        let heading: Double
        let reference: Double
        let field: ButterworthLowPass.Coefficients

        init(_ p: Parameters, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            heading = FirstOrder.gain(time: p.tauMag, seconds: seconds)
            reference = FirstOrder.gain(time: p.magRefTau, seconds: seconds)
            field = ButterworthLowPass.Coefficients(time: p.magCurrentTau, interval: interval)
        }
    }
}

/// First-order corrections.
enum FirstOrder {
    /// 1 - exp(-dt / time), the part of a disagreement that a step of dt seconds corrects; all of it for time 0.
    @inline(__always)
    static func gain(time: Double, seconds dt: Double) -> Double {
        time > 0 ? -Double.expMinusOne(-dt / time) : 1
    }
}

/// Gains that are at least 1/N for the N-th sample, so that a filter begins with the plain mean.
struct StartGain: Sendable, Codable, Equatable {
    private var initial = 1.0

    /// The larger one of `gain` and 1/N; the start is over when 1/N of the time constant is less than an interval.
    @inline(__always)
    mutating func atLeast(_ gain: Double, time: Double, seconds: Double) -> Double {
        guard initial > 0 else { return gain }
        let result = max(gain, initial)
        initial /= initial + 1
        if initial * time < seconds { initial = 0 }
        return result
    }
}
