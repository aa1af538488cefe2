import Rotations
import SensorModels
import Vocabulary

/// How long an estimate takes until it can be used.
///
/// It has converged at the first stamp of the reference from which on the total error stays below 10 degrees for 2 s. The
/// threshold is absolute, so that a bad estimator does not converge sooner because its error stays large.
public enum Convergence {
    /// Total error, radians.
    public static let threshold = Angle.radians(10)
    /// How long the error must stay below the threshold, nanoseconds.
    public static let hold: Int64 = 2_000_000_000

    /// Seconds from the first stamp that both track and reference have; `nil` where the error never settles.
    /// - Parameter comparison: every sample of the reference, scored or not.
    public static func seconds(_ comparison: Comparison) -> Double? {
        guard let start = comparison.times.first else { return nil }
        var since: Int64?
        for (time, error) in zip(comparison.times, comparison.errors) {
            guard error.total < threshold else {
                since = nil
                continue
            }
            let begin = since ?? time
            since = begin
            if time - begin >= hold { return LogTime.seconds(begin - start) }
        }
        return nil
    }
}
