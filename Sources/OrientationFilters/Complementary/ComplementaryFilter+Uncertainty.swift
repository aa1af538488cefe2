import Rotations
import SensorModels
import Vocabulary

// Variances without a covariance: each correction mixes the variance of its sensor in with the gain of the correction.
//
// The error after a correction is (1 - k) e + k r; its mean square is at most (1 - k) <e^2> + k <r^2>, however e and r
// are correlated. A measurement error that lasts for tau is averaged over the time constant T, which leaves
// tau / (tau + T) of its variance (first-order low-pass of an exponentially correlated error).
extension ComplementaryFilter {
    /// Noise and scale of the gyroscope, integrated for `dt` seconds at a rate in rad/s.
    mutating func addRandomWalk(rate: Vector3, after dt: Double) {
        let p = parameters
        let noise = p.gyroscopeNoise * p.gyroscopeNoise
        let scale = p.gyroscopeScaleNoise * p.gyroscopeScaleNoise
        let walk = dt * (noise + scale * rate.lengthSquared)
        state.tiltVariance += walk
        state.headingVariance += walk
    }

    /// Adds the unobserved motion since the last sample of any sensor.
    mutating func addUnobservedMotion(until time: Int64) {
        let last = max(state.gyroscope == nil ? state.motionTime : state.gyroscopeTime, state.motionTime)
        guard time > last else { return }
        let walk = LogTime.seconds(time - last) * AngleVariance.unobservedMotion
        state.tiltVariance += walk
        state.headingVariance += walk
    }

    /// The variance of a heading that was taken from one field, rad^2.
    func firstHeadingVariance(horizontal: Double) -> Double {
        state.scatter.headingVariance(horizontal: horizontal)
            + VectorScatter.squaredTangent(horizontal: horizontal) * state.tiltVariance
    }

    /// After a correction by the accelerometer.
    mutating func mixTiltVariance(_ step: Step) {
        let measured = state.scatter.tiltVariance * averaged(parameters.accelerationTime, step)
        mix(&state.tiltVariance, measured + biasVariance(step, delay: Self.tiltDelay), step)
    }

    /// After a correction by the magnetometer, `horizontal` being the horizontal part of the field.
    mutating func mixHeadingVariance(_ step: Step, horizontal: Double) {
        let measured =
            state.scatter.headingVariance(horizontal: horizontal) * averaged(parameters.disturbanceTime, step)
        let tiltSpan = step.isMotion ? parameters.motionAccelerometerTime : parameters.accelerometerTime
        let tilted =
            VectorScatter.squaredTangent(horizontal: horizontal) * state.tiltVariance * averaged(tiltSpan, step)
        mix(&state.headingVariance, measured + tilted + biasVariance(step, delay: Self.headingDelay), step)
    }

    private func mix(_ variance: inout Double, _ target: Double, _ step: Step) {
        variance += max(step.gain, step.dt / step.age) * (target - variance)
    }

    private func averaged(_ time: Double, _ step: Step) -> Double { time / (time + min(step.span, step.age)) }

    /// The lag (bias times time constant) that the unknown part of the bias leaves, rad^2.
    private func biasVariance(_ step: Step, delay: Double) -> Double {
        guard !step.isMotion else { return 0 }
        let p = parameters
        let unknown = 1 - Self.knownShare(age: step.age, delay: delay)
        let span = min(step.span, step.age)
        return (p.startBiasSigma * p.startBiasSigma * unknown + p.biasSigma * p.biasSigma) * span * span
    }
}
