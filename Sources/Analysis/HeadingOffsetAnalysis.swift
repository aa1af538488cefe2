import Calibration
import Evaluation
import Rotations
import SensorModels

/// The constant between a track's heading and the reference's.
enum HeadingOffsetAnalysis {
    /// Weighted least squares over at most ten samples a second, where both headings are defined; the weights are the
    /// inverse variances that the track claims, equal where it claims none. `nil` without a reference.
    static func section(
        track: OrientationTrack, reference: QuaternionStream, indices: [Int], axis: HeadingAxis
    ) -> HeadingOffsetSection? {
        let comparison = Comparison(track: track, reference: reference, indices: indices)
        var estimated: [Double] = []
        var expected: [Double] = []
        var weights: [Double] = []
        var last = Int64.min / 2
        for (index, time) in comparison.times.enumerated() where time - last >= 100_000_000 {
            guard let reference = comparison.references[index].heading(of: axis),
                let estimate = comparison.estimates[index].heading(of: axis)
            else { continue }
            last = time
            let sigma = comparison.headingSigmas[index]
            estimated.append(estimate)
            expected.append(reference)
            weights.append(sigma.isFinite && sigma > 0 ? 1 / (sigma * sigma) : 1)
        }
        guard estimated.count >= 2 else { return nil }
        let fit = HeadingOffset(estimated: estimated, reference: expected, weights: weights, robust: true)
        return HeadingOffsetSection(
            offsetDegrees: fit.offsetDegrees, sigmaDegrees: fit.sigmaDegrees,
            accepted: fit.verdict.accepted, reason: fit.verdict.reason, method: fit.method, filter: track.name)
    }
}
