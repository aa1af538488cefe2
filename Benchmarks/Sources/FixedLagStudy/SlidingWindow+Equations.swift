import Foundation
import Rotations

/// What the inference needs of an interval's turn.
struct TurnEquation {
    /// 3 x `Layout.interval`: the derivative.
    let rows: [Double]
    /// rad, world axes.
    let residual: Vector3
    /// Its variance is this times the square of the gyroscope's noise, s.
    let unit: Double
}

/// The equations of one interval.
extension SlidingWindow {
    /// m/s^2.
    private static let gravity = 9.80665
    /// A turn counts as time too, s/rad: the gyroscope's error grows with it.
    private static let turnNoise = 0.3
    /// m/s^2: what the acceleration may be in a gap.
    private static let blindForce = 10.0

    /// All equations of the interval from node k to the next, but for priors.
    func addMotionAndField(_ k: Int, _ widening: Double, recorded: Bool) {
        let here = Linearisation(integrals[k], nodes[k], nodes[k + 1], constants)
        addTurn(here, recorded: recorded)
        addVelocity(here)
        addStillness(here.first.velocity, 0, here.integral.duration)
        // Each node once: as the first one of an interval, and the last one here.
        if k == nodes.count - 2 { addStillness(here.second.velocity, Layout.node, here.integral.duration) }
        for reading in here.integral.readings { addReading(reading, here, widening, recorded: recorded) }
        addWalks(here, k)
    }

    /// The gyroscope: the second node is where the integral leads.
    private func addTurn(_ here: Linearisation, recorded: Bool) {
        let m = here.integral
        interval.clearRows()
        interval.set(0, -1 * Matrix3.identity)
        interval.set(Layout.bias, here.turn)
        interval.set(Layout.node, .identity)
        interval.setDistortion(here.scaled)
        let unit = m.duration + Self.turnNoise * m.angle
        let variance = gyroscopeNoise * gyroscopeNoise * unit + m.unseenTurn + m.blind * m.blind
        interval.add(-here.missing, weight: 1 / variance)
        cost += here.missing.lengthSquared / variance
        guard recorded else { return }
        let rows = Array(UnsafeBufferPointer(start: interval.rows, count: 3 * Layout.interval))
        turns.append(TurnEquation(rows: rows, residual: here.missing, unit: unit))
    }

    /// The accelerometer: the velocity changes by the specific force less gravity. What the turn misses came about
    /// evenly over the interval.
    private func addVelocity(_ here: Linearisation) {
        let (n, m, r, back) = (Layout.node, here.integral, here.matrix, here.matrix.transpose)
        let lever = r * m.lever * back
        let share = (1 / m.duration) * (r * m.leverTime * back)
        let integrated = r * (m.velocity + here.change(m.leverTurn, m.leverScaled) - m.forceTurn * here.forceBiasChange)
        let change = integrated - share * here.missing - Vector3(0, 0, Self.gravity * m.duration)
        let residual = change - (here.second.velocity - here.first.velocity)
        interval.clearRows()
        interval.set(0, lever - share)
        interval.set(Layout.bias, -1 * (r * m.leverTurn - share * here.turn))
        interval.set(Layout.velocity, -1 * Matrix3.identity)
        interval.set(n, share)
        interval.set(n + Layout.velocity, .identity)
        interval.setDistortion(
            (
                share * here.scaled.0 - r * m.leverScaled.0, share * here.scaled.1 - r * m.leverScaled.1,
                share * here.scaled.2 - r * m.leverScaled.2
            ))
        interval.set(2 * n + Layout.forceBias, r * m.forceTurn)
        let blind = Self.blindForce * m.blind
        let noise = parameters.accelerometerNoise
        let variance = noise * noise * m.duration + m.unseenVelocity + blind * blind
        interval.add(residual, weight: velocityWeight(residual, variance))
    }

    /// What is carried by hand or moves to and fro has no velocity on average: without this the vertical would not be
    /// known.
    private func addStillness(_ velocity: Vector3, _ node: Int, _ duration: Double) {
        let variance = parameters.velocityNoise * parameters.velocityNoise / duration
        let weight = velocityWeight(velocity, variance)
        for i in 0..<3 { interval.add(prior: -velocity[i], node + Layout.velocity + i, weight: weight) }
    }

    /// Student's t; adds the cost.
    private func velocityWeight(_ residual: Vector3, _ variance: Double) -> Double {
        let freedom = parameters.velocityDegreesOfFreedom
        let ratio = 1 + residual.lengthSquared / (freedom * variance)
        cost += freedom * log(ratio)
        return 1 / (variance * ratio)
    }

    /// The magnetometer: hard and soft iron of the field here, mean and room, in the device's axes at the reading,
    /// whose orientation has its share of what the turn misses.
    private func addReading(
        _ reading: MotionIntegral.Reading, _ here: Linearisation, _ widening: Double, recorded: Bool
    ) {
        let (n, m, soft) = (Layout.node, here.integral, constants.softIron)
        let share = min(1, reading.time / m.duration)
        let orientation =
            Quaternion(rotationVector: share * here.missing) * here.first.orientation
            * Quaternion(rotationVector: -here.change(reading.turn, reading.scaled)) * reading.orientation
            * Quaternion(rotationVector: -constants.delay * reading.rate)
        let inverse = orientation.matrix.transpose
        let world = constants.field + here.room(at: share)
        let field = inverse * world
        let residual = reading.value - constants.hardIron - soft * field
        let carried = soft * inverse
        let byTurn = carried * Matrix3.skew(world)
        let byDeviceTurn = byTurn * here.matrix
        interval.clearRows()
        interval.set(0, (1 - share) * byTurn)
        interval.set(Layout.bias, byDeviceTurn * (share * m.turn - reading.turn))
        interval.set(Layout.room, (1 - share) * carried)
        interval.set(n, share * byTurn)
        interval.set(n + Layout.room, share * carried)
        interval.setDistortion(
            (
                byDeviceTurn * (share * m.scaled.0 - reading.scaled.0),
                byDeviceTurn * (share * m.scaled.1 - reading.scaled.1),
                byDeviceTurn * (share * m.scaled.2 - reading.scaled.2)
            ))
        interval.set(2 * n + Layout.hardIron, .identity)
        for i in 0..<3 {
            let axis = Matrix3.identity.column(i)
            for j in 0..<3 { interval.set(2 * n + Layout.softIron + 3 * i + j, column: field[j] * axis) }
        }
        interval.set(2 * n + Layout.field, carried)
        interval.set(2 * n + Layout.delay, column: soft * reading.rate.cross(field))
        let length = residual.length
        interval.add(residual, weight: fieldWeight(length, widening) / (magnetometerNoise * magnetometerNoise))
        cost += fieldCost(length)
        if recorded { residuals.append(length) }
    }

    /// The gyroscope's bias walks; the room's field is forgotten in `Parameters.roomTime`, as an autoregressive process
    /// whose innovations are Student's t: now and then the device comes by iron.
    private func addWalks(_ here: Linearisation, _ k: Int) {
        let (n, duration) = (Layout.node, here.integral.duration)
        let (a, b) = (here.first, here.second)
        let bias = 1 / (parameters.biasWalk * parameters.biasWalk * duration)
        let innovation = b.room - persistence * a.room
        var room = parameters.nodeInterval / (roomVariance * duration)
        let freedom = parameters.roomDegreesOfFreedom
        if freedom > 0 {
            let isInferred = k < roomWeights.count
            room *= isInferred ? roomWeights[k] : (freedom + 3) / (freedom + innovation.lengthSquared * room)
        }
        cost += (b.bias - a.bias).lengthSquared * bias + innovation.lengthSquared * room
        for i in 0..<3 {
            interval.add(
                difference: a.bias[i] - b.bias[i], Layout.bias + i, factor: 1, n + Layout.bias + i, weight: bias)
            interval.add(
                difference: persistence * a.room[i] - b.room[i], Layout.room + i, factor: persistence,
                n + Layout.room + i, weight: room)
        }
    }
}
