import Files
import Vocabulary

/// The table of JSON objects, a row for each, which is made while they are read.
final class JSONObjectTable: MadeTable {
    let log: LineReader
    let names: [String]
    let endsWithLine = false
    var hasBufferedRow: Bool { objects.hasBuffered }
    private let objects: JSONObjects
    private let known: Set<String>
    private var members: [String: String] = [:]
    /// Members that are no columns.
    private var others: Set<String> = []

    /// - Parameter names: of the columns.
    init(_ names: [String], _ log: LineReader) {
        (self.log, self.names, known) = (log, names, Set(names))
        objects = JSONObjects(log, keepsArrays: true, isSequence: JSONRows.isSequence(log))
    }

    func nextRow() throws -> String? {
        guard try objects.next(&members) else { return nil }
        let cells = names.map { members[$0] }
        if cells.count(where: { $0 != nil }) < members.count {
            others.formUnion(members.keys.filter { !known.contains($0) })
        }
        return TextTable.row(cells.map { $0 ?? "" })
    }

    var warnings: [Warning] {
        let names = others.filter { !ColumnAliases.isAuxiliary($0) }.sorted()
        let sensors = SensorColumns(names, ignoring: []).channels.map(\.sensor.rawValue)
        let late = Warning(
            .unreadableLines, place: log.source.name,
            (sensors.isEmpty ? "members" : sensors.joined(separator: ", "))
                + " of later objects (\(names.prefix(12).joined(separator: ", "))): left out, for there are none in the "
                + "beginning, which decides how they are read", advice: .none("of a file all names are known"))
        return [objects.warning, names.isEmpty ? nil : late].compactMap(\.self)
    }
}

extension JSONRows {
    /// The names of the columns of such rows, in the order of the table of the whole log: of a file those of all its
    /// members, for which it is read once more; of a pipe those of the first objects, with members that are null there
    /// and may be numbers later, or a sensor's axes.
    /// - Parameter ahead: the first objects.
    /// - Throws: `SensorLabError` (input/output).
    static func names(of lines: LineReader, ahead: JSONRows, _ text: TextOptions) throws -> [String] {
        var table = ahead.table
        guard let source = try lines.source.reopened() else {
            return table.names + ahead.absent.sorted().flatMap { columns(ofAbsent: $0, beside: table.names) }
        }
        let again = try LineReader(source, text)
        let objects = JSONObjects(again, keepsArrays: true, isSequence: isSequence(again))
        var members: [String: String] = [:]
        while try objects.next(&members) { table.addNames(of: members) }
        return table.names
    }

    private static func columns(ofAbsent name: String, beside names: [String]) -> [String] {
        let axes = ["x", "y", "z"].map { JSONNames.axis($0, of: name) }
        guard !names.contains(name), !names.contains(axes[0]) else { return [] }
        return ColumnName(name).axis == nil && !SensorColumns(axes, ignoring: []).channels.isEmpty ? axes : [name]
    }
}
