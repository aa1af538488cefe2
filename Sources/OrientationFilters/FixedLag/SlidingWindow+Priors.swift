import RealModule
import Rotations

/// What is known without the window's samples.
extension SlidingWindow {
    /// m/s^2 and s: the magnetometer's delay is of the order of an interval of samples.
    private static let delaySigma = 0.02
    /// Of the field, against a singular square, per microtesla^2.
    private static let fieldWeight = 1e-6

    /// Of the oldest node and the constants: of the marginalised nodes; of the first node also the bias at the start.
    func addPrior(_ work: WindowWorkspace) {
        if prior.isFirst {
            let bias = nodes[0].bias
            let sigma = parameters.biasSigma(noise.biasLevel)
            let variance = sigma * sigma
            work.cost += bias.lengthSquared / variance + 3 * Double.log(variance)
            for i in 0..<3 { work.interval.add(prior: -bias[i], TrajectoryLayout.bias + i, weight: 1 / variance) }
        }
        work.cost += prior.add(to: work.interval, nodes[0], constants)
    }

    /// Of the constants.
    func addConstants(_ work: WindowWorkspace) {
        let (interval, first) = (work.interval, 2 * TrajectoryLayout.node)
        func add(_ i: Int, _ x: Double, sigma: Double) {
            let variance = sigma * sigma
            interval.add(prior: -x, first + i, weight: 1 / variance)
            work.cost += x * x / variance
        }
        let p = parameters
        let hard = constants.hardIron
        let hardSigma = p.hardIronSigma(noise.hardIronLevel)
        let hardVariance = hardSigma * hardSigma
        for i in 0..<3 {
            interval.add(prior: -hard[i], first + TrajectoryLayout.hardIron + i, weight: 1 / hardVariance)
            add(TrajectoryLayout.forceBias + i, constants.forceBias[i], sigma: p.accelerometerBiasSigma)
            for j in 0..<3 {
                let distortion = constants.distortion[i, j]
                let soft = constants.softIron[i, j] - (i == j ? 1 : 0)
                add(TrajectoryLayout.distortion + 3 * i + j, distortion, sigma: p.scaleSigma)
                add(TrajectoryLayout.softIron + 3 * i + j, soft, sigma: p.softIronSigma)
            }
        }
        work.cost += hard.lengthSquared / hardVariance + 3 * Double.log(hardVariance)
        addFieldLength(work, first + TrajectoryLayout.field)
        add(TrajectoryLayout.delay, constants.delay, sigma: Self.delaySigma)
    }

    /// The mean field is about as strong as the Earth's: along itself.
    private func addFieldLength(_ work: WindowWorkspace, _ place: Int) {
        let length = max(constants.field.length, 1e-3)
        let missing = parameters.fieldMean - length
        let weight = 1 / (parameters.fieldSpread * parameters.fieldSpread)
        work.cost += missing * missing * weight
        let direction = constants.field / length
        for i in 0..<3 {
            let row = work.interval.left + (place + i) * TrajectoryLayout.interval + place
            for j in 0...i { row[j] += weight * direction[i] * direction[j] }
            work.interval.right[place + i] += weight * direction[i] * missing
            work.interval.add(prior: 0, place + i, weight: Self.fieldWeight)
        }
    }
}
