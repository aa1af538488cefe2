import SensorModels
import Vocabulary

/// Why a log is of no format, and what to write so that it can be read.
struct LogDiagnosis {
    let input: LogInput

    /// The error for a log that no format recognises: the nearest format, what it lacks, and a line or an option to paste.
    var error: SensorLabError {
        switch input {
        case .file(let lines): Self.error(lines)
        case .folder(let folder): Self.error(folder)
        }
    }

    private static let page = "docs/guide/mapping.md"

    /// The formats that can be read.
    private static var formats: String { RecordingFormats.readable.joined(separator: "; ") }

    // MARK: A file

    private static func error(_ lines: LineReader) -> SensorLabError {
        guard let header = HeaderLine(lines) else {
            return lines.error(
                .unknownFormat, line: lines.lineNumber, "found no line of text, expected a table with a header",
                "give a log of a known format (\(formats))")
        }
        if let table = HeaderlessTable(lines) { return table.error(lines) }
        guard let head = TableHead(behindPreamble: lines), head.names.count > 1, head.firstRow != nil,
            !head.names.contains(where: head.dialect.isNumber)
        else {
            return lines.error(
                .unknownFormat, line: header.number,
                "found the line \"\(header.excerpt)\", expected a header with the time and the axes of a sensor, such as "
                    + "t,ax,ay,az",
                "give a log of a known format (\(formats)), or say what the columns are, see \(page)")
        }
        let names = head.names
        let incomplete = SensorColumns(names, ignoring: []).incomplete
        let why =
            incomplete.isEmpty
            ? "none of them is known as a sensor's axis"
            : "the \(incomplete.joined(separator: " and the ")) lacks an axis"
        let nearest = NearestFormat.of(lines, names)
        let option = option(head, lines.source.name).map {
            ", or say what the columns are, such as \($0) (see \(page))"
        }
        return lines.error(
            .noSensors, line: lines.lineNumber + head.linesBefore,
            "found the columns \"\(HeaderLine.shown(head.text))\": nearest to \(nearest.name), but \(why), expected "
                + nearest.expected, "rename them\(option ?? "")")
    }

    /// `--columns` with the time and three columns of numbers for the sensor that the file names, else the accelerometer; `nil` where there
    /// are none.
    private static func option(_ head: TableHead, _ place: String) -> String? {
        guard let row = head.firstRow else { return nil }
        let numbers = row.indices.filter {
            head.dialect.isNumber(row[$0]) && !ColumnAliases.isAuxiliary(name($0, head)) && !head.runs($0)
        }
        let clock = try? TimeColumn(head, place: place)
        let time = clock?.position ?? HeaderlessTable.clock(head)
        var times = time.map { ["t=\($0 + 1)"] } ?? []
        if let time, let part = clock?.supplement, case .withinSecond(let exponent) = part.part {
            times = ["t=\(time + 1):s", "t+=\(part.position + 1):\(MappedClock.name(exponent: exponent))"]
        }
        // Those whose readings can be the sensor's come first; of others the question about the unit follows.
        let axes = Array(numbers.filter { $0 != time && $0 != clock?.supplement?.position })
        let named = SensorTable.sensor(ofFile: fileStem(place))
        guard axes.count >= 3,
            let (sensor, roles) = CanonicalColumns.vectors.first(where: { $0.sensor == named ?? .accelerometer })
        else { return nil }
        let first = axes.indices.dropLast(2).first { head.fits(sensor, Array(axes[$0...$0 + 2])) } ?? 0
        let columns = times + zip(roles, axes[first...]).map { "\($0)=\($1 + 1)" }
        return "--columns " + columns.joined(separator: ",") + (time == nil ? " --assume rate=100" : "")
    }

    private static func name(_ position: Int, _ head: TableHead) -> String {
        position < head.names.count ? head.names[position] : ""
    }

    // MARK: A folder

    private static func error(_ folder: LogFolder) -> SensorLabError {
        func error(_ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.badData, code: .unknownFormat, place: folder.path, message: message, advice: advice)
        }
        let entries = folder.entries.filter { !$0.hasPrefix(".") }
        if entries.isEmpty { return error("found an empty folder, expected the files of one log", "give another one") }
        let headerless = folder.tables.compactMap { entry in
            (try? folder.peek(entry) { lines in HeaderlessTable(lines).map { (entry, $0, lines.source.name) } })
                .flatMap { $0 }
        }
        if let (_, table, name) = headerless.first {
            let options = headerless.filter { $0.1.isNamed }.prefix(3).map { $0.1.option(file: $0.0) }
            return SensorLabError(
                .badData, code: .unknownFormat, place: "\(name):1",
                message: "found the numbers \"\(table.excerpt)\" and no header, expected names of columns",
                advice:
                    "write a header into every table, such as \(table.header), or say what the columns are, such as "
                    + (options.isEmpty ? table.option(file: headerless[0].0) : options.joined(separator: " ")))
        }
        let logs = folder.tables.filter { entry in
            (try? folder.peek(entry) { try SensorTable($0, stem: fileStem(entry)) != nil }) == true
        }
        if logs.count > 1 {
            return error(
                "found several logs with the same sensors (\(logs.prefix(3).joined(separator: ", "))), expected the files of "
                    + "one log", "give one of them: \(folder.path)/\(logs[0])")
        }
        let shown = entries.prefix(6).joined(separator: ", ") + (entries.count > 6 ? "..." : "")
        return error(
            "found no file of a log that is known (\(shown)): nearest to \(NamedTablesFormat.name), expected tables with a "
                + "header that has the time and x, y, z, one per sensor, such as Accelerometer.csv",
            "give the file or the folder that has the readings (\(formats))")
    }
}

/// A table of numbers alone, and what its columns may be.
struct HeaderlessTable {
    private let head: TableHead
    private let row: [String]
    private let stem: String
    private let time: Int?
    private let timeUnit: String

    /// `nil` for a log whose first lines are no rows of numbers.
    init?(_ lines: LineReader) {
        let first = lines.firstLines
        guard
            let index = first.firstIndex(where: {
                !$0.allSatisfy(\.isWhitespace) && $0.utf8.first != TableReader.comment
            })
        else { return nil }
        let head = TableHead(rows: first[index...], names: [], linesBefore: index)
        guard let row = head.firstRow, row.count > 1, 2 * row.filter({ head.dialect.isNumber($0) }).count > row.count,
            head.dialect.isNumber(row[0]) || WallClockText.nanoseconds(row[0]) != nil
        else { return nil }
        self.head = head
        self.row = row
        stem = fileStem(lines.source.name)
        time = Self.clock(head)
        timeUnit = time.map { Self.timeUnit(head, $0) } ?? "s"
    }

    /// The first of two columns that increases from row to row and is neither a sensor's axis nor a count of rows, else any column
    /// of Unix times.
    static func clock(_ head: TableHead) -> Int? {
        func increases(_ numbers: [Double]) -> Bool {
            numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
                && numbers.first != numbers.last
        }
        let names = head.names
        return (0...1).first { position in
            let numbers = head.numbers(position)
            return increases(numbers) && !TimeColumn.isCount(numbers)
                && !(position < names.count && SensorColumns.isAxis(names[position]))
        }
            ?? names.indices.dropFirst(2).first { position in
                let numbers = head.numbers(position)
                return increases(numbers) && [9, 6, 3, 0].contains { TimeColumn.isUnix(numbers[0], $0) }
            }
    }

    private static func timeUnit(_ head: TableHead, _ position: Int) -> String {
        var names = Array(repeating: "", count: head.names.count)
        names[position] = "time"
        guard case .decimal(let exponent)? = (try? TimeColumn(head.renamed(names), place: ""))?.clock else {
            return "s"
        }
        return MappedClock.name(exponent: exponent)
    }

    /// Whether the file's name says which sensor it is.
    var isNamed: Bool { SensorTable.sensor(ofFile: stem).map { LogUnit.Quantity(of: $0) != nil } == true }

    var excerpt: String { HeaderLine.shown(row.joined(separator: isVisible ? separator : " ")) }

    private var separator: String { String(UnicodeScalar(head.dialect.separator)) }

    /// A tab or a blank in a message is not what it looks like.
    private var isVisible: Bool { [",", ";"].contains(separator) }

    /// What the columns may be: the clock, then the sensor that the file names, else those whose readings they can be. Only the
    /// clock, or nothing, where that leaves several.
    private var columns: [(position: Int, role: String, unit: String?)] {
        var columns = time.map { [(position: $0, role: "t", unit: Optional(timeUnit))] } ?? []
        if let part = partOfSecond { columns.append((position: part, role: ColumnMapping.addedTime, unit: "ns")) }
        let rest = row.indices.filter {
            $0 != time && $0 != partOfSecond && !isCount($0) && !head.runs($0) && head.dialect.isNumber(row[$0])
        }
        let named = SensorTable.sensor(ofFile: stem)
        let triples = (0..<min(3, rest.count / 3)).map { Array(rest[(3 * $0)..<(3 * $0 + 3)]) }
        // The name of the file says it where there is one sensor, or its readings agree.
        let isNamed =
            named.map { sensor in triples.count == 1 || triples.first.map { head.fits(sensor, $0) } == true } == true
        let sensors = isNamed ? [named].compactMap { $0 } : assigned(triples)
        for (sensor, positions) in zip(sensors, triples) {
            guard let names = CanonicalColumns.vectors.first(where: { $0.sensor == sensor })?.names else { continue }
            let unit = head.unit(of: sensor, in: positions)
            columns += zip(positions, names).map { (position: $0, role: $1, unit: unit?.rawValue) }
        }
        return columns
    }

    /// The sensors of triples of columns: in the usual order where the readings allow it, else in the only order that they allow.
    private func assigned(_ triples: [[Int]]) -> [SensorKind] {
        let usual: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]
        var orders: [[SensorKind]] = [[]]
        for triple in triples {
            orders = orders.flatMap { order in
                usual.filter { !order.contains($0) && head.fits($0, triple) }.map { order + [$0] }
            }
        }
        if let found = orders.first(where: { $0 == Array(usual.prefix(triples.count)) }) { return found }
        return orders.count == 1 ? orders[0] : []
    }

    /// Nanoseconds behind a column of whole Unix seconds, as ROS prints a stamp.
    private var partOfSecond: Int? {
        guard let time, timeUnit == "s", time + 1 < row.count else { return nil }
        let (seconds, parts) = (head.numbers(time), head.numbers(time + 1))
        let isPart =
            seconds.allSatisfy { $0 == $0.rounded() && $0 > 1e9 } && TimeSupplement.isWithinSecond(parts, 0)
            && (parts.max() ?? 0) > 1e6
        return isPart ? time + 1 : nil
    }

    private func isCount(_ position: Int) -> Bool { TimeColumn.isCount(head.numbers(position)) }

    /// A header line to paste above the rows.
    var header: String {
        var names = row.indices.map { "column \($0 + 1)" }
        for column in columns {
            let name = [CanonicalColumns.time: "time", ColumnMapping.addedTime: "time"][column.role] ?? column.role
            names[column.position] = name + (column.unit.map { " (\($0))" } ?? "")
        }
        return names.joined(separator: separator)
    }

    /// The option that says the same.
    /// - Parameter file: in a folder.
    func option(file: String? = nil) -> String {
        let list = columns.map { column in
            "\(column.role)=\(column.position + 1)" + (column.unit.map { ":\($0)" } ?? "")
        }.joined(separator: ",")
        return "--columns \(file.map { $0 + ":" } ?? "")\(list)" + (time == nil ? " --assume rate=HZ" : "")
    }

    /// The error for the log.
    func error(_ lines: LineReader) -> SensorLabError {
        let isKnown = columns.contains { ![CanonicalColumns.time, ColumnMapping.addedTime].contains($0.role) }
        let example =
            "--columns \(time.map { "t=\($0 + 1):\(timeUnit)," } ?? "")ax=COLUMN:UNIT,ay=COLUMN,az=COLUMN,gx=..."
        if time == nil, let column = row.indices.first(where: { head.runs($0, backwards: true) }) {
            return lines.error(
                .unknownFormat, line: lines.lineNumber + head.linesBefore,
                "found the numbers \"\(excerpt)\" and no header, and column \(column + 1) falls from row to row: the newest row may be the first",
                "turn the lines round (tac LOG > NEW), then say what the columns are with \(example) (docs/guide/mapping.md)"
            )
        }
        return lines.error(
            .unknownFormat, line: lines.lineNumber + head.linesBefore,
            "found the numbers \"\(excerpt)\" and no header, expected names of columns",
            !isKnown
                ? "their readings do not show which sensor is in which columns: say it with \(example) (docs/guide/mapping.md)"
                : isVisible
                    ? "write a header above that says what they are, such as \(header), or give it as \(option())"
                    : "say what they are, such as \(option())")
    }
}

extension TableHead {
    /// The first readings of three columns.
    private func stream(_ positions: [Int]) -> VectorStream {
        let axes = positions.map(numbers)
        var stream = VectorStream()
        for index in 0..<(axes.map(\.count).min() ?? 0) {
            stream.append(.init(axes[0][index], axes[1][index], axes[2][index]), at: Int64(index))
        }
        return stream
    }

    /// The unit that fits the lengths of the first rows; `nil` where none does or lengths say nothing, as of a rate, whose unit the evidence
    /// of all rows decides.
    func unit(of sensor: SensorKind, in positions: [Int]) -> LogUnit? {
        MagnitudeEvidence(stream(positions), of: sensor, isCalibrated: nil)?.plausible.first
    }

    /// Whether a column rises, or falls, from row to row, as a clock or a count does and no reading for long.
    func runs(_ position: Int, backwards: Bool? = nil) -> Bool {
        let numbers = numbers(position)
        guard numbers.count >= 8 else { return false }
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
        return backwards != true && steps.allSatisfy { $0 > 0 } || backwards != false && steps.allSatisfy { $0 < 0 }
    }

    /// Whether three columns can be a sensor's: gravity and field have lengths of their own that hardly change; a rate is no long
    /// vector that stays.
    func fits(_ sensor: SensorKind, _ positions: [Int]) -> Bool {
        let stream = stream(positions)
        let lengths = stream.values.map(\.length).sorted()
        guard lengths.count > 2, let median = Percentile.upperMedian(lengths) else { return false }
        let spread = Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1)
        guard let evidence = MagnitudeEvidence(stream, of: sensor, isCalibrated: nil) else {
            return !(median > 5 && spread < 0.1 * median) && Set(stream.values).count > 1
        }
        return !evidence.plausible.isEmpty && spread < 0.6 * median
    }
}

/// The format that a table with a header resembles most.
struct NearestFormat {
    let name: String
    /// What it must have.
    let expected: String

    /// Marks of headers, the more telling ones first.
    private static let marks: [(mark: String, nearest: NearestFormat)] = [
        ("loggingtime", .init(name: SensorLogFormat.name, expected: "names such as accelerometerAccelerationX(G)")),
        (
            "seconds_elapsed",
            .init(name: SensorLoggerFormat.name, expected: "a file named after its sensor with the columns x, y, z")
        ),
        ("packetcounter", .init(name: XsensFormat.name, expected: "names such as Acc_X, Gyr_X and Mag_X")),
        (
            "shimmer_",
            .init(name: ShimmerFormat.name, expected: "calibrated columns such as Shimmer_40AC_Accel_LN_X_CAL")
        ),
        ("%time", .init(name: ROSFormat.name, expected: "the topic of an Imu or a MagneticField")),
        ("timeus", .init(name: "mavlogdump CSV", expected: "the message IMU or MAG: AccX, GyrX or MagX")),
        (
            "\"time (s)\"",
            .init(name: PhyphoxFormat.name, expected: "the axes of a sensor, such as \"Acceleration x (m/s^2)\"")
        ),
    ]

    static func of(_ lines: LineReader, _ names: [String]) -> NearestFormat {
        let text = lines.firstLines.prefix(20).joined(separator: "\n").lowercased()
        if let found = marks.first(where: { text.contains($0.mark) }) { return found.nearest }
        if names.contains(where: { $0.lowercased() == CanonicalColumns.time }) {
            return .init(name: CanonicalFormat.name, expected: "three axes of a sensor, such as ax,ay,az")
        }
        return .init(name: WideFormat.name, expected: "a time and three axes of a sensor, such as time (s),ax,ay,az")
    }
}
