import SensorModels
import Vocabulary

/// A column that counts the rows of a table without a clock: numbers that it skips are lost rows.
struct RowCounter {
    let position: Int
    /// The increment from row to row.
    let step: Int64
    /// The number after which the count restarts repeatedly; `nil` where the first rows show none.
    let top: Int64?

    /// The column whose name says that it counts rows, and whose numbers do; `nil` without one.
    init?(_ head: TableHead) {
        let named = head.names.indices.compactMap { position in Self.rank(head.names[position]).map { (position, $0) } }
        for (position, _) in named.sorted(by: { ($0.1, $0.0) < ($1.1, $1.0) }) {
            let cells = head.longColumn(position)
            let numbers = cells.compactMap(head.dialect.number)
            guard numbers.count == cells.count, let (step, top) = Self.counting(numbers) else { continue }
            (self.position, self.step, self.top) = (position, step, top)
            return
        }
        return nil
    }

    func clock(_ hertz: Double) -> TableClock { .rowCount(rateHz: hertz, step: step, top: top) }

    /// The description of the clock at a rate of the rows, for reports.
    func text(_ hertz: Double, _ head: TableHead) -> String {
        "\"\(head.names[position])\", which counts \(MagnitudeEvidence.shown(hertz)) rows per second: missing numbers are lost rows"
    }

    // MARK: Names

    /// Whether a word of a name says that something is counted.
    static func isCount(_ word: String) -> Bool { parts(word).contains(where: isCounting) }

    private static func isCounting(_ word: some StringProtocol) -> Bool { Lexicon.isWord(word, .count, .rowNumber) }

    /// Preference of a name, lower for a count by the sensor; `nil` for other names.
    private static func rank(_ name: String) -> Int? {
        let words = HeaderWords(name, endAtCapitals: true).words.flatMap(parts)
        guard words.allSatisfy({ isCounting($0) || Lexicon.isWord($0, .besideCount) }) else { return nil }
        if words.contains(where: { Lexicon.isWord($0, .count) }) { return 0 }
        return words.contains(where: isCounting) ? 1 : nil
    }

    /// A word, or its two parts, such as those of `framenumber`.
    private static func parts(_ word: String) -> [String] {
        let end = word.indices.dropFirst().first { isCounting(word[..<$0]) && isCounting(word[$0...]) }
        return end.map { [String(word[..<$0]), String(word[$0...])] } ?? [word]
    }

    // MARK: Numbers

    /// The step of whole numbers that mostly rise by it, and else by a multiple of it, where rows were lost.
    private static func counting(_ numbers: [Double]) -> (step: Int64, top: Int64?)? {
        guard numbers.count > 2, numbers.allSatisfy({ $0 == $0.rounded() && (0..<9e15).contains($0) }) else {
            return nil
        }
        let steps = zip(numbers, numbers.dropFirst()).map { Int64(clamping: $1 - $0) }
        let rising = steps.filter { $0 > 0 }
        guard let step = Percentile.upperMedian(rising.map(Double.init)).map({ Int64(clamping: $0) }),
            5 * steps.count(where: { $0 == step }) >= 4 * steps.count, rising.allSatisfy({ $0 % step == 0 }),
            !areRegular(steps.indices.filter { steps[$0] > step })
        else { return nil }
        let falls = steps.indices.filter { steps[$0] < 0 }
        let isTop = falls.count > 1 && falls.allSatisfy { numbers[$0] == numbers[falls[0]] }
        return (step, isTop ? Int64(clamping: numbers[falls[0]]) : nil)
    }

    /// Whether numbers are skipped at regular intervals, as for other packets, and not as for lost rows.
    private static func areRegular(_ skips: [Int]) -> Bool {
        let intervals = zip(skips, skips.dropFirst()).map { Double($1 - $0) }
        guard intervals.count > 1, let usual = Percentile.upperMedian(intervals) else { return false }
        return 5 * intervals.count(where: { ($0 - usual).magnitude <= 1 }) >= 4 * intervals.count
    }
}

/// Follows the numbers of a `RowCounter`: the row's position after the first one, in steps.
struct RowCount {
    private let step: Int64
    private let top: Int64?
    private var wrapping = WrappingCounter(moduli: [1 << 8, 1 << 16, 1 << 32])
    /// The count of the row before, as written and unwrapped.
    private var last: (count: Int64, number: Int64)?
    private var first: Int64 = 0
    /// Added after restarts.
    private var offset: Int64 = 0
    /// The number before the last skip.
    private var before: Int64?
    /// Steps back that neither a wrap nor lost rows explain.
    private(set) var restarts = 0

    /// Most steps that a row may be late.
    private static let mostLate: Int64 = 8

    init(step: Int64, top: Int64?) { (self.step, self.top) = (step, top) }

    /// - Parameter count: negative where it cannot be read; the row then follows the one before.
    mutating func next(_ count: Int64) -> Int64 {
        guard let last else {
            let number = wrapping.next(max(0, count))
            (first, self.last) = (number, (count, number))
            return 0
        }
        var number = count < 0 ? last.number + step : wrapping.next(count) + offset
        if number < last.number, !isLate(number, behind: last.number) {
            if last.count != top { restarts += 1 }
            offset += last.number + step - number
            number = last.number + step
        } else if number > last.number + step {
            before = last.number
        }
        self.last = (count, number)
        return number - first
    }

    /// Whether a row that steps back fills a skipped number.
    private func isLate(_ number: Int64, behind last: Int64) -> Bool {
        guard let before, number > first else { return false }
        return (number > before ? number - before : last - number) <= Self.mostLate * step
    }
}
