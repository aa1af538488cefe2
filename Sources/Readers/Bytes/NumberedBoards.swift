/// Takes the numbers of boards from a line with the readings of several; their columns are next to each other then.
///
///     0#0.1,0.2,9.8;1#0.3,0.1,9.7      0.1,0.2,9.8,0.3,0.1,9.7
struct NumberedBoards: LineRule {
    /// The boards, in their order.
    private let boards: [String]

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = Self.rows(lines)
        guard rows.count > 3, let last = rows.last, last.contains(UInt8(ascii: "#")) else { return nil }
        let boards = Self.parts(last).map(\.board)
        guard boards.count > 1, boards.dropFirst().allSatisfy({ !$0.isEmpty }),
            rows.dropFirst().allSatisfy({ Self.parts($0).map(\.board) == boards })
        else { return nil }
        self.boards = boards
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = Self.parts(line)
        guard parts.map(\.board) == boards else { return nil }
        return Array(parts.map(\.cells).joined(separator: ",").utf8)
    }

    /// The parts of a line between semicolons; `board` is empty for cells without a number, such as a time.
    private static func parts(_ line: ArraySlice<UInt8>) -> [(board: String, cells: String)] {
        line.split(separator: UInt8(ascii: ";")).map { part in
            let mark = part.firstIndex(of: UInt8(ascii: "#"))
            let board = mark.map { part[..<$0] } ?? []
            return board.allSatisfy { $0 &- 48 < 10 }
                ? (
                    String(decoding: board, as: UTF8.self),
                    String(decoding: part[(mark.map { $0 + 1 } ?? part.startIndex)...], as: UTF8.self).trimmedCell
                )
                : ("", String(decoding: part, as: UTF8.self).trimmedCell)
        }
    }
}
