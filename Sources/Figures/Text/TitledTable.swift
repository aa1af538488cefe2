/// A table with its first column as row heads.
package struct Table {
    /// A row of a table.
    package struct Row {
        package let head: String
        package let tail: [String]
        package let isMarked: Bool
    }

    package let caption: String
    /// The head of a column.
    package struct Heading {
        package let name: String
        /// What it means, where the name does not say it.
        package let hint: String?
    }

    package let headings: [Heading]
    package let rows: [Row]
    package var columns: [String] { headings.map(\.name) }

    /// - Parameters:
    ///   - marked: the number of the row that is recommended.
    ///   - hint: the meaning of a column, for pages.
    package init(
        caption: String, columns: [String], rows: [[String]], marked: Int? = nil,
        hint: (String) -> String? = { _ in nil }
    ) {
        self.caption = caption
        headings = columns.map { Heading(name: $0, hint: hint($0)) }
        self.rows = rows.enumerated().map { index, cells in
            Row(head: cells.first ?? "", tail: Array(cells.dropFirst()), isMarked: index == marked)
        }
    }

    /// The names of the columns and the rows.
    package var cells: [[String]] { [columns] + rows.map { [$0.head] + $0.tail } }
}

/// A table with a heading, and what its figures mean: one content for the terminal, Markdown and HTML.
package struct TitledTable {
    package let title: String
    package let note: String
    package let table: Table
    package let isEmpty: Bool
    /// How many columns name a row.
    package let heads: Int

    /// - Parameter heads: how many columns name a row.
    package init(title: String, note: String, caption: String, columns: [String], rows: [[String]], heads: Int = 1) {
        (self.title, self.note, self.heads) = (title, note, heads)
        table = Table(caption: caption, columns: columns, rows: rows)
        isEmpty = rows.isEmpty
    }

    /// A table with its title as the caption and at most `most` rows.
    /// - Parameter rest: the file that has all rows.
    package init(
        _ title: String, _ note: String, _ columns: [String], _ rows: [[String]], heads: Int, most: Int, rest: String
    ) {
        let more = rows.count > most ? " The first \(most) of \(rows.count); \(rest) has all." : ""
        self.init(
            title: title, note: note + more, caption: title, columns: columns, rows: Array(rows.prefix(most)),
            heads: heads)
    }

    /// As text, an empty line behind each part; without rows only title and note.
    package func lines(_ style: TextStyle) -> [String] {
        let rows = TextTable.lines(table.cells, leftAligned: Set(0..<heads), indent: 2, heads: heads) + [""]
        return [style.strong(title)] + PlainText.wrapped(note, indent: 2) + [""] + (isEmpty ? [] : rows)
    }
}
