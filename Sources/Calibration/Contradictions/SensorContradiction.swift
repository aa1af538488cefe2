import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What the sensors of a log say against each other over time: a gain, a bias, a delay or a length that no healthy
/// sensor has, or that changes on the way.
///
/// Force and field are two vectors of the earth, and the gyroscope turns their readings into one frame, where they
/// stay (`TurnModel`). Every fault of a list is one more unknown of that model; the Bayes factor of a fault is that of
/// a Gaussian prior for its size (H. Jeffreys, Theory of Probability, 1961, section 5.0, in Laplace's approximation),
/// with what healthy sensors wander by added to the variance. A fault is believed from a probability of 99 % on, as
/// readings are, at odds of one log in a thousand before. Iron that changes on the way is a competing explanation, and
/// no fault. Turns about force and field at once are not seen, nor axes that are wrong throughout.
public struct SensorContradiction: Sendable, Hashable {
    /// A kind of fault, with the meaning of its `value`.
    public enum Fault: Sendable, Hashable {
        /// The gyroscope reads too much by a share (negative: too little).
        case gain
        /// The gyroscope's bias changes at once, rad/s.
        case biasStep(axis: Int)
        /// The gyroscope's bias changes steadily, rad/s from the beginning to the end.
        case biasDrift(axis: Int)
        /// A sensor's readings are stamped late, seconds (negative: early).
        case delay
        /// Readings are so many times as long as before.
        case length
    }

    /// What is wrong.
    public let fault: Fault
    /// The sensor whose readings are wrong.
    public let sensor: SensorKind
    /// The size of the fault, in its unit.
    public let value: Double
    /// Standard deviation; 0 where it was not estimated.
    public let sigma: Double
    /// Where it begins, nanoseconds of the log's clock; `nil` for all of the log.
    public let start: Int64?
    /// The probability of the fault.
    public let probability: Double
    /// What it turns orientations by until a filter has corrected it, radians, root mean square.
    public let angle: Double

    /// The logarithm of the odds of a fault before the readings are seen, all kinds together.
    private static let odds = -Double.log(1000)
    private static let believed = 0.99
    /// Most faults of one log.
    private static let most = 3
    /// Most steps of a model; those of longer logs are thinned.
    private static let mostSteps = 400
    /// Positions at which a fault may begin.
    private static let starts = (1...7).map { Double($0) / 4 - 1 }

    /// The faults that are believed, the most probable one first; empty for logs that are too short to show any.
    /// - Parameters:
    ///   - gyroscope: rad/s.
    ///   - force: specific force, m/s^2, or gravity.
    ///   - field: microtesla; empty without a magnetometer.
    public static func all(gyroscope: VectorStream, force: VectorStream, field: VectorStream) -> [SensorContradiction] {
        guard gyroscope.count > 100, let start = gyroscope.times.first, let end = gyroscope.times.last else {
            return []
        }
        let lengths = changedLengths(force, field)
        let log = Log(record: TurnRecord(gyroscope), force: force, field: field, start: start, end: end)
        let steps = log.steps()
        guard steps.count > 24, var model = TurnModel(steps) else { return lengths }
        var found: [SensorContradiction] = []
        while found.count < most, let candidate = best(beyond: model, log),
            let next = model.adding(candidate.terms, passes: 4)
        {
            model = next
            guard let fault = candidate.fault else { continue }
            found.append(fault)
            // Steps at other times are no longer those of the model.
            if case .delay = fault.fault, candidate.terms.isEmpty { break }
        }
        return lengths + found
    }

    // MARK: Hypotheses

    /// A fault, or a change of iron, that the steps show.
    private struct Candidate {
        var terms: [TurnModel.Term]
        /// The logarithm of the Bayes factor.
        var nats: Double
        /// `nil` for iron.
        var fault: SensorContradiction?
    }

    private static func best(beyond model: TurnModel, _ log: Log) -> Candidate? {
        var hypotheses: [[TurnModel.Term]] = []
        for (parameter, usual) in [
            (TurnModel.Parameter.gain, 0.1), (.biasX, 0.2), (.biasY, 0.2), (.biasZ, 0.2), (.forceDelay, 0.3),
            (.fieldDelay, 0.3),
        ] {
            let isBias = TurnModel.Parameter.biasX.rawValue...TurnModel.Parameter.biasZ.rawValue ~= parameter.rawValue
            hypotheses.append([.init(parameter: parameter, shape: isBias ? .drift : .constant, usual: usual)])
            for start in starts { hypotheses.append([.init(parameter: parameter, shape: .from(start), usual: usual)]) }
        }
        for start in starts {
            hypotheses.append(
                [TurnModel.Parameter.fieldX, .fieldY, .fieldZ].map {
                    .init(parameter: $0, shape: .from(start), usual: 100)
                })
        }
        hypotheses.removeAll { !Set(model.terms).isDisjoint(with: $0) }
        let first = hypotheses.compactMap { terms in
            model.adding(terms, passes: 1).map { (terms: terms, nats: nats(terms, $0)) }
        }
        var candidates = first.sorted { $0.nats > $1.nats }.prefix(4).compactMap { terms, _ -> Candidate? in
            guard let fitted = model.adding(terms, passes: 4) else { return nil }
            let nats = nats(terms, fitted)
            return Candidate(terms: terms, nats: nats, fault: fault(terms, fitted, nats, log))
        }
        if model.terms.isEmpty { candidates += [true, false].compactMap { log.shifted(model, isForce: $0) } }
        guard let best = candidates.max(by: { $0.nats < $1.nats }), probability(best.nats) >= believed else {
            return nil
        }
        return best
    }

    private static func probability(_ nats: Double) -> Double { 1 / (1 + Double.exp(-odds - nats)) }

    /// The Bayes factor of the terms that a model has last.
    private static func nats(_ terms: [TurnModel.Term], _ model: TurnModel) -> Double {
        var sum = 0.0
        for (index, term) in terms.enumerated() {
            let (value, sigma) = model.term(model.terms.count - terms.count + index)
            let healthy = healthy(term)
            let (own, prior) = (sigma * sigma + healthy * healthy, term.usual * term.usual)
            sum += 0.5 * value * value / own * prior / (own + prior) - 0.5 * Double.log(1 + prior / own)
        }
        // One of several beginnings.
        if case .from? = terms.first?.shape { sum -= Double.log(Double(starts.count)) }
        return sum
    }

    /// What a healthy sensor's parameter differs by from sensor to sensor, or changes by within a log.
    private static func healthy(_ term: TurnModel.Term) -> Double {
        if case .constant = term.shape { return term.parameter.usual }
        switch term.parameter {
        case .gain: return 0.005
        case .forceDelay, .fieldDelay: return 0.01
        case .biasX, .biasY, .biasZ: return 0.005
        default: return 1
        }
    }

    private static func fault(
        _ terms: [TurnModel.Term], _ model: TurnModel, _ nats: Double, _ log: Log
    ) -> SensorContradiction? {
        guard terms.count == 1 else { return nil }
        let (value, sigma) = model.term(model.terms.count - 1)
        let axis = terms[0].parameter.rawValue - TurnModel.Parameter.biasX.rawValue
        var start: Int64?
        if case .from(let position) = terms[0].shape { start = log.time(position) }
        let isDrift = if case .drift = terms[0].shape { true } else { false }
        let (fault, sensor): (Fault, SensorKind)
        switch terms[0].parameter {
        case .gain: (fault, sensor) = (.gain, .gyroscope)
        case .forceDelay: (fault, sensor) = (.delay, .accelerometer)
        case .fieldDelay: (fault, sensor) = (.delay, .magnetometer)
        default: (fault, sensor) = (isDrift ? .biasDrift(axis: axis) : .biasStep(axis: axis), .gyroscope)
        }
        let size = isDrift ? 2.0 : 1
        return SensorContradiction(
            fault: fault, sensor: sensor, value: size * value, sigma: size * sigma, start: start,
            probability: probability(nats), angle: log.angle(fault, sensor, size * value))
    }

    // MARK: Lengths

    /// A unit that changes on the way: the median length of each eighth, which motion (the force) and places (the
    /// field) change by less.
    private static func changedLengths(_ force: VectorStream, _ field: VectorStream) -> [SensorContradiction] {
        [(SensorKind.accelerometer, force, 0.1), (.magnetometer, field, 0.5)].compactMap { sensor, stream, usual in
            let size = stream.count / 8
            guard size >= 20 else { return nil }
            let lengths = (0..<8).map { part in
                Double.log(RobustStatistics.median(stream.values[part * size..<(part + 1) * size].map(\.length)))
            }
            guard lengths.allSatisfy(\.isFinite) else { return nil }
            let prior = Double.log(10)
            let all = (1...7).map { part -> (part: Int, change: Double, nats: Double) in
                let (before, after) = (lengths[..<part], lengths[part...])
                let change = RobustStatistics.median(Array(after)) - RobustStatistics.median(Array(before))
                let own = usual * usual * (1 / Double(before.count) + 1 / Double(after.count))
                let nats =
                    0.5 * change * change / own * prior * prior / (own + prior * prior)
                    - 0.5 * Double.log(1 + prior * prior / own)
                // The change has to explain the lengths, not only to be large.
                let rest =
                    before.map { $0 - RobustStatistics.median(Array(before)) }
                    + after.map { $0 - RobustStatistics.median(Array(after)) }
                return (part, change, nats - 0.5 * rest.reduce(0) { $0 + $1 * $1 } / (usual * usual))
            }
            guard let best = all.max(by: { $0.nats < $1.nats }) else { return nil }
            let probability = probability(best.nats - Double.log(7))
            guard probability >= believed else { return nil }
            let ratio = Double.exp(best.change)
            return SensorContradiction(
                fault: .length, sensor: sensor, value: ratio, sigma: 0, start: stream.times[best.part * size],
                probability: probability, angle: sensor == .accelerometer ? Double.atan((ratio - 1).magnitude) : 0)
        }
    }
}

extension SensorContradiction {
    /// The readings and the steps of their means.
    private struct Log {
        let record: TurnRecord
        let force: VectorStream
        let field: VectorStream
        let start: Int64
        let end: Int64

        /// The acceleration of a hand or leg has hardly a mean over two seconds; a field has none to begin with.
        private static let forceCell: Int64 = 2_000_000_000
        private static let fieldCell: Int64 = 500_000_000
        /// Of the log behind the beginning of a delay.
        private static let parts = 8
        /// Until a filter has corrected an error of the heading, and of the bias, seconds.
        private static let (memory, memoryOfBias) = (5.0, 10.0)

        func time(_ position: Double) -> Int64 {
            start + Int64(clamping: 0.5 * (position + 1) * Double(LogTime.difference(end, start)))
        }

        /// Those of the log; of a long one as many pairs of neighbouring cells as a model takes.
        func steps() -> [TurnStep] {
            let length = LogTime.difference(end, start)
            let counts = [Self.forceCell, Self.fieldCell].map { Int(clamping: length / $0) }
            let stride = (counts[0] + counts[1]) / SensorContradiction.mostSteps + 1
            return zip([true, false], counts).flatMap { isForce, count in
                steps(isForce: isForce, delay: 0, into: Array(Swift.stride(from: 0, to: count, by: stride)))
            }
        }

        /// - Parameter cells: the numbers of the cells that the steps lead into, ascending.
        func steps(isForce: Bool, delay: Int64, into cells: [Int]) -> [TurnStep] {
            let cell = isForce ? Self.forceCell : Self.fieldCell
            let numbers = Set(cells.flatMap { [$0 - 1, $0] }).filter { $0 >= 0 }.sorted()
            let means = record.means(
                of: isForce ? force : field, cell: cell, numbers: numbers, delay: delay, scales: !isForce)
            let length = Double(LogTime.difference(end, start))
            return cells.compactMap { number in
                guard let before = means[number - 1], let after = means[number], before.isConnected(to: after) else {
                    return nil
                }
                let motion = (before.spread * before.spread + after.spread * after.spread).squareRoot()
                return TurnStep(
                    before: before, after: after, isForce: isForce, cell: number,
                    position: 2 * Double(number) * Double(cell) / length - 1, spread: isForce ? 0.1 + 0.1 * motion : 0.5
                )
            }
        }

        /// Longer delays than the linear model's, up to three seconds: where the model explains the readings of a
        /// sensor best at other times, from some position on.
        func shifted(_ model: TurnModel, isForce: Bool) -> Candidate? {
            let own = model.steps.filter { $0.isForce == isForce }
            guard own.count > 8 else { return nil }
            // Of many steps some hundred tell.
            let stride = Double(own.count) / Double(min(own.count, 300))
            let picked = (0..<min(own.count, 300)).map { own[Int(clamping: Double($0) * stride)] }
            let now = picked.map { ($0.position, model.logLikelihood($0)) }
            let usual = 1.0
            var best: (nats: Double, delay: Double, start: Double?)?
            for tenths in -30...30 where tenths.magnitude > 1 {
                let delay = Double(tenths) / 10
                let then = steps(isForce: isForce, delay: Int64(clamping: delay * 1e9), into: picked.map(\.cell))
                let gains = Dictionary(
                    then.map { ($0.position, model.logLikelihood($0)) }, uniquingKeysWith: { first, _ in first })
                for start in [-1.0] + SensorContradiction.starts {
                    var parts = [Double](repeating: 0, count: Self.parts)
                    for (position, likelihood) in now where position >= start {
                        let part = Int(clamping: (position - start) / (1 - start) * Double(Self.parts))
                        parts[min(part, Self.parts - 1)] += gains[position].map { $0 - likelihood } ?? 0
                    }
                    // Neighbouring steps are alike: what the parts agree on counts.
                    let sum = parts.reduce(0, +)
                    let mean = sum / Double(Self.parts)
                    let scatter = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Self.parts - 1)
                    let nats = sum - 2 * (Double(Self.parts) * scatter).squareRoot()
                    if nats > best?.nats ?? 0 { best = (nats, delay, start > -1 ? start : nil) }
                }
            }
            guard let best, let gain = gain(model, isForce, best.delay, best.start) else { return nil }
            // Delays are Gaussian as elsewhere; a likelihood's peak is about a tenth of a second wide.
            let nats =
                gain - 0.5 * best.delay * best.delay / (usual * usual) - Double.log(usual / 0.1)
                - (best.start == nil ? 0 : Double.log(Double(SensorContradiction.starts.count)))
            let sensor: SensorKind = isForce ? .accelerometer : .magnetometer
            return Candidate(
                terms: [], nats: nats,
                fault: SensorContradiction(
                    fault: .delay, sensor: sensor, value: best.delay, sigma: 0.1, start: best.start.map(time),
                    probability: SensorContradiction.probability(nats), angle: angle(.delay, sensor, best.delay)))
        }

        /// What a model of its own explains better at the other times: the logarithm of the ratio of the residuals'
        /// scales, times the numbers. A quarter counts, since a mean is in two steps, and what errs lasts for seconds.
        private func gain(_ model: TurnModel, _ isForce: Bool, _ delay: Double, _ start: Double?) -> Double? {
            let now = model.steps.filter { $0.position >= start ?? -1 }
            let cells = now.filter { $0.isForce == isForce }.map(\.cell)
            let then =
                now.filter { $0.isForce != isForce }
                + steps(isForce: isForce, delay: Int64(clamping: delay * 1e9), into: cells)
            guard now.count > 24, then.count > 24, let old = TurnModel(now), let new = TurnModel(then) else {
                return nil
            }
            // Below a third of the usual scatter, residuals are noise and show no delay.
            func scale(_ model: TurnModel) -> Double { max(0.3, isForce ? model.scales.force : model.scales.field) }
            return 0.25 * 3 * Double(cells.count) * Double.log(scale(old) / scale(new))
        }

        /// What a fault turns orientations by until a filter has corrected it; a delay at once.
        func angle(_ fault: Fault, _ sensor: SensorKind, _ value: Double) -> Double {
            func turns(_ seconds: Double) -> Double {
                var (sum, count, last) = (0.0, 0, 0)
                for index in record.times.indices
                where LogTime.seconds(LogTime.difference(record.times[index], record.times[last])) >= seconds {
                    sum += (record.turns[index] - record.turns[last]).lengthSquared
                    count += 1
                    last = index
                }
                return count > 0 ? (sum / Double(count)).squareRoot() : 0
            }
            switch fault {
            case .gain: return min((value * turns(Self.memory)).magnitude, .pi)
            case .biasStep: return value.magnitude * Self.memory
            case .biasDrift:
                let length = LogTime.seconds(LogTime.difference(end, start))
                return value.magnitude / max(length, Self.memoryOfBias) * Self.memoryOfBias * Self.memoryOfBias
            case .delay: return min(turns(min(value.magnitude, 2)), .pi)
            case .length: return 0
            }
        }
    }
}
