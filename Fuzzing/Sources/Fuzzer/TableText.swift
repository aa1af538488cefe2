/// A text as lines of cells: what damages a table of samples, for mutations and for the logs of the pipeline's target.
struct TableText {
    private var lines: [ArraySlice<UInt8>]
    /// What separates cells: the candidate that is most frequent.
    private let separator: UInt8

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let candidates = Array(",;\t ".utf8)
        let counts = candidates.map { candidate in bytes.count { $0 == candidate } }
        separator = candidates[counts.indices.max { counts[$0] < counts[$1] } ?? 0]
    }

    var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// How many lines there are.
    var count: Int { lines.count }

    /// One change of a kind, a place and a value by chance.
    mutating func change(_ random: inout MutationRandom) {
        let (line, column) = (random.below(count), random.below(16))
        switch random.below(10) {
        case 0, 1:
            guard let old = cell(line, column) else { return }
            set(line, column, random.text(insteadOf: old))
        case 2: set(column, random.extreme(), from: line, count: 1 + random.below(count))
        case 3: hold(column, from: line, count: 1 + random.below(count))
        case 4: remove(from: line, count: 1 + random.below(30))
        case 5: shift(column: 0, by: random.number, from: line, count: count)
        case 6: shift(column: random.below(2), by: -random.number, from: line, count: 1 + random.below(5))
        case 7: swap(line, random.below(count))
        case 8: double(line)
        default: reverse(from: line, count: 1 + random.below(30))
        }
    }

    /// The text of a cell; `nil` where there is none.
    private func cell(_ line: Int, _ column: Int) -> String? {
        guard lines.indices.contains(line) else { return nil }
        let cells = lines[line].split(separator: separator, omittingEmptySubsequences: false)
        return cells.isEmpty ? nil : String(decoding: cells[column % cells.count], as: UTF8.self)
    }

    /// Writes a cell; columns are counted around.
    mutating func set(_ line: Int, _ column: Int, _ text: String) {
        guard lines.indices.contains(line) else { return }
        var cells = lines[line].split(separator: separator, omittingEmptySubsequences: false)
        guard !cells.isEmpty else { return }
        cells[column % cells.count] = ArraySlice(text.utf8)
        lines[line] = ArraySlice(cells.joined(separator: [separator]))
    }

    /// Writes a cell of many lines: a sensor that saturates or fails.
    mutating func set(_ column: Int, _ text: String, from line: Int, count: Int) {
        for index in range(line, count) { set(index, column, text) }
    }

    /// A sensor that keeps its value.
    mutating func hold(_ column: Int, from line: Int, count: Int) {
        guard let value = cell(line, column) else { return }
        set(column, value, from: line, count: count)
    }

    /// Adds to the numbers of a column: a clock that jumps, with a beginning and perhaps an end.
    mutating func shift(column: Int, by difference: Double, from line: Int, count: Int) {
        for index in range(line, count) {
            guard let text = cell(index, column), let value = Double(text) else { continue }
            set(index, column, "\(value + difference)")
        }
    }

    /// Samples are lost.
    mutating func remove(from line: Int, count: Int) { lines.removeSubrange(range(line, count)) }

    /// Samples come in the wrong order.
    mutating func swap(_ a: Int, _ b: Int) {
        if lines.indices.contains(a), lines.indices.contains(b) { lines.swapAt(a, b) }
    }

    /// Samples come backwards.
    mutating func reverse(from line: Int, count: Int) { lines[range(line, count)].reverse() }

    /// A sample comes twice.
    mutating func double(_ line: Int) {
        if lines.indices.contains(line) { lines.insert(lines[line], at: line) }
    }

    private func range(_ line: Int, _ count: Int) -> Range<Int> {
        let start = min(max(line, 0), lines.count)
        return start..<min(lines.count, start + max(0, count))
    }
}
