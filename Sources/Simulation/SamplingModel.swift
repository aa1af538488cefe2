import RealModule
import Rotations
import Vocabulary

/// When a sensor takes its samples, what time stamps it gives them, and which of them reach the log.
public struct SamplingModel: Sendable, Hashable {
    /// Samples per second, hertz, > 0.
    public var rate: Double
    /// Standard deviation of an instant about the even grid, seconds; the stamps tell these true instants.
    public var jitter = 0.000_3
    /// How late the stamps are, seconds: stamp = instant + delay.
    public var delay = 0.0
    /// The part of the samples that is lost, each by chance, [0, 1).
    public var loss = 0.0
    /// When nothing reaches the log, seconds.
    public var dropOuts: [ClosedRange<Double>] = []

    /// The instants from 0 to `duration` seconds, nanoseconds, strictly ascending, whole microseconds (as phones count).
    func instants(duration: Double, random: inout RandomGenerator) -> [Int64] {
        let count = Int(clamping: (duration * rate).rounded(.down)) + 1
        let limit = 0.4 / rate
        var instants: [Int64] = []
        instants.reserveCapacity(count)
        for index in 0..<count {
            let shift = jitter > 0 ? min(limit, max(-limit, jitter * random.gaussian())) : 0
            let microseconds = Int64(clamping: max(0, (Double(index) / rate + shift) * 1e6).rounded())
            let instant = microseconds * 1000
            if let last = instants.last, instant <= last { continue }
            instants.append(instant)
        }
        if loss > 0 { instants.removeAll { _ in random.uniform() < loss } }
        if !dropOuts.isEmpty {
            instants.removeAll { instant in dropOuts.contains { $0.contains(Double(instant) * 1e-9) } }
        }
        return instants
    }

    /// The delay in whole microseconds, nanoseconds.
    var delayNanoseconds: Int64 { Int64(clamping: (delay * 1e6).rounded()) * 1000 }
}

/// What happens between the physical quantity and the number in the log, beyond the calibration model: noise, saturation,
/// quantisation, in this order. The unit is the sensor's.
public struct ReadoutModel: Sendable, Hashable {
    /// Standard deviation of the noise of one sample, per axis.
    public var noise = Vector3.zero
    /// The time in which the noise's correlation falls to 1/e, seconds; 0 for white noise. A sensor with a low-pass of its
    /// own has neighbouring samples that resemble each other.
    public var correlationTime = 0.0
    /// Readings are clamped to +- this; infinite for none.
    public var range = Double.infinity
    /// The size of one step; 0 for none.
    public var resolution = 0.0

    /// The noise after some more seconds, in units of its standard deviation, from what it was.
    ///
    /// The numbers are drawn in any case, so that a noise of zero leaves the other draws as they are.
    func noise(after previous: Vector3?, seconds: Double, random: inout RandomGenerator) -> Vector3 {
        let fresh = random.gaussianVector()
        guard correlationTime > 0, let previous else { return fresh }
        let kept = Double.exp(-max(0, seconds) / correlationTime)
        return kept * previous + (1 - kept * kept).squareRoot() * fresh
    }

    /// The reading of a raw value with a noise in units of its standard deviation.
    func read(_ value: Vector3, noise unit: Vector3) -> Vector3 {
        func component(_ value: Double, _ noise: Double) -> Double {
            let clamped = min(range, max(-range, value + noise))
            return resolution > 0 ? (clamped / resolution).rounded() * resolution : clamped
        }
        return Vector3(
            component(value.x, noise.x * unit.x), component(value.y, noise.y * unit.y),
            component(value.z, noise.z * unit.z))
    }
}
