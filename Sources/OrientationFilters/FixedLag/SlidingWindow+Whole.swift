import Rotations
import SensorModels

/// For a recording of which the end is known.
extension SlidingWindow {
    /// Of all retries.
    private static let retryRounds = 2
    /// Of expectation and maximisation after each of them.
    private static let inferences = 4
    /// Of Gauss and Newton.
    private static let mostWholeSteps = 4
    /// The turn, rad, below which they have settled.
    private static let wholeSettled = 1e-5

    /// Makes a node of what came since the last one, however little; to be called once, after the last sample.
    package mutating func finish() {
        let last = integrals.count - 1
        guard last >= 0, integrals.count == nodes.count else { return }
        guard integrals[last].duration > 0 else {
            readings.removeLast(integrals[last].readings)
            integrals.removeLast()
            return
        }
        append()
    }

    /// Solves until nothing changes, with all retries; false where there is no solution.
    package mutating func solveThoroughly(_ work: WindowWorkspace) -> Bool {
        for _ in 0..<Self.retryRounds {
            guard converge(work) else { return false }
            // The last round speaks of the whole recording.
            alternatives = .zero
            stopSearching()
            waiting = Retry.allBits
            finishSearch(work)
        }
        return converge(work)
    }

    private mutating func converge(_ work: WindowWorkspace) -> Bool {
        for _ in 0..<Self.inferences {
            guard settle(work, Self.mostWholeSteps, Self.wholeSettled) != nil, updateCovariances(work) else {
                return false
            }
        }
        return isFinite
    }

    // MARK: What each node and reading is worth

    /// Variances of an attitude, rad^2.
    package struct AttitudeVariance {
        /// Against magnetic north.
        package let heading: Double
        /// Of the mean of both horizontal axes.
        package let level: Double
    }

    /// Of each node, and the covariance of the constants, row by row; `nil` where the equations have no solution.
    package func covariances(_ work: WindowWorkspace) -> (nodes: [AttitudeVariance], constants: [Double])? {
        guard factorise(work) else { return nil }
        let (s, pair) = (TrajectoryLayout.constants, work.pair)
        pair.begin(work.chain)
        var found: [AttitudeVariance] = []
        found.reserveCapacity(nodes.count)
        for k in nodes.indices.reversed() {
            pair.move(to: k, work.chain)
            found.append(AttitudeVariance(heading: headingVariance(pair), level: levelVariance(pair)))
        }
        return (found.reversed(), (0..<s * s).map { pair.constants[$0] })
    }

    /// A reading of the magnetometer against the solution.
    package struct FieldMisfit {
        /// In its interval, [0, 1].
        package let share: Double
        /// Lengths, microtesla: from the field at its place, and from the mean field.
        package let residual, deviation: Double
    }

    /// Of the readings between node k and the next, of which `first` is the first.
    package func fieldMisfits(_ k: Int, first: Int) -> [FieldMisfit] {
        let m = integrals[k]
        let here = Linearisation(m, nodes[k], nodes[k + 1], constants)
        return readings[first..<first + m.readings].map { reading in
            let share = min(1, reading.time / m.duration)
            let inverse = here.orientation(at: reading, share, constants).matrix.transpose
            let room = inverse * ((1 - share) * here.first.room + share * here.second.room)
            let deviation = reading.value - constants.hardIron - constants.softIron * (inverse * constants.field)
            return FieldMisfit(share: share, residual: (deviation - room).length, deviation: deviation.length)
        }
    }

    /// Squares of the residuals of turn, velocity and bias between node k and the next, in variances as they were
    /// expected before the recording.
    package func motionMisfits(_ k: Int) -> (turn: Double, velocity: Double, bias: Double) {
        let m = integrals[k]
        let here = Linearisation(m, nodes[k], nodes[k + 1], constants)
        let walk = parameters.biasWalk * parameters.biasWalk * m.duration
        let change = velocityResidual(m, here, here.velocityShare(m))
        return (
            here.missing.lengthSquared / turnVariance(m, parameters.gyroscopeNoise),
            change.residual.lengthSquared / change.variance, (here.second.bias - here.first.bias).lengthSquared / walk
        )
    }
}
