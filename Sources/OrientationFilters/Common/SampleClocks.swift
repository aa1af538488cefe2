import Rotations
import Vocabulary

/// The stamps of one sensor, and the time that each sample covers, at most 0.2 s.
struct SampleClock: FilterState {
    /// Time covered by the first sample, and by one with the stamp of its predecessor, s.
    static let firstStep = 0.005
    /// The most that a sample covers, s: a single sample does not fill a gap.
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

/// The interval that each sample of one sensor covers, in whole nanoseconds.
///
/// At regular sampling it is that interval, bit for bit; at irregular stamps the one before the sample. After a gap
/// (more than five times the interval before, and 50 ms) a single sample does not fill the whole gap: it covers the
/// interval that was usual before. A lower rate is no gap: the second sample at the new rate has the new interval.
package struct SamplingInterval: FilterState {
    /// Times the last interval from which on a step is a gap.
    static let gapFactor: Int64 = 5
    /// No gap is shorter, nanoseconds: jitter is not a gap.
    static let shortestGap: Int64 = 50_000_000
    /// The most that a sample covers, nanoseconds.
    package static let longest: Int64 = 500_000_000

    private var last: Int64?
    private var measured: Int64 = 0
    /// Nanoseconds; 0 until the second sample.
    package private(set) var current: Int64 = 0

    /// Without a sample.
    package init() {}

    /// Whether a sample has come.
    var hasStarted: Bool { last != nil }

    /// The interval of a sample at `time`, nanoseconds; 0 for the first sample and for one that is not later than its
    /// predecessor.
    @inline(__always)
    package mutating func step(to time: Int64) -> Int64 {
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
    @inline(__always) package var asSeconds: Double { Double(self) / 1e9 }
}

extension Vector3 {
    /// The farthest that a vector is carried from the last gyroscope sample, s.
    static let longestCarry = 0.1

    /// This device vector in the device axes `seconds` before, to first order; the device turns at `rate`, rad/s.
    ///
    /// It brings a force or field to the stamp of the last gyroscope sample, where the orientation is known.
    @inline(__always)
    func carried(back seconds: Double, rate: Vector3) -> Vector3 {
        self + min(seconds, Self.longestCarry) * rate.cross(self)
    }
}

/// The error of integrating the rate between two gyroscope readings as the mean of both.
///
/// Turn = step times the mean of the rates at its ends is the trapezoid rule; its error is a twelfth of the rate's
/// second derivative times the cubed step (P. J. Davis, P. Rabinowitz, Methods of Numerical Integration, 1984, 2.1).
/// That derivative is not observed; in a motion of angular frequency W it is about W times the first one, which is the
/// change of the rate over the step. So the short steps of an even stream add almost nothing, and lost samples add the
/// uncertainty of their time.
enum UnseenTurn {
    /// W / 12, 1/s, for the footsteps and jerks of a hand at 6 Hz: the heading's interval then keeps its coverage where
    /// a third of the gyroscope is lost in pieces of 0.1 s (docs/studies/estimators-tried.md).
    private static let share = 3.2

    /// Variance per axis, rad^2.
    /// - Parameters:
    ///   - change: of the rate from one end to the other, rad/s.
    ///   - step: s.
    @inline(__always)
    static func variance(change: Vector3, step: Double) -> Double {
        let factor = share * step * step
        return factor * factor * change.lengthSquared
    }
}
