import Vocabulary

/// A chip's counts in hexadecimal digits become decimal numbers: `0x20ED`, `0xFFE3`, and columns of four digits, `20ED`.
///
/// Two, four and eight digits are the two's complement of as many bits.
struct HexadecimalCells: LineRule {
    private let separator: UInt8
    /// Whether each column has such numbers.
    private let columns: [Bool]

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = lines.filter { line in line.contains { $0 > 32 } }.suffix(16)
        guard rows.count > 3, let last = rows.last else { return nil }
        for separator in CellSeparator.all {
            let cells = rows.map { Self.cells($0, separator) }
            let width = Self.cells(last, separator).count
            // The header is among them.
            let even = cells.filter { $0.count == width }
            guard width > 2, even.count + 2 > cells.count else { continue }
            let columns = (0..<width).map { column in
                let texts = even.map { $0[column] }.filter { Self.number($0) != nil }
                guard texts.count + 1 >= even.count else { return false }
                return texts.allSatisfy(Self.isMarked)
                    || texts.allSatisfy { $0.count == 4 && !Self.isMarked($0) }
                        && texts.contains { text in text.contains { $0.isLetter && $0.lowercased() != "e" } }
            }
            guard columns.count(where: { $0 }) >= 3 else { continue }
            (self.separator, self.columns) = (separator, columns)
            return
        }
        return nil
    }

    func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let cells = Self.cells(line, separator)
        guard cells.count == columns.count else {
            text += line
            return
        }
        let numbers = zip(cells, columns).map { cell, isHexadecimal in
            isHexadecimal ? Self.number(cell).map { "\($0)" } ?? cell : cell
        }
        text += numbers.joined(separator: String(UnicodeScalar(separator))).utf8
    }

    private static func isMarked(_ text: String) -> Bool { text.hasPrefix("0x") || text.hasPrefix("0X") }

    private static func number(_ text: String) -> Int64? {
        let digits = isMarked(text) ? text.dropFirst(2) : text[...]
        guard (1...8).contains(digits.count), isMarked(text) || digits.count == 4,
            digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
        else { return nil }
        switch digits.count {
        case 2: return Int64(Int8(truncatingIfNeeded: number))
        case 4: return Int64(Int16(truncatingIfNeeded: number))
        case 8: return Int64(Int32(truncatingIfNeeded: number))
        default: return Int64(number)
        }
    }
}
