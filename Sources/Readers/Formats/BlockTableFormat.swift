import Recordings
import SensorModels
import Vocabulary

/// One table with several time columns of one kind, each in front of its columns:
/// `Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2),Time (s),X (rad/s),...`, as when tables of single sensors are put side by
/// side.
///
/// Every block is read as a table with its own time; the sensor follows from the names, else from the unit. Columns
/// with a time each (`X[s],ACC.X,X[s],ACC.Y`) are one block where the times are equal.
enum BlockTableFormat: RecordingFormat {
    static let name = "tables side by side"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(layout) != nil }

    /// The columns of every block, the time first.
    private static func layout(_ lines: LineReader) -> (head: TableHead, blocks: [[Int]])? {
        guard let head = TableHead(behindPreamble: lines), head.names.count > 3 else { return nil }
        let kinds = head.names.map(TimeColumn.kind)
        // Most tables have at most one time column and need no further look.
        let counts = kinds.reduce(into: [String: Int]()) { counts, kind in kind.map { counts[$0, default: 0] += 1 } }
        guard
            let kind = counts.filter({ $0.value > 1 }).keys.first(where: { kind in
                head.names.indices.allSatisfy { kinds[$0] != kind || isClock($0, head) }
            })
        else { return nil }
        var blocks: [[Int]] = []
        for position in head.names.indices {
            if kinds[position] == kind {
                blocks.append([position])
            } else if !blocks.isEmpty {
                blocks[blocks.count - 1].append(position)
            }
        }
        guard blocks.allSatisfy({ $0.count > 1 }),
            blocks.count(where: { $0.dropFirst().contains { isAxis(head.names[$0]) } }) > 1
        else { return nil }
        return (head, merged(blocks, head))
    }

    private static func isAxis(_ name: String) -> Bool { ColumnName(name).axis != nil || SensorColumns.isAxis(name) }

    private static func isClock(_ position: Int, _ head: TableHead) -> Bool {
        head.wallClock(position) != nil || TimeColumn.rises(head.numbers(position))
    }

    /// Merges blocks that lack axes into the block before with the same times.
    private static func merged(_ blocks: [[Int]], _ head: TableHead) -> [[Int]] {
        blocks.reduce(into: []) { result, block in
            guard block.count < 4, let last = result.last, head.column(last[0]) == head.column(block[0]) else {
                result.append(block)
                return
            }
            result[result.count - 1] += block.dropFirst()
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let (head, blocks) = layout(lines) else { throw input.unrecognised }
        let dialect = head.dialect
        var tables = blocks.map { block in
            // Some programs number the copies of a name: `X (m/s^2).1`.
            TextTable(
                [TimeColumn.plainName(head.names[block[0]])]
                    + block.dropFirst().map { TimeColumn.withoutCopyNumber(head.names[$0]) }, isOfLines: true)
        }
        var skipped = head.headLines
        while let text = try lines.nextLine() {
            guard skipped == 0 else {
                skipped -= 1
                for index in tables.indices { tables[index].add(line: "") }
                continue
            }
            let cells = dialect.cells(text)
            for (index, block) in blocks.enumerated() {
                let own = block.filter { $0 < cells.count }.map { cells[$0] }
                let isEmpty = own.allSatisfy(\.isEmpty)
                tables[index].add(isEmpty ? [] : dialect.decimalComma ? own.map(\.withDecimalPoint) : own)
            }
        }
        let parts = try tables.map { (lines: try $0.lines(of: lines), stem: "") }
        let log = try SensorTables.read(parts, unit: options.unit, place: input.name)
        return try log.settled(name: input.name, options)
    }
}
