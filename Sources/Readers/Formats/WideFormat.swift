import Files
import Recordings
import SensorModels
import Vocabulary

/// One table with all sensors in columns of any order, named with or without units: the apps of `WideDialect` and
/// home-made logs. `ColumnAliases` is the table of names.
enum WideFormat: RecordingFormat {
    static let name = "wide CSV"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let (_, head) = input.file.flatMap(dialect) else { return false }
        return !SensorColumns(head.names, ignoring: []).channels.isEmpty || HeadingColumns.channel(head) != nil
            || LocationColumns.channel(head.names) != nil && head.names.count > 2
    }

    private static func dialect(of lines: LineReader) -> (WideDialect, TableHead)? {
        guard let head = TableHead(behindPreamble: lines) else { return nil }
        return WideDialect.all.first { $0.recognises(lines.firstLines, head.names) }.map { ($0, head) }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let (dialect, named) = dialect(of: lines) else { throw input.unrecognised }
        let head = named.renamed(named.namesWithUnits)
        let place = "\(lines.source.name):\(lines.lineNumber + head.linesBefore)"
        var log = RawLog()
        log.recording.metadata.format = dialect.name
        takeStart(lines.firstLines, head, into: &log.recording.metadata)
        let clock = try clock(lines.firstLines, head, options, place: place, into: &log)
        let columns = SensorColumns(
            head.names, ignoring: Set([clock.position, clock.supplement?.position].compactMap { $0 }),
            meanings: dialect.meanings.merging(head.gravityCalledG) { own, _ in own }, unit: options.unit,
            whole: head.countedColumns)
        try SensorColumns.checkUnit(options.unit, of: columns.units, place)
        if let warning = columns.unitWarning(options.unit, place) { log.recording.warnings.append(warning) }
        var channels = columns.channels
        if let location = LocationColumns.channel(head) { channels.append(location) }
        if let heading = HeadingColumns.channel(head) { channels.append(heading) }
        for index in channels.indices { dialect.adjust(&channels[index]) }
        for sensor in columns.incomplete {
            log.warn(
                .incompleteColumns, "\(place): \(sensor) is left out: it lacks an axis",
                "compare with docs/reference/formats.md")
        }
        let schema = TableSchema(
            head: head, time: clock.position ?? 0, clock: clock.clock, supplement: clock.supplement, channels: channels,
            otherUnits: columns.otherUnits, linesAfterHeader: head.unitRows)
        try schema.read(lines, into: &log)
        if !log.recording.attitude.isEmpty {
            if dialect.hasArbitraryNorth {
                log.recording.metadata.attitudeIsRelative = true
                log.warn(
                    .arbitraryNorth, "\(lines.source.name): the device's attitude has an arbitrary north",
                    "none needed: it is not taken for a heading")
            } else {
                log.recording.metadata.attitudeNorth = .magnetic
            }
        }
        if dialect.isForwardRightDown { ForwardRightDown.turn(&log.recording) }
        return try log.settled(name: input.name, options)
    }

    private static func clock(
        _ firstLines: [String], _ head: TableHead, _ options: ReadOptions, place: String, into log: inout RawLog
    ) throws -> (position: Int?, clock: TableClock, supplement: TimeSupplement?) {
        let rate = options.assumptions.rateHz
        // Also HyperIMU's: "Sampling Time: 50ms".
        let stated = StatedRate(in: firstLines.prefix(head.linesBefore))
        do {
            if let column = try TimeColumn(head, place: place, preferred: TimeColumn.sensorClock([head])) {
                column.describe(in: &log)
                return (column.position, column.clock, column.supplement)
            }
        } catch {
            // A column that counts the rows is no clock.
            guard rate != nil || stated != nil else { throw error }
        }
        let counter = rate == nil && stated == nil ? nil : RowCounter(head)
        func rows(_ hertz: Double) -> (position: Int?, clock: TableClock, supplement: TimeSupplement?) {
            guard let counter else { return (nil, .rows(rateHz: hertz), nil) }
            log.recording.metadata.clock = counter.text(hertz, head)
            return (counter.position, counter.clock(hertz), nil)
        }
        if let rate { return rows(rate) }
        if let stated {
            log.warn(
                .assumedRate,
                "\(place): there is no time column; \(MagnitudeEvidence.shown(stated.hertz)) rows per second are assumed, as the "
                    + "log states above its header (\(HeaderLine.shown(stated.line)))"
                    + (counter.map { "; numbers that \(head.names[$0.position]) skips are lost rows" } ?? ""),
                "record with time stamps: the true intervals differ")
            return rows(stated.hertz)
        }
        let proposal = ColumnProposal(head, stem: fileStem(place))
        let option = proposal.time.isEmpty ? nil : proposal.option()
        throw SensorLabError(
            .badData, code: .noTimeColumn, place: place,
            message:
                "found \"\(HeaderLine.shown(head.text))\" without a time column, expected one such as \"time (s)\"",
            advice: option.map {
                "give the rows' rate with --assume rate=HZ, or, if the time has another name, say so: \($0)"
            } ?? "add it, or give the rows' rate with --assume rate=HZ")
    }

    /// AndroSensor's date of the first row, HyperIMU's line above the header.
    private static func takeStart(_ firstLines: [String], _ head: TableHead, into metadata: inout RecordingMetadata) {
        if let position = head.names.firstIndex(where: { $0.hasPrefix("YYYY-MO-DD") }), let row = head.firstRow,
            position < row.count
        {
            metadata.start = row[position]
        } else if let line = firstLines.first(where: { $0.hasPrefix("@ Date:") }),
            let text = line.components(after: "Date:")
        {
            metadata.start = String(text.prefix { $0 != "," }).trimmedCell
        }
        metadata.date = metadata.start.flatMap { CalendarDate($0) }
    }
}

extension String {
    /// What follows the first occurrence of a text.
    func components(after text: String) -> String? {
        guard let range = firstRange(of: text) else { return nil }
        return String(self[range.upperBound...])
    }
}
