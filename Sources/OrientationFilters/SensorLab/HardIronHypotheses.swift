import RealModule
import Rotations

/// Two hypotheses about the hard iron that remains after calibration: it is large, or nearly zero.
///
/// An offset fixed to the device and an uneven field of the room look alike as long as the device has not turned
/// much, and a filter that allows for the one learns it from the other. So both hypotheses are kept, at the cost of
/// one: the filter runs with the large prior N(0, L^2), and its posterior under the small one, N(0, S^2), follows
/// from its own. The ratio of the priors is a Gaussian in the offset h, as if h had been measured as zero with the
/// variance r, 1/r = 1/S^2 - 1/L^2. Its mean over the posterior is the ratio of the marginal likelihoods (Savage and
/// Dickey's, with a narrow Gaussian for their point: J. M. Dickey, Ann. Math. Statistics 42, 1971), which gives the
/// probability of each. The answer is the mean of both, weighted by their probabilities (D. T. Magill, IEEE Trans.
/// Automatic Control 10, 1965).
struct HardIronHypotheses: Equatable {
    /// The probability that the hard iron is small; before anything is measured, one half.
    private(set) var probabilityOfSmall = 0.0
    /// The variance r per axis of the zero measurement that turns the large prior into the small one, microtesla^2.
    private(set) var variancePerAxis = Double.infinity
    /// The logarithm of the readings' probability under both hypotheses over that under the large one.
    private(set) var evidence = 0.0
    /// By how much the answer is turned from the filter's orientation about the vertical, rad, from east to north.
    private(set) var turn = 0.0
    /// The variance of the answer's heading minus the filter's, rad^2.
    private(set) var variance = 0.0

    /// Compares the hypotheses; where the small prior is not the smaller one, there is only the filter's.
    /// - Parameters:
    ///   - h: the filter's hard iron, microtesla, device axes.
    ///   - p: its covariance, microtesla^2.
    ///   - c: its covariance with the heading's error, rad microtesla.
    ///   - large: variance per axis of the prior that the filter runs with, microtesla^2.
    ///   - small: variance per axis of the other prior, microtesla^2.
    init(hardIron h: Vector3, covariance p: Matrix3, withHeading c: Vector3, large: Double, small: Double) {
        guard small > 0, small < large else { return }
        let r = small * large / (large - small)
        let sum = p + .identity * r
        guard let inverse = sum.inverse else { return }
        let gain = inverse * c
        // The logarithm of the ratio of marginal likelihoods, small over large, three axes.
        let odds =
            0.5 * (3 * Double.log(large / small * r) - Double.log(sum.determinant) - h.dot(inverse * h))
        guard !odds.isNaN else { return }
        let correction = -h.dot(gain)
        variancePerAxis = r
        // ln((1 + exp(odds)) / 2).
        evidence = max(0, odds) + Double.log(1 + Double.exp(-odds.magnitude)) - Double.log(2)
        probabilityOfSmall = 1 / (1 + Double.exp(-odds))
        turn = probabilityOfSmall * correction
        variance = probabilityOfSmall * ((1 - probabilityOfSmall) * correction * correction - c.dot(gain))
    }
}
