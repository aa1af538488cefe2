/// When a sensor takes its samples, what time stamps it gives them, and which of them reach the log.
public struct SamplingModel: Sendable, Hashable {
    /// Samples per second, hertz, > 0.
    public var rate: Double
    /// Standard deviation of an instant about the even grid, seconds; the stamps tell these true instants.
    public var jitter: Double
    /// How late the stamps are, seconds: stamp = instant + delay.
    public var delay: Double
    /// The part of the samples that is lost, each by chance, [0, 1).
    public var loss = 0.0
    /// When nothing reaches the log, seconds.
    public var dropOuts: [ClosedRange<Double>] = []

    /// A sampling by rate in hertz, jitter and delay in seconds.
    public init(rate: Double, jitter: Double = 0.000_3, delay: Double = 0) {
        self.rate = rate
        self.jitter = jitter
        self.delay = delay
    }

    /// The instants from 0 to `duration` seconds, nanoseconds, strictly ascending, whole microseconds (as phones count).
    func instants(duration: Double, random: inout RandomGenerator) -> [Int64] {
        let count = Int((duration * rate).rounded(.down)) + 1
        let limit = 0.4 / rate
        var instants: [Int64] = []
        instants.reserveCapacity(count)
        for index in 0..<count {
            let shift = jitter > 0 ? min(limit, max(-limit, jitter * random.gaussian())) : 0
            let microseconds = Int64(max(0, (Double(index) / rate + shift) * 1e6).rounded())
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
    var delayNanoseconds: Int64 { Int64((delay * 1e6).rounded()) * 1000 }
}
