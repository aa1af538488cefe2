import SensorModels
import Vocabulary

/// The streams in a table, by the names of its header.
struct SensorColumns {
    private(set) var channels: [TableSchema.Channel] = []
    /// Sensors that lack an axis.
    private(set) var incomplete: [String] = []
    /// Names without a known meaning.
    private(set) var unknown: [String] = []

    private struct Group {
        var columns: [Int: Int] = [:]
        var unit: LogUnit?
        var unitText: String?
    }

    /// - Parameters:
    ///   - names: of the header.
    ///   - ignored: columns that hold something else, the time for one.
    ///   - meanings: sensors of compact names (`a` of `ax`) that mean something else here than in the table of aliases.
    init(_ names: [String], ignoring ignored: Set<Int>, meanings: [String: SensorKind] = [:]) {
        var groups: [SensorKind: Group] = [:]
        let numbered = Self.numbered(names)
        for (position, name) in names.enumerated() where !ignored.contains(position) && !name.isEmpty {
            guard let (found, axis, unit) = Self.resolve(name) ?? numbered[position] else {
                unknown.append(name)
                continue
            }
            var meaning = found
            if let other = meanings[String(name.lowercased().dropLast())] { meaning = .init(sensor: other) }
            var group = groups[meaning.sensor] ?? Group()
            // The first of several sensors of a kind counts.
            guard group.columns[axis] == nil else {
                unknown.append(name)
                continue
            }
            group.columns[axis] = position
            if group.unit == nil, LogUnit.Quantity(of: meaning.sensor) != nil,
                let stated = LogUnit(spelling: unit, of: meaning.sensor) ?? meaning.unit
            {
                (group.unit, group.unitText) = (stated, name)
            }
            groups[meaning.sensor] = group
        }
        for sensor in SensorKind.allCases {
            guard let group = groups[sensor] else { continue }
            let isAttitude = sensor == .attitude || sensor == .reference
            let axes = isAttitude && group.columns[3] != nil ? [3, 0, 1, 2] : [0, 1, 2]
            let columns = axes.compactMap { group.columns[$0] }
            guard columns.count == axes.count else {
                incomplete.append(sensor.rawValue)
                continue
            }
            let source = columns.map { names[$0] }.joined(separator: ",")
            let by = "the header \"\(group.unitText ?? "")\""
            var channel = TableSchema.Channel(
                sensor: sensor, columns: columns,
                claim: StreamClaim(source: source, unit: group.unit, by: by))
            if isAttitude && columns.count == 3 { channel.form = .vector }
            channels.append(channel)
        }
    }

    /// The columns of sensors whose axes are numbered, by position: `Acceleration_1`, `_2`, `_3`, as MATLAB writes a matrix, or 0, 1, 2. Fewer
    /// or more numbers are something else, and so are names of one letter: m1 is a motor.
    private static func numbered(_ names: [String]) -> [Int: (ColumnAliases.Meaning, Int, String?)] {
        var found: [String: [(position: Int, number: Int)]] = [:]
        for (position, name) in names.enumerated() {
            let stem = ColumnName(name).stem
            guard let last = stem.last?.wholeNumberValue, last < 4 else { continue }
            let base = String(stem.dropLast()).trimmedCell
            if base.last?.isNumber == false, base.count > 2 { found[base, default: []].append((position, last)) }
        }
        var result: [Int: (ColumnAliases.Meaning, Int, String?)] = [:]
        for (base, columns) in found {
            guard let first = columns.map(\.number).min(), first < 2,
                columns.map(\.number).sorted() == [first, first + 1, first + 2],
                let meaning = ColumnAliases.meaning(of: base), LogUnit.Quantity(of: meaning.sensor) != nil
            else { continue }
            for (position, number) in columns {
                result[position] = (meaning, number - first, ColumnName(names[position]).unit)
            }
        }
        return result
    }

    /// The unit in a column's name, in parentheses or behind it (`gx_dps`); `nil` where it has none of the sensor's.
    static func unit(inName name: String, of sensor: SensorKind) -> LogUnit? {
        let resolved = resolve(name)
        return LogUnit(spelling: ColumnName(name).unit ?? resolved?.2, of: sensor)
            ?? (resolved?.0.sensor == sensor ? resolved?.0.unit : nil)
    }

    /// Whether a name is a sensor's axis.
    static func isAxis(_ name: String) -> Bool { resolve(name) != nil }

    /// Sensor, axis and unit of a name; quaternions are also spelled `qw`, `q0`, `q[0]`, w first.
    private static func resolve(_ name: String) -> (ColumnAliases.Meaning, Int, String?)? {
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
        guard let last = plain.last, let axis = ["x": 0, "y": 1, "z": 2][last] else { return nil }
        return byUnit(String(plain.dropLast()), axis, column.unit)
    }

    /// A short name of no known meaning, such as `AsX(°/s)`, whose unit only rates or only fields have.
    private static func byUnit(_ stem: String, _ axis: Int?, _ unit: String?) -> (ColumnAliases.Meaning, Int, String?)?
    {
        guard let axis, axis < 3, (1...3).contains(stem.count), let unit, let quantity = LogUnit.quantity(of: unit),
            let sensor = [LogUnit.Quantity.rate: SensorKind.gyroscope, .field: .magnetometer][quantity]
        else { return nil }
        return (ColumnAliases.Meaning(sensor: sensor), axis, unit)
    }
}

/// The column of the device's own compass heading: of the top edge, degrees clockwise from north.
enum HeadingColumns {
    /// The better ones first. CoreLocation gives both norths, and -1 where it does not know the true one.
    private static let kinds: [(north: North, endings: [String])] = [
        (.true, ["trueheading", "headingtrue", "truebearing", "trueazimuth"]),
        (
            .magnetic,
            ["magneticheading", "headingmagnetic", "magneticbearing", "magneticazimuth", "compassheading", "azimuth°"]
        ),
    ]

    /// `nil` without such a column.
    static func channel(_ head: TableHead) -> TableSchema.Channel? {
        let plain = head.names.map { name in name.lowercased().filter { $0.isLetter || $0 == "°" } }
        for (north, endings) in kinds {
            let isHeading = { (name: String) in endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + "deg") } }
            guard let position = plain.firstIndex(where: isHeading) else { continue }
            let numbers = head.numbers(position)
            if north == .true, !numbers.isEmpty, numbers.allSatisfy({ $0 < 0 }) { continue }
            return TableSchema.Channel(
                sensor: .heading, columns: [position],
                claim: StreamClaim(
                    source: head.names[position], note: "of the top edge, clockwise from \(north.rawValue) north"))
        }
        return nil
    }
}

/// The columns of location fixes.
enum LocationColumns {
    /// The channel, with speed in km/h if the header has that unit; `nil` without latitude and longitude.
    static func channel(_ names: [String]) -> TableSchema.Channel? {
        let stems = names.map { name in
            var words = HeaderWords(name.prefix { !"([:".contains($0) }).words.filter { Int($0) == nil }
            // `speed_mph`: a unit behind the name.
            if words.count > 1, let last = words.last, (speeds + heights).contains(where: { $0.0 == last }) {
                words.removeLast()
            }
            return words.joined(separator: " ")
        }
        func position(_ wanted: String...) -> Int? {
            for name in wanted {
                if let found = stems.firstIndex(where: { $0 == name || $0 == "location " + name }) { return found }
            }
            return nil
        }
        guard let latitude = position("latitude", "lat"), let longitude = position("longitude", "lon", "lng", "long")
        else {
            return nil
        }
        let speed = position("speed", "velocity")
        var channel = TableSchema.Channel(
            sensor: .location, columns: [latitude, longitude],
            optional: [
                position("altitude", "alt", "height"), position("horizontal accuracy", "accuracy", "horizontal"), speed,
                position("course", "bearing", "direction", "orientation"),
                position("course accuracy", "bearing accuracy"),
            ],
            claim: StreamClaim(source: "\(names[latitude]),\(names[longitude])", note: "WGS-84"))
        channel.claim.sign = nil
        if let speed, let factor = factor(names[speed], speeds) { channel.speedFactor = factor }
        if let altitude = channel.optional[0], let factor = factor(names[altitude], heights) {
            channel.altitudeFactor = factor
        }
        return channel
    }

    /// m/s for one of each.
    private static let speeds: [(String, Double)] = [
        ("kmh", 1 / 3.6), ("kph", 1 / 3.6), ("km h", 1 / 3.6), ("mph", 0.44704), ("mi h", 0.44704), ("mps", 1),
        ("m s", 1),
        ("knots", 1852 / 3600), ("knot", 1852 / 3600), ("kts", 1852 / 3600), ("kt", 1852 / 3600), ("kn", 1852 / 3600),
        ("ft s", 0.3048), ("fps", 0.3048),
    ]

    /// Metres for one of each.
    private static let heights: [(String, Double)] = [("ft", 0.3048), ("feet", 0.3048), ("m", 1)]

    /// Of the unit at the end of a name, in parentheses or not.
    private static func factor(_ name: String, _ units: [(String, Double)]) -> Double? {
        let text = HeaderWords(name).words.joined(separator: " ")
        return units.first { text.hasSuffix(" " + $0.0) }?.1
    }
}
