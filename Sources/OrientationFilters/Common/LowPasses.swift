import RealModule
import Rotations
import Vocabulary

/// First-order corrections.
package enum FirstOrder {
    /// 1 - exp(-dt / time), the part of a disagreement that a step of dt seconds corrects; all of it for time 0.
    @inline(__always)
    package static func gain(time: Double, seconds dt: Double) -> Double {
        time > 0 ? -Double.expMinusOne(-dt / time) : 1
    }
}

/// Gains that are at least 1/N for the N-th sample, so that a filter begins with the plain mean.
package struct StartGain: FilterState {
    private var initial = 1.0

    /// Before the first sample.
    package init() {}

    /// The larger one of `gain` and 1/N; the start is over when 1/N of the time constant is less than an interval.
    @inline(__always)
    package mutating func atLeast(_ gain: Double, time: Double, seconds: Double) -> Double {
        guard initial > 0 else { return gain }
        let result = max(gain, initial)
        initial /= initial + 1
        if initial * time < seconds { initial = 0 }
        return result
    }
}

/// A second-order Butterworth low-pass on vectors, by the bilinear transform, for intervals that may change.
///
/// It is written with two integrators instead of delayed inputs and outputs: at a constant interval that is the same
/// transfer function, but the states are the signal and its slope, which keep their meaning when the interval changes
/// (V. Zavalishin, The Art of VA Filter Design, 2012, ch. 4). With delayed values, 10 % of jitter would shake a
/// constant input. The filter starts with the plain mean of the samples of the first time constant (D. Laidig, T. Seel,
/// Information Fusion 91, 2023).
package struct ButterworthLowPass: FilterState {
    /// What follows from the time constant and the interval.
    package struct Coefficients: Sendable, Equatable {
        /// g / (1 + g (g + sqrt 2)), g / that, and the start's length.
        fileprivate let band: Double
        fileprivate let gain: Double
        fileprivate let start: Int64
        fileprivate let interval: Int64

        /// - Parameters:
        ///   - time: the time constant, s; the cut-off is sqrt 2 / (2 pi time), half the energy. Below half an interval
        ///     (a cut-off near Nyquist's frequency or above) the filter passes everything.
        ///   - interval: between samples, nanoseconds.
        package init(time: Double, interval: Int64) {
            self.interval = interval
            start = Int64(clamping: (time * 1e9).rounded())
            let dt = interval.asSeconds
            guard time > 0, time >= dt / 2 else {
                band = 0
                gain = 0
                return
            }
            gain = Double.tan(dt / (Double.sqrt(2) * time))
            band = 1 / (1 + gain * (gain + Double.sqrt(2)))
        }
    }

    /// During the start the sum of the samples, then the filtered signal.
    private var level = Vector3.zero
    private var slope = Vector3.zero
    private var elapsed: Int64 = 0
    private var count = 0.0
    private var isRunning = false

    /// Begins with the mean of the first samples.
    package init() {}

    /// Begins as after a constant signal.
    package init(settledAt value: Vector3) { (level, isRunning) = (value, true) }

    /// The filtered value after a sample.
    @inline(__always)
    package mutating func filter(_ x: Vector3, _ c: Coefficients) -> Vector3 {
        guard isRunning else { return average(x, c) }
        guard c.gain > 0 else {
            level = x
            slope = .zero
            return x
        }
        let band = c.band * (slope + c.gain * (x - level))
        let rise = c.gain * band
        let output = level + rise
        slope = 2 * band - slope
        level = output + rise
        return output
    }

    @inline(never)
    private mutating func average(_ x: Vector3, _ c: Coefficients) -> Vector3 {
        count += 1
        elapsed += c.interval
        level += x
        let mean = level / count
        if elapsed >= c.start {
            level = mean
            isRunning = true
        }
        return mean
    }
}
