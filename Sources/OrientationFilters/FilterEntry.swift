import SensorModels
import Vocabulary

/// A filter of the catalogue with its type erased outside of the inner loop: `run` is one call per recording.
public struct FilterEntry: Sendable {
    /// Name, summary, reference and what the filter can do without.
    public let information: FilterInformation
    /// The parameters with their defaults.
    public let parameters: [ParameterInformation]
    private let maker: @Sendable ([String: Double]) -> any OrientationFilter
    private let runner: @Sendable ([String: Double], FilterInput) -> OrientationTrack

    init<Filter: OrientationFilter>(_ type: Filter.Type) {
        information = Filter.information
        let defaults = Filter.Parameters()
        parameters = Filter.Parameters.descriptors.map { descriptor in
            ParameterInformation(
                name: descriptor.name, unit: descriptor.unit, defaultValue: defaults[keyPath: descriptor.path],
                range: descriptor.range, meaning: descriptor.meaning, small: descriptor.small, large: descriptor.large)
        }
        let make: @Sendable ([String: Double]) -> Filter = { values in
            var parameters = Filter.Parameters()
            for descriptor in Filter.Parameters.descriptors {
                if let value = values[descriptor.name] { parameters[keyPath: descriptor.path] = value }
            }
            return Filter(parameters: parameters)
        }
        maker = make
        runner = { values, input in
            var filter = make(values)
            return filter.replay(input)
        }
    }

    /// The full set of parameters: the defaults with `changes` applied, names matched without case.
    /// - Throws: `SensorLabError` (usage) for an unknown name, with the nearest one, and for a value out of range.
    public func resolved(_ changes: [String: Double]) throws -> [String: Double] {
        var values = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.defaultValue) })
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw unknown(parameter: name)
            }
            guard parameter.range.contains(value) else {
                throw SensorLabError(
                    .usage, code: .parameterOutOfRange, place: "\(information.name).\(parameter.name)",
                    message: "\(value) is outside \(parameter.range.lowerBound)...\(parameter.range.upperBound)",
                    advice: "choose a value in the range; `sensorlab filters` lists all parameters")
            }
            values[parameter.name] = value
        }
        return values
    }

    /// Runs the filter over a recording's streams.
    /// - Parameters:
    ///   - input: the recording's streams, in the filters' convention.
    ///   - changes: changes to the defaults, by name.
    public func run(_ input: FilterInput, parameters changes: [String: Double] = [:]) throws -> OrientationTrack {
        run(input, resolved: try resolved(changes))
    }

    /// Runs the filter with all its parameters, as `resolved(_:)` gave them.
    public func run(_ input: FilterInput, resolved parameters: [String: Double]) -> OrientationTrack {
        runner(parameters, input)
    }

    /// A filter that has seen nothing, for an app that feeds it sample by sample.
    /// - Parameter changes: changes to the defaults, by name.
    public func filter(parameters changes: [String: Double] = [:]) throws -> any OrientationFilter {
        maker(try resolved(changes))
    }

    private func unknown(parameter name: String) -> SensorLabError {
        let names = parameters.map(\.name)
        let advice: String
        if let nearest = NearestName.of(name, in: names) {
            advice = "did you mean \(nearest)?"
        } else {
            advice = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
        }
        return SensorLabError(
            .usage, code: .unknownParameter, place: "--set \(information.name).\(name)",
            message: "filter \(information.name) has no parameter \(name)", advice: advice)
    }
}

/// One parameter as the catalogue shows it.
public struct ParameterInformation: Sendable, Hashable {
    /// The name in `--set filter.name=value`.
    public let name: String
    /// The unit, empty for none.
    public let unit: String
    /// The default, in that unit.
    public let defaultValue: Double
    /// The closed range of valid values.
    public let range: ClosedRange<Double>
    /// What it is.
    public let meaning: String
    /// The effect of a small value.
    public let small: String
    /// The effect of a large value.
    public let large: String

    /// From its parts; the default lies in the range.
    public init(
        name: String, unit: String, defaultValue: Double, range: ClosedRange<Double>, meaning: String, small: String,
        large: String
    ) {
        (self.name, self.unit, self.defaultValue, self.range) = (name, unit, defaultValue, range)
        (self.meaning, self.small, self.large) = (meaning, small, large)
    }
}
