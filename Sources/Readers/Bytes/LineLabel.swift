/// A word and a colon in front of many numbers becomes a cell of its own, so that the first number is one.
///
///     Raw:421,-49,-614,19,184,178,-24,6,35      Raw,421,-49,-614,19,184,178,-24,6,35
///
/// One number or three behind a label are the label's (`LabelledLine`).
struct LineLabel: LineRule {
    private let label: [UInt8]
    private let separator: UInt8

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = lines.filter { line in line.contains { $0 > 32 } }.suffix(8)
        guard rows.count > 3, let last = rows.last, let colon = last.firstIndex(of: UInt8(ascii: ":")),
            colon > last.startIndex, last[..<colon].allSatisfy({ ($0 | 0x20) &- 97 < 26 || "_/".utf8.contains($0) })
        else { return nil }
        let label = Array(last[...colon])
        let found = CellSeparator.all.first {
            last[(colon + 1)...].contains($0)
        }
        guard let separator = found else { return nil }
        let isEven = rows.allSatisfy { row in
            guard row.starts(with: label) else { return false }
            let cells = Self.behind(row.dropFirst(label.count), separator).split(
                separator: separator, omittingEmptySubsequences: false
            ).map { String(decoding: $0, as: UTF8.self).trimmedCell }
            return cells.count > 3 && cells.allSatisfy { Double($0) != nil }
        }
        guard isEven else { return nil }
        (self.label, self.separator) = (label, separator)
    }

    func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
        guard line.starts(with: label) else {
            text += line
            return
        }
        text += label.dropLast()
        text.append(separator)
        text += Self.behind(line.dropFirst(label.count), separator)
    }

    /// Without the blanks and separators behind the label.
    private static func behind(_ rest: ArraySlice<UInt8>, _ separator: UInt8) -> ArraySlice<UInt8> {
        rest.drop { $0 == UInt8(ascii: " ") || $0 == separator }
    }
}
