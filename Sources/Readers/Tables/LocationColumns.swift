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

    /// The column that says north or south, or east or west: `N/S`, `lat_dir`, `Longitude Ref`.
    private static func hemisphere(_ names: [String], of coordinate: Set<String>, _ letters: String) -> Int? {
        let words = names.map { HeaderWords($0, endAtCapitals: true).words.filter { $0 != "gps" && $0 != "indicator" } }
        let marks: Set<String> = ["dir", "direction", "ref", "hemisphere", "hemi", "ns", "ew"]
        return words.firstIndex { words in
            words.joined() == letters
                || words.count == 2 && coordinate.contains(words[0]) && marks.contains(words[1])
        }
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

    /// Whether a name has a unit of heights at its end.
    static func hasUnit(_ name: String) -> Bool { factor(name, heights) != nil }

    /// Of the unit at the end of a name, in parentheses or not.
    private static func factor(_ name: String, _ units: [(String, Double)]) -> Double? {
        let text = HeaderWords(name).words.joined(separator: " ")
        return units.first { text.hasSuffix(" " + $0.0) }?.1
    }
}
