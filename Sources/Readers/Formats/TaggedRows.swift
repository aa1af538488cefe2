import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A table with one sensor's sample in every row and a column that says which sensor it is:
/// `MessageType,utcTimeMillis, elapsedRealtimeNanos,MeasurementX,MeasurementY,MeasurementZ,BiasX,...` with
/// `UncalAccel`, `UncalGyro` and `UncalMag` in the first one, or Android's numbers of sensor types
/// (`AndroidSensorTypes`).
enum LongTableFormat: RowFormat {
    static let name = "long table"
    static let findsClock = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap { TaggedRows(table: $0) } != nil }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let rows = TaggedRows(table: lines) else { throw input.unrecognised }
        return try rows.read(lines).settled(name: input.name, options)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        input.file.flatMap { TaggedRows(table: $0) }.map { rows in { try rows.parts($0.lines()) } }
    }
}

/// Lines of several kinds without a header: a word that names the sensor, a stamp before or behind it, three numbers,
/// such as `1754260321 TAB ACC TAB 0.04 TAB -0.01 TAB 9.83` or `GYRO,12.25,0.1,0.2,0.3`. The stamp may be a time of
/// day.
enum TaggedLinesFormat: RowFormat {
    static let name = "tagged lines"
    static let findsClock = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap { TaggedRows($0) } != nil }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let rows = TaggedRows(lines) else { throw input.unrecognised }
        return try rows.read(lines).settled(name: input.name, options)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        input.file.flatMap { TaggedRows($0) }.map { rows in { try rows.parts($0.lines()) } }
    }
}

/// Rows with one sensor's sample each: the columns of the sensor's word or number, the stamp, the axes, and perhaps of
/// a bias beside them, which gives the corrected readings, as Android has them.
///
/// Units, signs and the unit of the clock by evidence; rows of other words are not read.
struct TaggedRows {
    /// The first rows of one sensor, with the names by which the clock is found.
    private let head: TableHead
    private let separator: UInt8
    private let tag: Int
    private let time: Int
    private let axes: [Int]
    private var bias: [Int]?
    /// Where the tags are Android's numbers.
    private var types: AndroidSensorTypes?
    /// Least number of cells.
    private let width: Int

    /// Of a table with a header; `nil` for any other log.
    init?(table lines: LineReader) {
        guard let head = TableHead(behindPreamble: lines), TableHead.hasHeader(lines), head.names.count >= 5,
            head.dialect.decimalComma == false, !head.dialect.joinsSeparators
        else { return nil }
        let triples = Self.triples(head.names)
        guard let axes = triples.first(where: { !Self.isBias(head.names[$0[0]]) }) else { return nil }
        let named = head.names.indices.first { position in
            let words = head.column(position)
            let sensors = Set(words.map(Self.sensor))
            return words.count > 2 && sensors.count(where: { $0 != nil }) > 1
                && words.allSatisfy { $0.first?.isLetter == true && Double($0) == nil }
        }
        types = named == nil ? AndroidSensorTypes(head, axes: axes, lines) : nil
        guard let tag = named ?? types?.position, !axes.contains(tag),
            let time = Self.time(head, besides: Set(axes + [tag]))
        else { return nil }
        var names = Array(repeating: "", count: head.names.count)
        let stated = TimeColumn.statedExponent(head.names[time])
        names[time] = "time" + (stated.map { " (\(MappedClock.name(exponent: $0)))" } ?? "")
        self.head = head.renamed(names)
        separator = head.dialect.separator
        (self.tag, self.time, self.axes, width) = (tag, time, axes, names.count)
        bias = triples.first { Self.isBias(head.names[$0[0]]) }
    }

    private static func isBias(_ name: String) -> Bool { name.lowercased().contains("bias") }

    private static func triples(_ names: [String]) -> [[Int]] {
        var groups: [String: [Int: Int]] = [:]
        var order: [String] = []
        for (position, name) in names.enumerated() {
            let column = ColumnName(name)
            guard let axis = column.axis, axis < 3, groups[column.stem]?[axis] == nil else { continue }
            if groups[column.stem] == nil { order.append(column.stem) }
            groups[column.stem, default: [:]][axis] = position
        }
        return order.compactMap { stem in
            let columns = (0..<3).compactMap { groups[stem]?[$0] }
            return columns.count == 3 ? columns : nil
        }
    }

    /// The finest column with a unit of time in its name and numbers that do not fall, else the time column by its
    /// name.
    private static func time(_ head: TableHead, besides used: Set<Int>) -> Int? {
        let stated = head.names.indices.filter { position in
            let numbers = head.numbers(position)
            return !used.contains(position) && TimeColumn.statedExponent(head.names[position]) != nil
                && numbers.count == head.rowCount && TimeColumn.rises(numbers)
        }
        let finest = stated.min {
            (TimeColumn.statedExponent(head.names[$0]) ?? 9) < (TimeColumn.statedExponent(head.names[$1]) ?? 9)
        }
        return finest
            ?? (try? TimeColumn(head, place: "")).flatMap { column in
                guard case .decimal = column.clock, column.supplement == nil else { return nil }
                return column.position
            }
    }

    /// Least number of lines without a header that are examined; nine in ten of them must have a tag.
    private static let fewestLines = 5

    /// Of lines without a header; `nil` for any other log.
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
                let sensors = Dictionary(grouping: tagged) { Self.sensor(rows[$0][tag]) }
                let known = sensors.filter { $0.key != nil }.values
                guard let most = known.max(by: { $0.count < $1.count }), most.count > 1 else { continue }
                let (cells, time) = (most.map { rows[$0] }, 1 - tag)
                guard cells.allSatisfy({ Self.isSample($0, time: time) }), Self.rises(cells.map { $0[time] }) else {
                    continue
                }
                var names = Array(repeating: "", count: time + 1)
                names[time] = "time"
                // The last line is left out, since it may be cut.
                head = TableHead(rows: (most.map { lines[$0] } + [""])[...], names: names, linesBefore: 0)
                self.separator = separator
                (self.tag, self.time, axes, width) = (tag, time, [2, 3, 4], 5)
                return
            }
        }
        return nil
    }

    private static func isSample(_ row: [String], time: Int) -> Bool {
        row.count > 4 && stamp(row[time]) != nil && row[2..<5].allSatisfy { Double($0) != nil }
    }

    /// Whether stamps do not decrease, except at midnight.
    private static func rises(_ cells: [String]) -> Bool {
        let stamps = cells.compactMap(stamp)
        return stamps.first?.time != stamps.last?.time
            && zip(stamps, stamps.dropFirst()).allSatisfy {
                $0.time <= $1.time || $0.period.map { $0 / 2 } ?? .infinity < $0.time - $1.time
            }
    }

    private static func stamp(_ cell: String) -> (time: Double, period: Double?)? {
        Double(cell).map { ($0, nil) }
            ?? WallClockText.nanoseconds(cell).map { (Double($0.time), $0.period.map(Double.init)) }
    }

    private static func isWord(_ cell: String) -> Bool {
        cell.first?.isLetter == true && cell.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
    }

    private static func sensor(_ word: String) -> SensorKind? {
        ColumnAliases.meaning(of: ColumnName(word + " x").stem).flatMap {
            LogUnit.Quantity(of: $0.sensor) == nil ? nil : $0.sensor
        }
    }

    // MARK: Reading

    func read(_ lines: LineReader) throws -> RawLog {
        var log = RawLog()
        var reader = try TaggedReader(self, lines, into: &log)
        try reader.cells.collect(into: &log) { try reader.take(&$0) }
        for sensor in log.recording.sensors { log.claims[sensor] = reader.claim(of: sensor) }
        let unread = reader.unread
        if let warning = Warning.unreadColumns(unread, place: lines.source.name, what: "lines") {
            log.recording.warnings.append(warning)
        }
        return log
    }

    /// The samples part by part.
    func parts(_ lines: LineReader) throws -> any SampleRows {
        var log = RawLog()
        return TaggedParts(try TaggedReader(self, lines, into: &log), lines)
    }

    /// Reads such rows, line by line.
    fileprivate struct TaggedReader {
        let cells: LineCells
        private let rows: TaggedRows
        private let layout: TableLayout
        private var clock: ClockState
        /// The sensor of each tag; `nil` for one that is none's.
        private var sensors: [String: SensorKind?] = [:]
        /// The stamp of the last line that has one.
        private(set) var latest: Int64?

        /// Takes the header.
        init(_ rows: TaggedRows, _ lines: LineReader, into log: inout RawLog) throws {
            self.rows = rows
            var layout = TableLayout(names: [], time: 0, numeric: [])
            if let clock = try TimeColumn(rows.head, place: lines.source.name) {
                clock.describe(in: &log)
                layout.clock = clock.clock
            }
            self.layout = layout
            clock = ClockState(layout.clock)
            for _ in 0..<rows.head.headLines { _ = try lines.nextLine() }
            cells = LineCells(lines, separator: rows.separator)
        }

        /// Takes the samples of a line; false for one that cannot be read.
        mutating func take(_ collector: inout SampleCollector) throws -> Bool {
            if cells.bytes(0).first == TableReader.comment { return true }
            let tag = cells.text(rows.tag)
            // A header among or above the lines.
            if tag.isEmpty || !rows.head.hasHeader && cells.text(rows.time).first?.isLetter == true { return true }
            let sensor = sensors[tag] ?? rows.types.map { $0.sensor(tag) } ?? TaggedRows.sensor(tag)
            sensors[tag] = sensor
            guard let sensor else { return true }
            let stamp = clock.stamp(of: cells.bytes(rows.time), layout)
            guard stamp != DecimalTime.unreadable, cells.count >= rows.width else { return false }
            let (time, line) = (clock.fastExponent < 0 ? clock.next(stamp) : stamp, cells.lineNumber)
            latest = time
            let v = rows.axes.map(cells.number)
            collector.add(sensor, v[0], v[1], v[2], at: time, line: line)
            if let corrected = sensor.corrected, let bias = rows.bias?.map(cells.number),
                bias.allSatisfy(\.isFinite)
            {
                collector.add(corrected, v[0] - bias[0], v[1] - bias[1], v[2] - bias[2], at: time, line: line)
            }
            return true
        }

        func claim(of sensor: SensorKind) -> StreamClaim {
            let tags = sensors.filter { $0.value == sensor || $0.value?.corrected == sensor }.keys.sorted()
            // The type numbers are Android's because the readings were found to be in Android's units.
            return StreamClaim(
                source: tags.joined(separator: ","), unit: rows.types == nil ? nil : WideDialect.androidUnits[sensor],
                sign: rows.types != nil && SignConvention.applies(to: sensor) ? .android : nil,
                by: "Android's numbers of sensor types")
        }

        /// The tags that are no sensor's.
        var unread: [String] { sensors.filter { $0.value == nil }.keys.filter { !$0.isEmpty }.sorted() }
    }

    /// Such rows part by part. Sensors come in turn and are written with delays of their own, so that the rows of the
    /// last seconds wait for those behind them.
    private struct TaggedParts: SampleRows {
        /// Which sensors come is not known before the last line.
        let columns: [SensorKind?] = []
        private var reader: TaggedReader
        private var collector = SampleCollector()
        private let lines: LineReader
        private var isAtEnd = false
        /// The stamp up to which samples were given out.
        private var limit = Int64.min
        private var restart = ClockRestart()

        /// Rows of a part, and how long a row waits for others, nanoseconds.
        private static let (rows, wait): (Int, Int64) = (512, 5_000_000_000)

        init(_ reader: TaggedReader, _ lines: LineReader) { (self.reader, self.lines) = (reader, lines) }

        mutating func next() throws -> Recording? {
            guard !isAtEnd else { return nil }
            for _ in 0..<Self.rows {
                guard try reader.cells.next() else {
                    isAtEnd = true
                    break
                }
                if try !reader.take(&collector) { collector.unreadable.add(line: reader.cells.lineNumber) }
                if let time = reader.latest {
                    restart.take(time, line: reader.cells.lineNumber, limit: limit, damage: collector.damage)
                }
            }
            isAtEnd = isAtEnd || restart.line != nil
            if isAtEnd {
                limit = .max
            } else if let latest = reader.latest {
                limit = max(limit, LogTime.difference(latest, Self.wait))
            }
            let part = collector.release(upTo: limit)
            if restart.line != nil { restart.forget(in: &collector.damage) }
            return part
        }

        func warnings() throws -> [Warning] {
            let unread = Warning.unreadColumns(reader.unread, place: lines.source.name, what: "lines")
            return try collector.warningsOfParts(lines.source, lastLine: reader.cells.lastLine)
                + [unread, restart.warning(lines.source.name)].compactMap(\.self)
        }
    }
}
