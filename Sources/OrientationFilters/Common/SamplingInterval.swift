/// The interval that each sample of one sensor stands for, in whole nanoseconds.
///
/// At regular sampling it is that interval, bit for bit; at irregular stamps the one before the sample. After a gap (more
/// than five times the interval before, and 50 ms) a single sample does not speak for the whole gap: it stands for the interval that
/// was usual before. A lower rate is no gap: the second sample at the new rate has the new interval.
struct SamplingInterval: Sendable, Codable, Equatable {
    /// Times the last interval from which on a step is a gap.
    static let gapFactor: Int64 = 5
    /// No gap is shorter, nanoseconds: jitter is not a gap.
    static let shortestGap: Int64 = 50_000_000
    /// No sample stands for more, nanoseconds.
    static let longest: Int64 = 500_000_000

    private var last: Int64?
    private var measured: Int64 = 0
    /// Nanoseconds; 0 until the second sample.
    private(set) var current: Int64 = 0

    /// Whether a sample has come.
    var hasStarted: Bool { last != nil }

    /// The interval of a sample at `time`, nanoseconds; 0 for the first sample and for one that is not later than its
    /// predecessor: it stands for no time.
    @inline(__always)
    mutating func step(to time: Int64) -> Int64 {
        guard let last else {
            self.last = time
            return 0
        }
        let step = time - last
        guard step > 0 else { return 0 }
        let isGap = measured > 0 && step > Self.shortestGap && step > Self.gapFactor * measured
        if !isGap { current = min(step, Self.longest) }
        measured = step
        self.last = time
        return current
    }
}

extension Int64 {
    /// Nanoseconds as the nearest number of seconds: 3_500_000 gives exactly the literal 0.0035.
    @inline(__always) var asSeconds: Double { Double(self) / 1e9 }
}
