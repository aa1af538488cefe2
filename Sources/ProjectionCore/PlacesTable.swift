import Vocabulary

/// A list of places as CSV (RFC 4180: cells may be quoted; commas or semicolons).
enum PlacesTable {
    static func rows(_ bytes: [UInt8], _ name: String) throws(SensorLabError) -> [(
        place: PointOfInterest, label: String
    )] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlacesFile.bad(name, "the file is no UTF-8 text")
        }
        var records = try records(text.unicodeScalars.first == "\u{FEFF}" ? String(text.dropFirst()) : text, name)
        guard let header = records.first else { return [] }
        records.removeFirst()
        let columns = header.cells.map { $0.lowercased() }
        func column(_ names: String...) -> Int? { columns.firstIndex { names.contains($0) } }
        guard let latitude = column("lat", "latitude"), let longitude = column("lon", "lng", "longitude") else {
            throw PlacesFile.bad(
                "\(name), line \(header.line)",
                "columns \(header.cells.joined(separator: ",")), expected a header with lat and lon "
                    + "(and id, name, alt, category)")
        }
        let (id, title) = (column("id"), column("name"))
        let (altitude, category) = (column("alt", "altitude", "height"), column("category"))
        return try records.map { (record) throws(SensorLabError) -> (place: PointOfInterest, label: String) in
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
            // An empty altitude is the ellipsoid's surface; a wrong one is an error.
            var height = 0.0
            if let altitude, !record.cells[altitude].isEmpty { height = try number(altitude, "altitude") }
            let position = try PlacesFile.position(
                latitude: try number(latitude, "latitude"), longitude: try number(longitude, "longitude"),
                altitude: height, label)
            let key = text(id) ?? String(record.line)
            let place = PointOfInterest(
                id: key, name: text(title) ?? key, position: position, category: text(category) ?? "")
            return (place, label)
        }
    }

    private struct Record {
        var cells: [String]
        /// Where it begins, counted from 1.
        var line: Int
    }

    /// The records without blank and `#` lines.
    private static func records(_ text: String, _ name: String) throws(SensorLabError) -> [Record] {
        let semicolons = text.prefix { !$0.isNewline }.contains(";")
        let separator: Character = semicolons ? ";" : ","
        var records: [Record] = []
        var cells: [String] = []
        var cell = ""
        var (line, start) = (1, 1)
        var (quoted, wasQuoted) = (false, false)
        func trimmed(_ cell: String) -> String {
            var part = cell[...]
            while let first = part.first, first.isWhitespace { part = part.dropFirst() }
            while let last = part.last, last.isWhitespace { part = part.dropLast() }
            return String(part)
        }
        func endRecord() {
            cells.append(wasQuoted ? cell : trimmed(cell))
            let isBlank = cells.count == 1 && cells[0].isEmpty
            if !isBlank && !cells[0].hasPrefix("#") { records.append(Record(cells: cells, line: start)) }
            (cells, cell, wasQuoted) = ([], "", false)
        }
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character.isNewline { line += 1 }
            if quoted {
                if character != "\"" {
                    cell.append(character)
                } else if index < text.endIndex, text[index] == "\"" {
                    cell.append("\"")
                    index = text.index(after: index)
                } else {
                    quoted = false
                }
            } else if character == "\"" && trimmed(cell).isEmpty {
                (quoted, wasQuoted, cell) = (true, true, "")
            } else if character == separator {
                cells.append(wasQuoted ? cell : trimmed(cell))
                (cell, wasQuoted) = ("", false)
            } else if character.isNewline {
                endRecord()
                start = line
            } else {
                cell.append(character)
            }
        }
        guard !quoted else { throw PlacesFile.bad("\(name), line \(start)", "a quotation mark has no end") }
        endRecord()
        return records
    }
}
