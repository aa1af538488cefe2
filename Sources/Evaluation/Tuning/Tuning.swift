import OrientationFilters
import Rotations
import SensorModels

/// Finds parameters on some recordings and measures the improvement on others.
///
/// Every group of recordings is left out once: the search uses the others, and its result is scored, together with the
/// default, on the held-out group. The final parameters come from a search over all recordings. An improvement is reported
/// only where the interval of the mean difference on held-out recordings (paired bootstrap over recordings) excludes zero.
public struct Tuning: Sendable {
    /// The filter.
    public var filter: FilterEntry
    /// What is held fixed, by name, and the drawn orientation's time constant.
    public var fixed: [String: Double]
    /// Seconds; 0 for none; what `smoothing` starts from is always 0.
    public var smoothing: Double
    /// The parameters to tune.
    public var space: SearchSpace
    /// The objective to minimise.
    public var objective: TuningObjective
    /// The weights of `pixels+jitter+lag`.
    public var weights: ObjectiveWeights
    /// The search.
    public var search: Search

    /// Tunes the parameters of a search space.
    public init(
        filter: FilterEntry, fixed: [String: Double] = [:], smoothing: Double = 0, space: SearchSpace,
        objective: TuningObjective, weights: ObjectiveWeights = ObjectiveWeights(), search: Search
    ) {
        (self.filter, self.fixed, self.smoothing, self.space) = (filter, fixed, smoothing, space)
        (self.objective, self.weights, self.search) = (objective, weights, search)
    }

    /// One value to compute: a recording at a point of the search space.
    public struct Work: Sendable {
        let trial: TuningTrial
        let point: [Double]
    }

    /// Computes pieces of work, on several cores if it can; the scores in the order of the work.
    public typealias Mapper = ([Work], @Sendable (Work) -> TuningScore) -> [TuningScore]

    /// The score of one recording at one point of the search space.
    public func score(_ trial: TuningTrial, at point: [Double]) -> TuningScore {
        let (values, time) = space.parameters(at: point)
        return trial.score(
            filter: filter, parameters: fixed.merging(values) { $1 }, smoothing: time ?? smoothing,
            objective: objective, weights: weights)
    }
}

extension Tuning {
    /// The parameters of a filter that change its orientations on a recording at all: those of the sigmas, and of sensors that
    /// the recording lacks, do not. What is made smaller plays no part in the choice, so that it takes nothing from the
    /// recordings that are held out.
    public static func effectiveParameters(
        of filter: FilterEntry, on trial: TuningTrial, fixed: [String: Double] = [:]
    ) throws -> [String] {
        let all = filter.parameters.map(\.name)
        let space = try SearchSpace(all, of: filter)
        let usual = try filter.run(trial.input, parameters: fixed)
        return try space.axes.filter { axis in
            // Half a unit up, or down where the default is the upper end.
            let up = axis.value(0.5)
            let value = up == axis.defaultValue ? axis.value(-0.5) : up
            let names = axis.names.filter { fixed[$0] == nil }
            guard let name = names.first, value != axis.defaultValue else { return false }
            let moved = try filter.run(trial.input, parameters: fixed.merging([name: value]) { $1 })
            guard moved.count == usual.count else { return true }
            return zip(moved.estimates, usual.estimates).contains { $0.orientation.angle(to: $1.orientation) > 1e-6 }
        }
        .flatMap(\.names)
    }
}
