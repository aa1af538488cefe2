import RealModule
import Rotations

/// What the inference needs of an interval's turn.
struct TurnEquation {
    /// Derivatives by the bias and the distortion; by the turns of the nodes they are -1 and 1.
    let turn: Matrix3
    let scaled: MotionIntegral.Columns
    /// rad, world axes.
    let residual: Vector3
    /// Its variance is this times the square of the gyroscope's noise, s.
    let unit: Double
}

/// The equations of one interval.
extension SlidingWindow {
    /// m/s^2.
    private static let gravity = 9.80665
    /// m/s^2: what the acceleration may be in a gap.
    private static let blindForce = 10.0
    /// m/s^2: so large that an equation without the accelerometer says nothing.
    private static let unknownForce = 1e5

    /// All equations of the interval from node k to the next, but for priors; `first` is its first reading.
    func addMotionAndField(
        _ k: Int, _ first: Int, _ work: WindowWorkspace, _ width: Double, recorded: Bool
    ) {
        let m = integrals[k]
        let here = Linearisation(m, nodes[k], nodes[k + 1], constants)
        addTurn(m, here, work, recorded: recorded)
        addVelocity(m, here, work)
        addStillness(here.first.velocity, 0, m.duration, work)
        // Each node once: as the first one of an interval, and the last one here.
        if k == nodes.count - 2 { addStillness(here.second.velocity, TrajectoryLayout.node, m.duration, work) }
        if m.readings > 0 { addReadings(first..<first + m.readings, m, here, work, width, recorded: recorded) }
        addWalks(m, here, k, work)
        addRest(m, k, work)
    }

    /// The gyroscope: the second node is where the integral leads.
    private func addTurn(_ m: MotionIntegral, _ here: Linearisation, _ work: WindowWorkspace, recorded: Bool) {
        let interval = work.interval
        interval.clearRows()
        interval.set(0, -1 * Matrix3.identity)
        interval.set(TrajectoryLayout.bias, here.turn)
        interval.set(TrajectoryLayout.node, .identity)
        interval.setDistortion(here.scaled)
        let variance = turnVariance(m, noise.gyroscope)
        interval.add(-here.missing, weight: 1 / variance)
        work.cost += here.missing.lengthSquared / variance + 3 * Double.log(variance)
        guard recorded else { return }
        work.turns.append(TurnEquation(turn: here.turn, scaled: here.scaled, residual: here.missing, unit: m.noisyTime))
    }

    /// Of the turn, rad^2, with a gyroscope of this noise.
    func turnVariance(_ m: MotionIntegral, _ gyroscope: Double) -> Double {
        gyroscope * gyroscope * m.noisyTime + m.unseenTurn + m.blind * m.blind
    }

    /// The accelerometer: the velocity changes by the specific force less gravity. What the turn misses came about
    /// evenly over the interval.
    private func addVelocity(_ m: MotionIntegral, _ here: Linearisation, _ work: WindowWorkspace) {
        let (n, r, back, interval) = (TrajectoryLayout.node, here.matrix, here.matrix.transpose, work.interval)
        let lever = r * m.lever * back
        let share = here.velocityShare(m)
        let (residual, variance) = velocityResidual(m, here, share)
        interval.clearRows()
        interval.set(0, lever - share)
        interval.set(TrajectoryLayout.bias, -1 * (r * m.leverTurn - share * here.turn))
        interval.set(TrajectoryLayout.velocity, -1 * Matrix3.identity)
        interval.set(n, share)
        interval.set(n + TrajectoryLayout.velocity, .identity)
        interval.setDistortion(share * here.scaled - r * m.leverScaled)
        interval.set(2 * n + TrajectoryLayout.forceBias, r * m.forceTurn)
        interval.add(residual, weight: velocityWeight(residual, variance, work))
    }

    /// Of the change of the velocity, m/s, world axes, and its variance.
    func velocityResidual(
        _ m: MotionIntegral, _ here: Linearisation, _ share: Matrix3
    ) -> (residual: Vector3, variance: Double) {
        let read = m.velocity + here.change(m.leverTurn, m.leverScaled) - m.forceTurn * here.forceBiasChange
        let change = here.matrix * read - share * here.missing - Vector3(0, 0, Self.gravity * m.duration)
        let blind = Self.blindForce * m.blind + Self.unknownForce * m.forceless
        let sigma = parameters.accelerometerNoise
        return (
            change - (here.second.velocity - here.first.velocity),
            sigma * sigma * m.duration + m.unseenVelocity + blind * blind
        )
    }

    /// What is carried by hand or moves to and fro has no velocity on average: without this the vertical would not be
    /// known.
    private func addStillness(_ velocity: Vector3, _ node: Int, _ duration: Double, _ work: WindowWorkspace) {
        let variance = parameters.velocityNoise * parameters.velocityNoise / duration
        let weight = velocityWeight(velocity, variance, work)
        for i in 0..<3 {
            work.interval.add(prior: -velocity[i], node + TrajectoryLayout.velocity + i, weight: weight)
        }
    }

    /// Student's t; adds the cost.
    private func velocityWeight(_ residual: Vector3, _ variance: Double, _ work: WindowWorkspace) -> Double {
        let freedom = parameters.velocityDegreesOfFreedom
        let ratio = 1 + residual.lengthSquared / (freedom * variance)
        work.cost += freedom * Double.log(ratio)
        return 1 / (variance * ratio)
    }

    /// The magnetometer: hard and soft iron of the field here, mean and room, in the device's axes at the reading,
    /// whose orientation has its share of what the turn misses.
    private func addReadings(
        _ range: Range<Int>, _ m: MotionIntegral, _ here: Linearisation, _ work: WindowWorkspace, _ width: Double,
        recorded: Bool
    ) {
        let soft = constants.softIron
        let field = work.field
        field.clear()
        let perVariance = 1 / (noise.magnetometer * noise.magnetometer)
        let perDuration = 1 / m.duration
        for i in range {
            let reading = readings[i]
            let share = min(1, reading.time * perDuration)
            let inverse = here.orientation(at: reading, share, constants).matrix.transpose
            let room = (1 - share) * here.first.room + share * here.second.room
            let local = inverse * constants.field
            let residual = reading.value - constants.hardIron - soft * local - inverse * room
            let byField = soft * inverse
            let byTurn = byField * Matrix3.skew(constants.field) + inverse * Matrix3.skew(room)
            let length = residual.length
            field.add(
                residual, weight: fieldWeight(length, width) * perVariance, share: share,
                byTurn: byTurn, byField: byField, byRoom: inverse, local: local,
                byDelay: reading.rate.cross(local))
            work.cost += fieldCost(length)
            if recorded { work.residuals.append(length) }
        }
        field.add(to: work.interval)
    }

    /// The gyroscope's bias walks; the room's field is forgotten in `TrajectoryParameters.roomTime`, as an
    /// autoregressive process whose innovations are Student's t: now and then the device comes by iron.
    private func addWalks(_ m: MotionIntegral, _ here: Linearisation, _ k: Int, _ work: WindowWorkspace) {
        let (n, interval, duration) = (TrajectoryLayout.node, work.interval, m.duration)
        let (a, b) = (here.first, here.second)
        let bias = 1 / (parameters.biasWalk * parameters.biasWalk * duration)
        let persistence = noise.persistence
        let innovation = b.room - persistence * a.room
        var room = parameters.nodeInterval / (noise.roomVariance * duration)
        let freedom = parameters.roomDegreesOfFreedom
        if freedom > 0 {
            work.cost += (freedom + 3) * Double.log(1 + innovation.lengthSquared * room / freedom)
            room *= noise.roomWeights[k]
        } else {
            work.cost += innovation.lengthSquared * room
        }
        work.cost += (b.bias - a.bias).lengthSquared * bias
        for i in 0..<3 {
            interval.add(
                difference: a.bias[i] - b.bias[i], TrajectoryLayout.bias + i, factor: 1,
                n + TrajectoryLayout.bias + i, weight: bias)
            interval.add(
                difference: persistence * a.room[i] - b.room[i], TrajectoryLayout.room + i, factor: persistence,
                n + TrajectoryLayout.room + i, weight: room)
        }
    }
}
