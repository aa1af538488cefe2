import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// The heading errors of a track at the scored samples of a reference.
struct HeadingErrors {
    /// Nanoseconds of the log's clock, ascending.
    let times: [Int64]
    /// Radians, one per stamp.
    let errors: [Double]

    /// `nil` where the track covers no sample.
    init?(_ track: OrientationTrack, _ reference: ScoredReference) {
        (times, errors) = Comparison.headingErrors(
            of: track, to: reference.stream, indices: reference.indices)
        if times.isEmpty { return nil }
    }

    /// RMS of the heading error, degrees, of the scored samples in a part of the log; `nil` where there are none.
    /// - Parameters:
    ///   - start, end: seconds from `origin`.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    func headingRMSEDegrees(from start: Double, to end: Double, origin: Int64) -> Double? {
        let first = times.prefixLength { LogTime.seconds($0 &- origin) < start }
        let behind = times.prefixLength { LogTime.seconds($0 &- origin) <= end }
        return rmseDegrees(first..<max(first, behind))
    }

    /// The same of the samples whose stamps count.
    func headingRMSEDegrees(where isCounted: (Int64) -> Bool) -> Double? {
        rmseDegrees(times.indices.filter { isCounted(times[$0]) })
    }

    private func rmseDegrees(_ indices: some Sequence<Int>) -> Double? {
        var (sum, count) = (0.0, 0)
        for index in indices {
            sum += errors[index] * errors[index]
            count += 1
        }
        return count > 0 ? Angle.degrees((sum / Double(count)).squareRoot()) : nil
    }
}
