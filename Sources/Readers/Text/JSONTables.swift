import Files
import JSON
import Vocabulary

/// The tables in a JSON document.
struct JSONTables {
    /// With a name, which may be a sensor's.
    private(set) var tables: [(name: String, table: TextTable)] = []

    /// Fewest rows of a table.
    private static let fewestRows = 5

    init(_ value: JSONValue) { collect(value, "", depth: 0) }

    private mutating func collect(_ value: JSONValue, _ name: String, depth: Int) {
        guard depth < 8 else { return }
        switch value {
        case .array(let items):
            let rows = items.compactMap(\.object)
            if rows.count >= Self.fewestRows, 2 * rows.count > items.count {
                add(rows, name)
            } else {
                for item in items where item.number == nil { collect(item, name, depth: depth + 1) }
            }
        case .object(let members):
            if addColumns(members, name) || addNamedRows(members, name) { return }
            let objects = members.values.compactMap(\.object)
            // Rows below keys of their own: only such members, enough of them, and with the same members each.
            if objects.count >= Self.fewestRows, objects.count == members.count, let first = objects.first,
                objects.count(where: { $0.keys == first.keys }) * 2 > objects.count
            {
                return add(members.keys.sorted().compactMap { members[$0]?.object }, name)
            }
            for key in members.keys.sorted() { if let member = members[key] { collect(member, key, depth: depth + 1) } }
        default: break
        }
    }

    // MARK: Rows

    private mutating func add(_ rows: [[String: JSONValue]], _ name: String) {
        let flat = rows.map { Self.flattened($0) }
        guard let kind = SensorKindMember.name(in: flat[0].keys) else { return addTable(flat, name) }
        var groups: [String: [[String: String]]] = [:]
        for row in flat { groups[row[kind] ?? "", default: []].append(row.filter { $0.key != kind }) }
        for key in groups.keys.sorted() { addTable(groups[key] ?? [], SensorKindMember.sensor(key)) }
    }

    private mutating func addTable(_ rows: [[String: String]], _ name: String) {
        let names = Set(rows.flatMap(\.keys)).sorted()
        guard rows.count >= Self.fewestRows, names.count > 1 else { return }
        add(name, names, rows.lazy.map { row in names.map { row[$0] ?? "" } })
    }

    private mutating func add(_ name: String, _ names: [String], _ rows: some Sequence<[String]>) {
        var table = TextTable(names)
        for row in rows { table.add(row) }
        tables.append((name, table))
    }

    /// Members as texts; names of nested objects are joined, and three numbers are x, y and z.
    private static func flattened(_ row: [String: JSONValue], in outer: String = "") -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in row {
            let name = JSONNames.joined(outer, key)
            switch value {
            case .object(let members): result.merge(flattened(members, in: name)) { first, _ in first }
            case .array(let items):
                let numbers = items.compactMap(\.number)
                guard numbers.count == 3, items.count == 3 else { continue }
                for (axis, number) in zip(["x", "y", "z"], numbers) {
                    result[JSONNames.axis(axis, of: name)] = "\(number)"
                }
            case .number(let number): result[name] = text(number)
            case .string(let text): result[name] = text
            default: break
            }
        }
        return result
    }

    /// Whole numbers, such as stamps, have no exponent.
    private static func text(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    // MARK: Columns

    /// Adds lists of numbers of one length as columns; nested objects have parts of the names.
    private mutating func addColumns(_ members: [String: JSONValue], _ name: String) -> Bool {
        let columns = Self.columns(members, "")
        let lengths = columns.values.map(\.count)
        guard columns.count > 3, let most = lengths.max(), most >= Self.fewestRows else { return false }
        let names = columns.keys.filter { columns[$0]?.count == most }.sorted()
        guard names.count > 3 else { return false }
        add(name, names, (0..<most).lazy.map { row in names.map { columns[$0]?[row] ?? "" } })
        return true
    }

    private static func columns(_ members: [String: JSONValue], _ outer: String) -> [String: [String]] {
        var result: [String: [String]] = [:]
        for (key, value) in members {
            let name = outer.isEmpty ? key : outer + " " + key
            if let items = value.array {
                result.merge(columns(items, name)) { first, _ in first }
            } else if let object = value.object {
                if let numbered = numbered(object) {
                    result[name] = numbered
                } else if outer.isEmpty {
                    result.merge(columns(object, name)) { first, _ in first }
                }
            }
        }
        return result
    }

    private static func columns(_ items: [JSONValue], _ name: String) -> [String: [String]] {
        if items.count >= fewestRows, let cells = texts(items) { return [name: cells] }
        let lists = items.compactMap(\.array)
        guard lists.count == items.count, !items.isEmpty else { return [:] }
        let axes = ["x", "y", "z"]
        if lists.count == 3, lists[0].count >= fewestRows {
            // One list per axis.
            return lists.enumerated().reduce(into: [:]) { $0["\(name) \(axes[$1.offset])"] = texts($1.element) }
        }
        guard lists.count >= fewestRows, lists.allSatisfy({ $0.count == 3 }) else { return [:] }
        return (0..<3).reduce(into: [:]) { result, axis in
            result["\(name) \(axes[axis])"] = texts(lists.map { $0[axis] })
        }
    }

    /// `{"0": 0.1, "1": 0.2}`, as data frames write a column.
    private static func numbered(_ object: [String: JSONValue]) -> [String]? {
        guard object.count >= fewestRows else { return nil }
        var cells = Array(repeating: "", count: object.count)
        for (key, value) in object {
            guard let row = Int(key), cells.indices.contains(row), let cell = texts([value]) else { return nil }
            cells[row] = cell[0]
        }
        return cells
    }

    /// Numbers, texts and nulls as cells; `nil` if there is anything else.
    private static func texts(_ items: [JSONValue]) -> [String]? {
        let cells = items.compactMap { item -> String? in
            switch item {
            case .number(let number): text(number)
            case .string(let text): text
            case .null: ""
            default: nil
            }
        }
        return cells.count == items.count ? cells : nil
    }

    /// Names of columns beside rows of as many numbers: `{"columns": ["t", "ax"], "data": [[0, 0.1], ...]}`.
    private mutating func addNamedRows(_ members: [String: JSONValue], _ name: String) -> Bool {
        for value in members.values {
            guard let names = value.array?.compactMap(\.string), names.count > 3, names.count == value.array?.count
            else {
                continue
            }
            for rows in members.values.compactMap(\.array) where rows.count >= Self.fewestRows {
                let cells = rows.compactMap { $0.array.flatMap(Self.texts) }
                guard cells.count == rows.count, cells.allSatisfy({ $0.count == names.count }) else { continue }
                add(name, names, cells)
                return true
            }
        }
        return false
    }
}

/// JSON objects as rows, of an array or one behind another, whatever their names are: for the formats of such rows, for
/// `--columns`, and for the message about an unrecognised log.
struct JSONRows {
    /// The rows of each kind, by the member that names the sensor; of one kind without such a member.
    private(set) var tables: [String: TextTable] = [:]
    /// The member that names the sensor.
    private(set) var kind: String?
    private(set) var count = 0
    /// The names of members that were null.
    private(set) var absent: Set<String> = []
    /// Of objects that are damaged.
    private(set) var warning: Warning?

    /// Reads the objects.
    /// - Parameters:
    ///   - most: of them, undamaged ones; `nil` for all.
    ///   - isOneTable: whether a member that names the sensor is a column as others are.
    init(_ lines: LineReader, most: Int? = nil, isOneTable: Bool = false) throws {
        let objects = JSONObjects(lines, keepsArrays: true, isSequence: Self.isSequence(lines))
        var members: [String: String] = [:]
        while most.map({ objects.count < $0 && objects.damaged.count == 0 }) ?? true, try objects.next(&members) {
            if objects.count == 1, !isOneTable { kind = SensorKindMember.name(in: members.keys) }
            let sensor = kind.flatMap { members.removeValue(forKey: $0) } ?? ""
            tables[sensor, default: TextTable()].add(members)
        }
        (count, absent, warning) = (objects.count, objects.absent, objects.warning)
    }

    /// The rows in the bytes read ahead, from which nothing is taken; `nil` where the log is no JSON.
    static func ahead(of lines: LineReader, most: Int = .max, isOneTable: Bool = false) -> JSONRows? {
        guard let first = lines.head.first(where: { $0 > 32 }), "[{".utf8.contains(first),
            let rows = try? JSONRows(lines.ahead(), most: most, isOneTable: isOneTable)
        else { return nil }
        return rows.count > 0 || first == UInt8(ascii: "{") ? rows : nil
    }

    /// The only table.
    var table: TextTable { tables[""] ?? TextTable() }

    /// The table: of an array of objects, of a sequence of objects, or the only one of a document; `nil` for every
    /// other log, from which nothing is taken then.
    static func table(of lines: LineReader) throws -> LineReader? {
        guard let ahead = ahead(of: lines, isOneTable: true) else { return nil }
        // A single object may be a whole document.
        return ahead.count > 1
            ? try JSONRows(lines, isOneTable: true).table.lines(of: lines) : try onlyTable(in: try lines.rest(), lines)
    }

    private static func onlyTable(in bytes: some Collection<UInt8>, _ lines: LineReader) throws -> LineReader? {
        guard let value = try? JSONValue(parsing: Array(bytes), name: lines.source.name) else { return nil }
        let tables = JSONTables(value).tables
        return tables.count == 1 ? try tables[0].table.lines(of: lines) : nil
    }

    /// The table of the rows, or of the document, in the bytes read ahead; `nil` where the log is no JSON with rows.
    static func head(of lines: LineReader) -> TableHead? {
        guard let found = ahead(of: lines, isOneTable: true),
            let reader = try? found.count > 1
                ? found.table.lines(of: lines) : onlyTable(in: Array(lines.head), lines)
        else { return nil }
        let head = TableHead(reader, linesBefore: 0).lookingFurther(reader)
        return head.names.count > 1 ? head : nil
    }

    /// Whether the log is one object of single values: one sample.
    static func isOneObject(_ lines: LineReader) -> Bool {
        guard isSequence(lines), let bytes = try? JSONValue(parsing: Array(lines.head), name: lines.source.name),
            let members = bytes.object
        else { return false }
        return members.values.allSatisfy { $0.number != nil || $0.string != nil }
    }

    /// Whether the log begins with an object.
    static func isSequence(_ lines: LineReader) -> Bool { lines.head.first { $0 > 32 } == UInt8(ascii: "{") }
}

/// The member that names the sensor of a row.
enum SensorKindMember {
    private static let names: Set<String> = ["sensor", "type", "kind", "name", "sensortype", "sensorname"]

    /// The name among a row's members; `nil` without one.
    static func name(in members: some Sequence<String>) -> String? {
        members.filter { names.contains($0.lowercased().filter(\.isLetter)) }.min()
    }

    /// The sensor from the member's value: `android.sensor.accelerometer` without its prefix.
    static func sensor(_ value: String) -> String { String(value.split(separator: ".").last ?? "") }
}
