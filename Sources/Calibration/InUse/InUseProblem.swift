import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// One Gauss-Newton problem over a whole log: the attitude comes from the gyroscope alone (a start, a bias, scale and
/// misalignment, and a slow random walk). It has to turn the mean specific force to the vertical and every magnetometer
/// reading to one common field.
///
/// The idea is that of maximum likelihood calibration with inertial sensors (Kok & Schon, IEEE Sensors J. 16(14), 2016,
/// arXiv 1601.05257), with the attitude parametrised as a whole instead of filtered. Disturbed readings lose their
/// weight by a redescending loss (Geman & McClure 1987) whose scale is annealed from wide to narrow (graduated
/// non-convexity; Blake & Zisserman 1987).
struct InUseProblem {
    let samples: InUseSamples
    var prior: InUsePrior

    /// Seconds over which the specific force is averaged for the comparison with gravity.
    static let forceWindow = 4.0
    /// The loss's scales from round to round, in units of the noise.
    static let scales = [12.0, 10, 8, 6, 4, 3, 2, 2]
    static let mostRounds = 14
    static let gravity = 9.80665

    /// The solution from one start.
    struct Solution {
        var model: InUseModel
        /// Inverse of the information of all unknowns.
        var covariance: Matrix
        /// Residual of every magnetometer reading, device axes, microtesla.
        var fieldErrors: [Vector3]
        /// Their lengths.
        var fieldResiduals: [Double] { fieldErrors.map(\.length) }
        /// |residual| of every mean force, m/s^2.
        var forceResiduals: [Double]
        /// Attitudes over the log, device to earth, at least a second apart.
        var attitudes: [Quaternion]

        /// The share of readings that one field explains, reduced by disagreement with gravity: 0 (none) ... 1.
        var score: Double {
            func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
            return mean(fieldResiduals.map { 1 / (1 + $0 * $0 / 16) }) - 0.5 * mean(forceResiduals.map { min($0, 1) })
        }
    }

    func solve(from start: InUseModel) throws(SensorLabError) -> Solution {
        var model = start
        for round in 0..<Self.mostRounds {
            let scale = Self.scales[min(round, Self.scales.count - 1)]
            let step = try linearised(model, scale: scale).normal.solution()
            model.add(step)
            guard model.north.isFinite, model.softIron.determinant > 0.1 else { throw Self.diverged }
            let largest = step[0..<6].reduce(0) { max($0, $1.magnitude) }
            if round > Self.scales.count, largest < 2e-4 { break }
        }
        let last = linearised(model, scale: 2)
        return Solution(
            model: model, covariance: try Cholesky(last.normal.symmetric).inverse(), fieldErrors: last.fieldErrors,
            forceResiduals: last.forceResiduals, attitudes: attitudes(model))
    }

    /// The solution with the covariance from its own residuals: the noise is that of their bulk, and a reading is
    /// weighted for its correlation with its neighbours.
    func withOwnNoise(_ solution: Solution) throws(SensorLabError) -> Solution {
        var own = self
        let scale = 2 * prior.magneticSigma
        let weights = solution.fieldResiduals.map { 1 / (1 + ($0 / scale) * ($0 / scale)) }
        let times = (0..<3).map { axis in
            CorrelationTime.of(zip(solution.fieldErrors, weights).map { $0[axis] * $1 * $1 })
        }
        let explained = solution.fieldResiduals.filter { $0 < scale }
        own.prior.magneticSigma = max(
            RobustStatistics.median(explained) / Self.medianLength, FieldWindows.smallestSigma)
        own.prior.magneticShare = 3 / times.reduce(0, +)
        let normal = own.linearised(solution.model, scale: scale / own.prior.magneticSigma).normal
        var result = solution
        result.covariance = try Cholesky(normal.symmetric).inverse()
        return result
    }

    /// Median length of a vector of three standard normal numbers.
    private static let medianLength = 1.54

    private func attitudes(_ model: InUseModel) -> [Quaternion] {
        let strapdown = Strapdown(samples, bias: model.bias, distortion: model.distortion, start: model.start)
        return stride(from: 0, to: samples.field.count, by: 16).map {
            let reading = samples.field[$0]
            let correction = model.correction(at: samples.times[reading.index]).value
            return Quaternion(rotationVector: correction) * strapdown.orientation(at: reading)
        }
    }

    private static let diverged = SensorLabError(
        .badData, code: .noConvergence, place: "in-use calibration", message: "no calibration explains the readings",
        advice: "turn the phone through all directions for half a minute")

    private typealias Linearised = (normal: NormalEquations, fieldErrors: [Vector3], forceResiduals: [Double])

    private func linearised(_ model: InUseModel, scale: Double) -> Linearised {
        var normal = NormalEquations(count: model.count)
        let strapdown = Strapdown(samples, bias: model.bias, distortion: model.distortion, start: model.start)
        let force = addForce(model, strapdown, to: &normal)
        let field = addField(model, strapdown, scale: scale, to: &normal)
        addPrior(model, to: &normal)
        return (normal, field, force)
    }

    /// The derivatives of a prediction with respect to each of the first fifteen unknowns (start, bias, distortion),
    /// where `derivative` is that with respect to the attitude.
    private static func attitudeColumns(
        _ derivative: Matrix3, _ turn: Matrix3, _ scaleTurn: (Matrix3, Matrix3, Matrix3), into columns: inout [Vector3]
    ) {
        columns.append(contentsOf: derivative.columns)
        columns.append(contentsOf: (-1 * (derivative * turn)).columns)
        let (x, y, z) = (derivative * scaleTurn.0, derivative * scaleTurn.1, derivative * scaleTurn.2)
        let (a, b, c) = (x.columns, y.columns, z.columns)
        for i in 0..<3 {
            columns.append(-a[i])
            columns.append(-b[i])
            columns.append(-c[i])
        }
    }

    /// The slow correction at a time is interpolated between two nodes; node 0 is fixed.
    private static func correctionColumns(
        _ model: InUseModel, _ node: Int, _ share: Double, _ derivative: Matrix3, _ indices: inout [Int],
        into columns: inout [Vector3]
    ) {
        guard !model.corrections.isEmpty else { return }
        let first = InUseModel.correctionIndex + 3 * node
        if node > 0 {
            indices.append(contentsOf: first - 3..<first)
            columns.append(contentsOf: ((1 - share) * derivative).columns)
        }
        indices.append(contentsOf: first..<first + 3)
        columns.append(contentsOf: (share * derivative).columns)
    }

    private func addForce(_ model: InUseModel, _ strapdown: Strapdown, to normal: inout NormalEquations) -> [Double] {
        let means = ForceMeans(samples, strapdown, window: Self.forceWindow)
        let scaleTurns = strapdown.scaleTurns(at: means.centres)
        let residuals = means.centres.indices.map { k in
            let turn = Quaternion(rotationVector: model.correction(at: samples.times[means.centres[k]]).value)
            return Vector3(0, 0, Self.gravity) - turn.rotate(means.forces[k] - means.rotations[k] * model.forceBias)
        }
        let lengths = residuals.map(\.length)
        let sigma = max(RobustStatistics.median(lengths) / 1.01, 0.02)
        var columns: [Vector3] = []
        var indices: [Int] = []
        let common = Array(0..<15) + Array(InUseModel.forceBiasIndex..<InUseModel.forceBiasIndex + 3)
        for k in residuals.indices {
            let (_, node, share) = model.correction(at: samples.times[means.centres[k]])
            let ratio = lengths[k] / (2 * sigma)
            let weight = prior.forceShare / ((1 + ratio * ratio) * sigma * sigma)
            let derivative = Matrix3.skew(residuals[k] - Vector3(0, 0, Self.gravity))
            columns.removeAll(keepingCapacity: true)
            indices = common
            Self.attitudeColumns(derivative, strapdown.turns[means.centres[k]], scaleTurns[k], into: &columns)
            columns.append(contentsOf: (-1 * means.rotations[k]).columns)
            Self.correctionColumns(model, node, share, derivative, &indices, into: &columns)
            normal.add(columns, columns: indices, residual: residuals[k], weight: weight)
        }
        return lengths
    }

    private func addField(
        _ model: InUseModel, _ strapdown: Strapdown, scale: Double, to normal: inout NormalEquations
    ) -> [Vector3] {
        let readings = samples.field.map { samples.reading($0, earlier: model.delay) }
        let scaleTurns = strapdown.scaleTurns(at: readings.map(\.index))
        var errors: [Vector3] = []
        errors.reserveCapacity(readings.count)
        var columns: [Vector3] = []
        var indices: [Int] = []
        let common = Array(0..<InUseModel.forceBiasIndex) + [InUseModel.delayIndex]
        let (s, across) = (model.softIron, Matrix3.skew(model.field))
        let unit = prior.magneticShare / (prior.magneticSigma * prior.magneticSigma)
        for (k, reading) in readings.enumerated() {
            let (correction, node, share) = model.correction(at: samples.times[reading.index])
            let inverse = (Quaternion(rotationVector: correction) * strapdown.orientation(at: reading)).matrix.transpose
            let u = inverse * model.field
            let residual = reading.value - model.hardIron - s * u
            errors.append(residual)
            let ratio = residual.length / (scale * prior.magneticSigma)
            let root = 1 / (1 + ratio * ratio)
            let carried = s * inverse
            let derivative = carried * across
            columns.removeAll(keepingCapacity: true)
            indices = common
            Self.attitudeColumns(derivative, strapdown.turns[reading.index], scaleTurns[k], into: &columns)
            columns.append(contentsOf: Matrix3.identity.columns)
            for axis in Matrix3.identity.columns {
                columns.append(u.x * axis)
                columns.append(u.y * axis)
                columns.append(u.z * axis)
            }
            let field = carried.columns
            columns.append(field[1])
            columns.append(field[2])
            columns.append(s * strapdown.rate(at: reading).cross(u))
            Self.correctionColumns(model, node, share, derivative, &indices, into: &columns)
            normal.add(columns, columns: indices, residual: residual, weight: unit * root * root)
        }
        return errors
    }

    /// The factor by which the prior sigma of the hard iron is widened: far from the prior, the hard iron has jumped (a
    /// case was put on) and the prior no longer holds it (Cauchy's distribution).
    private func hardIronStep(_ model: InUseModel) -> Double {
        guard let (value, sigma) = prior.hardIron else { return 1 }
        return (1 + (model.hardIron - value).lengthSquared / (3 * sigma * sigma)).squareRoot()
    }

    private func addPrior(_ model: InUseModel, to normal: inout NormalEquations) {
        func add(_ index: Int, _ difference: Double, _ sigma: Double) {
            normal.add(prior: difference, precision: 1 / (sigma * sigma), column: index)
        }
        for i in 0..<3 {
            add(InUseModel.startIndex + i, 0, 1000)
            add(InUseModel.biasIndex + i, prior.bias[i] - model.bias[i], prior.biasSigma)
            add(InUseModel.hardIronIndex + i, -model.hardIron[i], 1000)
            if let (value, sigma) = prior.hardIron {
                add(InUseModel.hardIronIndex + i, value[i] - model.hardIron[i], sigma * hardIronStep(model))
            }
            add(InUseModel.forceBiasIndex + i, -model.forceBias[i], prior.forceBiasSigma)
            for j in 0..<3 {
                add(
                    InUseModel.distortionIndex + 3 * i + j, prior.distortion[i, j] - model.distortion[i, j],
                    prior.distortionSigma)
                add(
                    InUseModel.softIronIndex + 3 * i + j, prior.softIron[i, j] - model.softIron[i, j],
                    prior.softIronSigma)
            }
        }
        if let sigma = prior.turnSigma {
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                // The turn is half of the difference of the two elements.
                normal.add(
                    difference: model.distortion[i, j] - model.distortion[j, i],
                    earlier: InUseModel.distortionIndex + 3 * i + j, later: InUseModel.distortionIndex + 3 * j + i,
                    precision: 1 / (4 * sigma * sigma))
            }
        }
        add(InUseModel.delayIndex, prior.delay - model.delay, prior.delaySigma)
        add(
            InUseModel.fieldIndex, (prior.field?.north ?? 0) - model.north, prior.field == nil ? 1000 : prior.fieldSigma
        )
        add(InUseModel.fieldIndex + 1, (prior.field?.up ?? 0) - model.up, prior.field == nil ? 1000 : prior.fieldSigma)
        // The random walk: differences of neighbouring nodes.
        let precision = 1 / (prior.correctionSigma * prior.correctionSigma)
        for k in model.corrections.indices {
            let column = InUseModel.correctionIndex + 3 * k
            let difference = (k == 0 ? Vector3.zero : model.corrections[k - 1]) - model.corrections[k]
            for i in 0..<3 {
                if k == 0 {
                    normal.add(prior: difference[i], precision: precision, column: column + i)
                } else {
                    normal.add(
                        difference: difference[i], earlier: column + i - 3, later: column + i, precision: precision)
                }
            }
        }
    }
}

extension Matrix3 {
    /// The three columns.
    var columns: [Vector3] {
        [Vector3(row0.x, row1.x, row2.x), Vector3(row0.y, row1.y, row2.y), Vector3(row0.z, row1.z, row2.z)]
    }
}
