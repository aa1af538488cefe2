import Rotations
import SensorModels

/// Sigmas of what the last solution says, in the units of the unknowns.
package struct WindowSigmas: FilterState {
    /// Of the last node.
    package internal(set) var bias = Vector3.zero
    package internal(set) var room = Vector3.zero
    /// Each of the constants.
    package internal(set) var constants = TrajectoryConstants()
    /// Of the mean field's horizontal component, microtesla; zero before the first node.
    package internal(set) var horizontal = 0.0
}

/// What the last solution says of itself.
extension SlidingWindow {
    /// A part of the field; a larger deviation of the room is a disturbance.
    private static let disturbance = 0.1
    /// The fourth power of the mean square root of the length of a Gaussian vector whose axes have a variance of 1:
    /// 2 (gamma(7/4) / gamma(3/2))^4.
    private static let meanRoot = 2.3133
    /// A reading of less weight is far from the others.
    private static let littleWeight = 0.25

    /// Covariances at the solution: the sigmas, and the inference. False where there is no solution.
    mutating func updateCovariances(_ work: WindowWorkspace) -> Bool {
        guard factorise(work) else { return false }
        updateAttitudeSigmas(work)
        updateSigmas(work.pair, work)
        updateDisturbance(work)
        infer(work)
        return true
    }

    /// rad.
    package var headingSigma: Double { (headingVariance + otherVariance).squareRoot() }

    /// Of the heading, by what the retries found beside the solution, rad^2.
    package var otherVariance: Double { alternatives.sum() }

    /// Of the mean field's horizontal component, microtesla^2; above 0.
    private var horizontalSquare: Double {
        let f = constants.field
        return max(f.x * f.x + f.y * f.y, 1e-6)
    }

    /// Of the heading, as the mean of a field that varies from place to place is not the Earth's, rad^2: iron that is
    /// seen to vary over the places of the window is on average of the same size. By the mean square root of its
    /// lengths: a magnet that passes once says little of what stays.
    var unevenVariance: Double {
        var sum = 0.0
        for node in nodes { sum += node.room.length.squareRoot() }
        let mean = sum / Double(nodes.count)
        return min(Self.largestVariance, mean * mean * mean * mean / (Self.meanRoot * horizontalSquare))
    }

    private mutating func updateAttitudeSigmas(_ work: WindowWorkspace) {
        let (p, pair) = (parameters, work.pair)
        let solved = headingVariance(work)
        alternatives[Retry.iron.rawValue] = otherLevels(work).variance
        headingVariance = solved + p.fieldSigma * p.fieldSigma + unevenVariance
        levelSigma = (levelVariance(pair) + p.levelSigma * p.levelSigma).squareRoot()
        let f = constants.field
        let length = horizontalSquare.squareRoot()
        sigmas.horizontal = max(0, variance(f.x / length, f.y / length, pair)).squareRoot()
    }

    /// Of the last node, to which it moves the covariances of a factorised chain, rad^2: a heading is the node's in the
    /// world and the north's.
    func headingVariance(_ work: WindowWorkspace) -> Double {
        work.pair.begin(work.chain)
        work.pair.move(to: nodes.count - 1, work.chain)
        return headingVariance(work.pair)
    }

    /// Of the north by the field's x and y, rad per microtesla.
    var northSlope: (Double, Double) {
        (constants.field.y / horizontalSquare, -constants.field.x / horizontalSquare)
    }

    /// Of the first node of the pair, rad^2.
    func headingVariance(_ pair: NeighbourCovariances) -> Double {
        let (n, s, place) = (TrajectoryLayout.node, TrajectoryLayout.constants, TrajectoryLayout.field)
        let (a, b) = northSlope
        let both = a * pair.firstConstants[2 * s + place] + b * pair.firstConstants[2 * s + place + 1]
        return max(0, pair.first[2 * n + 2] + 2 * both + variance(a, b, pair))
    }

    /// Of the mean of both horizontal axes of the first node, rad^2.
    func levelVariance(_ pair: NeighbourCovariances) -> Double {
        max(0, 0.5 * (pair.first[0] + pair.first[TrajectoryLayout.node + 1]))
    }

    /// Of a x + b y, x and y being the field's in the world.
    private func variance(_ a: Double, _ b: Double, _ pair: NeighbourCovariances) -> Double {
        let s = TrajectoryLayout.constants
        let xx = pair.constants + TrajectoryLayout.field * (s + 1)
        return a * a * xx[0] + 2 * a * b * xx[s] + b * b * xx[s + 1]
    }

    private mutating func updateSigmas(_ pair: NeighbourCovariances, _ work: WindowWorkspace) {
        let (n, s) = (TrajectoryLayout.node, TrajectoryLayout.constants)
        func sigma(_ i: Int) -> Double { max(0, pair.first[i * n + i]).squareRoot() }
        let (bias, room) = (TrajectoryLayout.bias, TrajectoryLayout.room)
        sigmas.bias = Vector3(sigma(bias), sigma(bias + 1), sigma(bias + 2))
        sigmas.room = Vector3(sigma(room), sigma(room + 1), sigma(room + 2))
        for i in 0..<s { work.numbers[i] = max(0, pair.constants[i * s + i]).squareRoot() }
        sigmas.constants = TrajectoryConstants(softIron: .zero)
        sigmas.constants.add(work.numbers)
    }

    /// Disturbed is where most readings before the last node are far from what explains the others, or where the
    /// field of the room is clearly more than a tenth of the mean field.
    private mutating func updateDisturbance(_ work: WindowWorkspace) {
        let count = integrals[nodes.count - 2].readings
        guard count > 0, work.residuals.count >= count else {
            isDisturbed = .unknown
            return
        }
        var far = 0
        for i in work.residuals.count - count..<work.residuals.count {
            if fieldWeight(work.residuals[i], 1) < Self.littleWeight { far += 1 }
        }
        let room = nodes[nodes.count - 1].room.length
        let isUneven = room > Self.disturbance * constants.field.length && room > 2 * sigmas.room.length
        isDisturbed = Flag(2 * far > count || isUneven)
    }
}
