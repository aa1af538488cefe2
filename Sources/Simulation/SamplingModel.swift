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

    /// The delay in whole microseconds, nanoseconds.
    var delayNanoseconds: Int64 { Int64(clamping: (delay * 1e6).rounded()) * 1000 }
}

/// The instants of a `SamplingModel` from 0 to a duration, nanoseconds, strictly ascending, whole microseconds (as
/// phones count), one after the other.
struct SamplingInstants: IteratorProtocol {
    private let sampling: SamplingModel
    private let count: Int
    private var index = 0
    private var last: Int64?
    /// The numbers that shift instants, and those that lose samples.
    private var shifts: RandomGenerator
    private var losses: RandomGenerator

    /// - Parameters:
    ///   - duration: seconds.
    ///   - random: goes on behind the numbers of all instants, so that readings can be drawn along with them.
    init(_ sampling: SamplingModel, duration: Double, random: inout RandomGenerator) {
        self.sampling = sampling
        count = Int(clamping: (duration * sampling.rate).rounded(.down)) + 1
        (shifts, losses) = (random, random)
        var all = self
        var sampled = 0
        while all.nextSampled() != nil { sampled += 1 }
        losses = all.shifts
        random = losses
        if sampling.loss > 0 { for _ in 0..<sampled { _ = random.uniform() } }
    }

    /// The next one that reaches the log.
    mutating func next() -> Int64? {
        while let instant = nextSampled() {
            if sampling.loss > 0, losses.uniform() < sampling.loss { continue }
            if sampling.dropOuts.contains(where: { $0.contains(Double(instant) * 1e-9) }) { continue }
            return instant
        }
        return nil
    }

    private mutating func nextSampled() -> Int64? {
        let limit = 0.4 / sampling.rate
        while index < count {
            let shift = sampling.jitter > 0 ? min(limit, max(-limit, sampling.jitter * shifts.gaussian())) : 0
            let microseconds = Int64(clamping: max(0, (Double(index) / sampling.rate + shift) * 1e6).rounded())
            index += 1
            let instant = microseconds * 1000
            if let last, instant <= last { continue }
            last = instant
            return instant
        }
        return nil
    }
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
