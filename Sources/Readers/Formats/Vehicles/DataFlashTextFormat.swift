import Files
import Recordings
import SensorModels
import Vocabulary

/// A log of ArduPilot as text: lines of a message's name and its numbers, as Mission Planner writes them.
/// `FMT` lines name the columns.
///
/// The description of `DataFlashFormat` holds for it too.
enum DataFlashTextFormat: RecordingFormat {
    static let name = "DataFlash text"
    static let hasUnits = true

    /// Messages of every ArduPilot vehicle beside IMU and MAG, by which lines without definitions are recognised.
    private static let companions: Set<String> = ["ATT", "CTUN", "NTUN", "RCIN", "RCOU", "BARO", "PARM", "MODE"]

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(separator) != nil }

    /// The separator of cells; `nil` for every other log.
    private static func separator(_ lines: LineReader) -> UInt8? {
        let first = lines.firstLines.lazy.filter { !$0.allSatisfy(\.isWhitespace) }
        guard let start = first.first?.utf8.first(where: { ",\t".utf8.contains($0) }) else { return nil }
        let tags = first.compactMap { tag($0, start) }
        guard tags.count == first.count else { return nil }
        let isOurs =
            tags.contains("FMT")
            || tags.contains { $0 == "IMU" || $0 == "MAG" } && tags.contains(where: companions.contains)
        return isOurs ? start : nil
    }

    /// The message's name: two to four capital letters and digits before the first separator.
    private static func tag(_ line: String, _ separator: UInt8) -> String? {
        let name = line.utf8.prefix { $0 != separator }
        guard (2...4).contains(name.count), name.count < line.utf8.count,
            name.allSatisfy({ $0 &- 65 < 26 || $0 &- 48 < 10 }), let initial = name.first, initial &- 65 < 26
        else { return nil }
        return String(Substring(name))
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let separator = separator(lines) else { throw input.unrecognised }
        return try read(
            LineCells(lines, separator: separator), DataFlashTextReader(unit: ArduPilotAssembly.unit(options)),
            lines.source, options, advice: { $0.advice(separator) })
    }

    /// Reads a log's lines.
    /// - Parameters:
    ///   - reader: with the definitions that are already known.
    ///   - source: the log.
    ///   - advice: for lines without a definition.
    static func read(
        _ cells: LineCells, _ reader: consuming DataFlashTextReader, _ source: ByteSource, _ options: ReadOptions,
        advice: (DataFlashTextReader.Undefined) -> String = { $0.advice(UInt8(ascii: ",")) }
    ) throws -> Recording {
        while try cells.next() { reader.take(cells) }
        if let missing = reader.undefined {
            throw source.error(.unknownHeader, at: "\(missing.line)", missing.message, advice(missing))
        }
        var report = DamageReport(source, lastLine: cells.lastLine)
        report.addUnreadable(reader.unreadable)
        var assembly = ArduPilotAssembly(reader.streams.takeAll(), reader.facts, report, source.name)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: source.name, options)
    }
}

/// A line of a text log: its cells are the numbers.
private struct CellMessage: VehicleMessage {
    let cells: LineCells

    func number(_ field: Int) -> Double { cells.number(field) }

    func time(_ field: Int, exponent: Int) -> Int64? { cells.time(field, exponent: exponent) }
}

/// Reads the lines of a text log one after another.
struct DataFlashTextReader {
    /// Lines whose columns no `FMT` line names.
    struct Undefined {
        var name: String
        var line: Int
        var cells: Int

        /// An example for IMU lines: the columns of 2015 to 2021.
        private static let example = [
            "tag", "TimeUS", "GyrX", "GyrY", "GyrZ", "AccX", "AccY", "AccZ", "EG", "EA", "T", "GH", "AH", "GHz", "AHz",
        ]

        var message: String {
            "found lines of \(name) and no FMT line that names their columns, expected one above them"
        }

        func advice(_ separator: UInt8) -> String {
            let mark = separator == UInt8(ascii: "\t") ? "<TAB>" : ","
            let header = name == "IMU" && cells == Self.example.count ? Self.example : ["tag", "TimeUS", "AccX", "..."]
            return
                "give the log with its FMT lines (mavlogdump.py, Mission Planner), or the \(name) lines without others "
                + "below a header: \(header.joined(separator: mark))"
        }
    }

    private let unit: Int
    private(set) var facts = DataFlashFacts()
    fileprivate var streams = VehicleStreams()
    /// Lines that are no message.
    private(set) var unreadable = Finding()
    private var lost: Undefined?

    private struct Message {
        var definition: DataFlashDefinition
        var recipes: [SampleRecipe<Int>]
        var isFact: Bool
    }

    /// By the bytes of the message's name.
    private var messages: [UInt64: Message] = [:]
    private var wasRead = false

    init(unit: Int) { self.unit = unit }

    /// The first lines of accelerometer, gyroscope or field without a definition, where nothing else could be read.
    var undefined: Undefined? { wasRead ? nil : lost }

    private static func key(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(0) { $0 << 8 | UInt64($1) } }

    mutating func take(_ cells: LineCells) {
        let name = cells.bytes(0)
        guard (2...8).contains(name.count), cells.count > 1 else { return unreadable.add(line: cells.lineNumber) }
        if cells.isEqual(0, "FMT") { return takeDefinition(cells) }
        guard let index = messages.index(forKey: Self.key(name)) else {
            let text = cells.text(0)
            if lost == nil, let sensor = ArduPilotMessages.sensor(of: text),
                ArduPilotMessages.isOfSensors(sensor.base)
            {
                lost = Undefined(name: text, line: cells.lineNumber, cells: cells.count)
            }
            return
        }
        let message = CellMessage(cells: cells)
        for recipe in messages.values[index].recipes {
            wasRead = true
            streams.add(recipe, from: message, line: cells.lineNumber)
        }
        guard messages.values[index].isFact else { return }
        let definition = messages.values[index].definition
        facts.take(
            definition,
            value: { name in
                guard let column = definition.column(name) else { return nil }
                // A letter may replace its number.
                let number = cells.number(column + 1)
                let text = cells.bytes(column + 1).filter { $0 > 32 }
                return number.isFinite ? number : name == "Id" && text.count == 1 ? Double(text[0]) : nil
            },
            text: { name in
                guard let column = definition.column(name) else { return "" }
                // The last column may contain separators.
                let last = column == definition.columns.count - 1 ? max(column + 1, cells.count - 1) : column + 1
                return (column + 1...last).map(cells.text).joined(separator: ", ")
            })
    }

    /// `FMT, 131, 31, IMU, Iffffff, TimeMS,GyrX,...`
    private mutating func takeDefinition(_ cells: LineCells) {
        guard cells.count >= 6, let number = Int(cells.text(1)), let length = Int(cells.text(2)) else {
            return unreadable.add(line: cells.lineNumber)
        }
        let columns = (5..<cells.count).map(cells.text).filter { !$0.isEmpty }
        define(
            DataFlashDefinition(
                number: number, length: length, name: cells.text(3), types: cells.text(4),
                columns: columns.joined(separator: ",")), columns)
    }

    /// Defines the columns of a message without an `FMT` line.
    mutating func define(_ name: String, _ columns: [String]) {
        define(
            DataFlashDefinition(
                number: 0, length: 0, name: name, types: "", columns: columns.joined(separator: ",")), columns)
    }

    private mutating func define(_ definition: DataFlashDefinition, _ columns: [String]) {
        guard (2...8).contains(definition.name.utf8.count) else { return }
        facts.add(definition)
        messages[Self.key(definition.name.utf8)] = Message(
            definition: definition,
            recipes: ArduPilotMessages.recipes(of: definition.name, columns, unit: unit, &streams) { $0 + 1 },
            isFact: DataFlashFacts.isFact(definition.name))
    }
}

/// A log of ArduPilot as `mavlogdump.py` prints it: a date, the message's name, its fields by name
/// (`2019-03-01 12:34:56.78: IMU {TimeUS : 1200, GyrX : 0.01, ...}`).
///
/// `DataFlashTextFormat` reads the numbers, with the names as definitions.
enum DataFlashDumpFormat: RecordingFormat {
    static let name = "mavlogdump text"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let lines = input.file?.firstLines.dropLast().filter({ !$0.isEmpty }), let first = lines.last,
            isMessage(first)
        else { return false }
        return lines.allSatisfy(isMessage) && lines.count > 1
    }

    private static func isMessage(_ line: String) -> Bool {
        line.hasSuffix("}") && line.contains(" {") && line.contains(" : ")
            && LabelledLine(line).map { !$0.tag.isEmpty && $0.names.first == "time" } == true
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var columns: [String: [String]] = [:]
        var table = TextTable(isOfLines: true)
        while let text = try lines.nextLine() {
            if let message = LabelledLine(text), !message.tag.isEmpty, message.names.first == "time" {
                let names = Array(message.names.dropFirst())
                let isKnown = columns[message.tag, default: names] == names
                columns[message.tag] = columns[message.tag, default: names]
                table.add(isKnown ? [message.tag] + message.values.dropFirst() : [])
            } else {
                // Messages of text with separators of their own count as messages too.
                table.add(line: text.hasSuffix("}") ? "" : text)
            }
        }
        var reader = DataFlashTextReader(unit: ArduPilotAssembly.unit(options))
        // The log's own definitions are incomplete here, since their fields contain commas.
        for (name, columns) in columns where name != "FMT" { reader.define(name, columns) }
        return try DataFlashTextFormat.read(
            LineCells(try table.lines(of: lines), separator: UInt8(ascii: ",")), reader, lines.source, options)
    }
}
