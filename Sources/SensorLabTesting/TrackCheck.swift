import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// The comparison of a track with a reference, for both test frameworks.
public struct TrackCheck: Sendable {
    /// The message of a failure; `nil` if the check passes.
    public let failure: String?

    /// Compares where the track covers the reference; samples before `start` are left out.
    ///
    /// - Parameters:
    ///   - track: an orientation over time, device to earth.
    ///   - limit: the largest allowed error.
    ///   - reference: device to earth, with the same north as the track.
    ///   - quantity: the part of the error that is checked.
    ///   - statistic: the statistic of the errors over time.
    ///   - startUp: seconds from the reference's first sample that are not checked.
    public init(
        _ track: OrientationTrack, isWithin limit: AngleLimit, of reference: QuaternionStream,
        quantity: ErrorQuantity = .total, statistic: ErrorStatistic = .maximum, startUp: Double = 5
    ) {
        guard let first = reference.times.first else {
            failure = "\(track.name): the reference has no sample"
            return
        }
        let start = first + (LogTime.nanoseconds(seconds: startUp) ?? 0)
        let indices = reference.times.indices.filter { reference.times[$0] >= start }
        let comparison = Comparison(track: track, reference: reference, indices: indices)
        guard !comparison.errors.isEmpty else {
            failure =
                "\(track.name): the track covers no sample of the reference from \(LogTime.text(start)) s on; track "
                + "\(Self.span(track.times)), reference \(Self.span(reference.times)): do they have the same clock?"
            return
        }
        let errors = Self.errors(comparison, quantity)
        guard let statistics = ErrorStatistics(radians: errors) else {
            failure = "\(track.name): no error could be computed"
            return
        }
        let value = Self.value(statistics, statistic)
        let allowed = Angle.degrees(limit.radians)
        guard !(value <= allowed) else {
            failure = nil
            return
        }
        let worst = errors.indices.max { errors[$0].magnitude < errors[$1].magnitude } ?? 0
        let time = comparison.times[worst]
        let beyond = errors.count { $0.magnitude > limit.radians }
        failure =
            "\(track.name): the \(quantity.rawValue) error's \(statistic.rawValue) is \(Self.text(value))\u{B0}, expected at "
            + "most \(Self.text(allowed))\u{B0}; it is worst at t = \(LogTime.text(time)) s "
            + "(\(Self.text(LogTime.seconds(time - first))) s after the reference's start) with "
            + "\(Self.text(Angle.degrees(errors[worst])))\u{B0}; \(beyond) of \(errors.count) samples are beyond the limit; RMSE "
            + "\(Self.text(statistics.rmseDegrees))\u{B0}, median \(Self.text(statistics.medianDegrees))\u{B0}, 95 % "
            + "\(Self.text(statistics.p95Degrees))\u{B0}"
    }

    private static func errors(_ comparison: Comparison, _ quantity: ErrorQuantity) -> [Double] {
        switch quantity {
        case .total: return comparison.errors.map(\.total)
        case .heading: return comparison.errors.map(\.heading)
        case .inclination: return comparison.errors.map(\.inclination)
        case .headingAfterOffset:
            var statistics = CircularStatistics()
            for error in comparison.errors { statistics.add(error.heading) }
            let offset = statistics.mean ?? 0
            return comparison.errors.map { Angle.wrap($0.heading - offset) }
        }
    }

    private static func value(_ statistics: ErrorStatistics, _ statistic: ErrorStatistic) -> Double {
        switch statistic {
        case .maximum: return statistics.maximumDegrees
        case .p95: return statistics.p95Degrees
        case .rmse: return statistics.rmseDegrees
        case .median: return statistics.medianDegrees
        }
    }

    private static func span(_ times: [Int64]) -> String {
        guard let first = times.first, let last = times.last else { return "without samples" }
        return "from \(LogTime.text(first)) s to \(LogTime.text(last)) s"
    }

    private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

/// The largest allowed angle of an error.
public struct AngleLimit: Sendable, Hashable {
    /// Radians, >= 0.
    public let radians: Double

    /// From degrees.
    public static func degrees(_ degrees: Double) -> AngleLimit { AngleLimit(radians: Angle.radians(degrees)) }
    /// From radians.
    public static func radians(_ radians: Double) -> AngleLimit { AngleLimit(radians: radians) }
}

/// The part of an orientation error that is checked.
public enum ErrorQuantity: String, Sendable, CaseIterable {
    /// Its angle.
    case total
    /// Its rotation about the vertical.
    case heading
    /// The heading error after the recording's constant is removed, which calibration and alignment leave.
    case headingAfterOffset = "heading after one offset"
    /// The tilt of the vertical.
    case inclination
}

/// The statistic of the errors over time that is checked.
public enum ErrorStatistic: String, Sendable, CaseIterable {
    /// The largest: every scored sample must stay within the limit.
    case maximum
    /// 95 % of the samples.
    case p95 = "95 %"
    /// Root of the mean of the squares.
    case rmse = "RMSE"
    /// Half of the samples.
    case median
}
