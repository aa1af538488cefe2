import OrientationFilters
import RealModule
import SensorModels
import Vocabulary

/// The parameters that a search varies, each on its own axis with the default at 0.
///
/// A parameter with a positive default and a range beyond ten times the default has a logarithmic axis (1 = a factor of
/// e, up to a factor of 1000 in both directions), others a linear one (1 = a quarter of the range). Names joined by `=`
/// share one value: `accelerometerWeight=magnetometerWeight`. `name:low:high` limits the search to a range. `smoothing`
/// is the time constant of the drawn orientation, seconds.
public struct SearchSpace: Sendable {
    /// One axis.
    public struct Axis: Sendable, Hashable {
        /// The parameters that share the value.
        public let names: [String]
        /// The value at coordinate 0.
        public let defaultValue: Double
        /// The range of values that are tried.
        public let range: ClosedRange<Double>
        /// Whether the axis is logarithmic.
        public let isLogarithmic: Bool

        /// The value at a coordinate, clamped to the range.
        public func value(_ z: Double) -> Double {
            let value =
                isLogarithmic
                ? defaultValue * Double.exp(z)
                : defaultValue + z * (range.upperBound - range.lowerBound) / 4
            return min(range.upperBound, max(range.lowerBound, value))
        }

        /// The coordinate of a value.
        public func coordinate(_ value: Double) -> Double {
            isLogarithmic
                ? Double.log(value / defaultValue) : 4 * (value - defaultValue) / (range.upperBound - range.lowerBound)
        }

        /// The coordinates of the ends of the range.
        public var limits: ClosedRange<Double> { coordinate(range.lowerBound)...coordinate(range.upperBound) }
    }

    /// The parameter name of the drawn orientation's time constant.
    public static let smoothing = "smoothing"

    /// The axes, in the order of the names.
    public let axes: [Axis]

    /// - Throws: `SensorLabError` (usage) for unknown names, and for a name given twice.
    public init(_ names: [String], of filter: FilterEntry) throws {
        var seen: Set<String> = []
        axes = try names.map { text in
            let (joined, limits) = try Self.limits(text)
            let parameters = try joined.split(separator: "=").map { name -> ParameterInformation in
                let found = try Self.parameter(String(name), of: filter)
                guard seen.insert(found.name).inserted else {
                    throw SensorLabError(
                        .usage, code: .parameterTwice, place: "--parameters", message: "\(found.name) is given twice",
                        advice: "name it once")
                }
                return found
            }
            guard let first = parameters.first else { throw Self.unknown(joined, filter) }
            let least = parameters.map(\.range.lowerBound).max() ?? first.range.lowerBound
            let most = parameters.map(\.range.upperBound).min() ?? first.range.upperBound
            let (low, high) = (max(least, limits?.lowerBound ?? least), min(most, limits?.upperBound ?? most))
            guard low < high else {
                throw SensorLabError(
                    .usage, code: .noCommonRange, place: "--parameters \(joined)",
                    message: "no value is left to try",
                    advice: "parameters that share a value need a common range, and the limits must lie in this range")
            }
            let start = min(high, max(low, first.defaultValue))
            let logarithmic = start > 0 && high > 10 * start
            let range = logarithmic ? max(low, start / 1000)...min(high, start * 1000) : low...high
            // Limits from the user are tried to their ends.
            let tried = limits == nil || logarithmic && low <= 0 ? range : low...high
            return Axis(
                names: parameters.map(\.name), defaultValue: start, range: tried, isLogarithmic: logarithmic)
        }
    }

    /// Parses `names:low:high`.
    private static func limits(_ text: String) throws -> (names: String, limits: ClosedRange<Double>?) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return (text, nil) }
        guard parts.count == 3, let low = Double(parts[1]), let high = Double(parts[2]), low < high, high.isFinite
        else {
            throw SensorLabError(
                .usage, code: .badLimits, place: "--parameters \(text)", message: "expected name:low:high",
                advice: "such as accelerometerWeight:0:0.99")
        }
        return (parts[0], low...high)
    }

    private static func parameter(_ name: String, of filter: FilterEntry) throws -> ParameterInformation {
        if name.lowercased() == smoothing {
            return ParameterInformation(
                name: smoothing, unit: "s", defaultValue: 0, range: 0...0.5,
                meaning: "time constant of the low-pass of the drawn orientation", small: "labels jitter",
                large: "labels lag")
        }
        guard let found = filter.parameters.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw unknown(name, filter)
        }
        return found
    }

    private static func unknown(_ name: String, _ filter: FilterEntry) -> SensorLabError {
        let names = filter.parameters.map(\.name) + [smoothing]
        let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
        return SensorLabError(
            .usage, code: .unknownParameter, place: "--parameters \(name)",
            message: "filter \(filter.information.name) has no parameter \(name)",
            advice: nearest ?? "it has \(names.joined(separator: ", "))")
    }

    /// The values of all parameters at a point, by name.
    func values(at point: [Double]) -> [String: Double] {
        zip(axes, point).reduce(into: [:]) { values, pair in
            for name in pair.0.names { values[name] = pair.0.value(pair.1) }
        }
    }

    /// The parameters at a point: the filter's by name, and the time constant of the drawn orientation.
    public func parameters(at point: [Double]) -> (filter: [String: Double], smoothing: Double?) {
        var values = values(at: point)
        let smoothing = values.removeValue(forKey: Self.smoothing)
        return (values, smoothing)
    }

    /// The point of the defaults.
    public var origin: [Double] { axes.map { _ in 0 } }

    /// The point with all coordinates clamped to their limits.
    public func clamped(_ point: [Double]) -> [Double] {
        zip(axes, point).map { axis, z in min(axis.limits.upperBound, max(axis.limits.lowerBound, z)) }
    }
}
