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
    }

    /// P(pointing down | unit): CoreMotion's g does, and phones that give gravity in g are CoreMotion's.
    static func reversedShare(_ unit: ReadingUnit, besideGravity: Bool) -> Double {
        switch unit.symbol {
        case "g": besideGravity ? 0.9 : 0.08
        default: 0.02
        }
    }

    /// The sums over all assignments.
    private struct Joint {
        let all: [Candidate]
        let log: UnreadLog
        let terms: [PairTerm]
        /// The force whose unit gives the sign's base rate.
        let first: Int?
        let hasGravity, isOfEitherSign: Bool
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
        var total = 0.0
        let bound: Double

        init(_ all: [Candidate], _ log: UnreadLog) {
            (self.all, self.log) = (all, log)
            isOfEitherSign = all.contains { $0.stream.isOfEitherSign }
            hasGravity = all.contains { $0.stream.name[.gravity] == 0 }
            terms = PairTerms(all, log).terms
            first = all.strongestForce
            weights = all.map { [Double](repeating: 0, count: log.clocks.count * $0.hypotheses.count) }
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
                let share = isOfEitherSign ? 0.28 : Posterior.reversedShare(reading.unit, besideGravity: hasGravity)
                nats += .log(sign == 1 ? share : 1 - share)
            }
            return nats
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

        func marginal(of index: Int) -> Marginal {
            let hypotheses = all[index].hypotheses
            var outcomes: [(clock: Double, hypothesis: Hypothesis, probability: Double)] = []
            for clock in log.clocks.indices {
                for reading in hypotheses.indices {
                    let probability = weights[index][clock * hypotheses.count + reading] / max(total, 1e-300)
                    if probability > 0 {
                        outcomes.append((log.clocks[clock].factor, hypotheses[reading], probability))
                    }
                }
            }
            outcomes.sort { $0.probability > $1.probability }
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
            guard let other = outcomes.first(where: { isOther(one, $0) }) ?? unvisited?.outcome,
                let a = candidate.hypotheses.firstIndex(of: one.hypothesis),
                let b = candidate.hypotheses.firstIndex(of: other.hypothesis),
                let clockA = log.clocks.firstIndex(where: { $0.factor == one.clock }),
                let clockB = log.clocks.firstIndex(where: { $0.factor == other.clock })
            else { return [] }
            var evidence = candidate.terms.map {
                Evidence(term: $0.term, nats: $0.nats[a] - $0.nats[b], reason: $0.reason)
            }
            for term in terms where term.first == index || term.second == index {
                let partner = found[term.first == index ? term.second : term.first]
                let nats =
                    term.nats(of: index, a, beside: partner, clockA) - term.nats(of: index, b, beside: partner, clockB)
                evidence.append(Evidence(term: term.term, nats: nats, reason: term.reason))
            }
            evidence.append(
                Evidence(
                    term: .clock, nats: log.clocks[clockA].nats - log.clocks[clockB].nats,
                    reason: "the time in another unit"))
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
