import Evaluation
import Files
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// Finds a filter's best parameters on open logs: the search of `tune` without its cross-validation. The result fits
/// these logs; its error on others is unknown.
public struct TrialTuning: Sendable {
    private let tuning: Tuning
    private let trials: [TuningTrial]
    private let current: [String: Double]

    /// The result of the search.
    public struct Found: Sendable {
        /// Every parameter of the filter by name.
        public var parameters: [String: Double]
        /// Mean of the objective over the logs with these parameters, degrees.
        public var value: Double
        /// Mean of the objective with the given parameters, degrees.
        public var given: Double
        /// Number of logs with a value of the objective.
        public var logs: Int
    }

    /// Progress of the search.
    public struct Progress: Sendable {
        /// Filter runs so far, and their upper bound.
        public var runs, most: Int
        /// The smallest mean of the objective so far, degrees; infinite before the first.
        public var value: Double
    }

    /// - Parameters:
    ///   - filter: with the current parameters; the search still starts at the defaults, and varies all parameters that
    ///     change an orientation.
    ///   - logs: those without a reference, or on which the filter cannot run, do not count.
    ///   - objective: `total` or `heading`, which need no places.
    /// - Throws: `SensorLabError`: usage for an objective that needs places; bad data if no log counts.
    public init(_ filter: ResolvedFilter, logs: [TrialLog], objective: TuningObjective) throws {
        try Self.check(objective)
        let candidates = logs.filter { $0.prepared.obstacle(to: filter.entry) == nil }.compactMap {
            $0.tuningTrial(for: filter.entry)
        }
        // A log without a scored sample would make each mean infinite.
        let scorable = concurrentMap(candidates) { trial in
            trial.score(
                filter: filter.entry, parameters: [:], smoothing: 0, objective: objective,
                weights: ObjectiveWeights()
            ).value.isFinite
        }
        trials = zip(candidates, scorable).filter(\.1).map(\.0)
        guard let first = trials.first else {
            throw SensorLabError(
                .badData, code: .noReference, place: filter.name,
                message: "no open log has a reference with which \(filter.name) can be scored",
                advice: "open a log with a reference orientation")
        }
        let names = try Tuning.effectiveParameters(of: filter.entry, on: first)
        let space = try SearchSpace(names, of: filter.entry)
        tuning = Tuning(filter: filter.entry, space: space, objective: objective, search: .suiting(space))
        current = filter.parameters
    }

    /// - Throws: `SensorLabError`: usage for an objective that needs places.
    public static func check(_ objective: TuningObjective) throws {
        guard objective.needsPlaces else { return }
        throw SensorLabError(
            .usage, code: .noTrials, place: "objective \(objective.rawValue)",
            message: "it needs places, and the page has none", advice: "use `sensorlab tune --places`")
    }

    /// Searches until the budget is spent, or `isStopped`.
    /// - Parameters:
    ///   - jobs: concurrent runs.
    ///   - isStopped: called before each run, from any thread.
    ///   - tell: called after each run, from any thread.
    /// - Returns: the given parameters if the search found none better.
    public func run(
        jobs: Int, isStopped: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (Progress) -> Void
    ) -> Found {
        let most = trials.count * tuning.search.budget
        let state = Guarded(Progress(runs: 0, most: most, value: .infinity))
        let given = mean(at: current, jobs: jobs)
        let best = tuning.searched(
            trials,
            map: { work, score in
                concurrentMap(work, jobs: jobs) { item in
                    defer { tell(state.update { $0.runs += 1 }) }
                    return score(item)
                }
            }, isStopped: isStopped
        ) { entry in tell(state.update { $0.value = entry.value }) }
        guard best.value < given else {
            return Found(parameters: current, value: given, given: given, logs: trials.count)
        }
        let changes = tuning.space.parameters(at: best.point).filter
        return Found(
            parameters: defaults.merging(changes) { $1 }, value: best.value, given: given, logs: trials.count)
    }

    private var defaults: [String: Double] {
        Dictionary(uniqueKeysWithValues: tuning.filter.parameters.map { ($0.name, $0.defaultValue) })
    }

    private func mean(at parameters: [String: Double], jobs: Int) -> Double {
        let values = concurrentMap(trials, jobs: jobs) { trial in
            trial.score(
                filter: tuning.filter, parameters: parameters, smoothing: 0, objective: tuning.objective,
                weights: tuning.weights
            ).value
        }
        return values.reduce(0, +) / Double(values.count)
    }
}

extension TrialLog {
    /// The log as a tuning trial, scored like `TrialScores`; `nil` without a reference.
    func tuningTrial(for filter: FilterEntry) -> TuningTrial? {
        guard motion.source == .reference else { return nil }
        var trial = TuningTrial(
            name: prepared.name, group: prepared.name, input: prepared.input(for: filter),
            declination: Angle.degrees(prepared.headingShift), reference: reference, indices: motion.scored,
            axis: prepared.headingAxis, screen: nil)
        (trial.isRelative, trial.parts) = (motion.isRelative, motion.parts)
        return trial
    }
}
