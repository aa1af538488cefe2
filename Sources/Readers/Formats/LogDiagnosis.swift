import Files
import Recordings
import SensorModels
import Vocabulary

/// Why no format reads a log, and what to write so that one can.
struct LogDiagnosis {
    let input: LogInput

    /// The error for a log that no format recognises: the nearest format, what it lacks, and a line or an option to
    /// paste.
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
        if ForeignFile.isBinary(lines) {
            return lines.error(
                .unknownFormat,
                "found bytes that are neither text nor a known kind of file, expected a log",
                "export the recording as CSV or JSON in the program that made it, and give that file (\(formats))")
        }
        if let head = JSONRows.head(of: lines) { return json(head, lines) }
        if let error = NamelessPrint.error(lines) ?? NamelessPrint.jsonError(lines) { return error }
        if let table = HeaderlessTable(lines) { return table.error(lines) }
        if let error = labelled(lines) { return error }
        // Names above the rows that do not fit them, or other text.
        if !TableHead.hasHeader(lines), let table = HeaderlessTable(lines, behindText: true) {
            return table.error(lines)
        }
        guard let head = TableHead(behindPreamble: lines), head.names.count > 1, head.firstRow != nil,
            !head.names.contains(where: head.dialect.isNumber)
        else {
            return lines.error(
                .unknownFormat, line: header.number,
                "found the line \"\(header.excerpt)\", expected a header with the time and the axes of a sensor, such as "
                    + "t,ax,ay,az",
                "give a log of a known format (\(formats)), or name the columns, see \(page)")
        }
        let names = head.names
        let nearest = NearestFormat.of(lines, names)
        return lines.error(
            .noSensors, line: lines.lineNumber + head.linesBefore,
            "found the columns \"\(HeaderLine.shown(head.text))\": nearest to \(nearest.name), but \(lack(names)), expected "
                + nearest.expected,
            advice(ColumnProposal(head.lookingFurther(lines), stem: fileStem(lines.source.name))))
    }

    /// The error for lines of labels that name no whole sensor; `nil` for every other log.
    private static func labelled(_ lines: LineReader) -> SensorLabError? {
        guard let rows = LabelledRows(lines, fewest: 1) else { return nil }
        var first = rows
        let cells = lines.firstLines.compactMap { line in
            if case .row(let cells) = first.take(line) { TextTable.row(cells) } else { nil }
        }
        let head = TableHead(rows: (cells + [""])[...], names: rows.header, linesBefore: 0)
        let option = ColumnProposal(head, stem: fileStem(lines.source.name), byName: true).option()
        return lines.error(
            .noSensors,
            "found lines of labels (\(shown(rows.names))), but \(lack(rows.header)), expected three axes of a sensor",
            option.map { "name the columns, such as \($0) (see \(page))" }
                ?? "record all axes, with labels such as ax, ay, az")
    }

    /// The first names, for a message.
    private static func shown(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", ..." : "")
    }

    /// What names lack.
    private static func lack(_ names: [String]) -> String {
        let incomplete = SensorColumns(names, ignoring: []).incomplete
        return incomplete.isEmpty
            ? "none of them is a known name of a sensor's axis"
            : "the \(incomplete.joined(separator: " and the ")) lacks an axis"
    }

    /// The error for JSON with rows whose members have unknown names.
    static func json(_ head: TableHead, _ lines: LineReader) -> SensorLabError {
        let proposal = ColumnProposal(head, stem: fileStem(lines.source.name), byName: true)
        return lines.error(
            .noSensors,
            "found JSON with the members \(shown(head.names)), and none of them is a known name of a sensor's axis, expected a time and three axes of a sensor, "
                + "such as t, ax, ay, az", advice(proposal))
    }

    /// The option to paste, or the columns to choose from.
    private static func advice(_ proposal: ColumnProposal) -> String {
        if let option = proposal.offer { return "name the columns, such as \(option) (see \(page))" }
        return proposal.choice(page: page)
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
            let options = headerless.filter { $0.1.isNamed }.map { $0.1.option(file: $0.0) }
            return SensorLabError(
                .badData, code: .unknownFormat, place: "\(name):1",
                message: "found the numbers \"\(table.excerpt)\" and no header, expected names of columns",
                advice: (table.header.map { "write a header into every table, such as \($0), or " } ?? "")
                    + "name the columns, such as "
                    + (options.isEmpty ? table.option(file: headerless[0].0) : options.joined(separator: " ")))
        }
        let logs = folder.tables.filter { entry in
            (try? folder.peek(entry) { try SensorTable($0, stem: fileStem(entry)) != nil }) == true
        }
        if logs.count > 1 {
            return error(
                "found several logs with the same sensors (\(logs.prefix(3).joined(separator: ", "))), expected the files of "
                    + "one log",
                folder.isArchive
                    ? "unpack it, and give one of them: unzip -o \(folder.path) \(logs[0])"
                    : "give one of them: \(folder.path)/\(logs[0])")
        }
        let shown = entries.prefix(6).joined(separator: ", ") + (entries.count > 6 ? "..." : "")
        let options = namedOptions(folder)
        if !options.isEmpty {
            return error(
                "found tables with unknown column names (\(shown)), expected the time and the axes of a sensor, such as t,ax,ay,az",
                "name their columns, such as \(options.joined(separator: " ")) (see \(page))")
        }
        if let rows = rowFiles(folder) { return error("found one row in every file (\(shown))", rows) }
        return error(
            "found no file of a known log (\(shown)): nearest to \(NamedTablesFormat.name), expected tables with a "
                + "header that has the time and x, y, z, one per sensor, such as Accelerometer.csv",
            "give the file or the folder with the readings (\(formats))")
    }

    /// An option for every table whose names or readings show its sensor; empty where two tables have one sensor.
    private static func namedOptions(_ folder: LogFolder) -> [String] {
        var options: [String] = []
        var roles: Set<String> = []
        for entry in folder.tables {
            let found = try? folder.peek(entry) { lines in
                TableHead(behindPreamble: lines).map {
                    ColumnProposal($0.lookingFurther(lines), stem: fileStem(entry))
                }
            }
            guard let proposal = found.flatMap({ $0 }), !proposal.axes.isEmpty else { continue }
            for axis in proposal.axes {
                guard roles.insert(axis.role).inserted else { return [] }
            }
            if let option = proposal.option(file: entry) { options.append(option) }
        }
        return options
    }

    /// What to do with a folder that has one file per row, and the times in a separate file, as KITTI's raw data.
    private static func rowFiles(_ folder: LogFolder) -> String? {
        for inner in ["", "oxts/"] where folder.contains(inner + "timestamps.txt") {
            let base = folder.path + "/" + inner
            guard PathKind(path: base + "data") == .folder else { continue }
            return
                "make one table of them: paste -d ' ' \(base)timestamps.txt <(cat \(base)data/*.txt) > oxts.txt, then, for KITTI's "
                + "rows, sensorlab info oxts.txt --columns t=2:date,t+=1:date,ax=14:m/s^2,ay=15,az=16,gx=20:rad/s,gy=21,gz=22"
        }
        return nil
    }
}

/// A table of numbers alone, and what its columns may be.
struct HeaderlessTable {
    private let head: TableHead
    private let row: [String]
    private let stem: String
    private let proposal: ColumnProposal

    /// `nil` for a log whose first lines are no rows of numbers.
    /// - Parameter behindText: whether other lines may precede the rows, such as the start-up output of a board; the
    ///   last of them gives the names if it has as many cells.
    init?(_ lines: LineReader, behindText: Bool = false) {
        let first = lines.firstLines
        func isRow(_ line: String) -> Bool {
            !line.allSatisfy(\.isWhitespace) && line.utf8.first != TableReader.comment
                && !MappedTables.isNumbering(line.commaCells)
        }
        guard
            let index = first.indices.dropLast().first(where: { index in
                guard isRow(first[index]) else { return false }
                guard behindText else { return true }
                let cells = TableDialect(rows: first[index..<min(index + 8, first.count - 1)]).cells(first[index])
                let numbers = cells.count { Double($0.withDecimalPoint) != nil }
                return numbers >= 3 && 2 * numbers > cells.count
            }) ?? first.firstIndex(where: isRow)
        else { return nil }
        var head = TableHead(rows: first[index...], names: [], linesBefore: index)
        guard let row = head.firstRow, row.count > 1, 2 * row.filter({ head.dialect.isNumber($0) }).count > row.count,
            behindText || head.dialect.isNumber(row[0]) || WallClockText.nanoseconds(row[0]) != nil
        else { return nil }
        if behindText, index > 0 {
            let names = head.dialect.cells(first[index - 1])
            if names.count == row.count { head = head.renamed(names) }
        }
        head = head.lookingFurther(lines)
        self.head = head
        self.row = row
        stem = fileStem(lines.source.name)
        proposal = ColumnProposal(head, stem: stem)
    }

    /// The time column: it never falls in the rows that were read ahead, has no negative numbers, and is neither a
    /// sensor's axis nor a count of rows. First choice is a name of a time, then one of the first two columns, then
    /// Unix times, then steps of a clock.
    static func clock(_ head: TableHead) -> Int? {
        let names = head.names
        func isNamed(_ position: Int) -> Bool {
            let words = HeaderWords(names[position], endAtCapitals: true).words
            return TimeColumn.statedExponent(names[position]) != nil
                || words.contains { Lexicon.isWord($0, .ofTime) }
        }
        let rising = names.indices.filter { position in
            let numbers = head.longNumbers(position)
            let words = HeaderWords(names[position], endAtCapitals: true).words
            return TimeColumn.rises(numbers) && isOfPackets(numbers)
                && head.column(position).first?.hasPrefix("+") != true
                && !TimeColumn.isCount(numbers) && !SensorColumns.isAxis(names[position])
                // Packets are lost, so their numbers sometimes rise by more than one.
                && !words.contains { RowCounter.isCount($0) || $0 == "id" || $0 == "tick" }
                && (isNamed(position) || !words.contains { Lexicon.isWord($0, .angle) })
        }
        // Of two clocks, the one whose stamps all differ.
        let first = rising.filter { $0 < 2 }
        return rising.first(where: isNamed) ?? first.first { head.profile($0).rises } ?? first.first
            ?? rising.first { position in
                [9, 6, 3, 0].contains { TimeColumn.isUnix(head.longNumbers(position)[0], $0) }
            }
            ?? rising.first {
                head.profile($0).rises && TimeColumn.exponent(head.numbers($0)) != nil && names[$0].isEmpty
            }
    }

    /// Whether numbers that repeat do so as the stamps of packets, which have about as many rows each; true for numbers
    /// that mostly change, and for Unix times.
    private static func isOfPackets(_ numbers: [Double]) -> Bool {
        let changes = numbers.indices.dropFirst().filter { numbers[$0] != numbers[$0 - 1] }
        guard 2 * changes.count < numbers.count, ![9, 6, 3, 0].contains(where: { TimeColumn.isUnix(numbers[0], $0) })
        else { return true }
        // The first and the last one may be cut.
        let rows = zip(changes, changes.dropFirst()).map { $1 - $0 }
        guard let least = rows.min(), let most = rows.max() else { return false }
        return rows.count > 1 && most <= 2 * least
    }

    /// Whether the file's name says which sensor it is.
    var isNamed: Bool { SensorTable.sensor(ofFile: stem).map { LogUnit.Quantity(of: $0) != nil } == true }

    var excerpt: String { HeaderLine.shown(row.joined(separator: isVisible ? separator : " ")) }

    private var separator: String { String(UnicodeScalar(head.dialect.separator)) }

    /// Whether the separator is visible in a message, which a tab or a blank is not.
    private var isVisible: Bool { [",", ";"].contains(separator) }

    /// A header line to paste above the rows; `nil` where a header cannot say it.
    var header: String? {
        guard head.linesBefore == 0 || !head.names.contains(where: { !$0.isEmpty }),
            !proposal.columns.contains(where: { $0.unit?.contains("g/") == true })
        else { return nil }
        var names = row.indices.map { "column \($0 + 1)" }
        for column in proposal.columns {
            let isAdded = column.role == ColumnMapping.addedTime
            let name = column.role == CanonicalColumns.time ? "time" : isAdded ? "time" : column.role
            names[column.position] =
                column.unit == "date" ? (isAdded ? "date" : "time") : name + (column.unit.map { " (\($0))" } ?? "")
        }
        return names.joined(separator: separator)
    }

    /// The same as an option.
    /// - Parameter file: in a folder.
    func option(file: String? = nil) -> String { proposal.option(file: file) ?? proposal.example(file: file) }

    /// The line above the rows, where it has names and does not fit them; else `nil`.
    private static func header(_ lines: LineReader, above head: TableHead) -> String? {
        guard let line = lines.firstLines.prefix(head.linesBefore).last(where: { !$0.allSatisfy(\.isWhitespace) })
        else { return nil }
        let names = head.dialect.cells(TableHead.uncommented(line))
        guard names.count > 2, !names.contains(where: head.dialect.isNumber) else { return nil }
        return "a header of \(names.count) names above \(head.names.count) cells (\(HeaderLine.shown(line)))"
    }

    /// Whether a column falls from row to row, at a sensor's rate in some unit.
    private func isFallingClock(_ column: Int) -> Bool {
        let profile = head.profile(column)
        return profile.falls
            && TimeColumn.medianStep(profile.long).map { !TimeColumn.exponents(step: $0).isEmpty } == true
    }

    /// The error for the log.
    func error(_ lines: LineReader) -> SensorLabError {
        let line = lines.lineNumber + head.linesBefore
        let found = "found the numbers \"\(excerpt)\" and \(Self.header(lines, above: head) ?? "no header")"
        if proposal.time.isEmpty, let column = row.indices.first(where: isFallingClock) {
            return lines.error(
                .unknownFormat, line: line,
                "\(found), and column \(column + 1) falls from row to row: the newest row may be the first",
                "reverse the order of the lines (tac LOG > NEW), then name the columns with --columns ax=COLUMN:UNIT,ay=COLUMN,az=COLUMN,gx=... "
                    + "(docs/guide/mapping.md)")
        }
        guard let option = proposal.offer else {
            return lines.error(
                .unknownFormat, line: line, "\(found), expected names of columns",
                "the readings do not show which column has which sensor: "
                    + proposal.choice(page: "docs/guide/mapping.md"))
        }
        return lines.error(
            .unknownFormat, line: line, "\(found), expected names of columns",
            isVisible && header != nil
                ? "write a header with the names of the columns, such as \(header ?? ""), or give \(option)"
                : "name the columns, such as \(option)")
    }
}

/// The format that a table with a header resembles most.
struct NearestFormat {
    let name: String
    /// What it must have.
    let expected: String

    /// Marks of headers, the more specific ones first.
    private static let marks: [(mark: String, nearest: NearestFormat)] = [
        ("loggingtime", .init(name: SensorLogFormat.name, expected: "names such as accelerometerAccelerationX(G)")),
        (
            "seconds_elapsed",
            .init(name: SensorLoggerFormat.name, expected: "a file named after its sensor with the columns x, y, z")
        ),
        ("packetcounter", .init(name: "Xsens text", expected: "names such as Acc_X, Gyr_X and Mag_X")),
        (
            "shimmer_",
            .init(name: "Shimmer", expected: "calibrated columns such as Shimmer_40AC_Accel_LN_X_CAL")
        ),
        ("%time", .init(name: "rostopic CSV", expected: "the topic of an Imu or a MagneticField")),
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
