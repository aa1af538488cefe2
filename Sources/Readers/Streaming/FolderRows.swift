import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The rows of several tables of a folder, each with sensors of its own, in the order of their times.
struct FolderRows: SampleRows {
    let columns: [SensorKind?]
    private let folder: LogFolder
    private let attitudeTurn: Quaternion?
    private var tables: [Table]

    private struct Table {
        var rows: any SampleRows
        /// Samples that wait for the other tables.
        var waiting = Recording()
        /// The newest stamp that was read: none that follows is before it.
        var newest = Int64.min
        var isAtEnd = false
    }

    /// What reads such tables of a folder; `nil` for none.
    /// - Parameter attitudeTurn: what takes attitudes of the tables to east-north-up.
    static func reader(
        of tables: [(entry: String, schema: TableSchema)], attitudeTurn: Quaternion? = nil
    ) -> RowReader? {
        guard !tables.isEmpty else { return nil }
        return { input in
            guard case .folder(let folder) = input else { throw input.unrecognised }
            let rows = try tables.map { try $0.schema.rows(folder.lines(of: $0.entry)) }
            return FolderRows(folder, rows, attitudeTurn: attitudeTurn)
        }
    }

    private init(_ folder: LogFolder, _ tables: [any SampleRows], attitudeTurn: Quaternion?) {
        (self.folder, self.attitudeTurn) = (folder, attitudeTurn)
        self.tables = tables.map { Table(rows: $0) }
        columns = tables.flatMap(\.columns)
    }

    /// Reads on in the table that is furthest behind, and gives what all of them have passed.
    mutating func next() throws -> Recording? {
        let open = tables.indices.filter { !tables[$0].isAtEnd }
        guard let behind = open.min(by: { tables[$0].newest < tables[$1].newest }) else { return nil }
        if let part = try tables[behind].rows.next() {
            tables[behind].waiting.append(part)
            tables[behind].newest = max(tables[behind].newest, part.interval?.upperBound ?? .min)
        } else {
            tables[behind].isAtEnd = true
        }
        let end = tables.lazy.filter { !$0.isAtEnd }.map(\.newest).min() ?? .max
        var result = Recording()
        for index in tables.indices {
            guard let first = tables[index].waiting.interval?.lowerBound, first < end || end == .max else { continue }
            result.append(tables[index].waiting.clipped(to: Int64.min...(end == .max ? end : end - 1)))
            tables[index].waiting = tables[index].waiting.clipped(to: end...Int64.max)
        }
        if let attitudeTurn { result.attitude.values = result.attitude.values.map { attitudeTurn * $0 } }
        return result
    }

    func warnings() throws -> [Warning] {
        var warnings: [Warning] = []
        for table in tables {
            do {
                warnings += try table.rows.warnings()
            } catch let error as SensorLabError where error.kind == .badData {
                warnings.append(Warning(.emptyStream, error))
            }
        }
        try folder.checkUnread()
        return warnings + [folder.unreadTables].compactMap(\.self) + folder.damage
    }
}
