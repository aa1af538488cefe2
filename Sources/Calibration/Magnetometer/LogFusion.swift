import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// One calibration from several logs of the same device: parameters of the device (soft iron, delay) are common, each
/// log has its own hard iron, which moves between logs.
///
/// From log to log the hard iron is a random walk (a day's drift) with occasional jumps (a case that is put on). The
/// steps of the walk are robust (Cauchy's distribution), so that a step far beyond the drift counts as a jump and no
/// longer ties the two logs. Each log enters by its own estimate and its information, as in a distributed Gauss-Newton
/// step; the prior common to all estimates is subtracted from each and added once.
public struct LogFusion: Sendable {
    /// The estimate of one log.
    public struct Estimate: Sendable {
        /// Middle of the log, seconds of a clock common to all logs; in ascending order.
        public var time: Double
        /// Hard iron, microtesla.
        public var hardIron: Vector3
        /// The parameters of the device.
        public var common: [Double]
        /// Of the hard iron and the common parameters, in this order.
        public var covariance: Matrix

        /// An estimate. Precondition: `covariance` is of order 3 + `common.count`.
        public init(time: Double, hardIron: Vector3, common: [Double], covariance: Matrix) {
            precondition(covariance.rows == 3 + common.count, "hard iron and common parameters")
            (self.time, self.hardIron, self.common, self.covariance) = (time, hardIron, common, covariance)
        }
    }

    /// How the hard iron moves.
    public struct Drift: Sendable {
        /// Standard deviation of the walk over one hour, microtesla per axis. Default 1: phones moved by 1 to 5 in a
        /// day.
        public var perRootHour = 1.0
        /// Standard deviation from one log to the next, however soon, microtesla per axis. Default 0.5.
        public var perLog = 0.5
        /// A step of more than this many standard deviations is a jump. Default 5.
        public var jump = 5.0

        /// The defaults.
        public init() {}
    }

    /// Hard iron of each log, microtesla.
    public private(set) var hardIron: [Vector3]
    /// Their standard deviations, microtesla.
    public private(set) var hardIronSigma: [Vector3] = []
    /// The common parameters.
    public private(set) var common: [Double]
    /// Covariance of the hard iron of all logs in order, then the common parameters.
    public private(set) var covariance: Matrix
    /// Logs (index 1 and up) before which the hard iron jumped.
    public private(set) var jumps: [Int] = []

    /// - Parameters:
    ///   - estimates: in the order of time, at least one.
    ///   - priorMean: of the common parameters, as used by every estimate.
    ///   - priorSigma: its standard deviations; infinite = none.
    ///   - drift: how much the hard iron may change between two logs.
    /// - Throws: `SensorLabError` where a covariance is not positive definite.
    public init(
        _ estimates: [Estimate], priorMean: [Double], priorSigma: [Double], drift: Drift = Drift()
    ) throws(SensorLabError) {
        let (logs, size) = (estimates.count, priorMean.count)
        let order = 3 * logs + size
        var information = Matrix(rows: order, columns: order)
        var right = [Double](repeating: 0, count: order)
        for (k, estimate) in estimates.enumerated() {
            let indices = Array(3 * k..<3 * k + 3) + Array(3 * logs..<order)
            let own = try Cholesky(estimate.covariance).inverse()
            let h = estimate.hardIron
            let pull = own * ([h.x, h.y, h.z] + estimate.common)
            for (i, a) in indices.enumerated() {
                right[a] += pull[i]
                for (j, b) in indices.enumerated() { information[a, b] += own[i, j] }
            }
        }
        for i in 0..<size where priorSigma[i].isFinite {
            let surplus = Double(logs - 1) / (priorSigma[i] * priorSigma[i])
            information[3 * logs + i, 3 * logs + i] -= surplus
            right[3 * logs + i] -= surplus * priorMean[i]
        }
        var (solution, inverse) = ([Double](), Matrix(rows: 0, columns: 0))
        let variances = zip(estimates.dropFirst(), estimates).map { later, earlier in
            let hours = max(0, later.time - earlier.time) / 3600
            return drift.perRootHour * drift.perRootHour * hours + drift.perLog * drift.perLog
        }
        // The initial weight of a step is from the two logs without the walk.
        var steps = zip(estimates.dropFirst(), estimates).map { $0.hardIron - $1.hardIron }
        var ratios: [Double] = []
        for _ in 0..<Self.rounds {
            ratios = zip(steps, variances).map { ($0.lengthSquared / (3 * $1)).squareRoot() }
            var matrix = information
            for (k, variance) in variances.enumerated() {
                let precision = 1 / (variance * (1 + ratios[k] * ratios[k]))
                for axis in 0..<3 {
                    let (a, b) = (3 * k + axis, 3 * k + 3 + axis)
                    matrix[a, a] += precision
                    matrix[b, b] += precision
                    matrix[a, b] -= precision
                    matrix[b, a] -= precision
                }
            }
            let factor = try Cholesky(matrix)
            solution = try factor.solve(right)
            inverse = try factor.inverse()
            steps = (0..<max(0, logs - 1)).map { k in
                Vector3(
                    solution[3 * k + 3] - solution[3 * k], solution[3 * k + 4] - solution[3 * k + 1],
                    solution[3 * k + 5] - solution[3 * k + 2])
            }
        }
        hardIron = (0..<logs).map { Vector3(solution[3 * $0], solution[3 * $0 + 1], solution[3 * $0 + 2]) }
        common = Array(solution[(3 * logs)...])
        covariance = inverse
        let diagonal = inverse.diagonal.map { $0.squareRoot() }
        hardIronSigma = (0..<logs).map { Vector3(diagonal[3 * $0], diagonal[3 * $0 + 1], diagonal[3 * $0 + 2]) }
        jumps = ratios.indices.filter { ratios[$0] > drift.jump }.map { $0 + 1 }
    }

    /// The weights converge within a few rounds.
    private static let rounds = 20
}

extension LogFusion {
    /// Fuses magnetometer fits of several logs, in ascending order of time: they share the soft iron.
    /// - Parameters:
    ///   - fits: one per log, with the time of its middle, seconds.
    ///   - softIronSigma: the prior that the fits used.
    ///   - drift: how much the hard iron may change between two logs.
    /// - Throws: `SensorLabError` where a fit has no covariance or a covariance is not positive definite.
    public init(
        _ fits: [(time: Double, fit: MagnetometerFit)], softIronSigma: Double = MagnetometerFitOptions().softIronSigma,
        drift: Drift = Drift()
    ) throws(SensorLabError) {
        var estimates: [Estimate] = []
        for (time, fit) in fits {
            guard let covariance = fit.covariance else {
                throw SensorLabError(
                    .badData, code: .rankDeficient, place: "several logs",
                    message: "a log does not determine a calibration",
                    advice: "leave the log out: \(fit.verdict.reason)")
            }
            let logarithm = try SymmetricLogarithm(exponential: fit.model.softIron)
            estimates.append(
                Estimate(
                    time: time, hardIron: fit.model.hardIron, common: logarithm.elements,
                    covariance: Self.regular(covariance)))
        }
        try self.init(
            estimates, priorMean: Array(repeating: 0, count: 6),
            priorSigma: Array(repeating: softIronSigma, count: 6), drift: drift)
    }

    /// With an open scale, det S = 1 makes the covariance of L singular; a variance of 1e-8 (0.01 %) is negligible.
    private static func regular(_ covariance: Matrix) -> Matrix {
        var result = covariance
        for i in 3..<9 { result[i, i] += 1e-8 }
        return result
    }

    /// The common soft iron of the logs of `init(_:softIronSigma:drift:)`.
    /// - Throws: `SensorLabError` where the parameters are not finite.
    public func softIron() throws(SensorLabError) -> Matrix3 {
        try SymmetricLogarithm(elements: common).exponentialAndDerivatives().s
    }
}

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
                    .badData, code: .noConvergence, place: "several logs",
                    message: "a log does not determine a calibration",
                    advice: "leave the log out: \(fit.verdict.reason)")
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
    public func applied(to fit: MagnetometerFit, log: Int) throws(SensorLabError) -> MagnetometerFit {
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
        let largest = MagnetometerFitOptions().largestHeadingSigma
        if result.headingSigma <= largest, fit.isOfUse { result.verdict = .accepted }
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
