/// Splits cells that hold all numbers of a vector into one cell per number, and likewise the name above them.
///
///     t,acc,gyro                            t,acc x,acc y,acc z,gyro x,gyro y,gyro z
///     0.01,"[0.1, 0.2, 9.8]",(0, 1, 2)      0.01,0.1,0.2,9.8,0,1,2
///
/// Such cells come from pandas (lists), NumPy (`[ 0.1  0.2  9.8]`), Unity (`(0.1, 0.2, 9.8)`) and Python objects
/// (`"{'x': 0.1, 'y': 0.2}"`). Three unnamed numbers are x, y and z; the order of other unnamed ones is unknown, so
/// they are numbered.
struct VectorCells: LineRule {
    private let separator: UInt8
    /// What each cell of a row holds.
    private let shape: [Shape]
    private var isBehindHeader = false

    /// The names of a cell's numbers, empty where it gives none; an empty list for a plain cell.
    private typealias Shape = [String]

    init?(beginning lines: [ArraySlice<UInt8>]) {
        // Text that begins with a bracket is JSON.
        guard let last = lines.last, Self.openings.contains(where: last.contains),
            let start = lines.lazy.flatMap(\.self).first(where: { !Self.blanks.contains($0) }),
            start != UInt8(ascii: "{"), start != UInt8(ascii: "[")
        else { return nil }
        for separator in CellSeparator.all {
            let cells = Self.cells(last, separator)
            let shape = cells.map(Self.names)
            guard shape.count > 1, shape.contains(where: { $0.count > 1 }), !cells.contains(where: Self.isSensor) else {
                continue
            }
            let alike = lines.count { Self.cells($0, separator).map(Self.names) == shape }
            guard alike > 1, alike * 10 >= 8 * (lines.count - 1) else { continue }
            (self.separator, self.shape) = (separator, shape)
            return
        }
        return nil
    }

    mutating func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let cells = Self.cells(line, separator)
        guard cells.count == shape.count else { return nil }
        let found = cells.map(Self.numbers)
        let isRow = shape.indices.allSatisfy {
            shape[$0].isEmpty || found[$0].map(\.name) == shape[$0] || Self.isNothing(cells[$0])
        }
        guard isRow || !isBehindHeader else { return nil }
        isBehindHeader = true
        let parts = shape.indices.flatMap { index -> [String] in
            let (cell, names) = (cells[index], shape[index])
            guard !names.isEmpty else { return [cell.utf8.contains(separator) ? "\"\(cell)\"" : cell] }
            guard isRow else { return Self.headers(cell, names) }
            return found[index].isEmpty ? names.map { _ in "" } : found[index].map(\.value)
        }
        return Self.row(parts, separator)
    }

    // MARK: Cells

    private static let openings = Array("[({<".utf8)
    private static let closings = Array("])}>".utf8)
    private static let blanks = Array(" \t\r\u{feff}".utf8)
    private static let nothing: Set<String> = ["", "nan", "none", "null", "n/a", "[]", "()"]
    /// Most numbers of a cell: a vector, a quaternion or a 4 x 4 matrix.
    private static let most = 16

    /// Splits at separators outside of quotation marks and brackets.
    private static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
        var (cells, start, depth, isQuoted) = ([String](), line.startIndex, 0, false)
        func cell(_ end: Int) -> String { String(decoding: line[start..<end], as: UTF8.self).trimmedCell }
        for (index, byte) in zip(line.indices, line) {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted {
                continue
            } else if openings.contains(byte) {
                depth += 1
            } else if closings.contains(byte) {
                depth = max(0, depth - 1)
            } else if byte == separator, depth == 0 {
                // Several blanks count as one.
                if separator != UInt8(ascii: " ") || start < index { cells.append(cell(index)) }
                start = index + 1
            }
        }
        if separator != UInt8(ascii: " ") || start < line.endIndex { cells.append(cell(line.endIndex)) }
        return cells
    }

    private static func names(_ cell: String) -> Shape { numbers(cell).map(\.name) }

    /// The numbers of a cell in brackets, with their names; empty for any other cell.
    private static func numbers(_ cell: String) -> [(name: String, value: String)] {
        let bare = cell.filter { $0 != "\"" }
        // `array([0.1, 0.2])`, `Vector3(0.1, 0.2)`; a word apart from the bracket, or a sensor's name, is a label.
        let word = bare.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let text = bare[word.endIndex...]
        guard let first = text.utf8.first, openings.contains(first), let last = text.utf8.last, closings.contains(last),
            word.isEmpty
                || first == UInt8(ascii: "(") && word.first?.isNumber == false && !isSensor(String(word))
        else { return [] }
        let inside = text.map { character in
            character.asciiValue.map { openings.contains($0) || closings.contains($0) } == true ? " " : character
        }
        let marks: Set<Character> = inside.contains(";") ? [";"] : inside.contains(",") ? [","] : [" ", "\t"]
        var found: [(name: String, value: String)] = []
        for part in inside.split(whereSeparator: marks.contains) {
            let part = String(part).trimmedCell
            if part.isEmpty { continue }
            let words = part.split(maxSplits: 1) { $0 == ":" || $0 == "=" }.map { String($0).trimmedCell }
            guard let value = words.last.map({ inside.contains(";") ? $0.withDecimalPoint : $0 }),
                Double(value) != nil || nothing.contains(value.lowercased()), found.count < most
            else { return [] }
            found.append((words.count > 1 ? words[0].filter { $0 != "'" } : "", Double(value) == nil ? "" : value))
        }
        return found.count > 1 ? found : []
    }

    /// Whether a cell is a label: lines of labels have a format of their own (`LabelledLine`).
    private static func isSensor(_ cell: String) -> Bool {
        cell.first?.isLetter == true && ColumnAliases.meaning(of: ColumnName(cell).stem) != nil
    }

    private static func isNothing(_ cell: String) -> Bool { nothing.contains(cell.lowercased()) }

    // MARK: Names

    /// The names of the numbers below a column's name, each before the unit in brackets.
    private static func headers(_ name: String, _ names: Shape) -> [String] {
        let unit = name.firstIndex { $0 == "(" || $0 == "[" } ?? name.endIndex
        var stem = String(name[..<unit]).trimmedCell
        var rest = String(name[unit...])
        var axes = names.contains("") ? [] : names
        if axes.isEmpty {
            // `acc_xyz`, `orientation (w, x, y, z)`.
            for stated in [stem.split { " _-.".contains($0) }.last.map(String.init) ?? "", rest] where axes.isEmpty {
                let letters = stated.lowercased().filter(\.isLetter).map(String.init)
                guard letters.count == names.count, Set(letters).isSubset(of: ["w", "x", "y", "z"]),
                    Set(letters).count == letters.count
                else { continue }
                axes = letters
                if stated == rest { rest = "" } else { stem = stem.dropLast(stated.count).trimmedCell }
            }
        }
        if axes.isEmpty { axes = names.count == 3 ? ["x", "y", "z"] : names.indices.map { "item\($0)" } }
        return axes.map { [stem, $0, rest].filter { !$0.isEmpty }.joined(separator: " ") }
    }
}
