import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A format that is a header with columns: what its documentation says of them. A new one is a row of `all`.
struct DeclaredFormat: Sendable {
    /// The position of the time, how it counts, and a second column of it; `nil` where the header has none.
    typealias Clock =
        @Sendable (TableHead, LineReader, ReadOptions, _ unit: String, inout RawLog) throws -> (
            position: Int, clock: TableClock, supplement: TimeSupplement?
        )?

    let name: String
    /// The source of units and signs, as text for reports.
    let documentation: String
    /// `nil` where another one of the same name has it.
    var guide: FormatGuide?
    /// Whether a file with the columns of a stream is of the format.
    let begins: @Sendable (_ firstLines: [String], _ head: TableHead) -> Bool
    /// The header of a file.
    var head: @Sendable (LineReader) -> TableHead? = { TableHead($0) }
    /// The file of a folder: the first of these that is there; none where the format is one file.
    var places: [String] = []
    /// Whether a folder may have several such files, no sensor twice.
    var isPerTable = false
    let clock: Clock
    let streams: [DeclaredColumns]
    /// Whether the columns of fixes are read.
    var hasLocation = false
    /// Other files of the folder.
    var beside: [DeclaredFormat] = []
    /// Whether a row of units is below the header.
    var hasUnitRow = false
    /// Whether the axes are an aircraft's (`ForwardRightDown`).
    var isForwardRightDown = false
    /// The north of attitudes; `nil` where it is unknown or none.
    var north: North?
    /// What begins the name of every unit, and is not shown.
    var maker = ""
    /// What else the log says, once it is read.
    var finish: @Sendable (inout RawLog, TableHead, LineReader, _ unit: String) -> Void = { _, _, _, _ in }

    /// A clock of decimal numbers in the first column with a name.
    /// - Parameters:
    ///   - pattern: as of `DeclaredColumns`.
    ///   - exponent: the unit is 10^exponent nanoseconds.
    static func decimal(_ pattern: String, exponent: Int) -> Clock {
        { head, _, _, unit, _ in
            DeclaredColumns.position(pattern.replacing(DeclaredColumns.unit, with: unit), in: head.names).map {
                ($0, .decimal(exponent: exponent), nil)
            }
        }
    }

    // MARK: Recognition

    /// The sensors of a file; none of one of another format.
    private func sensors(_ lines: LineReader) -> [SensorKind] {
        guard let head = head(lines), begins(lines.firstLines, head) else { return [] }
        let fixes = hasLocation && LocationColumns(head.names) != nil ? [SensorKind.location] : []
        return found(head).map(\.columns.sensor) + fixes
    }

    private typealias Found = (columns: DeclaredColumns, match: DeclaredColumns.Match)

    private func found(_ head: TableHead) -> [Found] {
        streams.filter { !$0.isAbsent(head) }.flatMap { columns in columns.matches(head.names).map { (columns, $0) } }
    }

    /// The files of a folder that are of the format; none where two have the same sensor.
    private func files(of folder: LogFolder) -> [String] {
        guard isPerTable else { return places.first(where: folder.contains).map { [$0] } ?? [] }
        var known: Set<SensorKind> = []
        var files: [String] = []
        for entry in folder.tables {
            let own = (try? folder.peek(entry, sensors)) ?? []
            guard known.isDisjoint(with: own) else { return [] }
            known.formUnion(own)
            if !own.isEmpty { files.append(entry) }
        }
        return files
    }

    fileprivate func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): !sensors(lines).isEmpty
        case .folder(let folder):
            files(of: folder).contains { (try? folder.peek($0) { !sensors($0).isEmpty }) == true }
        }
    }

    // MARK: Reading

    fileprivate func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        log.recording.metadata.format = name
        switch input {
        case .file(let lines): try read(lines, options, into: &log)
        case .folder(let folder):
            for file in files(of: folder) { try folder.read(file) { try read($0, options, into: &log) } }
            for other in beside {
                for file in other.files(of: folder) {
                    try folder.read(file) { lines in
                        do {
                            try other.read(lines, options, into: &log)
                        } catch let error as SensorLabError where error.kind == .badData {
                            log.recording.warnings.append(Warning(.emptyStream, error))
                        }
                    }
                }
            }
        }
        if isForwardRightDown { ForwardRightDown.turn(&log.recording) }
        if !log.recording.attitude.isEmpty { log.recording.metadata.attitudeNorth = north }
        return try log.settled(name: input.name, options)
    }

    private func read(_ lines: LineReader, _ options: ReadOptions, into log: inout RawLog) throws {
        guard let head = head(lines) else { return }
        var found = found(head)
        let choice = try choose(found, options, lines.source.name, &log)
        if let (unit, label) = choice {
            found = found.filter {
                $1.unit == unit && ($0.sensor != .accelerometer || label == nil || $1.label == label)
            }
        }
        let unit = choice?.unit ?? ""
        guard let (time, clock, supplement) = try clock(head, lines, options, unit, &log) else {
            throw lines.error(
                .noTimeColumn, line: head.linesBefore + 1, "found no time column of the format \(name), expected one",
                "export it with time stamps")
        }
        var channels: [TableSchema.Channel] = []
        for (columns, match) in found where !channels.contains(where: { $0.sensor == columns.sensor }) {
            channels.append(channel(columns, match, head, lines, options))
        }
        if hasLocation, let fix = LocationColumns(head.names) { channels.append(fix.channel(head.names)) }
        guard !channels.isEmpty else { return }
        var schema = TableSchema(head: head, time: time, clock: clock, supplement: supplement, channels: channels)
        schema.linesAfterHeader = hasUnitRow ? 1 : 0
        try schema.read(lines, into: &log)
        finish(&log, head, lines, unit)
    }

    private func channel(
        _ columns: DeclaredColumns, _ match: DeclaredColumns.Match, _ head: TableHead, _ lines: LineReader,
        _ options: ReadOptions
    ) -> TableSchema.Channel {
        let first = head.names[match.columns[0]]
        let source = columns.source.replacing("{file}", with: lines.source.name).replacing("{first}", with: first)
        var claim = StreamClaim(
            source: source.replacing(DeclaredColumns.unit, with: match.unit), unit: columns.unit,
            sign: columns.sensor == .accelerometer ? .android : nil, by: documentation, note: columns.note(head))
        if columns.unit == nil {
            let row = hasUnitRow ? head.firstRow ?? [] : []
            let cell = match.columns[0] < row.count ? row[match.columns[0]] : nil
            claim.unit = LogUnit(spelling: hasUnitRow ? cell : ColumnName(first).unit, of: columns.sensor).map {
                hasUnitRow ? .init(value: $0, by: "the row of units", isOfHeader: true) : .header($0, first)
            }
        }
        var channel = TableSchema.Channel(columns.sensor, match.columns, claim: claim)
        channel.vector?.relativeTime = columns.relativeTime.flatMap(head.names.firstIndex)
        if columns.factor != 1 { channel.vector?.factor = columns.factor }
        if let counts = columns.countsPerUnit {
            if options.assumptions.unit(of: columns.sensor) == nil {
                channel.vector?.factor = 1 / counts
            } else {
                channel.claim.unit = nil
            }
        }
        channel.orientation?.form = columns.form
        channel.orientation?.turn = columns.turn
        return channel
    }

    // MARK: Units

    private func shown(_ unit: String) -> String { unit.hasPrefix(maker) ? String(unit.dropFirst(maker.count)) : unit }

    /// The unit that is read, of those in the names of the columns: the first complete one unless another is asked for.
    /// Of several accelerometers the first one, or the one that is asked for instead of a unit.
    /// - Returns: `nil` for a format with one unit.
    /// - Throws: `SensorLabError` (usage) for a unit that is not there.
    private func choose(
        _ found: [Found], _ options: ReadOptions, _ place: String, _ log: inout RawLog
    ) throws -> (unit: String, label: String?)? {
        guard streams.contains(where: { $0.pattern.contains(DeclaredColumns.unit) }) else {
            if let unit = options.unit { throw UnitChoice.none(unit, name, place) }
            return nil
        }
        let units = found.sorted { $0.match.columns[0] < $1.match.columns[0] }.map(\.match.unit).reduce(
            into: [String]()
        ) { if !$0.contains($1) { $0.append($1) } }
        let wanted = options.unit?.lowercased()
        let chosen = units.first { shown($0).lowercased() == wanted }
        let complete = units.first { unit in
            Set(found.filter { $0.match.unit == unit }.map(\.columns.sensor)).isSuperset(of: [
                .accelerometer, .gyroscope,
            ])
        }
        guard let unit = chosen ?? complete ?? units.first else { return nil }
        let own = found.filter { $0.match.unit == unit && $0.columns.sensor == .accelerometer }.map(\.match.label)
        let labels = own.count > 1 ? own : []
        let label = labels.first { $0.lowercased() == wanted } ?? labels.first
        let names = (units.count > 1 ? units.map(shown) : []) + labels
        if let asked = options.unit, chosen == nil, label?.lowercased() != wanted {
            throw UnitChoice.unknown(asked, units.map(shown) + labels, place)
        }
        if wanted == nil, !names.isEmpty {
            log.recording.warnings.append(UnitChoice.warning(names, used: label ?? shown(unit), place))
        }
        return (unit, label)
    }
}

/// The formats of `DeclaredFormat.all`.
enum DeclaredTables: RecordingFormat {
    static let name = "declared tables"
    static let hasUnits = true
    static var names: [String] {
        DeclaredFormat.all.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    static func recognises(_ input: LogInput) -> Bool { DeclaredFormat.all.contains { $0.recognises(input) } }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard let format = DeclaredFormat.all.first(where: { $0.recognises(input) }) else { throw input.unrecognised }
        return try format.read(input, options)
    }
}
