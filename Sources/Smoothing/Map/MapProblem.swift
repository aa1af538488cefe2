import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The robust least-squares problem of a recording without holes, and its solution by Gauss-Newton steps on the
/// manifold.
///
/// Residuals: the gyroscope between nodes, the change of velocity against the specific force, velocity against zero,
/// each field reading against the field at its place, the random walks of bias and place, and the priors. The loss of
/// the field is redescending (Geman & McClure 1987) and its scale is annealed (Blake & Zisserman 1987).
struct MapProblem {
    let samples: MapSamples
    let parameters: MapParameters
    let prior: MapPrior
    /// The sample index of each node.
    let nodes: [Int]

    static let gravity = 9.80665
    /// The scale of the loss at each step, in units of the last one.
    static let scales = [5.0, 4, 3, 2, 1.5, 1]
    static let mostSteps = 14
    /// The iteration ends when the attitude steps are smaller, rad.
    static let smallestStep = 2e-4

    /// The solution from one start.
    struct Solution {
        var model: MapModel
        var arrow: ArrowSolution
        /// Length of each reading's residual against the field at its place, microtesla: noise and magnets.
        var fieldResiduals: [Double]
        /// Length of each reading's deviation from the mean field, microtesla.
        var fieldDeviations: [Double]
        /// How well the other residuals fit.
        var tally: MapTally
    }

    func solve(from start: MapModel, annealed: Bool) throws(SensorLabError) -> Solution {
        var model = start
        for step in 0..<Self.mostSteps {
            let index = annealed ? step : step + Self.scales.count - 2
            let scale = Self.scales[min(index, Self.scales.count - 1)]
            let arrow = try linearised(model, scale: scale).system.solved()
            model.add(locals: arrow.locals, globals: arrow.globals)
            guard model.north.isFinite, model.softIron.determinant > 0.1 else { throw Self.diverged }
            var largest = 0.0
            for k in nodes.indices {
                for i in 0..<3 { largest = max(largest, arrow.locals[MapModel.stride * k + i].magnitude) }
            }
            if index >= Self.scales.count - 1, largest < Self.smallestStep { break }
        }
        let last = linearised(model, scale: 1)
        return Solution(
            model: model, arrow: try last.system.solved(), fieldResiduals: last.residuals.map(\.residual),
            fieldDeviations: last.residuals.map(\.deviation), tally: last.tally)
    }

    static let diverged = SensorLabError(
        .badData, code: .noConvergence, place: "map", message: "no orientation explains the readings",
        advice: "calibrate the sensors, or use a causal filter")

    // MARK: Linearisation

    private typealias Misfit = (residual: Double, deviation: Double)

    private typealias Linearised = (system: ArrowSystem, residuals: [Misfit], tally: MapTally)

    private func linearised(_ model: MapModel, scale: Double) -> Linearised {
        let stride = MapModel.stride
        var system = ArrowSystem(order: stride * nodes.count, bandwidth: 2 * stride - 1, shared: MapModel.sharedCount)
        var tally = MapTally()
        var residuals = [Misfit](repeating: (0, 0), count: samples.field.count)
        let readingTimes = samples.field.map { $0.time - model.delay }
        var row = ArrowRow()
        var poses: [(Int, Preintegration.Pose)] = []
        var reading = 0
        for k in 0..<nodes.count - 1 {
            let end = samples.times[nodes[k + 1]]
            var next = reading
            while next < readingTimes.count, readingTimes[next] < end || k == nodes.count - 2 { next += 1 }
            poses.removeAll(keepingCapacity: true)
            let motion = Preintegration(
                samples, from: nodes[k], to: nodes[k + 1], node: model.nodes[k], distortion: model.distortion,
                forceBias: model.forceBias, times: readingTimes[reading..<next]
            ) { poses.append(($0, $1)) }
            reading = next
            let missing = (model.nodes[k + 1].orientation * motion.end.conjugate).rotationVector
            tally.turn.add(addTurn(motion, missing, k, &row, to: &system))
            tally.velocity.add(addVelocity(model, motion, missing, k, &row, to: &system))
            for (index, pose) in poses {
                residuals[index] = addField(
                    model, motion, missing, pose, samples.field[index].value, k, scale, &row, to: &system)
            }
            tally.bias.add(addWalks(model, motion, k, to: &system))
        }
        addPriors(model, to: &system)
        return (system, residuals, tally)
    }

    /// The gyroscope between two nodes: theta_k+1 - theta_k + A db + B dK = -missing. Returns its square, in variances.
    private func addTurn(
        _ motion: Preintegration, _ missing: Vector3, _ k: Int, _ row: inout ArrowRow, to system: inout ArrowSystem
    ) -> Double {
        let first = MapModel.stride * k
        row.clear()
        row.add(local: first, -1 * Matrix3.identity)
        row.add(local: first + MapModel.biasOffset, motion.turn)
        row.add(local: first + MapModel.stride, Matrix3.identity)
        Self.addDistortion(motion.scaled, 1, &row)
        let noise = parameters.gyroscopeNoise
        let variance =
            noise * noise * (motion.duration + 0.3 * motion.angle) + motion.unseen + motion.blind * motion.blind
        system.add(row, residual: -missing, weight: 1 / variance)
        return missing.lengthSquared / variance
    }

    /// Adds the columns of the distortion, row by row, from those of its three columns.
    private static func addDistortion(_ m: (Matrix3, Matrix3, Matrix3), _ sign: Double, _ row: inout ArrowRow) {
        for i in 0..<3 {
            let index = MapModel.distortionIndex + 3 * i
            row.add(shared: index, sign * Vector3(m.0.row0[i], m.0.row1[i], m.0.row2[i]))
            row.add(shared: index + 1, sign * Vector3(m.1.row0[i], m.1.row1[i], m.1.row2[i]))
            row.add(shared: index + 2, sign * Vector3(m.2.row0[i], m.2.row1[i], m.2.row2[i]))
        }
    }

    /// The change of velocity against the specific force, and the velocity against zero. Returns the square of the
    /// former, in variances.
    private func addVelocity(
        _ model: MapModel, _ motion: Preintegration, _ missing: Vector3, _ k: Int, _ row: inout ArrowRow,
        to system: inout ArrowSystem
    ) -> Double {
        let (first, second) = (MapModel.stride * k, MapModel.stride * (k + 1))
        let change = motion.velocity - motion.leverShare * missing - Vector3(0, 0, Self.gravity * motion.duration)
        let residual = change - (model.nodes[k + 1].velocity - model.nodes[k].velocity)
        row.clear()
        row.add(local: first, motion.lever - motion.leverShare)
        row.add(local: first + MapModel.biasOffset, -1 * (motion.leverTurn - motion.leverShare * motion.turn))
        row.add(local: first + MapModel.velocityOffset, -1 * Matrix3.identity)
        row.add(local: second, motion.leverShare)
        row.add(local: second + MapModel.velocityOffset, Matrix3.identity)
        let m = motion.leverShare
        Self.addDistortion(
            (
                motion.leverScaled.0 - m * motion.scaled.0, motion.leverScaled.1 - m * motion.scaled.1,
                motion.leverScaled.2 - m * motion.scaled.2
            ), -1, &row)
        row.add(shared: MapModel.forceBiasIndex, motion.forceTurn)
        let noise = parameters.accelerometerNoise
        let blind = 10 * motion.blind
        let variance = noise * noise * motion.duration + motion.unseenVelocity + blind * blind
        let ratio = residual.lengthSquared / (9 * variance)
        system.add(row, residual: residual, weight: 1 / (variance * (1 + ratio)))

        let velocity = model.nodes[k].velocity
        let unit = parameters.velocityNoise * parameters.velocityNoise / motion.duration
        let weight = 1 / (unit * (1 + velocity.lengthSquared / (9 * unit)))
        for i in 0..<3 {
            system.add(prior: -velocity[i], precision: weight, local: first + MapModel.velocityOffset + i)
            if k == nodes.count - 2 {
                system.add(
                    prior: -model.nodes[k + 1].velocity[i], precision: weight,
                    local: second + MapModel.velocityOffset + i)
            }
        }
        return residual.lengthSquared / variance
    }

    /// A reading against the field at its place. Returns its residuals against that and against the mean field,
    /// microtesla.
    private func addField(
        _ model: MapModel, _ motion: Preintegration, _ missing: Vector3, _ pose: Preintegration.Pose, _ value: Vector3,
        _ k: Int, _ scale: Double, _ row: inout ArrowRow, to system: inout ArrowSystem
    ) -> Misfit {
        let (first, second) = (MapModel.stride * k, MapModel.stride * (k + 1))
        let f = pose.share
        let inverse = (Quaternion(rotationVector: f * missing) * pose.orientation).matrix.transpose
        let room = (1 - f) * model.nodes[k].room + f * model.nodes[k + 1].room
        let here = model.field + room
        let u = inverse * here
        let s = model.softIron
        let residual = value - model.hardIron - s * u
        let carried = s * inverse
        let derivative = carried * Matrix3.skew(here)
        row.clear()
        row.add(local: first, (1 - f) * derivative)
        row.add(local: first + MapModel.biasOffset, -1 * (derivative * (pose.turn - f * motion.turn)))
        row.add(local: first + MapModel.roomOffset, (1 - f) * carried)
        row.add(local: second, f * derivative)
        row.add(local: second + MapModel.roomOffset, f * carried)
        Self.addDistortion(
            (
                derivative * (pose.scaled.0 - f * motion.scaled.0), derivative * (pose.scaled.1 - f * motion.scaled.1),
                derivative * (pose.scaled.2 - f * motion.scaled.2)
            ), -1, &row)
        row.add(shared: MapModel.hardIronIndex, Matrix3.identity)
        for i in 0..<3 {
            let axis = Vector3(i == 0 ? 1 : 0, i == 1 ? 1 : 0, i == 2 ? 1 : 0)
            for j in 0..<3 { row.add(shared: MapModel.softIronIndex + 3 * i + j, u[j] * axis) }
        }
        row.add(shared: MapModel.fieldIndex, Vector3(carried.row0.y, carried.row1.y, carried.row2.y))
        row.add(shared: MapModel.fieldIndex + 1, Vector3(carried.row0.z, carried.row1.z, carried.row2.z))
        row.add(shared: MapModel.delayIndex, s * pose.rate.cross(u))
        let sigma = parameters.magnetometerNoise
        let ratio = residual.length / (scale * parameters.fieldTolerance * sigma)
        let root = 1 / (1 + ratio * ratio)
        system.add(row, residual: residual, weight: root * root / (sigma * sigma))
        return (residual.length, (residual + carried * room).length)
    }

    /// The random walks of bias and place. Returns the square of the bias change, in variances.
    private func addWalks(
        _ model: MapModel, _ motion: Preintegration, _ k: Int, to system: inout ArrowSystem
    ) -> Double {
        let (first, second) = (MapModel.stride * k, MapModel.stride * (k + 1))
        let (a, b) = (model.nodes[k], model.nodes[k + 1])
        let walk = parameters.biasWalk
        let precision = 1 / (walk * walk * motion.duration)
        // A device at rest stays at its place.
        let speed = min(1, motion.angle / motion.duration / MapPrior.movingRate)
        let stay = Double.exp(-motion.duration * max(speed, parameters.restShare) / parameters.roomTime)
        let room = 1 / (parameters.roomSigma * parameters.roomSigma)
        let roomPrecision = room / max(1 - stay * stay, 1e-9)
        for i in 0..<3 {
            system.add(
                difference: a.bias[i] - b.bias[i], earlier: first + MapModel.biasOffset + i,
                later: second + MapModel.biasOffset + i, precision: precision)
            system.add(
                difference: stay * a.room[i] - b.room[i], earlier: first + MapModel.roomOffset + i, factor: stay,
                later: second + MapModel.roomOffset + i, precision: roomPrecision)
            if k == 0 { system.add(prior: -a.room[i], precision: room, local: first + MapModel.roomOffset + i) }
        }
        return precision * (b.bias - a.bias).lengthSquared
    }

    private func addPriors(_ model: MapModel, to system: inout ArrowSystem) {
        func add(_ index: Int, _ difference: Double, _ sigma: Double) {
            system.add(prior: difference, precision: 1 / (sigma * sigma), shared: index)
        }
        for i in 0..<3 {
            // Weak priors on attitude and velocity of the start, so that a log without field has a heading.
            system.add(prior: 0, precision: 1e-4, local: i)
            system.add(
                prior: prior.bias[i] - model.nodes[0].bias[i], precision: 1 / (prior.biasSigma * prior.biasSigma),
                local: MapModel.biasOffset + i)
            add(MapModel.hardIronIndex + i, prior.hardIron[i] - model.hardIron[i], prior.hardIronSigma)
            add(MapModel.forceBiasIndex + i, -model.forceBias[i], parameters.accelerometerBiasSigma)
            for j in 0..<3 {
                add(MapModel.distortionIndex + 3 * i + j, -model.distortion[i, j], parameters.scaleSigma)
                let unity = i == j ? 1.0 : 0
                add(MapModel.softIronIndex + 3 * i + j, unity - model.softIron[i, j], prior.softIronSigma)
            }
        }
        add(MapModel.fieldIndex, 0, 1000)
        add(MapModel.fieldIndex + 1, 0, 1000)
        add(MapModel.delayIndex, -model.delay, MapPrior.delaySigma)
    }
}

/// Prior values of the unknowns and their standard deviations.
struct MapPrior {
    /// rad/s.
    var bias = Vector3.zero
    /// rad/s per axis.
    var biasSigma = 0.035
    /// Microtesla.
    var hardIron = Vector3.zero
    var hardIronSigma = 3.0
    /// Without unit.
    var softIronSigma = 0.03
    /// s: delay of the magnetometer's stamps.
    static let delaySigma = 0.02
    /// rad/s: mean rate of a device that moves from place to place.
    static let movingRate = 0.5
}

/// How well each kind of residual fits.
struct MapTally {
    var turn = Sum()
    var velocity = Sum()
    var bias = Sum()
    var field = Sum()

    /// Squared lengths of three-component residuals, in variances.
    struct Sum {
        private var (count, squares, outliers) = (0, 0.0, 0)

        mutating func add(_ square: Double) {
            count += 1
            squares += square
            if square > 9 { outliers += 1 }
        }

        func misfit(_ kind: RecordingFindings.Misfit.Kind) -> RecordingFindings.Misfit {
            let all = Double(max(1, count))
            return .init(
                kind: kind, count: count, rootMeanSquare: (squares / (3 * all)).squareRoot(),
                outlierShare: Double(outliers) / all)
        }
    }
}
