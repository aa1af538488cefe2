import SensorModels
import Vocabulary

/// What the name of one column says: sensor, axis and unit.
extension SensorColumns {
    /// The columns of sensors whose axes are numbered, by position: `Acceleration_1`, `_2`, `_3`, as MATLAB writes a
    /// matrix, or 0, 1, 2. Other counts of numbers are something else, and so are names of one letter: m1 is a motor.
    static func numbered(_ names: [String]) -> [Int: (ColumnAliases.Meaning, Int, String?)] {
        var result: [Int: (ColumnAliases.Meaning, Int, String?)] = [:]
        for (base, columns) in runs(3, in: names, where: { $1.last?.isNumber == false && $1.count > 2 }) {
            guard let meaning = ColumnAliases.meaning(of: base), LogUnit.Quantity(of: meaning.sensor) != nil else {
                continue
            }
            for (position, number) in columns {
                result[position] = (meaning, number, ColumnName(names[position]).unit)
            }
        }
        return result
    }

    /// So many columns each whose names differ in the digit at their ends alone, by the rest of their names, with
    /// their numbers counted from 0.
    /// - Parameter isWanted: by the name and its rest.
    private static func runs(
        _ count: Int, in names: [String], where isWanted: (ColumnName, String) -> Bool
    ) -> [String: [(position: Int, number: Int)]] {
        var found: [String: [(position: Int, number: Int)]] = [:]
        for (position, name) in names.enumerated() {
            let column = ColumnName(name)
            guard let last = column.stem.last?.wholeNumberValue, last <= count else { continue }
            let base = String(column.stem.dropLast()).trimmedCell
            if isWanted(column, base) { found[base, default: []].append((position, last)) }
        }
        return found.compactMapValues { columns in
            let numbers = columns.map(\.number).sorted()
            guard let first = numbers.first, first < 2, numbers == Array(first..<first + count) else { return nil }
            return columns.map { ($0.position, $0.number - first) }
        }
    }

    /// The columns of quaternions whose four numbers are numbered from 0 or 1, `q1`...`q4`, by position: w first.
    static func numberedQuaternions(_ names: [String]) -> [Int: (ColumnAliases.Meaning, Int, String?)] {
        var result: [Int: (ColumnAliases.Meaning, Int, String?)] = [:]
        for (base, columns) in runs(4, in: names, where: { column, _ in column.axis == nil }) {
            guard let sensor = quaternionBases[base] ?? ColumnAliases.meaning(of: base)?.sensor,
                sensor == .attitude || sensor == .reference
            else { continue }
            for (position, number) in columns {
                result[position] = (ColumnAliases.Meaning(sensor: sensor), number == 0 ? 3 : number - 1, nil)
            }
        }
        return result
    }

    /// The columns of quaternions called orientation or rotation, by position: `orientation.x`...`w`, or `Rotation_cos`
    /// for w. Without w the three axes would be angles.
    static func letteredQuaternions(_ names: [String]) -> [Int: (ColumnAliases.Meaning, Int, String?)] {
        var found: [String: [Int: Int]] = [:]
        for (position, name) in names.enumerated() {
            let column = ColumnName(name)
            var words = column.stem.split(separator: " ")
            var axis = column.axis
            if axis == nil, words.last == "cos" {
                axis = 3
                words.removeLast()
            }
            guard let axis, column.unit == nil, let last = words.last, ["orientation", "rotation"].contains(last) else {
                continue
            }
            let stem = words.joined(separator: " ")
            if found[stem]?[axis] == nil { found[stem, default: [:]][axis] = position }
        }
        let complete = found.filter { $0.value.count == 4 }
        guard complete.count == 1, let axes = complete.first?.value else { return [:] }
        return axes.reduce(into: [:]) { $0[$1.value] = (ColumnAliases.Meaning(sensor: .attitude), $1.key, nil) }
    }

    /// Names in front of the number, beside those of `ColumnAliases`.
    private static let quaternionBases: [String: SensorKind] = [
        "quat q": .attitude, "quatq": .attitude, "quaternions": .attitude, "opt q": .reference, "ref q": .reference,
    ]

    /// The unit in a column's name, in parentheses or behind it (`gx_dps`); `nil` unless it is one of the sensor's.
    static func unit(inName name: String, of sensor: SensorKind) -> LogUnit? {
        let resolved = resolve(name)
        return LogUnit(spelling: ColumnName(name).unit ?? resolved?.2, of: sensor)
            ?? (resolved?.0.sensor == sensor ? resolved?.0.unit : nil)
    }

    /// Whether a name is a sensor's axis.
    static func isAxis(_ name: String) -> Bool { resolve(name) != nil }

    /// The sensor and the axis of a name; `nil` for every other name.
    static func axis(of name: String) -> (sensor: SensorKind, axis: Int)? { resolve(name).map { ($0.0.sensor, $0.1) } }

    /// The sensor of an axis' name; `nil` for every other name.
    static func sensor(of name: String) -> SensorKind? { resolve(name)?.0.sensor }

    /// Sensor, axis and unit of a name; quaternions are also spelled `qw`, `q0`, `q[0]`, w first.
    static func resolve(_ name: String) -> (ColumnAliases.Meaning, Int, String?)? {
        let column = ColumnName(name)
        if let axis = column.axis, let meaning = ColumnAliases.meaning(of: column.stem) {
            // `q[0]` is w.
            if name.hasSuffix("]"), meaning.sensor == .attitude || meaning.sensor == .reference, column.unit == nil {
                return (meaning, axis == 0 ? 3 : axis - 1, nil)
            }
            return (meaning, axis, column.unit)
        }
        let plain = column.stem.filter { $0 != " " }
        for (prefix, sensor) in [
            ("optq", SensorKind.reference), ("refq", .reference), ("quatq", .attitude), ("q", .attitude),
        ]
        where plain.hasPrefix(prefix) && plain.count == prefix.count + 1 {
            if let axis = ["w": 3, "x": 0, "y": 1, "z": 2, "0": 3, "1": 0, "2": 1, "3": 2][plain.suffix(1)] {
                return (ColumnAliases.Meaning(sensor: sensor), axis, nil)
            }
        }
        guard column.axis == nil else { return byUnit(column.stem, column.axis, column.unit) }
        if let (meaning, axis) = ColumnAliases.compact(column.stem) { return (meaning, axis, column.unit) }
        if let (meaning, axis, unit) = ColumnAliases.compactWithUnread(column.stem) { return (meaning, axis, unit) }
        guard let last = plain.last, let axis = ["x": 0, "y": 1, "z": 2][last] else { return nil }
        return byUnit(String(plain.dropLast()), axis, column.unit)
    }

    /// A short name without a known meaning, such as `AsX(°/s)`, or `Rotation X (°/s)`, whose unit is one of rates or
    /// of fields only.
    private static func byUnit(_ stem: String, _ axis: Int?, _ unit: String?) -> (ColumnAliases.Meaning, Int, String?)?
    {
        guard let axis, axis < 3, (1...3).contains(stem.count) || stem == "rotation", let unit,
            let quantity = LogUnit.quantity(of: unit) ?? ScaledUnit.quantity(of: unit), quantity != .acceleration
        else { return nil }
        return (ColumnAliases.Meaning(sensor: quantity.sensor), axis, unit)
    }
}
