import RealModule
import Rotations
import Vocabulary

extension Tuning {
    /// Runs one search per left-out group, then one with all recordings.
    ///
    /// - Parameters:
    ///   - trials: at least one.
    ///   - map: evaluates pieces of work, possibly on several cores.
    ///   - progress: called with a line per new best value.
    public func crossValidated(
        _ trials: [TuningTrial], map: @escaping Mapper, progress: (String) -> Void = { _ in }
    ) -> TuningReport {
        var table = ScoreTable(tuning: self, trials: trials, map: map)
        let groups = trials.map(\.group).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var folds: [TuningFold] = []
        var held = [TuningScore?](repeating: nil, count: trials.count)
        let usual = table.scores(at: space.origin, of: Array(trials.indices))
        for group in groups where groups.count > 1 {
            let inside = trials.indices.filter { trials[$0].group != group }
            let outside = trials.indices.filter { trials[$0].group == group }
            progress("without \(group):")
            let best = minimum(over: inside, in: &table) { progress("  " + $0) }
            let scores = table.scores(at: best.point, of: outside)
            for (index, score) in zip(outside, scores) { held[index] = score }
            folds.append(
                TuningFold(
                    heldOut: group, parameters: space.values(at: best.point),
                    trainingDefault: Self.mean(inside.map { usual[$0].value }), trainingTuned: best.value,
                    heldOutDefault: Self.mean(outside.map { usual[$0].value }),
                    heldOutTuned: Self.mean(scores.map(\.value))))
        }
        progress("with all recordings:")
        var trail: [TrailEntry] = []
        let all = Array(trials.indices)
        let best = minimum(over: all, in: &table) {
            progress("  " + $0)
        } trail: {
            trail.append($0)
        }
        let final = table.scores(at: best.point, of: all)
        let curve = curve(of: all, in: &table)
        let recordings = trials.indices.map { index in
            TunedRecording(
                name: trials[index].name, group: trials[index].group, usual: usual[index],
                tuned: held[index] ?? final[index])
        }
        return report(recordings, folds: folds, best: best, final: final, trail: trail, curve: curve)
    }

    /// Searches with all recordings and holds none out: the result fits these recordings, and its error on others is
    /// unknown.
    ///
    /// - Parameters:
    ///   - trials: at least one.
    ///   - map: evaluates pieces of work, possibly on several cores.
    ///   - isStopped: whether to end the search early; called from any thread.
    ///   - trail: called with each new best value, the default's first.
    /// - Returns: the best step.
    public func searched(
        _ trials: [TuningTrial], map: @escaping Mapper, isStopped: @escaping @Sendable () -> Bool,
        trail: (TrailEntry) -> Void = { _ in }
    ) -> SearchStep {
        var table = ScoreTable(tuning: self, trials: trials) { work, score in
            map(work) { isStopped() ? .none : score($0) }
        }
        return minimum(
            over: Array(trials.indices), in: &table, isStopped: isStopped, progress: { _ in }, trail: trail)
    }

    /// Upper bound on the filter runs of `crossValidated`. Searches that converge early and points that two of them
    /// share need fewer.
    public func runsAtMost(over trials: [TuningTrial]) -> Int {
        let groups = Set(trials.map(\.group)).count
        // Each recording takes part in the last search and in all folds but its own, and is scored once while left out.
        return trials.count * ((groups > 1 ? groups : 1) * search.budget + 1 + (groups > 1 ? 1 : 0))
    }

    /// The objective over a grid of one parameter; the scores are already computed.
    private func curve(of indices: [Int], in table: inout ScoreTable) -> [CurvePoint] {
        guard search.method == .grid, space.axes.count == 1, let axis = space.axes.first else { return [] }
        return Grid.batches(in: space, budget: search.budget - 1).flatMap { $0 }.map { point in
            CurvePoint(value: axis.value(point[0]), scores: table.scores(at: space.clamped(point), of: indices))
        }
    }

    private func minimum(
        over indices: [Int], in table: inout ScoreTable, isStopped: () -> Bool = { false },
        progress: (String) -> Void, trail: (TrailEntry) -> Void = { _ in }
    ) -> SearchStep {
        var asked = 0
        return search.minimum(in: space) { points in
            asked += points.count
            return table.values(at: points, of: indices)
        } isStopped: {
            isStopped()
        } step: { step in
            let entry = TrailEntry(evaluation: asked, value: step.value, parameters: space.values(at: step.point))
            trail(entry)
            let values = entry.parameters.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.short($0.value))" }
            progress("\(entry.evaluation): \(Self.short(step.value)) at \(values.joined(separator: ", "))")
        }
    }

    private func report(
        _ recordings: [TunedRecording], folds: [TuningFold], best: SearchStep, final: [TuningScore],
        trail: [TrailEntry], curve: [CurvePoint]
    ) -> TuningReport {
        let differences = recordings.map { $0.tuned.value - $0.usual.value }
        let interval = PairedBootstrap(units: recordings.count, seed: search.seed).interval(ofMean: differences)
        let verdict = Verdict(isHeldOut: !folds.isEmpty, differences: differences, interval: interval)
        let offsets = final.compactMap(\.headingOffsetDegrees)
        let offset = Self.mean(offsets)
        let squares = offsets.reduce(0) { $0 + ($1 - offset) * ($1 - offset) }
        let count = Double(offsets.count)
        return TuningReport(
            filter: filter.information.name, objective: objective, weights: weights, method: search.method,
            budget: search.budget, seed: search.seed,
            parameters: zip(space.axes, best.point).map { axis, z in
                let margin = 0.01 * (axis.limits.upperBound - axis.limits.lowerBound)
                return TunedParameter(
                    names: axis.names, defaultValue: axis.defaultValue, tuned: axis.value(z),
                    low: axis.range.lowerBound, high: axis.range.upperBound,
                    atLimit: z - axis.limits.lowerBound < margin || axis.limits.upperBound - z < margin)
            },
            folds: folds, recordings: recordings, defaultMean: Self.mean(recordings.map(\.usual.value)),
            tunedMean: Self.mean(recordings.map(\.tuned.value)), differenceInterval: interval,
            accepted: verdict.accepted, reason: verdict.reason, headingOffsetDegrees: offsets.isEmpty ? nil : offset,
            headingOffsetSigmaDegrees: count > 1 ? (squares / (count - 1) / count).squareRoot() : nil, trail: trail,
            curve: curve)
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    /// Formats four significant digits, for the trail.
    static func short(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return "\(value)" }
        let scale = Double.pow(10, Int(clamping: 3 - Double.log10(value.magnitude).rounded(.down)))
        return "\((value * scale).rounded() / scale)"
    }
}

/// Computed scores, shared by folds that evaluate the same point.
struct ScoreTable {
    private struct Key: Hashable {
        let trial: Int
        let point: [Double]
    }

    private let tuning: Tuning
    private let trials: [TuningTrial]
    private let map: Tuning.Mapper
    private var known: [Key: TuningScore] = [:]

    init(tuning: Tuning, trials: [TuningTrial], map: @escaping Tuning.Mapper) {
        (self.tuning, self.trials, self.map) = (tuning, trials, map)
    }

    /// Mean of the objective over the recordings, at each point.
    mutating func values(at points: [[Double]], of indices: [Int]) -> [Double] {
        compute(points, indices)
        return points.map { point in
            indices.reduce(0) { $0 + (known[Key(trial: $1, point: point)]?.value ?? .infinity) } / Double(indices.count)
        }
    }

    /// The scores of the recordings at one point, in order.
    mutating func scores(at point: [Double], of indices: [Int]) -> [TuningScore] {
        compute([point], indices)
        return indices.compactMap { known[Key(trial: $0, point: point)] }
    }

    private mutating func compute(_ points: [[Double]], _ indices: [Int]) {
        var keys: [Key] = []
        var asked: Set<Key> = []
        for point in points {
            for trial in indices {
                let key = Key(trial: trial, point: point)
                if known[key] == nil, asked.insert(key).inserted { keys.append(key) }
            }
        }
        let tuning = tuning
        let work = keys.map { Tuning.Work(trial: trials[$0.trial], point: $0.point) }
        for (key, score) in zip(keys, map(work, { tuning.score($0.trial, at: $0.point) })) { known[key] = score }
    }
}
