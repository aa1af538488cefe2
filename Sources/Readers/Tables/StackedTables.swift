import Files
import Recordings
import SensorModels
import Vocabulary

/// Several tables in one file, one below the other, each with its own header: another sensor's, or the same sensors'
/// with more columns or in another order.
enum StackedTables {
    /// Whether the cells of a line among rows are names of columns, three of them axes.
    static func isHeader(_ cells: [String]) -> Bool {
        guard cells.count > 3, !cells.contains(where: { DecimalNumber.slow($0).isFinite }) else { return false }
        return cells.count { ColumnName($0).axis != nil || SensorColumns.isAxis($0) } > 2
    }
}

extension RawLog {
    /// Reads the tables that begin at a line where the one above ended.
    /// - Parameters:
    ///   - clock: of the table above, for one whose time has no unit.
    mutating func takeTablesBelow(_ lines: LineReader, clock: TableClock) throws {
        let place = "\(lines.source.name):\(lines.lineNumber)"
        let number = lines.lineNumber
        let rest = try LineReader(try lines.rest(), name: lines.source.name, firstLine: number)
        var exponent: Int?
        if case .decimal(let known) = clock { exponent = known }
        var part = RawLog()
        if let table = try SensorTable(rest, stem: "", time: SharedTime(exponent: exponent)) {
            try table.schema.readLeniently(rest, into: &part)
        }
        guard !part.recording.sensors.isEmpty else {
            return warn(
                .unreadableTable, place: place,
                "the table that begins here is not read: its names are those of no sensor", advice: .namedTable)
        }
        recording.warnings += part.recording.warnings
        tables += part.tables
        for sensor in part.recording.sensors { take(sensor, from: part, place) }
    }

    /// Takes a stream with what is known of it.
    mutating func takeStream(of sensor: SensorKind, from part: RawLog) {
        recording.takeStream(of: sensor, from: part.recording)
        recording.provenance[sensor] = part.recording.provenance[sensor]
        claims[sensor] = part.claims[sensor]
        doubts[sensor] = part.doubts[sensor]
        notes[sensor] = part.notes[sensor]
    }

    private mutating func take(_ sensor: SensorKind, from part: RawLog, _ place: String) {
        guard !recording.times(of: sensor).isEmpty else { return takeStream(of: sensor, from: part) }
        guard let path = Recording.vectorPath(of: sensor),
            claims[sensor]?.unit?.value == part.claims[sensor]?.unit?.value,
            let last = recording[keyPath: path].times.last, let first = part.recording[keyPath: path].times.first,
            last <= first
        else {
            recording.provenance[sensor]?.dropped += part.recording.times(of: sensor).count
            return warn(
                .secondStream, place: place,
                "the table that begins here has the \(sensor.rawValue) again, in another unit or from an earlier time on: it "
                    + "is left out",
                advice: .ownFile)
        }
        recording[keyPath: path].append(part.recording[keyPath: path])
        recording.provenance[sensor]?.dropped += part.recording.provenance[sensor]?.dropped ?? 0
    }
}
