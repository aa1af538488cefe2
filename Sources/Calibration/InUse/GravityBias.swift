import LinearAlgebra
import Rotations
import Vocabulary

/// The gyroscope's bias from gravity alone, without rest. In the frame of the strapdown, the specific force averaged
/// over seconds points up; it turns only as the bias turns the frame.
///
/// With window means v_k and A_k the integral of R between the centres of two windows, v_(k+1) - v_k = (A_k delta b) x
/// v_k: linear in delta b, robustly weighted, iterated. The component of the bias along the vertical is not observable
/// while the device keeps its pose; there the prior holds.
struct GravityBias {
    /// rad/s.
    var bias: Vector3
    /// Inverse covariance of the bias, (s/rad)^2, with the prior.
    var information: Matrix3

    /// Bias of a phone's gyroscope, standard deviation, rad/s (4 deg/s).
    static let priorSigma = 0.07
    /// Length of the windows over which accelerations average out, seconds.
    static let window = 4.0

    /// - Parameters:
    ///   - prior: a prior value of the bias, rad/s, with the standard deviation `priorSigma`.
    ///   - share: weight of a window's information, 0...1.
    init(
        _ samples: InUseSamples, prior: Vector3 = .zero, priorSigma: Double = priorSigma, share: Double
    ) throws(SensorLabError) {
        bias = prior
        let precision = 1 / (priorSigma * priorSigma)
        information = precision * Matrix3.identity
        for _ in 0..<5 {
            let strapdown = Strapdown(samples, bias: bias)
            let means = ForceMeans(samples, strapdown, window: Self.window)
            guard means.centres.count >= 3 else { return }
            var rows: [(Matrix3, Vector3)] = []
            for k in 1..<means.centres.count {
                let turn = strapdown.turns[means.centres[k]] - strapdown.turns[means.centres[k - 1]]
                let middle = 0.5 * (means.forces[k] + means.forces[k - 1])
                rows.append((-1 * (Matrix3.skew(middle) * turn), means.forces[k] - means.forces[k - 1]))
            }
            var step = Vector3.zero
            for _ in 0..<6 {
                let residuals = rows.map { ($0.1 - $0.0 * step).length }
                // Three degrees of freedom; the median of their length is 1.54 sigma.
                let sigma = max(RobustStatistics.median(residuals) / 1.54, 0.03)
                var normal = precision * Matrix3.identity
                var right = precision * (prior - bias)
                for (row, residual) in zip(rows, residuals) {
                    let ratio = residual / (3 * sigma)
                    let weight = share / ((1 + ratio * ratio) * sigma * sigma)
                    normal += weight * (row.0.transpose * row.0)
                    right += weight * (row.0.transpose * row.1)
                }
                guard let inverse = normal.inverse else { break }
                step = inverse * right
                information = normal
            }
            bias += step
            if step.length < 1e-4 { break }
        }
    }
}

/// Means of the specific force in the frame of a strapdown, over Hann windows with an overlap of one half.
struct ForceMeans {
    /// Gyroscope samples at the windows' centres.
    private(set) var centres: [Int] = []
    /// m/s^2.
    private(set) var forces: [Vector3] = []
    /// Means of R: the effect of a constant bias of the accelerometer.
    private(set) var rotations: [Matrix3] = []

    init(_ samples: InUseSamples, _ strapdown: Strapdown, window: Double) {
        let half = window / 2
        let count = max(0, Int(clamping: samples.duration / half) - 1)
        guard count > 0 else { return }
        var sums = [(Vector3, Matrix3, Double)](repeating: (.zero, .zero, 0), count: count)
        for reading in samples.force {
            let time = samples.times[reading.index] + reading.lead
            let matrix = strapdown.orientation(at: reading).matrix
            let force = matrix * reading.value
            // Window k covers [k half, (k + 2) half].
            let last = Int(clamping: time / half)
            for k in (last - 1)...last where k >= 0 && k < count {
                let phase = (time - Double(k) * half) / window
                let weight = 4 * phase * (1 - phase)
                sums[k].0 += weight * force
                sums[k].1 += weight * matrix
                sums[k].2 += weight
            }
        }
        var index = 0
        for (k, sum) in sums.enumerated() where sum.2 > 1 {
            while index + 1 < samples.times.count, samples.times[index + 1] <= Double(k + 1) * half { index += 1 }
            centres.append(index)
            forces.append(sum.0 / sum.2)
            rotations.append((1 / sum.2) * sum.1)
        }
    }
}
