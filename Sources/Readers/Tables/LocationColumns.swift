import SensorModels
import Vocabulary

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
        channel.hemispheres = [
            hemisphere(names, of: ["lat", "latitude"], "ns"), hemisphere(names, of: ["lon", "lng", "longitude"], "ew"),
        ]
        if let speed, let factor = factor(names[speed], speeds) { channel.speedFactor = factor }
        if let altitude = channel.optional[0], let factor = factor(names[altitude], heights) {
            channel.altitudeFactor = factor
        }
        return channel
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
        guard var channel = channel(head.names) else { return nil }
        channel.coordinates = CoordinateUnit(
            latitudes: head.longNumbers(channel.columns[0]), longitudes: head.longNumbers(channel.columns[1]),
            hasHemispheres: channel.hemispheres.allSatisfy { $0 != nil })
        // With coordinates in ten-millionths of a degree altitudes are millimetres.
        if case .parts = channel.coordinates, channel.altitudeFactor == 1, let altitude = channel.optional[0],
            case let numbers = head.longNumbers(altitude), !numbers.isEmpty,
            numbers.allSatisfy({ $0 == $0.rounded() }), !hasUnit(head.names[altitude])
        {
            channel.altitudeFactor = 1e-3
        }
        if channel.coordinates != .degrees {
            channel.claim.note =
                channel.coordinates == .degreesAndMinutes
                ? "WGS-84; degrees and minutes in one number" : "WGS-84; 1e7 of a number are a degree"
        }
        return channel
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

/// The column of the device's own compass heading: of the top edge, degrees clockwise from north.
enum HeadingColumns {
    /// Preferred names first. CoreLocation gives both norths, and -1 where it does not know the true one.
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
