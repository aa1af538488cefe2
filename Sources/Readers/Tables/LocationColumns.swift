import SensorModels
import Vocabulary

/// Location fixes.
struct LocationColumns: ChannelColumns {
    var latitude, longitude: Int
    var altitude, accuracy, speed, course, courseAccuracy: Int?
    /// The columns with 1 for north or east and -1 for south or west.
    var northSouth, eastWest: Int?
    /// Of latitude and longitude.
    var coordinates = CoordinateUnit.degrees
    /// m/s for one unit of the speed.
    var speedFactor = 1.0
    /// Metres for one unit of the altitude.
    var altitudeFactor = 1.0

    var sensor: SensorKind { .location }
    var required: [Int] { [latitude, longitude] }

    mutating func replace(_ position: (Int) -> Int) {
        (latitude, longitude) = (position(latitude), position(longitude))
        for path in [
            \Self.northSouth, \.eastWest, \.altitude, \.accuracy, \.speed, \.course, \.courseAccuracy,
        ] {
            self[keyPath: path] = self[keyPath: path].map(position)
        }
    }

    func describe(in layout: inout TableLayout) {
        layout.coordinateColumns.formUnion(required)
        layout.hemisphereColumns.formUnion([northSouth, eastWest].compactMap { $0 })
    }

    func reading(_ row: TableRow) -> Reading<LocationFix> {
        func number(_ column: Int?) -> Double { column.map { row[$0] } ?? .nan }
        func coordinate(_ column: Int, _ hemisphere: Int?) -> Double {
            let degrees = coordinates.degrees(row[column])
            return hemisphere.map { row[$0] * degrees.magnitude } ?? degrees
        }
        let (latitude, longitude) = (coordinate(latitude, northSouth), coordinate(longitude, eastWest))
        // Most rows have no fix.
        guard latitude.isFinite, longitude.isFinite else { return .fault(SampleFault(latitude, longitude)) }
        return SampleRules.fix(
            latitude: latitude, longitude: longitude, altitude: number(altitude) * altitudeFactor,
            accuracy: number(accuracy), speed: number(speed) * speedFactor, course: number(course),
            courseAccuracy: number(courseAccuracy))
    }
}

extension LocationColumns {
    /// The columns, with the units that the header has; `nil` without latitude and longitude.
    init?(_ names: [String]) {
        let stems = names.map { name in
            var words = HeaderWords(name.prefix { !"([:".contains($0) }).words.filter { Int($0) == nil }
            // `speed_mph`: a unit behind the name.
            if words.count > 1, let last = words.last, (Self.speeds + Self.heights).contains(where: { $0.0 == last }) {
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
        self.init(
            latitude: latitude, longitude: longitude, altitude: position("altitude", "alt", "height"),
            accuracy: position("horizontal accuracy", "accuracy", "horizontal"), speed: position("speed", "velocity"),
            course: position("course", "bearing", "direction", "orientation"),
            courseAccuracy: position("course accuracy", "bearing accuracy"),
            northSouth: Self.hemisphere(names, of: ["lat", "latitude"], "ns"),
            eastWest: Self.hemisphere(names, of: ["lon", "lng", "longitude"], "ew"))
        if let speed, let factor = Self.factor(names[speed], Self.speeds) { speedFactor = factor }
        if let altitude, let factor = Self.factor(names[altitude], Self.heights) { altitudeFactor = factor }
    }

    /// The channel of these columns.
    func channel(_ names: [String], note: String = "WGS-84") -> TableSchema.Channel {
        .init(self, claim: StreamClaim(source: "\(names[latitude]),\(names[longitude])", note: note))
    }

    /// The column of the hemisphere, north or south, or east or west: `N/S`, `lat_dir`, `Longitude Ref`.
    private static func hemisphere(_ names: [String], of coordinate: Set<String>, _ letters: String) -> Int? {
        let words = names.map { HeaderWords($0, endAtCapitals: true).words.filter { $0 != "gps" && $0 != "indicator" } }
        let marks: Set<String> = ["dir", "direction", "ref", "hemisphere", "hemi", "ns", "ew"]
        return words.firstIndex { words in
            words.joined() == letters
                || words.count == 2 && coordinate.contains(words[0]) && marks.contains(words[1])
        }
    }

    /// m/s for one unit.
    private static let speeds: [(String, Double)] = [
        ("kmh", 1 / 3.6), ("kph", 1 / 3.6), ("km h", 1 / 3.6), ("mph", 0.44704), ("mi h", 0.44704), ("mps", 1),
        ("m s", 1),
        ("knots", 1852 / 3600), ("knot", 1852 / 3600), ("kts", 1852 / 3600), ("kt", 1852 / 3600), ("kn", 1852 / 3600),
        ("ft s", 0.3048), ("fps", 0.3048),
    ]

    /// Metres for one unit.
    private static let heights: [(String, Double)] = [("ft", 0.3048), ("feet", 0.3048), ("m", 1)]

    /// Whether a name ends in a unit of height.
    static func hasUnit(_ name: String) -> Bool { factor(name, heights) != nil }

    /// The factor of the unit at the end of a name, in parentheses or not.
    private static func factor(_ name: String, _ units: [(String, Double)]) -> Double? {
        let text = HeaderWords(name).words.joined(separator: " ")
        return units.first { text.hasSuffix(" " + $0.0) }?.1
    }
}

/// How a table writes latitudes and longitudes as numbers.
enum CoordinateUnit: Sendable, Equatable {
    case degrees
    /// Whole numbers, as of MAVLink and of receivers: 1e7 or 1e6 per degree.
    case parts(Double)
    /// Degrees and minutes in one number, as in NMEA 0183: `4808.232` is 48 degrees and 8.232 minutes.
    case degreesAndMinutes

    /// By the first numbers; degrees where nothing else is certain.
    /// - Parameter hasHemispheres: other columns say north or south, and east or west.
    init(latitudes: [Double], longitudes: [Double], hasHemispheres: Bool) {
        self = .degrees
        let latitudes = latitudes.filter { $0 != 0 }
        let longitudes = longitudes.filter { $0 != 0 }
        guard let north = latitudes.map(\.magnitude).max(), let east = longitudes.map(\.magnitude).max(),
            north > 90 || east > 180
        else { return }
        let all = latitudes + longitudes
        if hasHemispheres {
            let isMinutes = all.allSatisfy { $0 >= 0 && $0.truncatingRemainder(dividingBy: 100) < 60 }
            if north <= 9000, east <= 18_000, isMinutes { self = .degreesAndMinutes }
            return
        }
        guard all.allSatisfy({ $0 == $0.rounded() }), north <= 9e8, east <= 1.8e9, min(north, east) > 1e5 else {
            return
        }
        // Numbers that fit both 1e6 and 1e7 per degree give a place ten times nearer to the equator with 1e7.
        if north > 9e7 || east > 1.8e8 { self = .parts(1e7) }
    }

    /// Degrees.
    func degrees(_ number: Double) -> Double {
        // Empty cells stay empty.
        guard number.isFinite else { return number }
        switch self {
        case .degrees: return number
        case .parts(let parts): return number / parts
        case .degreesAndMinutes:
            let whole = (number.magnitude / 100).rounded(.down)
            return (number < 0 ? -1 : 1) * (whole + (number.magnitude - 100 * whole) / 60)
        }
    }
}

extension LocationColumns {
    /// The channel of a table with its first rows; `nil` without latitude and longitude.
    static func channel(_ head: TableHead) -> TableSchema.Channel? {
        guard var columns = LocationColumns(head.names) else { return nil }
        columns.coordinates = CoordinateUnit(
            latitudes: head.longNumbers(columns.latitude), longitudes: head.longNumbers(columns.longitude),
            hasHemispheres: columns.northSouth != nil && columns.eastWest != nil)
        switch columns.coordinates {
        case .degrees: return columns.channel(head.names)
        case .degreesAndMinutes:
            return columns.channel(head.names, note: "WGS-84; degrees and minutes in one number")
        case .parts:
            // With coordinates in ten-millionths of a degree altitudes are millimetres.
            if columns.altitudeFactor == 1, let altitude = columns.altitude,
                case let numbers = head.longNumbers(altitude), !numbers.isEmpty,
                numbers.allSatisfy({ $0 == $0.rounded() }), !hasUnit(head.names[altitude])
            {
                columns.altitudeFactor = 1e-3
            }
            return columns.channel(head.names, note: "WGS-84; 1e7 of a number are a degree")
        }
    }
}

extension TableHead {
    /// The channels of fixes and of the compass heading.
    var locationAndHeading: [TableSchema.Channel] {
        [LocationColumns.channel(self), HeadingColumn.channel(self), ReferenceHeadingColumns.channel(self)]
            .compactMap { $0 }
    }
}

/// Latitudes and longitudes with letters and marks: `48.1N`, `11.5 W`, `S33.9`, `48°06'30"N`, `48:06:30 N`,
/// `48 06.5 S`.
enum CoordinateText {
    /// Degrees, north and east positive; `nil` for other text, and for numbers of NMEA, which join degrees and minutes.
    static func degrees(_ text: String) -> Double? {
        var sign = 1.0
        var isNamed = false
        var numbers: [Double] = []
        var current = ""
        func end() -> Bool {
            guard !current.isEmpty else { return true }
            guard let number = Double(current), numbers.count < 3 else { return false }
            numbers.append(number)
            current = ""
            return true
        }
        for character in text.uppercased() {
            switch character {
            case "0"..."9", ".": current.append(character)
            case "-", "\u{2212}":
                guard current.isEmpty, numbers.isEmpty else { return nil }
                sign = -1
            case "N", "E", "S", "W":
                guard end(), !isNamed else { return nil }
                isNamed = true
                if character == "S" || character == "W" { sign = -1 }
            case " ", ":", "°", "º", "'", "’", "′", "\"", "”", "″": guard end() else { return nil }
            default: return nil
            }
        }
        guard end(), let first = numbers.first, first <= 180, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        return sign * zip(numbers, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    }

    /// 1 for north and east, -1 for south and west; `nil` for other text.
    static func sign(_ text: String) -> Double? {
        switch text.uppercased() {
        case "N", "NORTH", "E", "EAST": 1
        case "S", "SOUTH", "W", "WEST": -1
        default: nil
        }
    }
}
