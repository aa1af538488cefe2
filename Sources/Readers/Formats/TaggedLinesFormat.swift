import Recordings
import SensorModels
import Vocabulary

/// Lines of several kinds without a header: a word that names the sensor, a stamp before or behind it, three numbers,
/// such as `1754260321 TAB ACC TAB 0.04 TAB -0.01 TAB 9.83` or `GYRO,12.25,0.1,0.2,0.3`. The stamp may be a time of
/// day.
///
/// Units, signs and the unit of the clock by evidence; lines with other words are not read.
enum TaggedLinesFormat: RecordingFormat {
    static let name = "tagged lines"

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(Layout.init) != nil }

    /// The places of stamp and numbers, from the first lines.
    private struct Layout {
        let separator: UInt8
        let tag: Int
        let time: Int
        /// The column of x.
        let first: Int
        /// The first lines with the most frequent sensor's tag.
        let lines: [String]

        /// Least number of lines that are examined; nine in ten of them must have a tag.
        private static let fewestLines = 5

        init?(_ reader: LineReader) {
            let lines = reader.firstLines.dropLast().filter {
                !$0.allSatisfy(\.isWhitespace) && $0.utf8.first != TableReader.comment
            }
            guard lines.count >= Self.fewestLines else { return nil }
            for separator in CellSeparator.all {
                let rows = lines.map { $0.utf8.split(separator: separator).map { String(Substring($0)).trimmedCell } }
                for tag in 0...1 {
                    let tagged = rows.indices.filter { rows[$0].count > tag + 1 && Self.isWord(rows[$0][tag]) }
                    guard 10 * tagged.count >= 9 * lines.count else { continue }
                    let sensors = Dictionary(grouping: tagged) { TaggedLinesFormat.sensor(rows[$0][tag]) }
                    let known = sensors.filter { $0.key != nil }.values
                    guard let most = known.max(by: { $0.count < $1.count }), most.count > 1 else { continue }
                    let cells = most.map { rows[$0] }
                    let width = cells.map(\.count).min() ?? 0
                    let time = tag == 0 ? 1 : 0
                    let first = 2
                    guard width >= first + 3,
                        cells.allSatisfy({ row in
                            Self.stamp(row[time]) != nil && row[first..<first + 3].allSatisfy { Double($0) != nil }
                        })
                    else { continue }
                    // A stamp does not decrease, except at midnight.
                    let stamps = cells.compactMap { Self.stamp($0[time]) }
                    guard
                        zip(stamps, stamps.dropFirst()).allSatisfy({
                            $0.time <= $1.time || $0.period.map { $0 / 2 } ?? .infinity < $0.time - $1.time
                        }), stamps.first?.time != stamps.last?.time
                    else { continue }
                    self.separator = separator
                    (self.tag, self.time, self.first) = (tag, time, first)
                    self.lines = most.map { lines[$0] }
                    return
                }
            }
            return nil
        }

        private static func stamp(_ cell: String) -> (time: Double, period: Double?)? {
            Double(cell).map { ($0, nil) }
                ?? WallClockText.nanoseconds(cell).map { (Double($0.time), $0.period.map(Double.init)) }
        }

        private static func isWord(_ cell: String) -> Bool {
            cell.first?.isLetter == true && cell.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
        }
    }

    private static func sensor(_ tag: String) -> SensorKind? {
        ColumnAliases.meaning(of: ColumnName(tag + " x").stem)?.sensor
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let layout = Layout(lines) else { throw input.unrecognised }
        var names = Array(repeating: "", count: layout.time + 1)
        names[layout.time] = "time"
        // The last line is left out, since it may be cut.
        let head = TableHead(rows: (layout.lines + [""])[...], names: names, linesBefore: 0)
        var log = RawLog()
        var table = TableLayout(names: [], time: 0, numeric: [])
        if let clock = try TimeColumn(head, place: lines.source.name) {
            clock.describe(in: &log)
            table.clock = clock.clock
        }
        var clock = ClockState(table.clock)
        let cells = LineCells(lines, separator: layout.separator)
        var sensors: [String: SensorKind?] = [:]
        try cells.collect(into: &log) { collector in
            if cells.bytes(0).first == TableReader.comment { return true }
            let tag = cells.text(layout.tag)
            // A header among or above the lines.
            if tag.isEmpty || cells.text(layout.time).first?.isLetter == true { return true }
            let sensor = sensors[tag] ?? sensor(tag)
            sensors[tag] = sensor
            guard let sensor, sensor != .attitude, sensor != .reference else { return true }
            let stamp = clock.stamp(of: cells.bytes(layout.time), table)
            guard stamp != DecimalTime.unreadable, cells.count >= layout.first + 3 else { return false }
            let time = clock.fastExponent < 0 ? clock.next(stamp) : stamp
            collector.add(
                sensor, cells.number(layout.first), cells.number(layout.first + 1), cells.number(layout.first + 2),
                at: time, line: cells.lineNumber)
            return true
        }
        for sensor in log.recording.sensors {
            let tags = sensors.filter { $0.value == sensor }.keys.sorted().joined(separator: ",")
            log.claims[sensor] = StreamClaim(source: tags)
        }
        let unread = sensors.filter { $0.value == nil || $0.value == .attitude }.keys.filter { !$0.isEmpty }.sorted()
        if let warning = Warning.unreadColumns(unread, place: lines.source.name, what: "lines") {
            log.recording.warnings.append(warning)
        }
        return try log.settled(name: input.name, options)
    }
}
