import SensorModels
import Vocabulary

/// The stamps of one sensor: how much time each sample stands for.
struct SampleClock: Sendable, Codable, Equatable {
    /// What the first sample, and one with the stamp of its predecessor, stands for, s.
    static let firstStep = 0.005
    /// The most that a sample stands for, s: after a gap, a single sample does not speak for the whole gap.
    static let longestStep = 0.2

    /// The smallest number before the first sample: an optional would be twice as large.
    private var last = Int64.min
    /// Seconds of data so far.
    private(set) var age = 0.0

    /// The step to a sample at `time`, s, in (0, 0.2].
    @inline(__always)
    mutating func step(to time: Int64) -> Double {
        var step = Self.firstStep
        if last != .min, time > last { step = min(LogTime.seconds(time - last), Self.longestStep) }
        last = time
        age += step
        return step
    }
}
