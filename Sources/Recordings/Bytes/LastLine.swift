/// Whether a log's last line, where it has no line break, is whole or was cut.
///
/// Programs that join lines leave the last line break out, and a full disk cuts a line anywhere: the lines before tell one
/// from the other. A number that lost its last digits is a number still; only where all numbers above have equally many
/// decimals can it be told.
enum LastLine {
    /// What the lines before say.
    enum Verdict {
        case whole
        /// It has all its cells, and nothing tells whether its last number is whole.
        case open
        case cut
    }

    /// So many lines before must agree.
    private static let fewestPeers = 8

    /// - Parameters:
    ///   - line: without a carriage return.
    ///   - earlier: some kilobytes before it.
    static func judge(_ line: [UInt8], after earlier: [UInt8], separator: UInt8) -> Verdict {
        let cells = self.cells(line, separator)
        guard let last = cells.last, !line.isEmpty, !"#%/".utf8.contains(line[0]) else { return .whole }
        let tag = self.tag(cells)
        // The first of them may be half a line.
        let peers = earlier.split(separator: UInt8(ascii: "\n")).dropFirst().suffix(64).map {
            self.cells(Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0), separator)
        }.filter { self.tag($0) == tag }
        // The only line of its kind has nothing to be compared with.
        guard let fewest = peers.map(\.count).min() else { return tag.isEmpty ? .open : .cut }
        if cells.count < fewest { return .cut }
        let ends = peers.compactMap(\.last)
        let numbers = ends.filter { !$0.isEmpty }.allSatisfy(isNumber)
        if last.isEmpty { return ends.allSatisfy(\.isEmpty) ? .whole : ends.contains(where: \.isEmpty) ? .open : .cut }
        if numbers, !isNumber(last) { return .cut }
        guard peers.count >= fewestPeers, ends.allSatisfy({ !$0.isEmpty }) else { return .open }
        // A writer with a fixed number of decimals has it in every column (the first one may be a time of another kind).
        let isFixed = (1..<max(1, fewest)).allSatisfy { column in Set(peers.map { decimals($0[column]) }).count == 1 }
        let place = decimals(ends[0])
        if numbers, isFixed, place > 0 {
            let own = decimals(last)
            return own == place ? .whole : own < place ? .cut : .open
        }
        // Words and whole numbers of one length, such as an accuracy of one digit.
        return ends.allSatisfy { $0.count == last.count && decimals($0) == 0 } ? .whole : .open
    }

    private static func cells(_ line: [UInt8], _ separator: UInt8) -> [ArraySlice<UInt8>] {
        line.split(separator: separator, omittingEmptySubsequences: false)
    }

    /// Of logs with lines of several kinds: a word of letters in one of the first two cells.
    private static func tag(_ cells: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        cells.prefix(2).first { cell in
            !cell.isEmpty && cell.allSatisfy { ($0 | 0x20) &- 97 < 26 || $0 == UInt8(ascii: "_") }
        } ?? []
    }

    private static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let last = cell.last else { return false }
        let marks = "0123456789+-.,eE \"\t".utf8
        return cell.allSatisfy(marks.contains) && (last &- 48 < 10 || last == UInt8(ascii: "\""))
    }

    private static func decimals(_ cell: ArraySlice<UInt8>) -> Int {
        let point = cell.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        return point.map { cell.endIndex - $0 - 1 } ?? 0
    }
}
