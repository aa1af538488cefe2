import RealModule
import Rotations
import Vocabulary

/// When a sensor samples, the time stamps of its samples, and which samples reach the log.
public struct SamplingModel: Sendable, Hashable {
    /// Samples per second, hertz, > 0.
    public var rate: Double
    /// Standard deviation of the instants about the even grid, seconds; the stamps are these true instants, plus
    /// `delay`.
    public var jitter = 0.000_3
    /// Delay of the stamps, seconds: stamp = instant + delay.
    public var delay = 0.0
    /// The share of samples lost at random, [0, 1).
    public var loss = 0.0
    /// Intervals without samples in the log, seconds.
    public var dropOuts: [ClosedRange<Double>] = []

    /// The instants from 0 to `duration` seconds, nanoseconds, strictly ascending, whole microseconds (as phones
    /// count).
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

/// The read-out errors of a sensor beyond its calibration model: noise, saturation and quantisation, in this order. The
/// unit is the sensor's.
public struct ReadoutModel: Sendable, Hashable {
    /// Standard deviation of the noise of one sample, per axis.
    public var noise = Vector3.zero
    /// The time in which the noise's correlation falls to 1/e, seconds; 0 for white noise. The low-pass of a sensor
    /// correlates neighbouring samples.
    public var correlationTime = 0.0
    /// Readings are clamped to plus and minus this value; infinite for no limit.
    public var range = Double.infinity
    /// Quantisation step; 0 for none.
    public var resolution = 0.0

    /// The next noise after `seconds`, in units of its standard deviation, from the previous one.
    ///
    /// Random numbers are drawn even for zero noise, so that all other draws stay the same.
    func noise(after previous: Vector3?, seconds: Double, random: inout RandomGenerator) -> Vector3 {
        let fresh = random.gaussianVector()
        guard correlationTime > 0, let previous else { return fresh }
        let kept = Double.exp(-max(0, seconds) / correlationTime)
        return kept * previous + (1 - kept * kept).squareRoot() * fresh
    }

    /// The reading of a raw value, with noise in units of its standard deviation.
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
