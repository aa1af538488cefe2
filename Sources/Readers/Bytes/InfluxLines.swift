import Vocabulary

/// Rewrites InfluxDB's line protocol as JSON objects, one per line: table name, tags, fields and time stamp.
///
///     imu,device=a1 ax=0.1,ay=0.2,az=9.8 1741180000000000000
///     -> {"time":1741180000000000000,"device":"a1","ax":0.1,"ay":0.2,"az":9.8}
///     gyro,host=pi x=0.1,y=0.2,z=0.3 1741180000000000000
///     -> {"time":1741180000000000000,"gyro x":0.1,"gyro y":0.2,"gyro z":0.3}
///
/// Only tags that tell devices or sensors apart are kept; text and boolean fields are left out.
struct InfluxLines: LineRule {
    init?(beginning lines: [ArraySlice<UInt8>]) {
        let lines = lines.filter { !Self.isNothing($0) }.prefix(8)
        guard lines.count > 1, lines.allSatisfy({ Self.point($0) != nil }) else { return nil }
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        if Self.isNothing(line) { return [] }
        guard let point = Self.point(line) else { return nil }
        let tags = point.tags.filter { Self.telling.contains($0.key.lowercased()) }.map {
            "\"\($0.key)\":\"\($0.value)\""
        }
        let fields = point.fields.map { "\"\($0.key)\":\($0.value)" }
        return Array("{\"time\":\(point.stamp),\((tags + fields).joined(separator: ","))}".utf8)
    }

    // MARK: The parts of a line

    private typealias Item = (key: String, value: String)
    private static let telling: Set<String> = ["device", "sensor", "node", "id", "type", "imu", "unit", "board"]
    private static let axes: Set<String> = ["x", "y", "z", "w"]

    /// Empty lines, comments, and what `influx -export` and `csv2lp` write above the lines.
    private static func isNothing(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 <= 32 } || line.first == UInt8(ascii: "#")
    }

    private static func point(_ line: ArraySlice<UInt8>) -> (stamp: String, tags: [Item], fields: [Item])? {
        let parts = split(line, at: UInt8(ascii: " ")).filter { !$0.isEmpty }
        guard parts.count == 3, case let stamp = String(decoding: parts[2].filter { $0 > 32 }, as: UTF8.self),
            Int64(stamp) != nil
        else { return nil }
        let series = split(parts[0], at: UInt8(ascii: ","))
        let name = plain(series[0])
        guard let first = name.first, first.isLetter || first == "_", !name.contains("="), !name.contains(":") else {
            return nil
        }
        let tags = series.dropFirst().map(item)
        let cells = split(parts[1], at: UInt8(ascii: ",")).map(item)
        guard tags.allSatisfy({ $0 != nil }), cells.allSatisfy({ $0 != nil }) else { return nil }
        let isSensor = ColumnAliases.meaning(of: ColumnName(name).stem) != nil
        let fields = cells.compactMap { $0 }.compactMap { key, value -> Item? in
            // Integer fields end in i or u.
            let number = value.last == "i" || value.last == "u" ? String(value.dropLast()) : value
            guard Double(number)?.isFinite == true else { return nil }
            return (isSensor && axes.contains(key.lowercased()) ? "\(name) \(key)" : key, number)
        }
        return fields.isEmpty ? nil : (stamp, tags.compactMap { $0 }, fields)
    }

    private static func item(_ text: ArraySlice<UInt8>) -> Item? {
        let sides = split(text, at: UInt8(ascii: "="))
        guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else { return nil }
        return (plain(sides[0]), plain(sides[1]))
    }

    /// Without the backslashes that escape separators, and without characters that are special in JSON.
    private static func plain(_ text: ArraySlice<UInt8>) -> String {
        String(
            decoding: text.filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") && $0 >= 32 }, as: UTF8.self)
    }

    /// Splits at separators outside of quotation marks that no backslash escapes.
    private static func split(_ text: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var (parts, start, isEscaped, isQuoted) = ([ArraySlice<UInt8>](), text.startIndex, false, false)
        for (index, byte) in zip(text.indices, text) {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(text[start..<index])
                start = index + 1
            }
        }
        parts.append(text[start...])
        return parts
    }
}
