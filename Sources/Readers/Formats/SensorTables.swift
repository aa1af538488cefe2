import Files
import Recordings
import SensorModels
import Vocabulary

/// Reads all tables of a folder or zip that hold one sensor each, or one such table.
enum SensorTables {
    /// - Parameters:
    ///   - unit: the device that is read, of tables with several.
    ///   - adjust: what a format knows about the streams of a table beyond its header.
    static func read(
        _ input: LogInput, unit: String? = nil, adjust: (inout TableSchema.Channel) -> Void
    ) throws -> RawLog {
        var log = RawLog()
        var units: [String] = []
        switch input {
        case .file(let lines):
            let time = SharedTime(ofFile: lines)
            units += try read(lines, fileStem(lines.source.name), time, unit, adjust, into: &log)
        case .folder(let folder):
            let time = try SharedTime(of: folder)
            let bodies = TableBodies(folder, chosen: unit)
            if bodies.names.count > 1 {
                units += bodies.names
                if unit == nil, let used = bodies.used {
                    log.recording.warnings.append(UnitChoice.warning(bodies.names, used: used, folder.path))
                }
            }
            for entry in FileWords.ordered(folder) {
                try folder.read(entry) { lines in
                    guard !bodies.others.contains(entry) else {
                        lines.isReported = true
                        return
                    }
                    units += try read(lines, fileStem(entry), time, unit, adjust, into: &log)
                }
            }
        }
        try SensorColumns.checkUnit(unit, of: units, input.name)
        return log
    }

    /// What reads the rows of the tables; `nil` where none has a sensor.
    static func rows(of input: LogInput, unit: String?) throws -> RowReader? {
        switch input {
        case .file(let lines):
            let stem = fileStem(lines.source.name)
            let table = try SensorTable(lines, stem: stem, time: SharedTime(ofFile: lines), unit: unit)
            return table.map { table in { try table.schema.rows($0.lines()) } }
        case .folder(let folder):
            let time = try SharedTime(of: folder)
            let others = TableBodies(folder, chosen: unit).others
            var schemas: [(entry: String, schema: TableSchema)] = []
            var sensors: Set<SensorKind> = []
            for entry in FileWords.ordered(folder) where !others.contains(entry) {
                let table = try folder.peek(entry) {
                    try SensorTable($0, stem: fileStem(entry), time: time, unit: unit)
                }
                guard var schema = table?.schema else { continue }
                schema.channels.removeAll { !sensors.insert($0.sensor).inserted }
                if !schema.channels.isEmpty { schemas.append((entry, schema)) }
            }
            return FolderRows.reader(of: schemas)
        }
    }

    /// Reads the parts of one log, each with a time of its own; the sensor follows from the names, the unit, or the
    /// part's name.
    static func read(
        _ parts: [(lines: LineReader, stem: String)], unit: String?, place: String
    ) throws -> RawLog {
        var log = RawLog()
        let heads = parts.compactMap { TableHead(behindPreamble: $0.lines) }
        let time = SharedTime(exponent: TimeColumn.sharedExponent(heads))
        var units: [String] = []
        for part in parts { units += try read(part.lines, part.stem, time, unit, { _ in }, into: &log) }
        try SensorColumns.checkUnit(unit, of: units, place)
        return log
    }

    /// - Returns: the devices of a table with several.
    private static func read(
        _ lines: LineReader, _ stem: String, _ time: SharedTime, _ unit: String?,
        _ adjust: (inout TableSchema.Channel) -> Void, into log: inout RawLog
    ) throws -> [String] {
        guard let table = try SensorTable(lines, stem: stem, time: time, unit: unit) else {
            if SensorTable.sensor(ofFile: stem) != nil { log.recording.warnings.append(.unreadableTable(lines)) }
            return []
        }
        var schema = table.schema
        schema.channels.removeAll { channel in
            guard !log.recording.times(of: channel.sensor).isEmpty else { return false }
            lines.isReported = true
            log.warn(
                .secondStream, place: lines.source.name,
                "a second \(channel.sensor.rawValue) is left out; that of "
                    + "\(log.recording.provenance[channel.sensor]?.source ?? "another file") is used")
            return true
        }
        guard !schema.channels.isEmpty else { return table.columns.units }
        if let warning = table.columns.unitWarning(unit, lines.source.name) { log.recording.warnings.append(warning) }
        for index in schema.channels.indices { adjust(&schema.channels[index]) }
        table.time.describe(in: &log)
        try schema.readLeniently(lines, into: &log)
        return table.columns.units
    }
}

/// What the headers of a log's tables say together about the time in each of them.
struct SharedTime {
    /// Of the unit of time, where a header has none.
    var exponent: Int?
    /// The time column to use, where there are several.
    var clock: String?
}

extension SharedTime {
    init(ofFile lines: LineReader) {
        self.init(clock: TableHead(behindPreamble: lines).flatMap { TimeColumn.sensorClock([$0]) })
    }

    init(of folder: LogFolder) throws {
        let heads = try folder.tables.compactMap { try folder.peek($0) { TableHead(behindPreamble: $0) } }
        self.init(exponent: TimeColumn.sharedExponent(heads), clock: TimeColumn.sensorClock(heads))
    }
}

/// One table of a log with a table per sensor; the sensor follows from its header, else from its file's name.
struct SensorTable {
    let schema: TableSchema
    let time: TimeColumn
    let columns: SensorColumns

    /// `nil` for a table without a time column or without a sensor.
    /// - Parameters:
    ///   - stem: of the file's name.
    ///   - shared: what the log's other tables say.
    ///   - unit: the device that is read, of several.
    init?(
        _ lines: LineReader, stem: String, time shared: SharedTime = SharedTime(), unit: String? = nil
    ) throws {
        guard let plain = TableHead(behindPreamble: lines), plain.names.count >= 2,
            case let head = FileWords(stem).qualify(plain.renamed(plain.namesWithUnits)),
            let time = try TimeColumn(
                head, place: lines.source.name, shared: shared.exponent, preferred: shared.clock)
        else { return nil }
        let ignored = Set([time.position] + [time.supplement?.position].compactMap { $0 })
        let named = SensorColumns(head.names, ignoring: ignored, unit: unit, whole: head.countedColumns)
        let stated = head.names.map(ColumnName.init).first { $0.stem.isEmpty && $0.axis == 0 }?.unit
        if named.channels.isEmpty,
            let sensor = Self.sensor(ofFile: stem) ?? stated.flatMap(LogUnit.quantity)?.sensor
                ?? Self.sensor(ofFile: lines.source.name.split(separator: "/").dropLast().last.map(String.init) ?? "")
        {
            columns = SensorColumns(head.names, ignoring: ignored, bare: sensor, whole: head.countedColumns)
        } else {
            columns = named
        }
        var channels = columns.channels
        // The file's name is the source of the sensor.
        if named.channels.isEmpty { for index in channels.indices { channels[index].claim.source = lines.source.name } }
        channels += head.locationAndHeading
        guard !channels.isEmpty else { return nil }
        schema = TableSchema(
            head: head, time: time.position, clock: time.clock, supplement: time.supplement, channels: channels,
            otherUnits: columns.otherUnits, linesAfterHeader: head.unitRows)
        self.time = time
    }

    /// The sensor in a file's or a folder's name.
    static func sensor(ofFile stem: String) -> SensorKind? {
        let words = ColumnName(stem + " x").stem.split { !$0.isLetter }.map(String.init)
        for end in words.indices.reversed() where end > 0 || words[0].count > 2 {
            // `trial_b` is the second one of a series.
            guard words[end].count > 1, let found = ColumnAliases.meaning(of: Array(words[...end])) else { continue }
            return FileWords(stem).isOfEarth && found.sensor == .accelerometer ? nil : found.sensor
        }
        return nil
    }
}

/// A folder with a table for every sensor or group of sensors, each with a time and three axes, named by its file
/// (`Accelerometer.csv` with x, y, z) or by its columns (`time,ax,ay,az`): exports of phyphox and other apps after a
/// spreadsheet or a script. Units and signs by evidence.
enum NamedTablesFormat: RowFormat {
    static let name = "per-sensor CSV named by file"
    static let hasUnits = true
    static let findsClock = true

    static func recognises(_ input: LogInput) -> Bool {
        input.hasTable { lines, stem in
            try SensorTable(lines, stem: stem)?.schema.channels.contains { $0.claim.source == lines.source.name }
                == true
        } || isDivided(input)
    }

    /// Whether every sensor of a folder is in one of its tables, or in one of each device: two tables with one sensor
    /// are two logs.
    private static func isDivided(_ input: LogInput) -> Bool {
        guard case .folder(let folder) = input else { return false }
        let tables = TableBodies.tables(of: folder)
        let others = TableBodies(tables, chosen: nil).others
        let sensors = tables.filter {
            !others.contains($0.name) && !FileWords.isHighRange($0.name)
        }.flatMap(\.sensors)
        // Attitudes are computed, and several tables of one log may have one.
        let measured = sensors.filter { LogUnit.Quantity(of: $0) != nil }
        if !measured.isEmpty { return Set(measured).count == measured.count }
        return !sensors.isEmpty && Set(sensors).count == sensors.count
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try SensorTables.read(input, unit: options.unit) { _ in }.settled(name: input.name, options)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        try SensorTables.rows(of: input, unit: options.unit)
    }
}

extension Warning {
    /// The warning of a file that is left out: its name is a sensor's, but it has no header.
    static func unreadableTable(_ lines: LineReader) -> Warning {
        lines.isReported = true
        let found = HeaderLine(lines).map { "\"\($0.excerpt)\"" } ?? "nothing"
        return Warning(
            .unreadableTable, place: lines.source.name,
            "found \(found), expected a header with time and axes: the file is left out")
    }
}

/// What the name of a file adds about the accelerations in it: `LinearAcceleration.csv` with columns called
/// `Acceleration X (g)`.
struct FileWords {
    /// The word before the one for an acceleration, where it qualifies it; `nil` without one.
    private let qualifier: String?

    /// - Parameter stem: of the file's name.
    init(_ stem: String) {
        let words = HeaderWords(stem, endAtCapitals: true).words
        qualifier = zip(words, words.dropFirst()).first { word, next in
            ColumnAliases.meaning(of: next)?.sensor == .accelerometer
                && (Self.withoutGravity.contains(word) || Self.isEarth(word))
        }.map { word, _ in word == "lin" ? "linear" : word }
    }

    /// Words for an acceleration without gravity.
    private static let withoutGravity: Set<String> = ["linear", "lin", "user"]

    /// Free acceleration is Xsens' term for one in the earth's axes.
    private static func isEarth(_ word: String) -> Bool { Lexicon.isWord(word, .earth) || word == "free" }

    /// Whether accelerations are in the earth's axes, which no sensor measures.
    var isOfEarth: Bool { qualifier.map(Self.isEarth) == true }

    /// The head with the file's word in the names of accelerations; those of an accelerometer stay.
    func qualify(_ head: TableHead) -> TableHead {
        guard let qualifier else { return head }
        return head.renamed(
            head.names.map { name in
                guard let found = ColumnMeaning(name), found.sensor == .accelerometer, found.axis < 3,
                    !Self.isAccelerometer(name)
                else { return name }
                let unit = ColumnName(name).unit.map { " (\($0))" } ?? ""
                return "\(qualifier) acceleration \(["x", "y", "z"][found.axis])\(unit)"
            })
    }

    private static func isAccelerometer(_ name: String) -> Bool { name.lowercased().contains("accelerometer") }

    /// Whether a table is of an x-IMU3's second accelerometer, for shocks: 200 g, and noise of as many counts.
    static func isHighRange(_ entry: String) -> Bool { entry.lowercased().hasPrefix("highgaccelerometer") }

    /// The tables of a folder; first those whose columns, or else whose file's name, say `accelerometer` and not
    /// `acceleration`; an accelerometer of high range last.
    static func ordered(_ folder: LogFolder) -> [String] {
        func rank(_ entry: String) -> Int {
            if isHighRange(entry) { return 3 }
            let names = (try? folder.peek(entry) { TableHead(behindPreamble: $0)?.names }).flatMap { $0 } ?? []
            if names.contains(where: { isAccelerometer($0) && ColumnMeaning($0)?.sensor == .accelerometer }) {
                return 0
            }
            return isAccelerometer(entry) ? 1 : 2
        }
        let ranks = folder.tables.map { (entry: $0, rank: rank($0)) }
        return (0...3).flatMap { rank in ranks.filter { $0.rank == rank }.map(\.entry) }
    }
}

extension Warning {
    /// Most names in a message.
    private static let mostNames = 12

    /// The warning of the columns that may hold something; `nil` where all are used.
    static func unreadColumns(of head: TableHead, used: Set<Int>, place: String) -> Warning? {
        let unread = head.names.indices.filter { position in
            let name = head.names[position]
            return !used.contains(position)
                && (name.isEmpty ? head.profile(position).isReading : !ColumnAliases.isAuxiliary(name))
        }
        return unreadColumns(unread.map { head.names[$0].isEmpty ? "\($0 + 1)" : head.names[$0] }, place: place)
    }

    /// `nil` for no names.
    static func unreadColumns(_ names: [String], place: String, what: String = "columns") -> Warning? {
        guard !names.isEmpty else { return nil }
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return Warning(
            .unknownColumns, place: place,
            "\(what) that are not read: \(names.prefix(mostNames).joined(separator: ", "))\(more)")
    }
}
