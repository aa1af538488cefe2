/// The unit behind every number of a column is left out, and written into the column's name.
///
///     t,ax,ay,az                                        t (s),ax (m/s²),ay (m/s²),az (m/s²)
///     0.02 s,0.1 m/s²,0.2 m/s²,9.8 m/s²                 0.02,0.1,0.2,9.8
struct UnitCells: LineRule {
    private let separator: UInt8
    /// Of each column; empty for one without.
    private let units: [String]
    private var isBehindHeader = false

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = lines.filter { line in line.contains { $0 > 32 } }.suffix(16)
        guard rows.count > 4, let last = rows.last, last.contains(where: { ($0 | 0x20) &- 97 < 26 }) else { return nil }
        for separator in CellSeparator.marks {
            let cells = rows.map { Self.cells($0, separator) }
            let units = Self.cells(last, separator).map { Self.parts($0)?.unit ?? "" }
            guard units.count(where: { !$0.isEmpty }) >= 3 else { continue }
            let alike = cells.count { row in
                row.count == units.count && zip(row, units).allSatisfy { $1.isEmpty || Self.parts($0)?.unit == $1 }
            }
            // The header is among them.
            guard alike + 1 >= rows.count else { continue }
            (self.separator, self.units) = (separator, units)
            return
        }
        return nil
    }

    mutating func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let cells = Self.cells(line, separator)
        guard cells.count == units.count else {
            text += line
            return
        }
        let isRow = zip(cells, units).allSatisfy { $1.isEmpty || $0.isEmpty || Self.parts($0)?.unit == $1 }
        guard isRow || !isBehindHeader else {
            text += line
            return
        }
        isBehindHeader = true
        let parts = zip(cells, units).map { cell, unit -> String in
            if unit.isEmpty || cell.isEmpty { return cell }
            if isRow { return Self.parts(cell)?.number ?? cell }
            return cell.contains { "([".contains($0) } ? cell : "\(cell) (\(unit))"
        }
        text += parts.joined(separator: String(UnicodeScalar(separator))).utf8
    }

    /// A number and the unit of a sensor or of time behind it; `nil` for every other cell.
    private static func parts(_ cell: String) -> (number: String, unit: String)? {
        let number = cell.prefix { $0.isASCII && ($0.isNumber || ".,+-".contains($0)) }
        guard number.endIndex < cell.endIndex, Double(String(number).withDecimalPoint) != nil else { return nil }
        let unit = cell[number.endIndex...].drop { $0 == " " }
        guard let first = unit.first, !first.isNumber, first != "e" && first != "E" || unit.count > 4,
            LogUnit.isAny(String(unit)) || TimeColumn.exponent(ofUnit: unit.lowercased()) != nil
        else { return nil }
        return (String(number), String(unit))
    }
}
