import Files
import Recordings
import SensorModels
import Vocabulary

/// One table with all sensors in columns of any order, named with or without units: the apps of `WideDialect` and
/// home-made logs. `ColumnAliases` is the table of names.
enum WideFormat: RowFormat {
    static let name = "wide CSV"
    static let hasUnits = true
    static let findsClock = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let (_, head) = input.file.flatMap(dialect) else { return false }
        guard SensorColumns(head.names, ignoring: []).channels.isEmpty else { return true }
        let bare = SensorTable.sensor(ofFile: fileStem(input.name)) ?? SensorColumns.sensor(ofBareAxes: head.names)
        return !SensorColumns(head.names, ignoring: [], bare: bare).channels.isEmpty
            || HeadingColumn.channel(head) != nil || LocationColumns(head.names) != nil && head.names.count > 2
    }

    /// The sensor in the file's name, else of the unit, for axes without a name of their own; `nil` where columns name
    /// sensors.
    private static func bare(_ head: TableHead, _ input: LogInput) -> SensorKind? {
        SensorColumns(head.names, ignoring: []).channels.isEmpty
            ? SensorTable.sensor(ofFile: fileStem(input.name)) ?? SensorColumns.sensor(ofBareAxes: head.names) : nil
    }

    private static func dialect(of lines: LineReader) -> (WideDialect, TableHead)? {
        if let found = WideDialect.sentences(lines) { return found }
        guard let head = TableHead(behindPreamble: lines) else { return nil }
        return WideDialect.all.first { $0.recognises(lines.firstLines, head.names) }.map { ($0, head) }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var log = RawLog()
        let (schema, dialect, missing) = try table(input, lines, options, into: &log)
        let head = schema.head
        try schema.read(lines, into: &log)
        log.claimRanges(lines.firstLines.prefix(head.linesBefore))
        if !log.recording.attitude.isEmpty {
            if dialect.hasArbitraryNorth {
                log.recording.metadata.attitudeIsRelative = true
                log.warn(
                    .arbitraryNorth, place: lines.source.name, "the device's attitude has an arbitrary north")
            } else {
                log.recording.metadata.attitudeNorth = .magnetic
            }
        }
        if dialect.isForwardRightDown { ForwardRightDown.turn(&log.recording) }
        guard let missing else { return try log.settled(name: input.name, options) }
        do {
            _ = try log.settled(name: input.name, options)
        } catch let error as SensorLabError where error.code == .unknownUnit {
            throw SensorLabError.all([missing, error]) ?? missing
        } catch {}
        throw missing
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        var log = RawLog()
        let (schema, _, missing) = try table(input, input.lines(), options, into: &log)
        return missing == nil ? { try schema.rows($0.lines()) } : nil
    }

    /// The columns, and the error for a log without a column of the time.
    private static func table(
        _ input: LogInput, _ lines: LineReader, _ options: ReadOptions, into log: inout RawLog
    ) throws -> (TableSchema, WideDialect, missing: SensorLabError?) {
        guard let (dialect, named) = dialect(of: lines) else { throw input.unrecognised }
        let head = named.renamed(named.namesWithUnits)
        let place = "\(lines.source.name):\(lines.lineNumber + head.linesBefore)"
        log.recording.metadata.format = dialect.name
        takeStart(lines.firstLines, head, into: &log.recording.metadata)
        if head.unnamed > 0 {
            log.warn(
                .cellCount, place: place,
                "the header has \(head.names.count - head.unnamed) names and the rows \(head.names.count) cells: the names are taken for "
                    + "the first cells, and the others are not read",
                advice: .columns(if: "that is wrong", nil))
        }
        var time: Time = (nil, .rows(rateHz: 50), nil)
        var missing: SensorLabError?
        do {
            time = try Self.clock(lines.firstLines, head, options, place: place, into: &log)
        } catch let error as SensorLabError where error.code == .noTimeColumn {
            // What else is to be asked for is asked at once.
            missing = error
            log.isRateAssumed = true
        }
        let columns = SensorColumns(
            head.names, ignoring: Set([time.position, time.supplement?.position].compactMap { $0 }),
            meanings: dialect.meanings.merging(head.gravityCalledG) { own, _ in own }, bare: bare(head, input),
            unit: options.unit,
            whole: head.countedColumns)
        try SensorColumns.checkUnit(options.unit, of: columns.units, place)
        if let warning = columns.unitWarning(options.unit, place) { log.recording.warnings.append(warning) }
        var channels = columns.channels + head.locationAndHeading
        for index in channels.indices { dialect.adjust(&channels[index]) }
        for sensor in columns.incomplete {
            log.warn(.incompleteColumns, place: place, "\(sensor) is left out: it lacks an axis")
        }
        let schema = TableSchema(
            head: head, time: time.position ?? 0, clock: time.clock, supplement: time.supplement, channels: channels,
            otherUnits: columns.otherUnits, linesAfterHeader: head.unitRows)
        return (schema, dialect, missing)
    }

    private typealias Time = (position: Int?, clock: TableClock, supplement: TimeSupplement?)

    private static func clock(
        _ firstLines: [String], _ head: TableHead, _ options: ReadOptions, place: String, into log: inout RawLog
    ) throws -> Time {
        let rate = options.assumptions.rateHz
        // Also HyperIMU's: "Sampling Time: 50ms".
        let stated = StatedRate(in: firstLines.prefix(head.linesBefore))
        do {
            if let column = try TimeColumn(head, place: place, preferred: TimeColumn.sensorClock([head])) {
                column.describe(in: &log)
                return (column.position, column.clock, column.supplement)
            }
        } catch {
            // A column that counts rows is no clock.
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
                .assumedRate, place: place,
                "there is no time column; \(MagnitudeEvidence.shown(stated.hertz)) rows per second are assumed, as the "
                    + "log states above its header (\(HeaderLine.shown(stated.line)))"
                    + (counter.map { "; numbers that \(head.names[$0.position]) skips are lost rows" } ?? ""),
                advice: .timeStamps)
            return rows(stated.hertz)
        }
        if let count = head.otherCellCount {
            throw SensorLabError(
                .badData, code: .cellCount, place: place,
                message: "found \(head.names.count) names above rows of \(count) cells, expected a cell for every name",
                advice: "write a row for every sample, or correct the header")
        }
        let proposal = ColumnProposal(head, stem: fileStem(place))
        throw SensorLabError(
            .badData, code: .noTimeColumn, place: place,
            message:
                "found \"\(HeaderLine.shown(head.hasHeader ? head.text : firstLines.first ?? ""))\" without a time column, expected one such as "
                + "\"time (s)\"",
            advice: proposal.timeOption.map {
                "give the rows' rate with --assume rate=HZ, or, if the time column has another name, give it: \($0)"
            } ?? "add a time column, or give the rows' rate with --assume rate=HZ")
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
    /// The text behind the first occurrence of another one.
    func components(after text: String) -> String? {
        guard let range = firstRange(of: text) else { return nil }
        return String(self[range.upperBound...])
    }
}

/// An app or a program with one-table logs that the wide reader knows by name: how its header is recognised, and what
/// its documentation adds.
struct WideDialect: Sendable {
    let name: String
    /// By the header and the lines above it.
    let recognises: @Sendable (_ firstLines: [String], _ names: [String]) -> Bool
    /// The source for the sign, and for units that the header does not give; `nil` for none.
    var documentation: String?
    /// Units that the documentation gives.
    var units: [SensorKind: LogUnit] = [:]
    /// Compact names (`a` of `ax`) with another meaning than usual.
    var meanings: [String: SensorKind] = [:]
    /// The documented sign of accelerations.
    var sign = SignConvention.android
    /// Whether the north of the device's attitude is the direction in which it began.
    var hasArbitraryNorth = false
    /// Whether the axes are an aircraft's (`ForwardRightDown`).
    var isForwardRightDown = false
    /// `nil` where another format has its name.
    var guide: FormatGuide? = FormatGuide("one wide table", by: "its header", clock: "the time column")
    /// The columns of sentences, by the word that begins them, where the log has no header.
    var sentences: [String: [String]] = [:]

    /// The dialects in the order in which they are tried; the last one accepts every table.
    static let all: [WideDialect] = [
        WideDialect(
            name: "HyperIMU", recognises: { lines, _ in lines.first?.hasPrefix("@ HyperIMU") == true },
            documentation: "Android's convention", units: androidUnits),
        WideDialect(
            name: "AndroSensor",
            recognises: { _, names in
                names.contains { $0.hasPrefix("YYYY-MO-DD HH-MI-SS") }
                    || names.contains { $0.hasPrefix("ACCELEROMETER X (m/s") }
            }, documentation: "Android's convention"),
        WideDialect(
            name: "Physics Toolbox",
            recognises: { _, names in
                let plain = Set(names.map { $0.lowercased() })
                let modes = [["gfx", "gfy", "gfz"], ["wx", "wy", "wz"], ["bx", "by", "bz"]]
                let total = !plain.isDisjoint(with: ["at", "atotal", "a total"]) && plain.contains("ax")
                // Accelerations beside rates are anybody's; the app calls no column gx.
                let isApp = total || plain.contains("gfx") || !plain.contains("ax")
                return plain.contains("time") && !plain.contains("gx") && isApp
                    && (total || modes.contains { plain.isSuperset(of: $0) })
            }, documentation: "the app's documentation",
            units: [
                .accelerometer: .gravities, .linearAcceleration: .metresPerSecondSquared, .gyroscope: .radiansPerSecond,
                .magnetometer: .microtesla,
            ], meanings: ["a": .linearAcceleration]),
        WideDialect(
            name: "x-io Fusion",
            recognises: { _, names in
                names.first == "Time (s)" && names.contains("Gyroscope X (deg/s)")
                    && names.contains("Accelerometer X (g)")
            }, documentation: "the library's documentation"),
        WideDialect(
            name: "mavlogdump CSV",
            recognises: { _, names in
                (names.contains("TimeUS") || names.contains("TimeMS"))
                    && (names.contains("AccX") || names.contains("GyrX") || names.contains("MagX"))
            }, documentation: "ArduPilot's message definition",
            units: [
                .accelerometer: .metresPerSecondSquared, .gyroscope: .radiansPerSecond, .magnetometer: .milligauss,
            ], isForwardRightDown: true,
            guide: FormatGuide(
                "ArduPilot, one instance of IMU or MAG", by: "`TimeUS`, `AccX`", clock: "the time column")),
        WideDialect(
            name: "Sensor Logger (watch)",
            recognises: { _, names in
                let motion = ["seconds_elapsed", "rotationRateX", "gravityX", "accelerationX", "quaternionW"]
                return Set(names).isSuperset(of: motion)
            }, documentation: "CoreMotion's documentation",
            units: [
                .gravity: .gravities, .linearAcceleration: .gravities, .gyroscope: .radiansPerSecond,
            ], meanings: ["acceleration": .linearAcceleration], sign: .ios, hasArbitraryNorth: true),
        WideDialect(
            name: "SensorLog",
            recognises: { _, names in
                names.contains { $0.hasPrefix("accelerometerAccelerationX") || $0.hasPrefix("motionUserAccelerationX") }
            }, documentation: "SensorLog's documentation", sign: .ios, guide: nil),
        WideDialect(
            name: "VectorNav ASCII", recognises: { _, _ in false }, documentation: "the manufacturer's documentation",
            units: [
                .accelerometer: .metresPerSecondSquared, .gyroscope: .radiansPerSecond, .magnetometer: .gauss,
            ], isForwardRightDown: true,
            guide: FormatGuide(
                "`$VNYMR`, `$VNIMU`, `$VNQMR`, `$VNMAR`", by: "their first words", clock: "`--assume rate=HZ`"),
            sentences: [
                "$VNYMR": ["yaw", "pitch", "roll"] + vectorNav, "$VNQMR": ["", "", "", ""] + vectorNav,
                "$VNMAR": vectorNav, "$VNIMU": vectorNav + ["temperature", "pressure"],
            ]),
        WideDialect(
            name: "wide CSV", recognises: { _, _ in true },
            guide: FormatGuide(
                "any other table", by: "the [names of its columns](#names-of-columns)", clock: "the time column")),
    ]

    private static let vectorNav = ["mag", "acc", "gyro"].flatMap { sensor in ["x", "y", "z"].map { "\(sensor) \($0)" }
    }

    /// The dialect of a log that begins with sentences of NMEA 0183, and their columns; other sentences in it are left
    /// out.
    static func sentences(_ lines: LineReader) -> (WideDialect, TableHead)? {
        let first = lines.firstLines
        guard let start = first.prefix(16).firstIndex(where: { $0.hasPrefix("$") }) else { return nil }
        let word = String(first[start].prefix { $0 != "," })
        return all.lazy.compactMap { dialect in
            dialect.sentences[word].map { names in
                (dialect, TableHead(rows: first[start...], names: ["sentence"] + names, linesBefore: start))
            }
        }.first
    }

    static let androidUnits: [SensorKind: LogUnit] = [
        .accelerometer: .metresPerSecondSquared, .gravity: .metresPerSecondSquared,
        .linearAcceleration: .metresPerSecondSquared, .gyroscope: .radiansPerSecond, .magnetometer: .microtesla,
        .gyroscopeCorrected: .radiansPerSecond, .magnetometerCorrected: .microtesla,
    ]

    /// Adds to a channel what the documentation says.
    func adjust(_ channel: inout TableSchema.Channel) {
        guard let documentation else { return }
        channel.document(
            unit: channel.claim.unit == nil ? units[channel.sensor] : nil, sign: sign, by: documentation)
    }
}

/// The rate of the rows that a log states in the lines above its header: `# Sample rate: 100 Hz`, `Fs = 50`,
/// `Sampling interval: 20 ms`.
struct StatedRate: Equatable {
    let hertz: Double
    /// The line, for messages.
    let line: String

    /// Plausible rates of rows, hertz.
    private static let rates = 0.1...10_000.0
    private static let rateNames: Set<String> = [
        "samplerate", "samplingrate", "samplefrequency", "samplingfrequency", "samplefreq", "samplingfreq", "fs", "odr",
        "outputrate", "outputdatarate", "updaterate", "datarate", "abtastrate", "abtastfrequenz", "loggingrate",
        "recordingrate",
    ]
    private static let bareNames: Set<String> = ["rate", "frequency", "freq", "frequenz"]
    private static let intervalNames: Set<String> = [
        "samplinginterval", "sampleinterval", "samplingperiod", "sampleperiod", "samplingtime", "sampletime",
        "interval", "period", "dt", "deltat", "ts", "timestep", "abtastintervall",
    ]

    /// The only rate in the lines; `nil` without one, and for different ones, such as those of several sensors.
    init?(in lines: some Sequence<String>) {
        let found = lines.compactMap(Self.init(line:))
        guard let first = found.first, found.allSatisfy({ $0.hertz == first.hertz }) else { return nil }
        self = first
    }

    /// The first number in a line whose name, before it, says that it is a rate or an interval.
    private init?(line: String) {
        var name = ""
        var rest = line[...]
        while let first = rest.first {
            guard first.isNumber else {
                name.append(first)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let unit = rest.drop { $0 == " " || $0 == "," || $0 == ";" || $0 == "\t" }.prefix { $0.isLetter }
            if let hertz = Self.hertz(name, String(digits), unit.lowercased()) {
                (self.hertz, self.line) = (hertz, line)
                return
            }
            name = ""
        }
        return nil
    }

    private static func hertz(_ name: String, _ digits: String, _ unit: String) -> Double? {
        // The last words before the number, since a device's name may precede them.
        var words = HeaderWords(name).words
        var stated: String?
        if let last = words.last, ["hz", "ms", "s", "sec", "us"].contains(last), words.count > 1 {
            // `SampleRate (Hz): 50`.
            stated = last
            words.removeLast()
        }
        guard let number = Double(digits), number > 0, !words.isEmpty else { return nil }
        let names = (1...min(3, words.count)).map { words.suffix($0).joined() }
        let spelled = unit.isEmpty ? stated ?? "" : unit
        let hertz: Double
        if names.contains(where: rateNames.contains)
            // A rate without further words may be anything, such as a heart rate.
            || words.count == 1 && spelled.hasPrefix("h") && bareNames.contains(words[0]),
            ["", "hz", "hertz", "sps"].contains(spelled)
        {
            hertz = number
        } else if names.contains(where: intervalNames.contains),
            let exponent = TimeColumn.exponent(ofUnit: spelled)
        {
            hertz = (exponent..<9).reduce(1 / number) { rate, _ in rate * 10 }
        } else {
            return nil
        }
        return rates.contains(hertz) ? hertz : nil
    }
}
