import Rotations
import SensorModels
import Vocabulary

/// The heading error of a track on an even clock.
///
/// Heading errors are counter-clockwise turns of an estimate against the reference, radians.
struct ErrorSeries {
    /// Of the clock, seconds.
    let step: Double
    /// The clock, nanoseconds of the log: the stamps at which track and reference are known.
    let times: [Int64]
    /// The heading error of the track at each stamp.
    let errors: [Double]
    /// Track and reference at each stamp, device to earth.
    let estimates, orientations: [Quaternion]

    /// The least step, seconds: ten to a second show how fast a heading is corrected.
    private static let leastStep = 0.1
    /// Longer logs get a longer step.
    private static let mostSteps = 20_000.0
    private static let fewest = 50

    /// `nil` where track and reference have less than some seconds in common.
    /// - Parameters:
    ///   - track: device to earth.
    ///   - reference: device to earth, with the same north.
    init?(_ track: OrientationTrack, reference: QuaternionStream) {
        guard let first = track.times.first, let last = track.times.last,
            let begin = reference.times.first, let end = reference.times.last
        else { return nil }
        let (start, stop) = (max(first, begin), min(last, end))
        guard stop > start else { return nil }
        step = max(Self.leastStep, LogTime.seconds(stop - start) / Self.mostSteps)
        let interval = Int(clamping: Int64(clamping: 1e9 * step))
        var (own, exact) = (OrientationCursor(track.orientations), OrientationCursor(reference))
        var times: [Int64] = []
        var (estimates, orientations): ([Quaternion], [Quaternion]) = ([], [])
        for time in stride(from: start, through: stop, by: interval) {
            guard let estimate = own.orientation(at: time), let expected = exact.orientation(at: time) else { continue }
            times.append(time)
            estimates.append(estimate)
            orientations.append(expected)
        }
        guard times.count >= Self.fewest else { return nil }
        (self.times, self.estimates, self.orientations) = (times, estimates, orientations)
        errors = zip(estimates, orientations).map { OrientationError.heading(of: $0, reference: $1) }
    }

    /// The heading error of another track at each stamp; `nil` where it has no orientation.
    func errors(of track: OrientationTrack) -> [Double?] {
        var cursor = OrientationCursor(track.orientations)
        return zip(times, orientations).map { time, expected in
            cursor.orientation(at: time).map { OrientationError.heading(of: $0, reference: expected) }
        }
    }

    /// What the step behind a stamp adds to the heading error of a track that turns by `turn`, device axes, in it;
    /// radians.
    func added(at index: Int, turn: Quaternion) -> Double {
        Angle.wrap(
            OrientationError.heading(of: estimates[index] * turn, reference: orientations[index + 1]) - errors[index])
    }
}

extension OrientationTrack {
    /// Device to earth.
    var orientations: QuaternionStream { QuaternionStream(times: times, values: estimates.map(\.orientation)) }
}

/// Orientations by ascending time, interpolated.
struct OrientationCursor {
    private let stream: QuaternionStream
    private var row = 0

    /// The longest gap that is interpolated, nanoseconds.
    private static let longestGap: Int64 = 500_000_000

    init(_ stream: QuaternionStream) { self.stream = stream }

    /// At a stamp; `nil` outside the stream and in its gaps. Successive stamps must ascend.
    mutating func orientation(at time: Int64) -> Quaternion? {
        while row + 1 < stream.count, stream.times[row + 1] <= time { row += 1 }
        guard row < stream.count, stream.times[row] <= time else { return nil }
        let here = stream.values[row]
        guard stream.times[row] != time else { return here.isFinite ? here : nil }
        guard row + 1 < stream.count else { return nil }
        let gap = stream.times[row + 1] - stream.times[row]
        guard gap <= Self.longestGap else { return nil }
        let there = here.slerp(to: stream.values[row + 1], fraction: Double(time - stream.times[row]) / Double(gap))
        return there.isFinite ? there : nil
    }
}
