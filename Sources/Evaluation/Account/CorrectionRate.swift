import RealModule
import Rotations

/// How fast a heading follows a compass, from step to step: a hidden Markov model with some rates as its states.
///
/// A heading with error e whose sensors add w per second, and that a compass with error c corrects at the rate r, obeys
/// de/dt = w + r (c - e): a complementary filter whose time constant 1/r may change, down to none at all where it
/// rejects the compass. Over a step h the compass's share is k = 1 - exp(-r h), and of what the sensors add k / (r h)
/// is left. What the heading does beyond is Student's t. Forward-backward algorithm: L. R. Rabiner, A Tutorial on
/// Hidden Markov Models, Proceedings of the IEEE 77(2), 1989.
struct CorrectionRate {
    /// The expected share of the compass in each step, 0...1.
    let gains: [Double]
    /// The expected share of what the sensors add in each step that is left behind it, 0...1.
    let left: [Double]
    /// The rates, 1/s; the last is a heading that is the compass's.
    private static let rates = [0, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3.5, 9, 23, .infinity]
    /// That a step keeps its rate, that it takes a neighbour's, and that it takes any.
    private static let (same, neighbour, any) = (0.98, 0.009, 0.002)
    private static let freedom = 3.0

    /// - Parameters:
    ///   - changes: of the heading's error, per step, radians.
    ///   - added: by its sensors, per step, radians.
    ///   - differences: the compass's error behind each step less the heading's before it, radians; `nil` without a
    ///     compass: the rate is 0.
    ///   - scale: of what is unexplained, radians.
    ///   - step: of the clock, seconds.
    init(changes: [Double], added: [Double], differences: [Double]?, scale: Double, step: Double) {
        let rates = differences == nil ? [0] : Self.rates
        let shares = rates.map { $0 == .infinity ? 1 : 1 - Double.exp(-$0 * step) }
        let kept = zip(rates, shares).map { $0 == 0 ? 1 : $1 / ($0 * step) }
        let states = shares.count
        var forward = [Double](repeating: 0, count: changes.count * states)
        var likelihoods = forward
        var state = [Double](repeating: 1 / Double(states), count: states)
        for index in changes.indices {
            if index > 0 { state = Self.moved(state) }
            var largest = -Double.infinity
            for (k, share) in shares.enumerated() {
                let residual =
                    Angle.wrap(changes[index] - kept[k] * added[index] - share * (differences?[index] ?? 0)) / scale
                let value = -0.5 * (Self.freedom + 1) * Double.log(onePlus: residual * residual / Self.freedom)
                likelihoods[index * states + k] = value
                largest = max(largest, value)
            }
            var sum = 0.0
            for k in 0..<states {
                likelihoods[index * states + k] = Double.exp(likelihoods[index * states + k] - largest)
                state[k] *= likelihoods[index * states + k]
                sum += state[k]
            }
            for k in 0..<states {
                state[k] /= sum
                forward[index * states + k] = state[k]
            }
        }
        var backward = [Double](repeating: 1, count: states)
        var gains = [Double](repeating: 0, count: changes.count)
        var left = gains
        for index in changes.indices.reversed() {
            var (mean, rest, sum) = (0.0, 0.0, 0.0)
            for k in 0..<states {
                let weight = forward[index * states + k] * backward[k]
                mean += weight * shares[k]
                rest += weight * kept[k]
                sum += weight
                backward[k] *= likelihoods[index * states + k]
            }
            (gains[index], left[index]) = (mean / sum, rest / sum)
            backward = Self.moved(backward)
            let scale = backward.reduce(0, +)
            for k in 0..<states { backward[k] /= scale }
        }
        (self.gains, self.left) = (gains, left)
    }

    /// One step of the chain; symmetric, so that it serves both directions.
    private static func moved(_ state: [Double]) -> [Double] {
        let leak = any / Double(state.count) * state.reduce(0, +)
        return state.indices.map { k in
            var value = same * state[k] + leak
            if k > 0 { value += neighbour * state[k - 1] }
            if k + 1 < state.count { value += neighbour * state[k + 1] }
            return value
        }
    }
}
