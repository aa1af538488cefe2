import Files
import Foundation
import JSON
import Recordings
import SensorModels
import Vocabulary

/// The contents of a table's columns as the user gives them: `--columns t=1:ms,ax=2:g,ay=3:g,az=4:g`.
///
/// For logs that no format recognises. A mapped table is read as mapped; what the mapping leaves open (a unit, a sign)
/// is decided by evidence or by `--assume`, as for every other log.
public struct ColumnMapping: Sendable, Hashable {
    /// One table: the whole log, or a file of a folder.
    public struct Table: Sendable, Hashable {
        /// The file in the folder; `nil` for a log that is one file.
        public var file: String?
        /// In the order in which they were given.
        var columns: [Column]
    }

    /// One column: what it holds, where it is, its unit.
    struct Column: Sendable, Hashable {
        /// A name of the canonical log: `t`, `ax`, `mz`, `lat`, `dev_heading`...
        var role: String
        var selector: Selector
        /// The axis is the negative of the column (`mx=-8`).
        var isReversed = false
        /// As given; `nil` leaves it to the header or the evidence.
        var unit: String?
    }

    /// How a column is found.
    enum Selector: Sendable, Hashable {
        /// From 1.
        case number(Int)
        /// A name of the header, without case.
        case name(String)
    }

    /// Its tables: one, or one for each of some files of a folder.
    public var tables: [Table]

    /// - Parameter texts: one for every table: `[FILE:]ROLE=COLUMN[:UNIT],...`, a column by its number from 1 or its
    ///   name.
    /// - Throws: `SensorLabError` (usage) for a role, a column or a unit that is none, and for a sensor that lacks an
    ///   axis.
    public init(_ texts: [String]) throws {
        tables = try texts.map(Table.init)
        let files = tables.map(\.file)
        for (index, file) in files.enumerated() where files[..<index].contains(file) {
            throw Self.usage(
                texts[index], "\(file.map { "the file \($0)" } ?? "the table") is mapped twice",
                files.contains(nil) && files.count > 1
                    ? "write the file's name first, such as Accel.txt:t=1,ax=2,ay=3,az=4" : "put both into one mapping")
        }
    }

    /// The texts that `init` reads.
    public var texts: [String] { tables.map(\.text) }

    /// The columns of the time, where the mapping has no other: all else is read as without it.
    struct Clock: Sendable, Hashable {
        var time: Column
        /// What is added to it.
        var added: Column?
    }

    /// `nil` for a mapping with sensors.
    var clock: Clock? {
        guard tables.count == 1, let table = tables.first, table.file == nil, !table.hasSensor,
            let time = table.columns.first(where: { $0.role == CanonicalColumns.time })
        else { return nil }
        return Clock(time: time, added: table.columns.first { $0.role == Self.addedTime })
    }

    static func usage(_ text: String, _ message: String, _ advice: String) -> SensorLabError {
        SensorLabError(.usage, code: .badMapping, place: "--columns \(text)", message: message, advice: advice)
    }

    /// The role of a column that is added to the time: the part of a second, or the date of a time of day.
    static let addedTime = "t+"

    /// The possible roles of a column, in the order of the canonical log.
    static let roles: [String] =
        [CanonicalColumns.time, addedTime] + CanonicalColumns.all.filter { $0 != CanonicalColumns.moving }

    /// The sensors that columns can be mapped to, and their roles.
    static let sensors: [(sensor: SensorKind, roles: [String])] =
        (CanonicalColumns.vectors + CanonicalColumns.quaternions).map { ($0.sensor, $0.names) } + [
            (.location, Array(CanonicalColumns.location.prefix(2))), (.heading, [CanonicalColumns.heading]),
            (.referenceHeading, Array(CanonicalColumns.referenceHeading.prefix(1))),
        ]
}

extension ColumnMapping.Table {
    fileprivate init(_ text: String) throws {
        var rest = text[...]
        // A file's name ends at a colon before the first equals sign.
        if let equals = text.firstIndex(of: "="), let colon = text[..<equals].lastIndex(of: ":") {
            file = String(text[..<colon])
            rest = text[text.index(after: colon)...]
        }
        columns = try rest.split(separator: ",", omittingEmptySubsequences: false).map {
            try ColumnMapping.Column($0.trimmedCell, in: text)
        }
        try check(text)
    }

    private func check(_ text: String) throws {
        let roles = columns.map(\.role)
        for (index, role) in roles.enumerated() where roles[..<index].contains(role) {
            throw ColumnMapping.usage(text, "\(role) is given twice", "give every column once")
        }
        if let added = columns.first(where: { $0.role == ColumnMapping.addedTime }) {
            guard roles.contains(CanonicalColumns.time) else {
                throw ColumnMapping.usage(
                    text, "t+ without t", "give the column with the seconds or the time of day as t")
            }
            guard added.supplement != nil else {
                throw ColumnMapping.usage(
                    text,
                    "t+: found \(added.unit.map { "the unit \"\($0)\"" } ?? "no unit"), expected one of "
                        + MappedClock.addedUnits.joined(separator: ", "), "write for example t=1:s,t+=2:ns")
            }
        }
        for (sensor, wanted) in ColumnMapping.sensors {
            let given = wanted.filter(roles.contains)
            if !given.isEmpty, given.count < wanted.count {
                throw ColumnMapping.usage(
                    text,
                    "\(given.joined(separator: ", ")) without \(wanted.filter { !roles.contains($0) }.joined(separator: ", "))",
                    "give all columns of the \(sensor.rawValue)")
            }
            let own = columns.filter { given.contains($0.role) && $0.unit != nil }
            if Set(own.map { $0.logUnit(of: sensor) }).count > 1
                || Set(own.map { $0.countsPerUnit(of: sensor) }).count > 1
            {
                throw ColumnMapping.usage(
                    text, "the \(sensor.rawValue) has several units",
                    "give one unit; one of its axes is enough")
            }
        }
        // The time alone is that of the whole log.
        if !hasSensor, file != nil || !roles.contains(CanonicalColumns.time) {
            throw ColumnMapping.usage(text, "no column of a sensor, expected some such as ax=2,ay=3,az=4", "name one")
        }
    }

    /// Whether it has more than the time.
    fileprivate var hasSensor: Bool {
        ColumnMapping.sensors.contains { _, roles in columns.contains { roles.contains($0.role) } }
    }

    fileprivate var text: String {
        (file.map { $0 + ":" } ?? "") + columns.map(\.text).joined(separator: ",")
    }
}

extension ColumnMapping.Column {
    fileprivate init(_ text: String, in whole: String) throws {
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0).trimmedCell }
        guard sides.count == 2, !sides[1].isEmpty else {
            throw ColumnMapping.usage(
                whole, "found \"\(text)\", expected ROLE=COLUMN[:UNIT]", "write for example t=1:ms,ax=2:g,ay=3:g,az=4:g"
            )
        }
        role = sides[0].lowercased()
        guard ColumnMapping.roles.contains(role) else {
            let nearest = NearestName.of(role, in: ColumnMapping.roles).map { "did you mean \($0)? " } ?? ""
            throw ColumnMapping.usage(
                whole, "a column cannot be read as \"\(sides[0])\"",
                nearest + "there are \(ColumnMapping.roles.joined(separator: ", "))")
        }
        var column = sides[1]
        if let colon = column.lastIndex(of: ":") {
            unit = String(column[column.index(after: colon)...]).trimmedCell
            column = String(column[..<colon]).trimmedCell
        }
        if column.hasPrefix("-"), column.count > 1 {
            guard CanonicalColumns.vectors.flatMap(\.names).contains(role) else {
                throw ColumnMapping.usage(
                    whole, "\(role): found \"\(column)\", but only an axis of a three-axis sensor can be reversed",
                    "leave out the minus sign")
            }
            isReversed = true
            column.removeFirst()
        }
        if let number = Int(column) {
            guard (1...10_000).contains(number) else {
                throw ColumnMapping.usage(whole, "\(role): there is no column \(number)", "count the columns from 1")
            }
            selector = .number(number)
        } else {
            selector = .name(column)
        }
        try checkUnit(whole)
    }

    /// The meaning of a column of `t+`; `nil` unless its unit is one for such a column.
    var supplement: TimeSupplement.Part? {
        switch unit.flatMap(MappedClock.init)?.clock {
        case .decimal(let exponent) where exponent < 9: .withinSecond(exponent: exponent)
        case .wallClock: .day
        default: nil
        }
    }

    private func checkUnit(_ whole: String) throws {
        guard let unit, role != ColumnMapping.addedTime else { return }
        let expected: String
        if role == CanonicalColumns.time {
            guard MappedClock(unit) == nil else { return }
            expected = "one of \(MappedClock.units.joined(separator: ", "))"
        } else if let sensor = CanonicalColumns.vectors.first(where: { $0.names.contains(role) })?.sensor {
            guard LogUnit.counted(unit, of: sensor) == nil else { return }
            expected =
                "one of \(LogUnit.list(for: sensor)), or counts per unit, such as \(LogUnit.list(for: sensor).prefix { $0 != "," })/16"
        } else {
            expected = "no unit"
        }
        throw ColumnMapping.usage(whole, "\(role): found the unit \"\(unit)\", expected \(expected)", "correct it")
    }

    /// The unit for a vector's axis; `nil` where none is given.
    func logUnit(of sensor: SensorKind) -> LogUnit? { unit.flatMap { LogUnit.counted($0, of: sensor)?.unit } }

    /// The sensor's counts per unit; `nil` where none are given.
    func countsPerUnit(of sensor: SensorKind) -> Double? { unit.flatMap { LogUnit.counted($0, of: sensor)?.counts } }

    fileprivate var text: String {
        let column =
            switch selector {
            case .number(let number): "\(number)"
            case .name(let name): name
            }
        return "\(role)=\(isReversed ? "-" : "")\(column)" + (unit.map { ":\($0)" } ?? "")
    }
}

/// The unit of the time, as the user gives it.
struct MappedClock {
    let clock: TableClock

    /// Units of the time.
    static let units = ["s", "ms", "us", "ns", "100ns", "100us", "min", "h", "days", "date"]
    /// Units of a column that is added to the time: parts of a second, or a date.
    static let addedUnits = ["ms", "us", "ns", "date"]

    /// The unit of 10^exponent nanoseconds.
    static func name(exponent: Int) -> String {
        TimeUnit.name(exponent == 2 ? .ticks(epoch: 0) : .decimal(exponent: exponent)) ?? "ns"
    }

    init?(_ unit: String) {
        guard let clock = TimeUnit.clocks[unit.lowercased()] else { return nil }
        self.clock = clock
    }
}

/// How to read a log that no format recognises, as a small file: `info LOG --columns ... --save-mapping FILE` writes it
/// and `--mapping FILE` uses it again.
public struct MappingFile: Sendable, Hashable {
    /// As `--columns` has them.
    public var columns: [String] = []
    /// As `--skip-lines` has it.
    public var skippedLines = 0
    /// As `--comment` has it; empty for none.
    public var comment = ""
    /// As `--assume` has them.
    public var assumptions: [Assumption] = []

    private static let schema = "sensorlab.mapping/1"
    private static let advice = "write it with info LOG --columns ... --save-mapping FILE"

    /// An empty mapping.
    public init() {}

    /// Reads a file.
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for a member that is wrong, with its
    ///   name.
    public init(path: String) throws {
        try self.init(parsing: try FileBytes.read(path, kind: "mapping"), name: path)
    }

    /// - Throws: as `init(path:)`.
    init(parsing bytes: [UInt8], name: String) throws {
        let members = try JSONMembers(
            JSONValue(parsing: bytes, name: name), file: name, code: .badMapping, advice: Self.advice)
        try members.checkSchema(Self.schema, update: "update sensorlab to read it")
        func texts(_ member: String) throws -> [String] {
            guard let value = members.value(member) else { return [] }
            guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
                throw members.fail(member, expected: "a list of texts")
            }
            return texts.compactMap { $0 }
        }
        columns = try texts("columns")
        _ = try ColumnMapping(columns)
        if let skipped: Int = try members.read("skipLines") {
            guard (0...1_000_000).contains(skipped) else { throw members.fail("skipLines", expected: "0 to 1000000") }
            skippedLines = skipped
        }
        comment = try members.read("comment") ?? ""
        assumptions = try texts("assume").map { text in
            do {
                return try Assumption(parsing: text)
            } catch let error as SensorLabError {
                throw members.fail("assume: \(error.message)", advice: error.advice)
            }
        }
    }

    /// Writes the file.
    /// - Throws: `SensorLabError`: cannot create (73), input/output (74).
    public func write(to path: String) throws { try OutputFile.write(bytes, to: path) }

    /// The file's bytes.
    var bytes: Data {
        get throws {
            try JSONText.data(
                Members(
                    schema: Self.schema, columns: columns, skipLines: skippedLines, comment: comment,
                    assume: assumptions.map(\.text)))
        }
    }

    private struct Members: Encodable {
        let schema: String
        let columns: [String]
        let skipLines: Int
        let comment: String
        let assume: [String]
    }
}
