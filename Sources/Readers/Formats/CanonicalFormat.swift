import Files
import Recordings
import SensorModels
import Vocabulary

/// The canonical log: CSV, SI and microtesla, `t` and any of the columns of `CanonicalColumns`, `# key: value` lines
/// above.
///
/// The line `# schema:` states that units, signs and clock are the format's. Without it `t,ax,ay,az` are ordinary
/// names, and evidence decides as for any other table.
enum CanonicalFormat: RowFormat {
    static let name = "canonical"

    static func recognises(_ input: LogInput) -> Bool {
        guard let lines = input.file, let header = HeaderLine(lines) else { return false }
        let names = header.names.map { $0.lowercased() }
        guard names.contains(CanonicalColumns.time), names.contains(where: CanonicalColumns.sensors.contains) else {
            return false
        }
        // `t,ax,ay,az,gx (deg/s),...`: with a sensor under another name it is an ordinary table.
        let others = names.filter { $0 != CanonicalColumns.time && !CanonicalColumns.all.contains($0) }
        if lines.firstLines.contains(where: MetadataLines.isSchema) { return true }
        let head = TableHead(lines) { $0.hasPrefix("#") }
        // A temperature may be called t, too.
        if let head, let time = names.firstIndex(of: CanonicalColumns.time), case let times = head.longNumbers(time),
            times.count > 2, Set(times).count == 1
        {
            return false
        }
        // Decimal commas and doubled separators are another program's.
        let dialect = head?.dialect
        return !others.contains(where: SensorColumns.isAxis) && dialect?.decimalComma != true
            && dialect?.joinsSeparators != true
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        try read(input, options, definedBy: nil)
    }

    /// Whether the first bytes of a log say which columns it has, and that they are a canonical log's: `# schema:` in
    /// the first line, then the header and a row.
    static func declaresItself(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        guard let first = lines.first, MetadataLines.isSchema(LineReader.decoded(first)) else { return false }
        return lines.count { $0.first.map { $0 > 32 && $0 != UInt8(ascii: "#") } == true } > 1
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        { input in
            let lines = try input.lines()
            let head = TableHead(lines) { $0.hasPrefix("#") }
            let top = try CanonicalTop(lines, definedBy: nil)
            var (layout, log) = (top.layout, RawLog())
            if top.definition == nil, let head {
                layout.clock = try clock(head, top.table, lines.source.name, options, into: &log)
                layout.header = head.writtenNames
            }
            return TableRows(top.table.channels, moving: top.table.moving, layout, lines)
        }
    }

    /// - Parameter definition: what else states that units and signs are the format's, beside the line `# schema:`.
    fileprivate static func read(
        _ input: LogInput, _ options: ReadOptions, definedBy definition: String?
    ) throws -> Recording {
        let lines = try input.lines()
        let head = TableHead(lines) { $0.hasPrefix("#") }
        let top = try CanonicalTop(lines, definedBy: definition)
        var (recording, layout) = (top.recording, top.layout)
        let (table, definition) = (top.table, top.definition)
        if let definition, options.assumptions.isEmpty {
            try table.channels.read(lines, layout, moving: table.moving, into: &recording)
            return RawLog(recording: recording).documented(by: definition, options)
        }
        // The judge decides how they are read.
        recording.provenance = [:]
        var log = RawLog(recording: recording)
        if definition == nil, let head {
            layout.clock = try clock(head, table, lines.source.name, options, into: &log)
        }
        for var channel in table.channels {
            if let definition {
                let usual = LogUnit.Quantity(of: channel.sensor)?.unit
                channel.document(unit: top.isWithoutUnit(channel.sensor) ? .normalised : usual, by: definition)
            }
            if channel.sensor == .magnetometerCorrected { channel.claim.isCalibrated = true }
            log.claim(channel)
        }
        if let definition { log.notes[.attitude]?.by = definition }
        if definition == nil {
            layout.header = head?.writtenNames ?? []
            log.clock = layout.clock
            log.addTable(table.time, table.channels)
        }
        if try table.channels.read(lines, layout, moving: table.moving, into: &log.recording) {
            try log.takeTablesBelow(lines, clock: layout.clock)
        }
        return try log.settled(name: input.name, options)
    }

    /// Fewest rows whose numbers are rather a count than seconds.
    private static let fewestCounted = 8

    /// The clock of a log without `# schema:`. Whole seconds look like row numbers; t is seconds unless the steps say
    /// otherwise.
    /// - Throws: `SensorLabError` (bad data) where the steps fit several units, or none.
    private static func clock(
        _ head: TableHead, _ table: CanonicalTable, _ place: String, _ options: ReadOptions, into log: inout RawLog
    ) throws -> TableClock {
        do {
            guard let column = try TimeColumn(head, place: place), column.position == table.time,
                column.supplement == nil
            else { return .decimal(exponent: 9) }
            column.describe(in: &log)
            return column.clock
        } catch {
            if let rate = options.assumptions.rateHz { return .rows(rateHz: rate) }
            guard case let numbers = head.numbers(table.time), TimeColumn.isCount(numbers) else { throw error }
            if numbers.count >= fewestCounted {
                log.warn(
                    .assumedRate, place: place,
                    "\(CanonicalColumns.time) counts the rows: it is read as seconds, so there is one row in each",
                    advice: .otherRate("HZ"))
            }
            return .decimal(exponent: 9)
        }
    }
}

/// The CSV files of the BROAD data set (D. Laidig et al., Data 6(7), 72, 2021): a canonical log without metadata lines.
///
/// Recognised by exactly its header and the absence of `#` lines. Its documentation gives the rest:
/// SI and microtesla, the reference against the magnetic north of the place.
enum BroadFormat: RecordingFormat {
    static let name = "broad"
    static let definition = "the documentation of BROAD"
    private static let header = "t,ax,ay,az,gx,gy,gz,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz,moving"

    static func recognises(_ input: LogInput) -> Bool {
        guard let header = input.file.flatMap(HeaderLine.init) else { return false }
        return header.number == 1 && header.text == Self.header
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var recording = try CanonicalFormat.read(input, options, definedBy: definition)
        recording.metadata.referenceNorth = .magnetic
        return recording
    }
}

/// The top of a canonical log, down to its header.
struct CanonicalTop {
    /// The metadata, and the columns' units where they are defined; without samples.
    private(set) var recording = Recording()
    let table: CanonicalTable
    let layout: TableLayout
    /// What states that units and signs are the format's; `nil` where nothing does.
    private(set) var definition: String?

    /// Takes the lines down to the header.
    /// - Throws: `SensorLabError` (bad data) for a header that is no canonical log's.
    init(_ lines: LineReader, definedBy definition: String?) throws {
        self.definition = definition
        while let line = try lines.peekLine(), line.trimmedCell.isEmpty || line.hasPrefix("#") {
            _ = try lines.nextLine()
            MetadataLines.read(line, into: &recording.metadata)
            if MetadataLines.isSchema(line) { self.definition = "the canonical log's definition" }
        }
        recording.warnings += MetadataLines.warnings(for: recording.metadata, place: lines.source.name)
        let number = lines.lineNumber
        let names = (try lines.nextLine() ?? "").commaCells.map { $0.lowercased() }
        table = try CanonicalTable(names, lines.source, line: number)
        recording.warnings += table.warnings
        layout = TableLayout(names: names, time: table.time, numeric: [])
        guard let definition = self.definition else { return }
        for channel in table.channels {
            var (unit, convention) = CanonicalColumns.convention(of: channel.sensor)
            if isWithoutUnit(channel.sensor) {
                unit = LogUnit.normalised.rawValue
                recording.warnings.append(
                    Warning(.normalisedField, place: lines.source.name, RawLog.withoutUnit(channel.sensor)))
            }
            recording.provenance[channel.sensor] = StreamProvenance(
                unit: unit, convention: convention, decidedBy: definition, source: channel.claim.source)
        }
    }

    /// Whether it is a magnetometer, and the log says that its readings are not in microtesla.
    func isWithoutUnit(_ sensor: SensorKind) -> Bool {
        recording.metadata.fieldStrength != nil && LogUnit.Quantity(of: sensor) == .field
    }
}

/// The header of a canonical log: which column belongs to which stream.
struct CanonicalTable {
    private(set) var channels: [TableSchema.Channel] = []
    let time: Int
    let moving: Int?
    private(set) var warnings: [Warning] = []
    private let positions: [String: Int]
    private let place: String

    /// - Throws: `SensorLabError` (bad data) for a name that occurs twice, no `t`, or no sensor.
    init(_ names: [String], _ source: ByteSource, line: Int) throws {
        place = "\(source.name):\(line)"
        var positions: [String: Int] = [:]
        for (position, name) in names.enumerated() where !name.isEmpty {
            guard positions.updateValue(position, forKey: name) == nil else {
                throw source.error(
                    .doubleColumn, at: "\(line):\(position + 1)",
                    "found the column \(name) twice, expected every name once", "rename or remove one")
            }
        }
        guard let time = positions[CanonicalColumns.time] else {
            throw source.error(
                .noTimeColumn, at: "\(line)", "found no column t, expected decimal seconds in t",
                "name the time column t")
        }
        (self.time, self.positions, moving) = (time, positions, positions[CanonicalColumns.moving])
        for (sensor, names) in CanonicalColumns.vectors + CanonicalColumns.quaternions { add(sensor, names) }
        add(.location, Array(CanonicalColumns.location.prefix(2)))
        add(.heading, [CanonicalColumns.heading])
        add(.referenceHeading, Array(CanonicalColumns.referenceHeading.prefix(1)))
        add(.arPose, CanonicalColumns.arPose)
        add(.geospatialPose, CanonicalColumns.geospatialPose)
        guard !channels.isEmpty else {
            let listed = names.prefix(12).joined(separator: ",")
            throw source.error(
                .noSensors, at: "\(line)",
                "found the columns \"\(listed)\", expected those of at least one sensor, such as ax,ay,az",
                "see docs/reference/recordings.md for the columns")
        }
        let unknown = names.filter { !$0.isEmpty && $0 != CanonicalColumns.time && !CanonicalColumns.all.contains($0) }
        if !unknown.isEmpty {
            warn(
                .unknownColumns,
                "unknown columns are ignored: \(unknown.prefix(12).joined(separator: ", "))", advice: .columnNames)
        }
    }

    /// Adds a sensor whose columns are all there; warns where some are missing.
    private mutating func add(_ sensor: SensorKind, _ names: [String]) {
        let columns = names.compactMap { positions[$0] }
        if columns.count == names.count {
            let claim = StreamClaim(source: names.joined(separator: ","))
            channels.append(.init(sensor, columns, optional: { positions[$0] }, claim: claim))
        } else if !columns.isEmpty {
            let missing = names.filter { positions[$0] == nil }.joined(separator: ", ")
            warn(.incompleteColumns, "\(sensor.rawValue) is left out: there is no column \(missing)")
        }
    }

    private mutating func warn(_ code: DiagnosticCode, _ message: String, advice: Advice? = nil) {
        warnings.add(code, place: place, message, advice: advice)
    }
}
