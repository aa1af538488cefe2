import Vocabulary

/// A list of places as CSV (RFC 4180: cells may be quoted; commas or semicolons).
enum PlacesTable {
    static func rows(_ bytes: [UInt8], _ name: String) throws(SensorLabError) -> [PlacesFile.Row] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlacesFile.bad(name, "the file is no UTF-8 text")
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
                    throw PlacesFile.bad(label, "\(what) \"\(record.cells[index])\" is no number")
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
            let place = PointOfInterest(
                id: key, name: text(title) ?? key, position: position, hasHeight: hasHeight,
                category: text(category) ?? "", priority: rank)
            return (place, label)
        }
    }
}
