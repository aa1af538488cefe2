import OrientationFilters
import Rotations
import SensorModels

/// Finds parameters on some recordings and measures the improvement on others.
///
/// Each group of recordings is left out once: the search uses the others, and its result and the default are scored on
/// the left-out group. The final parameters come from a search over all recordings. An improvement is accepted only if
/// the interval of the mean difference on left-out recordings (paired bootstrap over recordings) excludes zero.
public struct Tuning: Sendable {
    /// The filter.
    public var filter: FilterEntry
    /// Parameters that are held fixed, by name.
    public var fixed: [String: Double]
    /// Time constant of the drawn orientation, seconds; 0 for none. A search over `smoothing` always starts at 0.
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

    /// One value to compute: one recording at one point of the search space.
    public struct Work: Sendable {
        let trial: TuningTrial
        let point: [Double]
    }

    /// Evaluates pieces of work, possibly on several cores; returns the scores in the order of the work.
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
    /// The effect of a parameter on a filter's orientations on a recording.
    public struct Effect: Sendable, Hashable {
        /// The parameter.
        public let name: String
        /// RMS angle between the orientations with the default and with half a unit of the search space more (less, if
        /// the default is the upper end), degrees; infinite if the number of rows changes.
        public let rmsDegrees: Double
        /// Whether any orientation changes by more than rounding.
        public let isSeen: Bool
    }

    /// The effect of every parameter that is not fixed, in the order of the filter.
    /// - Throws: `SensorLabError` for bad fixed parameters.
    public static func effects(
        of filter: FilterEntry, on input: FilterInput, fixed: [String: Double] = [:]
    ) throws -> [Effect] {
        let space = try SearchSpace(filter.parameters.map(\.name), of: filter)
        let usual = try filter.run(input, parameters: fixed)
        return try space.axes.compactMap { axis in
            guard let name = axis.names.first, fixed[name] == nil else { return nil }
            let up = axis.value(0.5)
            let value = up == axis.defaultValue ? axis.value(-0.5) : up
            guard value != axis.defaultValue else { return Effect(name: name, rmsDegrees: 0, isSeen: false) }
            let moved = try filter.run(input, parameters: fixed.merging([name: value]) { $1 })
            guard moved.count == usual.count else { return Effect(name: name, rmsDegrees: .infinity, isSeen: true) }
            let angles = zip(moved.estimates, usual.estimates).map { $0.orientation.angle(to: $1.orientation) }
            let squares = angles.reduce(0) { $0 + $1 * $1 } / Double(max(1, angles.count))
            return Effect(
                name: name, rmsDegrees: Angle.degrees(squares.squareRoot()), isSeen: angles.contains { $0 > 1e-6 })
        }
    }

    /// The parameters of a filter that change its orientations on a recording at all; those of sigmas and of missing
    /// sensors do not. The choice does not use the objective, so that left-out recordings stay independent of it.
    public static func effectiveParameters(
        of filter: FilterEntry, on trial: TuningTrial, fixed: [String: Double] = [:]
    ) throws -> [String] {
        try effects(of: filter, on: trial.input, fixed: fixed).filter(\.isSeen).map(\.name)
    }
}
