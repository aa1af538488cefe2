import Vocabulary

/// A number of a motion, a sensor set or a field that a user may change.
public struct SimulationParameter: Sendable, Hashable {
    /// The name in `--set owner.name=value`.
    public let name: String
    /// The unit, empty for none.
    public let unit: String
    /// The closed range of valid values, in that unit.
    public let range: ClosedRange<Double>
    /// What it is, with its sign.
    public let meaning: String
    /// The value unless it is set.
    public let defaultValue: Double
    /// Whether its owner states the value; else there is no swing that it belongs to, or it is 0.
    public internal(set) var isStated = true
    /// The value, in `range`.
    public internal(set) var value: Double

    init(_ name: String, _ value: Double, _ unit: String, _ range: ClosedRange<Double>, _ meaning: String) {
        (self.name, self.unit, self.range, self.meaning) = (name, unit, range, meaning)
        (defaultValue, self.value) = (value, value)
    }

    /// The same parameter of a variant, whose default differs.
    func with(default value: Double) -> SimulationParameter {
        SimulationParameter(name, value, unit, range, meaning)
    }
}

/// What has a name and parameters: a motion, a sensor set, a field.
public protocol Adjustable: Sendable {
    /// The name on the command line.
    var name: String { get }
    /// Its parameters; their values are within their ranges.
    var parameters: [SimulationParameter] { get }
    /// Replaces a value without a check.
    mutating func replace(at index: Int, with value: Double)
}

extension Adjustable {
    /// Sets a parameter, its name matched without case.
    /// - Throws: `SensorLabError` (usage) for an unknown name, with the nearest one, and for a value out of range.
    public mutating func set(_ parameter: String, to value: Double) throws(SensorLabError) {
        let place = "--set \(name).\(parameter)"
        guard let index = parameters.firstIndex(where: { $0.name.lowercased() == parameter.lowercased() }) else {
            let names = parameters.map(\.name)
            let nearest = NearestName.of(parameter, in: names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownParameter, place: place, message: "\(name) has no parameter \(parameter)",
                advice: nearest ?? (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"))
        }
        let range = parameters[index].range
        guard range.contains(value) else {
            throw SensorLabError(
                .usage, code: .parameterOutOfRange, place: place,
                message: "\(value) is outside \(range.lowerBound)...\(range.upperBound)",
                advice: "choose a value in the range (\(parameters[index].meaning))")
        }
        replace(at: index, with: value)
    }

    /// What differs from the defaults, as the arguments of `--set`.
    var settings: [String] {
        parameters.filter { $0.value != $0.defaultValue }.map { "\(name).\($0.name)=\($0.value)" }
    }

    /// The value of a parameter; 0 where there is none of that name.
    func value(_ name: String) -> Double { parameters.first { $0.name == name }?.value ?? 0 }
}

/// Finds a member of a list by its name, without case.
/// - Throws: `SensorLabError` (usage) with the nearest name.
func member<Member: Adjustable>(
    _ name: String, of all: [Member], _ what: String, _ code: ErrorCode
) throws(SensorLabError) -> Member {
    if let found = all.first(where: { $0.name == name.lowercased() }) { return found }
    let names = all.map(\.name)
    let near = NearestName.of(name, in: names).map { "did you mean \($0)? " } ?? ""
    throw SensorLabError(
        .usage, code: code, place: "simulate", message: "there is no \(what) \(name)",
        advice: "\(near)expected one of \(names.joined(separator: ", "))")
}
