import Recordings
import SensorModels
import Vocabulary

/// Reads the tables of a log as a `ColumnMapping` says.
enum MappedTables {
    /// The name of the format in `info` and in the report.
    static let format = "columns as given"

    /// - Throws: `SensorLabError`: usage where the mapping does not fit the log's files, bad data where a column is
    ///   missing or nothing usable is in the log.
    static func read(_ input: LogInput, _ mapping: ColumnMapping, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        log.recording.metadata.format = format
        switch input {
        case .file(let lines):
            guard mapping.tables.count == 1, let table = mapping.tables.first,
                table.file == nil || table.file == lines.source.name.lastPathComponent
            else {
                throw ColumnMapping.usage(
                    mapping.texts.joined(separator: " "), "it names files, but \(input.name) is a single table",
                    "leave out the file's name: t=1,ax=2,ay=3,az=4")
            }
            try read(
                try JSONRows.table(of: lines) ?? LabelledRows.table(of: lines, table) ?? lines, table, options,
                into: &log)
        case .folder(let folder):
            for table in mapping.tables {
                guard let file = table.file else {
                    let example = folder.tables.first ?? "Accel.txt"
                    throw ColumnMapping.usage(
                        mapping.texts.joined(separator: " "),
                        "\(folder.path) is a folder, expected the name of a file in it",
                        "write the file's name first, such as \(example):\(mapping.texts[0])")
                }
                guard folder.contains(file) else {
                    throw ColumnMapping.usage(
                        mapping.texts.joined(separator: " "), "there is no file \(file) in \(folder.path)",
                        "it has \(folder.entries.prefix(12).joined(separator: ", "))")
                }
                try folder.read(file) { try read($0, table, options, into: &log) }
            }
            let given = Set(mapping.tables.compactMap(\.file))
            return try folder.hiding(given) { try log.settled(besideOthersOf: input, options) }
        }
        return try log.settled(name: input.name, options)
    }

    private static func read(
        _ lines: LineReader, _ table: ColumnMapping.Table, _ options: ReadOptions, into log: inout RawLog
    ) throws {
        let (head, positions) = try head(lines, table)
        let place = lines.source.name
        var time: Int?
        var clock: TableClock
        var supplement: TimeSupplement?
        if let given = table.columns.first(where: { $0.role == CanonicalColumns.time }) {
            let added = table.columns.first { $0.role == ColumnMapping.addedTime }
            let part = added?.supplement
            let column = try TimeColumn(
                given, at: positions[CanonicalColumns.time] ?? 0,
                positions[ColumnMapping.addedTime].flatMap { position in
                    part.map { TimeSupplement(position: position, part: $0) }
                }, head, place: place)
            column.describe(in: &log)
            (time, clock, supplement) = (column.position, column.clock, column.supplement)
        } else if let rate = options.assumptions.rateHz {
            log.isClockGiven = true
            let counter = RowCounter(head)
            time = counter?.position
            clock = counter?.clock(rate) ?? .rows(rateHz: rate)
            log.recording.metadata.clock = counter?.text(rate, head)
        } else {
            throw SensorLabError(
                .usage, code: .noTimeColumn, place: place, message: "--columns has no time column",
                advice: "add one, such as t=1:ms, or give the rows' rate with --assume rate=HZ")
        }
        var channels = channels(table, positions, head)
        channels.removeAll { channel in
            guard !log.recording.times(of: channel.sensor).isEmpty else { return false }
            log.warn(
                .secondStream, place: place, "a second \(channel.sensor.rawValue) is left out",
                advice: .leaveOneOut)
            return true
        }
        let schema = TableSchema(
            head: head, time: time ?? 0, clock: clock, supplement: supplement, channels: channels,
            linesAfterHeader: head.unitRows)
        try schema.read(lines, into: &log)
    }

    /// The streams of a table by the roles of its columns.
    private static func channels(
        _ table: ColumnMapping.Table, _ positions: [String: Int], _ head: TableHead
    ) -> [TableSchema.Channel] {
        ColumnMapping.sensors.compactMap { sensor, roles in
            let columns = roles.compactMap { positions[$0] }
            guard columns.count == roles.count else { return nil }
            let source = columns.map { head.names[$0].isEmpty ? "column \($0 + 1)" : head.names[$0] }
                .joined(separator: ",")
            // A recording's signs, for sensors whose sign evidence does not decide.
            let claim =
                LogUnit.Quantity(of: sensor) == nil
                ? StreamClaim(source: source, unit: nil, sign: .android, by: "--columns") : StreamClaim(source: source)
            var channel = TableSchema.Channel(sensor, columns, optional: { positions[$0] }, claim: claim)
            let own = table.columns.filter { roles.contains($0.role) }
            channel.vector?.reversed = roles.map { role in own.contains { $0.role == role && $0.isReversed } }
            let name = head.names[columns[0]]
            if let counts = own.lazy.compactMap({ $0.countsPerUnit(of: sensor) }).first {
                channel.vector?.factor = 1 / counts
            }
            if let given = own.lazy.compactMap({ $0.logUnit(of: sensor) }).first {
                channel.claim.unit = .init(value: given, by: "--columns")
            } else if let unit = SensorColumns.unit(inName: name, of: sensor) {
                channel.claim.unit = .header(unit, name)
            }
            if sensor == .location { channel.claim.note = "WGS-84" }
            return channel
        }
    }

    /// The first row, and the position of every role.
    ///
    /// Columns by name: the header is the first line that has all names. Columns by number alone: the rows begin with
    /// the first line that has numbers in all of these columns.
    private static func head(
        _ lines: LineReader, _ table: ColumnMapping.Table
    ) throws -> (TableHead, [String: Int]) {
        let names = table.columns.compactMap { column in
            if case .name(let name) = column.selector { name } else { String?.none }
        }
        let first = lines.firstLines
        if !names.isEmpty {
            for index in first.indices where names.allSatisfy({ contains(first[index], $0) }) {
                let head = TableHead(lines, linesBefore: index)
                if let positions = positions(table, head.names) { return (head, positions) }
            }
            throw lines.error(
                .unknownHeader, "found no line with the names \(names.joined(separator: ", ")), expected a header",
                HeaderLine(lines).map { "the first line is \"\($0.excerpt)\"; give numbers of columns" }
                    ?? "give numbers of columns")
        }
        for index in first.indices where first[index].contains(where: \.isNumber) {
            let head = TableHead(rows: first[index...], names: [], linesBefore: index)
            guard let row = head.firstRow, !isNumbering(row),
                let positions = positions(table, head.names).map({ inOrder($0, row) }),
                positions.allSatisfy({ role, position in
                    head.dialect.isNumber(row[position]) || row[position].isEmpty && role != CanonicalColumns.time
                        || role == CanonicalColumns.time && WallClockText.nanoseconds(row[position]) != nil
                        || role == ColumnMapping.addedTime && CalendarDate(spelled: row[position]) != nil
                }), positions.values.contains(where: { head.dialect.isNumber(row[$0]) })
            else { continue }
            return (headed(lines, head, index), positions)
        }
        let numbers = table.columns.map(\.number).map { "\($0)" }.joined(separator: ", ")
        throw lines.error(
            .unknownHeader, "found no line with numbers in the columns \(numbers)",
            "correct --columns; columns count from 1")
    }

    /// Whether a line numbers the columns, as data frames without names are written: `,0,1,2,3`.
    static func isNumbering(_ row: [String]) -> Bool {
        let numbers = row.filter { !$0.isEmpty }.map { Int($0) }
        return numbers.count >= 4 && (numbers[0] == 0 || numbers[0] == 1)
            && zip(numbers, numbers.dropFirst()).allSatisfy { $0.map { $0 + 1 } == $1 }
    }

    /// The positions with the date as the addition to the time of day, whichever was given as the time.
    private static func inOrder(_ positions: [String: Int], _ row: [String]) -> [String: Int] {
        guard let time = positions[CanonicalColumns.time], let added = positions[ColumnMapping.addedTime],
            CalendarDate(spelled: row[time]) != nil,
            WallClockText.nanoseconds(row[added])?.period == LogTime.nanosecondsPerDay
        else { return positions }
        return positions.merging([CanonicalColumns.time: added, ColumnMapping.addedTime: time]) { $1 }
    }

    /// The head with the names in the line above the rows, if it has as many: for messages and units.
    private static func headed(_ lines: LineReader, _ head: TableHead, _ row: Int) -> TableHead {
        guard row > 0 else { return head }
        let names = head.dialect.cells(TableHead.uncommented(lines.firstLines[row - 1]))
        return names.count == head.names.count && !names.contains(where: head.dialect.isNumber)
            ? head.renamed(names) : head
    }

    private static func contains(_ line: String, _ name: String) -> Bool {
        line.lowercased().contains(name.lowercased())
    }

    /// The position of every role; `nil` where a column is missing.
    static func positions(_ table: ColumnMapping.Table, _ names: [String]) -> [String: Int]? {
        var result: [String: Int] = [:]
        for column in table.columns {
            guard let position = column.position(in: names) else { return nil }
            result[column.role] = position
        }
        return result
    }
}

extension ColumnMapping.Column {
    /// Where it is; `nil` where it is missing.
    func position(in names: [String]) -> Int? {
        switch selector {
        case .number(let number): number <= names.count ? number - 1 : nil
        case .name(let name): names.firstIndex { $0.lowercased() == name.lowercased() }
        }
    }

    /// The column's number from 1; 0 for a column by name.
    fileprivate var number: Int {
        if case .number(let number) = selector { return number }
        return 0
    }
}

/// The mapped tables of a folder and its other tables, which are read without a mapping: they are evidence for each
/// other.
extension RawLog {
    /// The recording of the mapped tables in this log and of the others. Where both have a sensor, the mapped one is
    /// used.
    /// - Parameter input: the folder without the mapped tables.
    consuming func settled(besideOthersOf input: LogInput, _ options: ReadOptions) throws -> Recording {
        let name = input.name
        if RecordingFormats.all.first(where: { $0.recognises(input) }) is NamedTablesFormat.Type {
            let others = try SensorTables.read(input, unit: options.unit) { _ in }
            guard isBeside(others.recording, isLog: others.tables.count == 1, name) else {
                return try settled(name: name, options)
            }
            let added = missing(of: others.recording)
            for sensor in added { takeStream(of: sensor, from: others) }
            takeMetadata(others.recording.metadata, NamedTablesFormat.name)
            recording.warnings += others.recording.warnings
            tables += others.tables
            if added.contains(.gyroscope) { (clock, isClockGiven) = (others.clock, others.isClockGiven) }
            return try settled(name: name, options)
        }
        guard let (others, isLog) = try RecordingReader.readIfKnown(input, options),
            isBeside(others, isLog: isLog, name)
        else { return try settled(name: name, options) }
        let added = missing(of: others)
        for sensor in added { take(sensor, settled: others) }
        takeMetadata(others.metadata, others.metadata.format)
        var result = try settled(name: name, options)
        result.warnings = others.warnings + result.warnings.filter { !others.warnings.contains($0) }
        for sensor in added where result.provenance[sensor] != nil {
            result.provenance[sensor] = others.provenance[sensor]
        }
        result.standIns.merge(others.standIns) { own, _ in own }
        return result
    }

    private func missing(of others: Recording) -> [SensorKind] {
        others.sensors.filter { recording.times(of: $0).isEmpty }
    }

    /// Whether the other tables belong to the log; warns of what is left out of them.
    /// - Parameter isLog: whether they are one file: with a mapped sensor in it, it is a log of its own.
    private mutating func isBeside(_ others: Recording, isLog: Bool, _ name: String) -> Bool {
        let doubled = others.sensors.filter { !recording.times(of: $0).isEmpty }.map(\.rawValue).joined(separator: ", ")
        guard !doubled.isEmpty else { return true }
        guard !isLog, !missing(of: others).isEmpty else {
            warn(
                .secondStream, place: name,
                "tables that --columns does not name have the same sensors (\(doubled)), and are left out",
                advice: .ownLog)
            return false
        }
        warn(
            .secondStream, place: name, "a second \(doubled) is left out; that of --columns is used",
            advice: .none("a table that --columns names takes the place of others"))
        return true
    }

    private mutating func takeMetadata(_ others: RecordingMetadata, _ format: String) {
        let own = recording.metadata
        recording.metadata = others
        recording.metadata.format = "\(MappedTables.format), and \(format)"
        recording.metadata.clock = own.clock ?? others.clock
        recording.metadata.unixSecondsAtZero = others.unixSecondsAtZero ?? own.unixSecondsAtZero
        recording.metadata.date = others.date ?? own.date
    }

    /// Adds a stream in a recording's units and signs.
    private mutating func take(_ sensor: SensorKind, settled others: Recording) {
        recording.takeStream(of: sensor, from: others)
        guard let provenance = others.provenance[sensor] else { return }
        recording.provenance[sensor] = provenance
        let by = provenance.decidedBy
        guard let quantity = LogUnit.Quantity(of: sensor) else {
            notes[sensor] = (provenance.unit, provenance.convention, by, provenance.source)
            return
        }
        let isNormalised = provenance.unit == LogUnit.normalised.rawValue
        claims[sensor] = StreamClaim(
            source: provenance.source, unit: isNormalised ? .normalised : quantity.unit,
            sign: SignConvention.applies(to: sensor) ? .android : nil, by: by)
    }
}
