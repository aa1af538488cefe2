import JSON
import Vocabulary

/// Lists of places: CSV with a header (`id,name,lat,lon,alt,category,priority`, in any order; `lat` and
/// `lon` are needed; several categories are separated by `|`), or a GeoJSON
/// FeatureCollection of points (RFC 7946; properties `id`, `name`, `category`, `alt`,
/// `priority`; `category` may be a list).
///
/// Outside of Embedded Swift also `tags`, more categories, separated by `;` or in a list, and `floor`, the height of
/// the ground at the place.
public enum PlacesFile {
    #if !hasFeature(Embedded)
        /// Reads a file.
        /// - Throws: `SensorLabError`: no input, input/output, bad data as `read(bytes:name:)`.
        public static func read(path: String) throws(SensorLabError) -> [PointOfInterest] {
            try read(bytes: FileBytes.read(path, kind: "list of places"), name: path)
        }
    #endif

    /// Reads a list, which may be empty. Places without an id get the number of their line or feature.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8.
    ///   - name: the file's name in messages.
    /// - Throws: `SensorLabError` (bad data) with the line for what is neither format, for numbers out of range and
    ///   for ids that occur twice.
    public static func read(bytes: [UInt8], name: String) throws(SensorLabError) -> [PointOfInterest] {
        let start = bytes.first { $0 > 32 && $0 < 128 }
        let rows =
            start == UInt8(ascii: "{")
            ? try features(JSONValue(parsing: bytes, name: name), name) : try PlacesTable.rows(bytes, name)
        var seen: [String: String] = [:]
        for (place, label) in rows {
            if let first = seen.updateValue(label, forKey: place.id) {
                throw bad(label, "the id \(place.id) occurs twice, first at \(first)")
            }
        }
        return rows.map { $0.place }
    }

    /// A place and where it is in the file.
    typealias Row = (place: PointOfInterest, label: String)

    static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badPlaces, place: place, message: message,
            advice: "docs/guide/project.md shows lists of places")
    }

    private static func features(_ json: JSONValue, _ name: String) throws(SensorLabError) -> [Row] {
        guard json["type"]?.string == "FeatureCollection", let features = json["features"]?.array else {
            throw bad(name, "expected a GeoJSON FeatureCollection")
        }
        var places: [Row] = []
        for (index, feature) in features.enumerated() {
            let label = "\(name), feature \(index + 1)"
            guard feature["geometry"]?["type"]?.string == "Point" else {
                throw bad(label, "expected the geometry Point")
            }
            let numbers = feature["geometry"]?["coordinates"]?.array?.map { $0.number } ?? []
            guard (2...3).contains(numbers.count), let longitude = numbers[0], let latitude = numbers[1] else {
                throw bad(label, "expected the coordinates [longitude, latitude] or [longitude, latitude, altitude]")
            }
            let properties = feature["properties"] ?? .null
            var altitude = properties["alt"]?.number
            if numbers.count == 3 {
                guard let third = numbers[2] else { throw bad(label, "the altitude is not a number") }
                altitude = third
            }
            let id = text(feature["id"]) ?? text(properties["id"]) ?? String(index + 1)
            let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: altitude ?? 0)
            if let defect = position.defect { throw bad(label, defect) }
            let priority = properties["priority"]
            guard priority == nil || priority == .null || priority?.number != nil else {
                throw bad(label, "the priority is not a number")
            }
            var place = PointOfInterest(
                id: id, name: text(properties["name"]) ?? id, position: position, hasHeight: altitude != nil,
                category: categories(properties["category"]), priority: priority?.number ?? 0)
            #if !hasFeature(Embedded)
                place.addTags(categories(properties["tags"]))
                place.floor = properties["floor"]?.number
            #endif
            places.append((place, label))
        }
        return places
    }

    /// One category, or a list of them.
    private static func categories(_ value: JSONValue?) -> String {
        guard let list = value?.array else { return text(value) ?? "" }
        var joined = ""
        for name in list {
            guard let name = text(name) else { continue }
            joined += joined.isEmpty ? name : "|" + name
        }
        return joined
    }

    /// A text, or a number as text; whole numbers without their decimal point.
    private static func text(_ value: JSONValue?) -> String? {
        if let number = value?.number {
            return number == number.rounded() && number.magnitude < 1e15
                ? String(Int(clamping: number)) : String(number)
        }
        return value?.string
    }
}

/// A list of places as CSV (RFC 4180: cells may be quoted; commas or semicolons).
enum PlacesTable {
    static func rows(_ bytes: [UInt8], _ name: String) throws(SensorLabError) -> [PlacesFile.Row] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlacesFile.bad(name, "the file is not UTF-8 text")
        }
        let separator: Character = text.prefix { !$0.isNewline }.contains(";") ? ";" : ","
        var (records, openQuote) = CSVRecord.list(text, separator: separator)
        if let openQuote { throw PlacesFile.bad("\(name), line \(openQuote)", "a quotation mark has no end") }
        guard let header = records.first else { return [] }
        records.removeFirst()
        let columns = header.cells.map { $0.lowercased() }
        func column(_ names: String...) -> Int? { columns.firstIndex { names.contains($0) } }
        guard let latitude = column("lat", "latitude"), let longitude = column("lon", "lng", "longitude") else {
            throw PlacesFile.bad(
                "\(name), line \(header.line)",
                "columns \(header.cells.joined(separator: ",")), expected a header with lat and lon "
                    + "(and id, name, alt, category, priority)")
        }
        let (id, title) = (column("id"), column("name"))
        let (altitude, category) = (column("alt", "altitude", "height"), column("category"))
        let priority = column("priority")
        return try records.map { (record) throws(SensorLabError) -> PlacesFile.Row in
            let label = "\(name), line \(record.line)"
            guard record.cells.count == columns.count else {
                throw PlacesFile.bad(label, "\(record.cells.count) cells, expected \(columns.count) as in the header")
            }
            func number(_ index: Int, _ what: String) throws(SensorLabError) -> Double {
                guard let value = Double(record.cells[index]) else {
                    throw PlacesFile.bad(label, "\(what) \"\(record.cells[index])\" is not a number")
                }
                return value
            }
            func text(_ index: Int?) -> String? { index.map { record.cells[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
            // An empty altitude is the observer's; a wrong one is an error.
            let hasHeight = altitude.map { !record.cells[$0].isEmpty } ?? false
            let position = GeodeticPosition(
                latitude: try number(latitude, "latitude"), longitude: try number(longitude, "longitude"),
                height: try hasHeight ? number(altitude ?? 0, "altitude") : 0)
            if let defect = position.defect { throw PlacesFile.bad(label, defect) }
            let rank = try text(priority) == nil ? 0 : number(priority ?? 0, "priority")
            guard rank.isFinite else { throw PlacesFile.bad(label, "the priority \(rank) is not finite") }
            let key = text(id) ?? String(record.line)
            var place = PointOfInterest(
                id: key, name: text(title) ?? key, position: position, hasHeight: hasHeight,
                category: text(category) ?? "", priority: rank)
            #if !hasFeature(Embedded)
                place.addTags(text(column("tags")) ?? "")
                if let floor = column("floor"), text(floor) != nil { place.floor = try number(floor, "floor") }
            #endif
            return (place, label)
        }
    }
}

#if !hasFeature(Embedded)
    extension PointOfInterest {
        /// Adds categories that are separated by `;` or `|`, each once.
        mutating func addTags(_ text: String) {
            var known = Set(categories)
            for tag in text.split(whereSeparator: { $0 == ";" || $0 == "|" }) {
                var name = tag.drop(while: \.isWhitespace)
                while name.last?.isWhitespace == true { name.removeLast() }
                guard !name.isEmpty, known.insert(String(name)).inserted else { continue }
                category += category.isEmpty ? String(name) : "|" + name
            }
        }
    }
#endif

extension PointOfInterest {
    /// Checks a list: coordinates on the earth, finite heights, ids that are unique.
    /// - Throws: `SensorLabError` (bad data) that names the first place that breaks a rule.
    public static func validate(_ places: [PointOfInterest]) throws(SensorLabError) {
        var seen: Set<String> = []
        for (index, place) in places.enumerated() {
            let name = "place \(index + 1) (id \(place.id))"
            if let defect = place.position.defect { throw bad(name, defect) }
            guard seen.insert(place.id).inserted else { throw bad(name, "the id occurs twice, expected unique ids") }
        }
    }

    private static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badPlace, place: place, message: message, advice: "correct the list of places")
    }
}

extension GeodeticPosition {
    /// The first coordinate out of range, for messages; `nil` where all are valid.
    var defect: String? {
        if !(latitude.magnitude <= 90) { return "latitude \(latitude), expected degrees in [-90, 90]" }
        if !(longitude.magnitude <= 360) { return "longitude \(longitude), expected degrees in [-360, 360]" }
        return height.isFinite ? nil : "altitude \(height), expected metres above the ellipsoid"
    }
}
