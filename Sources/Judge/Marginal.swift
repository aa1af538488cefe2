/// The posterior of one stream, over everything else that is unknown.
public struct Marginal: Sendable {
    /// One clock, one hypothesis, and their probability.
    public typealias Outcome = (clock: Double, hypothesis: Hypothesis, probability: Double)

    /// The most probable first.
    public let outcomes: [Outcome]
    /// What the terms add to the first outcome over the next one with its clock, the strongest first.
    public let evidence: [Evidence]
    /// The same over the most probable outcome with another kind, unit or sign.
    public let ofKind, ofUnit, ofSign: [Evidence]
    /// Why the first outcome is hardly possible by its length, where the user or the log states it; else `nil`.
    public let misfit: String?

    /// The kinds that the stream may be, the most probable first.
    public var kinds: [(kind: Kind, probability: Double)] {
        summed(outcomes) { $0.kind }.map { ($0.value, $0.probability) }
    }

    /// The units, given a kind and the clock as read, the most probable first.
    public func units(of kind: Kind) -> [(unit: ReadingUnit, probability: Double)] {
        summed(outcomes.filter { $0.hypothesis.kind == kind && $0.clock == 1 }) { $0.unit }
            .map { ($0.value, $0.probability) }
    }

    /// Whether the force, or the third axis of an attitude's frame, points down: the probability, given the kind and
    /// the clock as read.
    public func isReversed(_ kind: Kind) -> Double {
        summed(outcomes.filter { $0.hypothesis.kind == kind && $0.clock == 1 }) { $0.isReversed }
            .first { $0.value }?.probability ?? 0
    }

    /// Shares of the outcomes by a property, the largest first.
    private func summed<Value: Equatable>(
        _ outcomes: [Outcome], _ property: (Hypothesis) -> Value
    ) -> [(value: Value, probability: Double)] {
        var sums: [(value: Value, probability: Double)] = []
        for outcome in outcomes {
            let value = property(outcome.hypothesis)
            if let index = sums.firstIndex(where: { $0.value == value }) {
                sums[index].probability += outcome.probability
            } else {
                sums.append((value, outcome.probability))
            }
        }
        let total = max(sums.reduce(0) { $0 + $1.probability }, 1e-300)
        return sums.map { ($0.value, $0.probability / total) }.sorted { $0.probability > $1.probability }
    }
}
