import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

extension LogFusion {
    /// An in-use fit as one log of several: hard iron, soft iron of the raw side (by rows), and their covariance.
    struct InUseEstimate: Sendable {
        var hardIron: Vector3
        var softIron: [Double]
        var covariance: Matrix
        /// From the sensor's scale to the known field strength.
        var scale: Double

        init(_ solution: InUseProblem.Solution, scale: Double) {
            hardIron = solution.model.hardIron
            softIron = (0..<9).map { solution.model.softIron[$0 / 3, $0 % 3] }
            self.scale = scale
            let indices = Array(InUseModel.hardIronIndex..<InUseModel.fieldIndex)
            covariance = solution.covariance.block(indices, indices)
        }
    }

    /// Fuses in-use fits of several logs, each with the time of its middle in seconds, in ascending order: they share
    /// the soft iron.
    /// - Throws: `SensorLabError` where a log has no solution.
    public init(
        inUse fits: [(time: Double, fit: InUseFit)], drift: Drift = Drift()
    ) throws(SensorLabError) {
        var estimates: [Estimate] = []
        for (time, fit) in fits {
            guard let estimate = fit.estimate, fit.verdict.accepted else {
                throw SensorLabError(
                    .badData, code: .noConvergence, place: "several logs", message: "a log determines no calibration",
                    advice: "leave it out: \(fit.verdict.reason)")
            }
            estimates.append(
                Estimate(
                    time: time, hardIron: estimate.hardIron, common: estimate.softIron, covariance: estimate.covariance)
            )
        }
        let identity = (0..<9).map { $0 % 4 == 0 ? 1.0 : 0 }
        try self.init(
            estimates, priorMean: identity, priorSigma: Array(repeating: InUsePrior().softIronSigma, count: 9),
            drift: drift)
    }

    /// The fit of one of the logs of `init(inUse:drift:)` with its fused hard iron and the common soft iron. Its
    /// heading sigmas remain those of the log alone, which is conservative.
    public func applied(to fit: InUseFit, log: Int) -> InUseFit {
        var result = fit
        let raw = Matrix3(
            Vector3(common[0], common[1], common[2]), Vector3(common[3], common[4], common[5]),
            Vector3(common[6], common[7], common[8]))
        result.magnetometer = MagnetometerModel(
            hardIron: hardIron[log], softIron: (fit.estimate?.scale ?? 1) * (raw.inverse ?? .identity))
        result.hardIronSigma = hardIronSigma[log]
        return result
    }

    /// The fit of one of the logs of `init(_:softIronSigma:drift:)` with the common soft iron; its predicted heading
    /// sigmas are those of the joint covariance.
    /// - Throws: `SensorLabError` where the parameters are not finite.
    public func applied(
        to fit: MagnetometerFit, log: Int, largestHeadingSigma: Double = MagnetometerFitOptions().largestHeadingSigma
    ) throws(SensorLabError) -> MagnetometerFit {
        var result = fit
        result.model = MagnetometerModel(hardIron: hardIron[log], softIron: try softIron())
        let indices = Array(3 * log..<3 * log + 3) + Array(3 * hardIron.count..<3 * hardIron.count + 6)
        let block = covariance.block(indices, indices)
        result.covariance = block
        var full = Matrix(rows: FieldModel.count, columns: FieldModel.count)
        for i in 0..<9 {
            for j in 0..<9 { full[i, j] = block[i, j] }
        }
        let model = FieldModel(
            hardIron: hardIron[log], softIron: SymmetricLogarithm(elements: common), strength: fit.fieldStrength,
            vertical: 0)
        result.level = try PoseHeadingSigma.predict(
            .level, model: model, covariance: full, dip: fit.dip, residualSigma: fit.level.residual(horizontalOf: fit))
        result.upright = try PoseHeadingSigma.predict(
            .upright, model: model, covariance: full, dip: fit.dip,
            residualSigma: fit.upright.residual(horizontalOf: fit))
        // More logs can supply directions that one lacks, but do not repair bad readings.
        if result.headingSigma <= largestHeadingSigma, fit.isOfUse { result.verdict = .accepted }
        return result
    }
}

extension PoseHeadingSigma {
    /// Scatter of the readings of the fit, microtesla.
    fileprivate func residual(horizontalOf fit: MagnetometerFit) -> Double {
        let variance = singleReading * singleReading - calibration * calibration
        return max(variance, 0).squareRoot() * fit.fieldStrength * Double.cos(fit.dip)
    }
}
