import OrientationFilters
import Rotations
import SensorModels

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
