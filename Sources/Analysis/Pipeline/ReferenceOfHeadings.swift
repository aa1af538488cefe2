import Calibration
import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A reference of headings alone as orientations: under each heading stands the inclination that the log's own sensors
/// give. Errors of a track are taken with the track's own inclination in its place.
struct ReferenceOfHeadings: Sendable {
    /// Device to east-north-up.
    private(set) var orientations = QuaternionStream()
    /// The headings of these orientations, in the same order.
    private(set) var headings = SampleStream<ReferenceHeading>()
    /// What was read, and what is left out.
    let text: String

    /// How late the headings were by the turns of the gyroscope, seconds, where that was asked for.
    private(set) var fittedDelay: Double?

    /// - Parameters:
    ///   - recording: with headings of a reference.
    ///   - axis: the axis of the device whose headings they are.
    ///   - delay: how late their stamps are; this is removed.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` (bad data) where the log has no inclination, and where its turns do not determine the
    ///   delay.
    init(_ recording: Recording, axis: HeadingAxisChoice, delay: ReferenceDelay, place: String) throws {
        let streams = CalibrationSet().filterInput(for: recording)
        let axis = axis.resolved(for: streams)
        let inclination = try OrientationTrack.inclination(of: streams, place: place)
        let late: Double
        switch delay {
        case .seconds(let seconds): late = seconds
        case .fit:
            guard let found = Self.delay(of: recording.referenceHeading, behind: inclination, axis) else {
                throw ReferencePlacement.undetermined(place)
            }
            (late, fittedDelay) = (found, found)
        }
        let shift = LogTime.nanoseconds(seconds: late) ?? 0
        var row = 0
        for (time, heading) in zip(recording.referenceHeading.times, recording.referenceHeading.values) {
            let time = LogTime.difference(time, shift)
            let orientation = Comparison.estimate(of: inclination, at: time, row: &row)?
                .turned(toHeading: heading.heading, of: axis)
            guard let orientation else { continue }
            orientations.append(orientation, at: time)
            headings.append(heading, at: time)
        }
        let lost = recording.referenceHeading.count - headings.count
        text =
            "the reference has headings alone, taken for those of the \(axis == .top ? "top edge" : "camera"): errors are "
            + "those of the heading"
            + (lost > 0 ? "; where this axis has none, or the log has a gap, \(lost) left out" : "")
    }

    /// The longest delay that is searched, and the step of its last search, seconds; the interval of the track's stamps
    /// that the search uses, nanoseconds; the longest pause between headings over which their turn is taken as even.
    private static let (longestDelay, fineness) = (2.0, 0.01)
    private static let (step, longestPause) = (Int64(20_000_000), Int64(1_500_000_000))

    /// How late headings are against those of the gyroscope, seconds: the delay with the least variance of their
    /// difference, near that with the largest correlation of the turns; `nil` as of `HeadingLag`.
    private static func delay(
        of headings: SampleStream<ReferenceHeading>, behind track: OrientationTrack, _ axis: HeadingAxis
    ) -> Double? {
        var times: [Int64] = []
        var turned: [Double] = []
        for (time, estimate) in zip(track.times, track.estimates) where time - (times.last ?? .min / 2) >= step {
            // The heading of a steep axis turns far with little motion.
            guard estimate.orientation.rotate(axis.direction).z.magnitude < 0.7,
                let heading = estimate.orientation.heading(of: axis)
            else { continue }
            times.append(time)
            turned.append(heading)
        }
        /// The headings so much later, NaN where there are none.
        func given(_ late: Double) -> [Double] {
            let shift = LogTime.nanoseconds(seconds: late) ?? 0
            var next = 0
            return times.map { time in
                let time = time + shift
                while next < headings.count, headings.times[next] < time { next += 1 }
                guard next > 0, next < headings.count else { return .nan }
                let (before, after) = (headings.times[next - 1], headings.times[next])
                guard after - before <= longestPause else { return .nan }
                let (a, b) = (headings.values[next - 1].heading, headings.values[next].heading)
                return a + Double(time - before) / Double(after - before) * Angle.wrap(b - a)
            }
        }
        /// The variance of the differences about a line over time, whose slope is the gyroscope's bias.
        func spread(_ late: Double) -> Double {
            let pairs = zip(turned, given(late)).map { $1 - $0 }
            var mean = CircularStatistics()
            for difference in pairs where difference.isFinite { mean.add(difference) }
            var (n, t, tt, d, td, dd) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            for (time, difference) in zip(times, pairs) where difference.isFinite {
                let x = LogTime.seconds(time - times[0])
                let y = Angle.wrap(difference - (mean.mean ?? 0))
                n += 1
                (t, tt, d, td, dd) = (t + x, tt + x * x, d + y, td + x * y, dd + y * y)
            }
            let (ttt, ttd) = (tt - t * t / n, td - t * d / n)
            return n > 2 && ttt > 0 ? (dd - d * d / n - ttd * ttd / ttt) / n : .infinity
        }
        let lag = HeadingLag(times: times, estimates: turned, references: given(0), longest: longestDelay)
        guard let guess = lag.map({ -$0.milliseconds / 1000 }) else { return nil }
        let reach = LogTime.seconds(HeadingLag.window)
        let candidates = stride(from: guess - reach, through: guess + reach, by: fineness).map { ($0, spread($0)) }
        return candidates.min { $0.1 < $1.1 }?.0
    }
}

extension OrientationTrack {
    /// A track that stands for the inclination under headings that have none; where there is a gyroscope, its turns do
    /// not depend on the field.
    static func inclination(of streams: FilterInput, place: String) throws -> OrientationTrack {
        var streams = streams
        if !streams.gyroscope.isEmpty { streams.magnetometer = VectorStream() }
        return try FilterRequest(name: streams.gyroscope.isEmpty ? "complementary" : "vqf").resolved()
            .definedTrack(over: streams, place: place)
    }
}

extension Recording {
    /// Whether the reference is that of `ReferenceOfHeadings`: the log's own has headings alone.
    var hasReferenceOfHeadings: Bool {
        metadata.reference.parts == .heading && !reference.isEmpty && referenceHeading.times == reference.times
    }

    /// Standard deviations of the reference's headings, radians, by its samples; empty where they are unknown.
    var referenceHeadingSigmas: [Double] { hasReferenceOfHeadings ? referenceHeading.values.map(\.sigma) : [] }
}
