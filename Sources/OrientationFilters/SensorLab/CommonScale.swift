import RealModule
import Rotations

/// The hypothesis that the gyroscope's axes have no common scale error, beside the one that the filter runs with.
///
/// Uncalibrated, the sensitivity of a chip is off by up to 3 %, on all axes alike (InvenSense, MPU-6500 product
/// specification 1.0, table 1); calibrated, some tenths of a per cent remain on each axis. A filter that always allows
/// for the common error explains an uneven field by it. So both hypotheses are kept, as for the hard iron
/// (`HardIronHypotheses`): the filter runs with the prior s^2 I + c^2 (1 1^T) of the diagonal of the scale K; without c
/// it would be s^2 I. The ratio of the two priors is a Gaussian in the trace u of K, as if u had been measured as zero
/// with the variance r = s^2 (s^2 + 3 c^2) / c^2 (the difference of the precisions by Sherman and Morrison's formula;
/// only the trace differs).
struct CommonScale: Equatable {
    /// Hard iron (microtesla, device axes), its covariance and that with the heading's error, without a common error.
    let hardIron: Vector3
    let covariance: Matrix3
    let withHeading: Vector3
    /// The heading under this hypothesis minus the filter's, about the vertical, rad, and its variance
    /// minus the filter's, rad^2.
    let turn: Double
    let variance: Double
    /// The logarithm of the odds of this hypothesis against that of a common error, prior and readings included.
    let odds: Double

    /// Prior odds: three of four gyroscopes are calibrated.
    static let priorOdds = 3.0

    /// - Parameters:
    ///   - trace: that of K.
    ///   - p: the filter's covariance; `SensorLabFilter.Index` has the positions of the states.
    ///   - h: the filter's hard iron, microtesla, device axes.
    ///   - own: variance of each element of K, without unit.
    ///   - common: variance of what the diagonal has in common, without unit. `nil` where one of the two is zero.
    init?(trace: Double, covariance p: PackedCovariance, hardIron h: Vector3, own: Double, common: Double) {
        typealias Index = SensorLabFilter.Index
        guard own > 0, common > 0 else { return nil }
        let r = own * (own + 3 * common) / common
        let gain = 1 / (p.varianceOfTrace + r)
        let iron = Index.hardIron
        let withIron = Vector3(p.withTrace(iron), p.withTrace(iron + 1), p.withTrace(iron + 2))
        let heading = p.withTrace(Index.attitude + 2)
        hardIron = h - (gain * trace) * withIron
        covariance = p[block: iron, iron] - gain * Matrix3.outer(withIron, withIron)
        withHeading = p[row: Index.attitude + 2, iron] - (gain * heading) * withIron
        turn = -gain * heading * trace
        variance = -gain * heading * heading
        odds =
            Double.log(Self.priorOdds)
            + 0.5 * (Double.log((own + 3 * common) / own * r * gain) - trace * trace * gain)
        guard odds.isFinite, turn.isFinite else { return nil }
    }
}

extension PackedCovariance {
    /// Covariance of a state of `sensorlab` with the trace of the gyroscope's scale.
    fileprivate func withTrace(_ index: Int) -> Double {
        let first = SensorLabFilter.Index.scale
        return self[first, index] + self[first + 4, index] + self[first + 8, index]
    }

    fileprivate var varianceOfTrace: Double {
        let first = SensorLabFilter.Index.scale
        return withTrace(first) + withTrace(first + 4) + withTrace(first + 8)
    }
}

extension SensorLabFilter {
    /// The common error that a chip is specified to keep below, without unit.
    static let largestCommonScale = 0.03

    /// An error that the diagonal of K has in common, beside those that each element has of its own.
    mutating func allowForCommonScale() {
        var common = PackedCovariance.Row()
        for k in 0..<3 { common.append(parameters.commonScaleSigma, at: Index.scale + 4 * k) }
        state.covariance.spread(along: common)
    }

    /// Bounds the common error at what a chip can have: beyond it, the scale would explain other errors in motion (a
    /// clipped accelerometer, say). The state goes to the most probable one on the bound (D. Simon, T. L. Chia, IEEE
    /// Trans. Aerospace and Electronic Systems 38(1), 2002), the covariance stays.
    mutating func boundCommonScale(_ correction: UnsafeMutableBufferPointer<Double>) {
        guard parameters.commonScaleSigma > 0 else { return }
        let first = Index.scale
        let trace = state.scale.trace + correction[first] + correction[first + 4] + correction[first + 8]
        let excess = trace - min(max(trace, -3 * Self.largestCommonScale), 3 * Self.largestCommonScale)
        guard excess.magnitude > 0 else { return }
        let shift = excess / state.covariance.varianceOfTrace
        guard shift.isFinite else { return }
        for i in 0..<Index.count { correction[i] -= shift * state.covariance.withTrace(i) }
    }

    /// The hypothesis without a common error, given the state.
    var withoutCommonScale: CommonScale? {
        CommonScale(
            trace: state.scale.trace, covariance: state.covariance, hardIron: state.hardIron,
            own: parameters.scaleSigma * parameters.scaleSigma,
            common: parameters.commonScaleSigma * parameters.commonScaleSigma)
    }
}
