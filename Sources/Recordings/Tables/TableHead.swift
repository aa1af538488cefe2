/// The header of a table and some of its rows, looked at before anything is taken.
struct TableHead {
    let dialect: TableDialect
    /// The names, trimmed.
    let names: [String]
    /// The header as it stands.
    let text: String
    /// Lines before the header.
    let linesBefore: Int
    /// The first lines behind the header.
    private let rest: [String]

    /// - Parameter skip: which lines stand before the header, by text; empty ones always do.
    init?(_ lines: LineReader, skip: (String) -> Bool = { _ in false }) {
        let first = lines.firstLines
        guard let index = first.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) && !skip($0) }) else { return nil }
        text = first[index]
        linesBefore = index
        // The last line may be cut.
        rest = Array(first[(index + 1)...].dropLast().filter { !$0.isEmpty }.prefix(64))
        dialect = TableDialect(header: text, rows: rest)
        names = dialect.cells(text)
    }

    /// A header whose names a format made from several lines.
    init(_ lines: LineReader, names: [String], linesBefore: Int) {
        text = lines.firstLines[linesBefore]
        self.names = names
        self.linesBefore = linesBefore
        rest = Array(lines.firstLines[(linesBefore + 1)...].dropLast().filter { !$0.isEmpty }.prefix(64))
        dialect = TableDialect(header: text, rows: rest)
    }

    /// Cells of the first rows behind the header.
    var rows: [[String]] { rest.map(dialect.cells) }

    /// Cells of the first row; `nil` where there is none.
    var firstRow: [String]? { rest.first.map(dialect.cells) }

    /// The numbers of a column in the first rows.
    func numbers(_ column: Int) -> [Double] {
        rows.compactMap { row in
            guard column < row.count else { return nil }
            return Double(dialect.decimalComma ? row[column].replacing(",", with: ".") : row[column])
        }
    }
}
