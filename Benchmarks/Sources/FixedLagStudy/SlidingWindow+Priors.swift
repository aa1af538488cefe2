import Foundation
import Rotations

/// What is known without the window's samples.
extension SlidingWindow {
    /// m/s^2 and s: the magnetometer's delay is of the order of an interval of samples.
    private static let delaySigma = 0.02
    /// Of the field, against a singular square, per microtesla^2.
    private static let fieldWeight = 1e-6

    /// Of the oldest node and the constants: of the marginalised nodes; of the first node also the bias at the start.
    func addPrior() {
        let (n, m, w) = (Layout.node, Layout.prior, Layout.interval)
        if isFirst {
            let (bias, freedom) = (nodes[0].bias, parameters.biasDegreesOfFreedom)
            let sigma = parameters.biasSigma
            cost += (freedom + 3) * log(1 + bias.lengthSquared / (freedom * sigma * sigma))
            let weight = (freedom + 3) / (freedom * (sigma * sigma) + bias.lengthSquared)
            for i in 0..<3 { interval.add(prior: -bias[i], Layout.bias + i, weight: weight) }
        }
        nodes[0].writeDifference(from: priorNode, to: difference)
        constants.writeDifference(from: priorConstants, to: difference + n)
        // The constants' places are behind two nodes in an interval, behind one in the prior.
        func place(_ i: Int) -> Int { i < n ? i : i + n }
        for i in 0..<m {
            var x = priorRight[i]
            let row = priorLeft + i * m
            for j in 0..<m { x -= row[j] * difference[j] }
            cost -= difference[i] * (x + priorRight[i])
            interval.right[place(i)] += x
            for j in 0...i { interval.left[place(i) * w + place(j)] += row[j] }
        }
    }

    /// Of the constants. The hard iron is Cauchy's: small when calibrated, of any size when not.
    func addConstants() {
        let first = 2 * Layout.node
        func add(_ i: Int, _ x: Double, sigma: Double, freedom: Double) {
            let variance = sigma * sigma
            let weight = freedom > 0 ? (freedom + 1) / (freedom * variance + x * x) : 1 / variance
            interval.add(prior: -x, first + i, weight: weight)
            cost += freedom > 0 ? (freedom + 1) * log(1 + x * x / (freedom * variance)) : x * x / variance
        }
        let p = parameters
        let hard = constants.hardIron
        let hardVariance = p.hardIronSigma * p.hardIronSigma
        let hardWeight = 1 / ((hardVariance + hard.lengthSquared) * (isForCovariances ? p.hardIronTail : 1))
        for i in 0..<3 {
            interval.add(prior: -hard[i], first + Layout.hardIron + i, weight: hardWeight)
            add(Layout.forceBias + i, constants.forceBias[i], sigma: p.accelerometerBiasSigma, freedom: 0)
            for j in 0..<3 {
                let distortion = constants.distortion[i, j]
                let soft = constants.softIron[i, j] - (i == j ? 1 : 0)
                add(Layout.distortion + 3 * i + j, distortion, sigma: p.scaleSigma, freedom: p.scaleDegreesOfFreedom)
                add(Layout.softIron + 3 * i + j, soft, sigma: p.softIronSigma, freedom: p.softIronDegreesOfFreedom)
            }
        }
        cost += 4 * log(1 + hard.lengthSquared / hardVariance)
        addFieldLength(first + Layout.field)
        add(Layout.delay, constants.delay, sigma: Self.delaySigma, freedom: 0)
    }

    /// The mean field is about as strong as the Earth's: along itself.
    private func addFieldLength(_ place: Int) {
        let length = max(constants.field.length, 1e-3)
        let missing = parameters.fieldMean - length
        let weight = 1 / (parameters.fieldSpread * parameters.fieldSpread)
        cost += missing * missing / (parameters.fieldSpread * parameters.fieldSpread)
        let direction = constants.field / length
        for i in 0..<3 {
            let row = interval.left + (place + i) * Layout.interval + place
            for j in 0...i { row[j] += weight * direction[i] * direction[j] }
            interval.right[place + i] += weight * direction[i] * missing
            interval.add(prior: 0, place + i, weight: Self.fieldWeight)
        }
    }
}
