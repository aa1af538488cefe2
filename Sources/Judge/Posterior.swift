import RealModule
import Rotations
import SensorModels

/// The three-axis streams of one log with one clock, before anything is decided.
public struct UnreadLog: Sendable {
    /// The three-axis streams, and directions by an attitude.
    public var streams: [UnreadStream]
    /// What the seconds as read may have to be multiplied by, with ln of each one's likelihood by name and form.
    public var clocks: [(factor: Double, nats: Double)] = [(1, 0)]
    /// Whether the field points down where the log was recorded; `nil` where the place is not known.
    public var isNorthern: Bool?
    /// Whether the field is about level there, so that it points neither up nor down.
    public var isNearMagneticEquator = false
    /// Terms that are left out, for measurements of what each is worth.
    public var without: Set<Term> = []

    /// Streams in one clock, whose unit is known.
    public init(_ streams: [UnreadStream]) { self.streams = streams }
}

/// The joint posterior of everything that is unknown about the streams of a log: one clock, one sign of the log, and
/// kind, unit and sign of each stream.
///
/// Nothing is decided before all evidence is in. Every assignment is visited, but for branches whose best end is 25
/// nats below the best one found.
public struct Posterior: Sendable {
    /// One for each stream; `nil` where its numbers carry no information.
    public let streams: [Marginal?]
    /// What the seconds as read are to be multiplied by, with the probability; the most probable first.
    public let clocks: [(factor: Double, probability: Double)]
    /// What the terms add to the first clock over the second, every stream as it most probably is.
    public let ofClock: [Evidence]
    let joint: Joint
    /// The streams of the joint.
    private let places: [Int]

    /// Readings further below the best one of a stream are left out of the joint.
    static let pruned = 12.0
    private static let negligible = 25.0
    /// P(sign of a stream = sign of the log).
    private static let sameSign = 0.97

    /// Judges a log; a few milliseconds for some 16,000 samples of each stream.
    public init(_ log: UnreadLog) {
        let candidates = log.streams.map { Candidate($0, without: log.without) }
        let places = candidates.indices.filter { candidates[$0] != nil }
        var all = places.compactMap { candidates[$0] }
        let isOfPhone = all.contains { $0.isOfPhone }
        for index in all.indices {
            all[index].prune()
            if isOfPhone { all[index].pointUp() }
        }
        var joint = Joint(all, log)
        joint.visit()
        var marginals = [Marginal?](repeating: nil, count: candidates.count)
        for (index, place) in places.enumerated() { marginals[place] = joint.marginal(of: index) }
        streams = marginals
        (self.joint, self.places) = (joint, places)
        clocks = joint.clocks
        ofClock = joint.evidence(between: clocks.prefix(2).map { $0.factor })
    }

    /// The most probable reading of every stream where one of them is known to be so: what an option would change.
    /// `nil` for a stream without information, and for all where the condition holds for none of its readings.
    public func readings(where stream: Int, _ condition: (Hypothesis) -> Bool) -> [Hypothesis?] {
        var readings = [Hypothesis?](repeating: nil, count: streams.count)
        guard let index = places.firstIndex(of: stream), let found = joint.assignment(where: index, condition) else {
            return readings
        }
        for (index, place) in places.enumerated() { readings[place] = joint.all[index].hypotheses[found[index]] }
        return readings
    }

    /// P(pointing down | unit): CoreMotion's g does, and phones that give gravity in g are CoreMotion's. Of the logs in
    /// docs/reference/reading.md that do not state it, none of 53 in m/s^2 points down, and 2 of 54 in g.
    static func reversedShare(_ unit: ReadingUnit, besideGravity: Bool, isOfBoard: Bool) -> Double {
        switch unit.symbol {
        case "g": besideGravity ? 0.9 : isOfBoard ? 0.007 : 0.05
        case "m/s^2": 0.01
        default: 0.02
        }
    }

    /// The sums over all assignments.
    struct Joint {
        let all: [Candidate]
        let log: UnreadLog
        let terms: [PairTerm]
        /// The force whose unit gives the sign's base rate.
        let first: Int?
        let hasGravity, isOfEitherSign: Bool
        /// Whether that force is a board's.
        let isOfBoard: Bool
        /// ln p of the log's sign, up and down, by what the log says.
        var signs = [0.0, 0.0]
        var signReason = ""
        /// Sums of the pair terms: `[clock][i][j]` for j < i.
        var pairs: [[[[Double]]]] = []
        var best = -Double.infinity
        /// The hypotheses of the most probable assignment.
        var found: [Int] = []
        /// `[stream][clock * readings + reading]`.
        var weights: [[Double]]
        var clockWeights: [Double]
        var total = 0.0
        let bound: Double

        init(_ all: [Candidate], _ log: UnreadLog) {
            (self.all, self.log) = (all, log)
            isOfEitherSign = all.contains { $0.stream.isOfEitherSign }
            hasGravity = all.contains { $0.stream.name[.gravity] == 0 }
            terms = PairTerms(all, log).terms
            first = all.strongestForce
            isOfBoard = first.map { all[$0].isOfBoard } == true
            weights = all.map { [Double](repeating: 0, count: log.clocks.count * $0.hypotheses.count) }
            clockWeights = log.clocks.map { _ in 0 }
            bound = all.reduce(0) { $0 + ($1.nats.max() ?? 0) }
            if !log.without.contains(.sign),
                let said = all.first(where: {
                    $0.stream.isReversed != nil && ($0.may(.accelerometer) || $0.may(.gravity))
                })
                    ?? all.first(where: { $0.stream.isReversed != nil })
            {
                signs[said.stream.isReversed == true ? 0 : 1] = -Term.sign.cap
                signReason = said.stream.signReason
            }
            pairs = log.clocks.indices.map { clock in
                all.indices.map { i in
                    (0..<i).map { j in
                        var sums = [Double](repeating: 0, count: all[i].hypotheses.count * all[j].hypotheses.count)
                        for term in terms where min(term.first, term.second) == j && max(term.first, term.second) == i {
                            for a in all[i].hypotheses.indices {
                                for b in all[j].hypotheses.indices {
                                    sums[a * all[j].hypotheses.count + b] += term.nats(of: i, a, beside: b, clock)
                                }
                            }
                        }
                        return sums
                    }
                }
            }
        }

        func signNats(_ index: Int, _ reading: Hypothesis, _ sign: Int) -> Double {
            guard reading.kind.isForce, reading.unit.factor != nil else { return 0 }
            let isSame = reading.isReversed == (sign == 1)
            // The sign of the log is that of its strongest force.
            guard index == first else { return .log(isSame ? Posterior.sameSign : 1 - Posterior.sameSign) }
            var nats = isSame ? 0.0 : -60
            if !log.without.contains(.baseRate) {
                let share =
                    isOfEitherSign
                    ? 0.28
                    : Posterior.reversedShare(reading.unit, besideGravity: hasGravity, isOfBoard: isOfBoard)
                nats += .log(sign == 1 ? share : 1 - share)
            }
            return nats
        }

        /// ln of the weight of an assignment.
        private func nats(_ chosen: [Int], _ clock: Int, _ sign: Int) -> Double {
            var sum = log.clocks[clock].nats + signs[sign]
            for (index, reading) in chosen.enumerated() {
                sum += all[index].nats[reading] + signNats(index, all[index].hypotheses[reading], sign)
                for other in 0..<index {
                    sum += pairs[clock][index][other][reading * all[other].hypotheses.count + chosen[other]]
                }
            }
            return sum
        }

        /// The best assignment that is found by changes of one stream at a time, with a condition on one of them: from
        /// the most probable one, and from the one that follows the condition stream by stream. A search of all
        /// assignments takes too long where the condition is improbable.
        func assignment(where index: Int, _ isIt: (Hypothesis) -> Bool) -> [Int]? {
            guard found.count == all.count else { return nil }
            let allowed = all.indices.map { stream in
                all[stream].hypotheses.indices.filter { stream != index || isIt(all[stream].hypotheses[$0]) }
            }
            guard let first = allowed[index].max(by: { all[index].nats[$0] < all[index].nats[$1] }) else { return nil }
            var best: (chosen: [Int], nats: Double)?
            for clock in log.clocks.indices {
                for sign in 0...1 {
                    for isFollowing in [false, true] {
                        var chosen = found
                        chosen[index] = first
                        if isFollowing {
                            // The others are not yet there: only the pair with the condition counts.
                            for stream in all.indices where stream != index {
                                func pair(_ reading: Int) -> Double {
                                    let (high, low) = (max(stream, index), min(stream, index))
                                    let (a, b) = stream > index ? (reading, first) : (first, reading)
                                    return all[stream].nats[reading]
                                        + signNats(stream, all[stream].hypotheses[reading], sign)
                                        + pairs[clock][high][low][a * all[low].hypotheses.count + b]
                                }
                                chosen[stream] = allowed[stream].max { pair($0) < pair($1) } ?? chosen[stream]
                            }
                        }
                        let end = improved(chosen, allowed, clock, sign)
                        if end.nats > best?.nats ?? -.infinity { best = end }
                    }
                }
            }
            return best?.chosen
        }

        private func improved(
            _ start: [Int], _ allowed: [[Int]], _ clock: Int, _ sign: Int
        ) -> (chosen: [Int], nats: Double) {
            var (chosen, most) = (start, nats(start, clock, sign))
            var isImproved = true
            while isImproved {
                isImproved = false
                for stream in chosen.indices {
                    for reading in allowed[stream] where reading != chosen[stream] {
                        var other = chosen
                        other[stream] = reading
                        let sum = nats(other, clock, sign)
                        guard sum > most + 1e-9 else { continue }
                        (chosen, most, isImproved) = (other, sum, true)
                    }
                }
            }
            return (chosen, most)
        }

        mutating func visit() {
            var chosen = [Int](repeating: 0, count: all.count)
            // Twice: the first pass finds the best end, the second leaves out less than e^-25 of it.
            for isSum in [false, true] {
                for clock in log.clocks.indices {
                    for sign in 0...1 {
                        descend(0, log.clocks[clock].nats + signs[sign], bound, clock, sign, &chosen, isSum)
                    }
                }
            }
        }

        private mutating func descend(
            _ index: Int, _ nats: Double, _ rest: Double, _ clock: Int, _ sign: Int, _ chosen: inout [Int],
            _ isSum: Bool
        ) {
            guard nats + rest > best - (isSum ? Posterior.negligible : 0) else { return }
            guard index < all.count else {
                guard isSum else {
                    (best, found) = (nats, chosen)
                    return
                }
                let weight = Double.exp(nats - best)
                total += weight
                clockWeights[clock] += weight
                for (stream, reading) in chosen.enumerated() {
                    weights[stream][clock * all[stream].hypotheses.count + reading] += weight
                }
                return
            }
            let candidate = all[index]
            let left = rest - (candidate.nats.max() ?? 0)
            for reading in candidate.hypotheses.indices {
                var sum = nats + candidate.nats[reading] + signNats(index, candidate.hypotheses[reading], sign)
                for other in 0..<index {
                    sum += pairs[clock][index][other][reading * all[other].hypotheses.count + chosen[other]]
                }
                chosen[index] = reading
                descend(index + 1, sum, left, clock, sign, &chosen, isSum)
            }
        }

        /// The most probable first.
        var clocks: [(factor: Double, probability: Double)] {
            log.clocks.indices.map { (log.clocks[$0].factor, clockWeights[$0] / max(total, 1e-300)) }
                .sorted { $0.probability > $1.probability }
        }

        /// What the terms add to one clock over another one.
        func evidence(between factors: [Double]) -> [Evidence] {
            let clocks = factors.compactMap { factor in log.clocks.firstIndex { $0.factor == factor } }
            guard clocks.count == 2, found.count == all.count else { return [] }
            let nats = log.clocks[clocks[0]].nats - log.clocks[clocks[1]].nats
            let byName = Evidence(term: .clock, nats: nats, reason: "its name, and the rate of the rows")
            let byTurns = terms.filter { $0.nats.count > 1 }.map { term in
                let (a, b) = (found[term.first], found[term.second])
                return Evidence(
                    term: term.term,
                    nats: term.nats(of: term.first, a, beside: b, clocks[0])
                        - term.nats(of: term.first, a, beside: b, clocks[1]), reason: term.reason)
            }
            return ([byName] + byTurns).filter { $0.nats.magnitude >= 0.05 }
                .sorted { $0.nats.magnitude > $1.nats.magnitude }
        }

        /// The most probable first.
        func outcomes(of index: Int) -> [Marginal.Outcome] {
            let hypotheses = all[index].hypotheses
            var outcomes: [Marginal.Outcome] = []
            for clock in log.clocks.indices {
                for reading in hypotheses.indices {
                    let probability = weights[index][clock * hypotheses.count + reading] / max(total, 1e-300)
                    if probability > 0 {
                        outcomes.append((log.clocks[clock].factor, hypotheses[reading], probability))
                    }
                }
            }
            outcomes.sort { $0.probability > $1.probability }
            return outcomes
        }

        func marginal(of index: Int) -> Marginal {
            let outcomes = outcomes(of: index)
            return Marginal(
                outcomes: outcomes,
                evidence: evidence(index, outcomes) { $0.hypothesis != $1.hypothesis },
                ofKind: evidence(index, outcomes) { $0.hypothesis.kind != $1.hypothesis.kind },
                ofUnit: evidence(index, outcomes) {
                    $0.hypothesis.kind == $1.hypothesis.kind && $0.hypothesis.unit != $1.hypothesis.unit
                },
                ofSign: evidence(index, outcomes) {
                    $0.hypothesis.kind == $1.hypothesis.kind && $0.hypothesis.isReversed != $1.hypothesis.isReversed
                },
                misfit: outcomes.first.flatMap { best in
                    let candidate = all[index]
                    let isUnfit = candidate.hypotheses.firstIndex(of: best.hypothesis).map { candidate.unfit[$0] }
                    return isUnfit == true ? candidate.terms.first { $0.term == .length }?.reason : nil
                })
        }

        /// What every term adds to the first outcome over the next one of a class, the other streams as in the best
        /// assignment.
        private func evidence(
            _ index: Int, _ outcomes: [Marginal.Outcome], _ isOther: (Marginal.Outcome, Marginal.Outcome) -> Bool
        ) -> [Evidence] {
            let candidate = all[index]
            guard let one = outcomes.first else { return [] }
            // A next hypothesis that is too improbable to be visited is the next one by the stream alone.
            let unvisited = candidate.hypotheses.indices.map {
                (outcome: (clock: one.clock, hypothesis: candidate.hypotheses[$0], probability: 0.0), at: $0)
            }.filter { isOther(one, $0.outcome) }.max { candidate.nats[$0.at] < candidate.nats[$1.at] }
            guard
                let other = outcomes.first(where: { $0.clock == one.clock && isOther(one, $0) }) ?? unvisited?.outcome,
                let a = candidate.hypotheses.firstIndex(of: one.hypothesis),
                let b = candidate.hypotheses.firstIndex(of: other.hypothesis),
                let clock = log.clocks.firstIndex(where: { $0.factor == one.clock })
            else { return [] }
            var evidence = candidate.terms.map {
                Evidence(term: $0.term, nats: $0.nats[a] - $0.nats[b], reason: $0.reason)
            }
            for term in terms where term.first == index || term.second == index {
                let partner = found[term.first == index ? term.second : term.first]
                let nats =
                    term.nats(of: index, a, beside: partner, clock) - term.nats(of: index, b, beside: partner, clock)
                evidence.append(Evidence(term: term.term, nats: nats, reason: term.reason))
            }
            if one.hypothesis.isReversed != other.hypothesis.isReversed {
                let (up, down) = one.hypothesis.isReversed ? (1, 0) : (0, 1)
                evidence.append(
                    Evidence(
                        term: .sign,
                        nats: signs[up] - signs[down] + signNats(index, candidate.hypotheses[a], up)
                            - signNats(index, candidate.hypotheses[b], down),
                        reason: signReason.isEmpty ? "forces of most logs point up at rest" : signReason))
            }
            return evidence.filter { $0.nats.magnitude >= 0.05 }.sorted { $0.nats.magnitude > $1.nats.magnitude }
        }
    }
}

extension Candidate {
    /// Leaves out what is far below the best, so that the joint stays small; the second stays for comparison.
    mutating func prune() {
        guard let most = nats.max() else { return }
        let second = nats.sorted(by: >).dropFirst().first ?? most
        let kept = nats.indices.filter { nats[$0] > most - Posterior.pruned || nats[$0] == second }
        hypotheses = kept.map { hypotheses[$0] }
        for index in terms.indices { terms[index].nats = kept.map { terms[index].nats[$0] } }
        nats = kept.map { nats[$0] }
        unfit = kept.map { unfit[$0] }
    }
}
