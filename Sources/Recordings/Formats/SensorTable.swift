import SensorModels

/// One table of a log with a table per sensor: what it holds is told by its header, else by its file's name.
struct SensorTable {
    let schema: TableSchema
    let isUnix: Bool

    /// `nil` for a table without a time column or without a sensor.
    /// - Parameters:
    ///   - stem: of the file's name.
    ///   - skip: which lines stand before the header.
    init?(
        _ lines: LineReader, stem: String, skip: (String) -> Bool = { _ in false }
    ) throws {
        guard let head = TableHead(lines, skip: skip), head.names.count >= 2,
            let time = try TimeColumn(head, place: lines.source.name)
        else { return nil }
        var channels = SensorColumns(head.names, ignoring: [time.position]).channels
        let axes = head.names.indices.filter { $0 != time.position }.reduce(into: [Int: Int]()) { found, position in
            let column = ColumnName(head.names[position])
            if let axis = column.axis, column.stem.isEmpty, found[axis] == nil { found[axis] = position }
        }
        if channels.isEmpty, let x = axes[0], let y = axes[1], let z = axes[2], let sensor = Self.sensor(ofFile: stem) {
            var channel = TableSchema.Channel(
                sensor: sensor, columns: [x, y, z], claim: StreamClaim(source: lines.source.name))
            if let quantity = LogUnit.Quantity(of: sensor), let text = ColumnName(head.names[x]).unit,
                let unit = LogUnit(spelling: text, quantity: quantity)
            {
                channel.claim.unit = .init(value: unit, by: "the header \"\(head.names[x])\"")
            }
            if sensor == .attitude {
                let w = head.names.firstIndex { ["w", "cos"].contains($0.lowercased()) }
                channel.form = w == nil ? .vector : .quaternion
                if let w { channel.columns.insert(w, at: 0) }
            }
            channels = [channel]
        }
        if let location = LocationColumns.channel(head.names, by: "the header") { channels.append(location) }
        guard !channels.isEmpty else { return nil }
        schema = TableSchema(head: head, time: time.position, clock: time.clock, channels: channels)
        isUnix = time.isUnix
    }

    /// The sensor that a file's name names; `Compass` is a magnetic field in such logs.
    static func sensor(ofFile stem: String) -> SensorKind? {
        var words = ColumnName(stem + " x").stem.split { !$0.isLetter }.map(String.init)
        while !words.isEmpty {
            let name = words.joined(separator: " ")
            if name == "compass" { return .magnetometer }
            if name == "rotationvector" { return .attitude }
            if let found = ColumnAliases.meaning(of: name), words.count > 1 || name.count > 2 { return found.sensor }
            words.removeLast()
        }
        return nil
    }
}
