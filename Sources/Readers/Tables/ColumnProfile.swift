import Judge

/// What the first rows of a table say of one column, whatever it is called: computed once for every question.
struct ColumnProfile {
    /// The cells that are not empty.
    let filled: [String]
    /// The numbers of the first rows, and those of all rows that were read ahead.
    let numbers, long: [Double]
    /// Whether all numbers are whole, and whether they are a count: whole numbers with steps of exactly 1.
    let isWhole, isCount: Bool
    /// Whether the numbers keep rising, or falling, from row to row, as a clock or a count, but not as a reading.
    let rises, falls: Bool

    init(_ cells: [String], _ long: [Double], _ dialect: TableDialect) {
        filled = cells.filter { !$0.isEmpty }
        numbers = cells.compactMap(dialect.number)
        self.long = long
        isWhole = !numbers.isEmpty && numbers.allSatisfy { $0 == $0.rounded() }
        isCount = TimeColumn.isCount(numbers)
        let steps = zip(long, long.dropFirst()).map { $1 - $0 }
        (rises, falls) =
            long.count < 8 ? (false, false) : (steps.allSatisfy { $0 > 0 }, steps.allSatisfy { $0 < 0 })
    }

    /// Whether the numbers change.
    var varies: Bool { long.contains { $0 != long[0] } }

    /// Whether it may be an axis: numbers that are neither text, a count, a flag, an identity nor an angle.
    var isReading: Bool {
        guard numbers.count >= 2, 10 * numbers.count >= 8 * filled.count else { return false }
        let distinct = Set(numbers)
        // Flags and identities are whole and not negative.
        let isIdentity =
            distinct.count == 1 && numbers.count > 2 && numbers[0] > 0
            && filled.allSatisfy { $0.allSatisfy(\.isNumber) }
        return !isIdentity && distinct != [0, 1] && !rises && !falls && !isCount && AngleWraps(numbers) == nil
    }
}

/// The profiles of a table's columns, each from its first use on.
final class ColumnProfiles {
    private var profiles: [Int: ColumnProfile] = [:]
    /// The cells of the first rows, and of all that were read ahead: split once, however many columns there are.
    private var cells: (first: [[String]], long: [[String]])?

    func cells(_ make: () -> (first: [[String]], long: [[String]])) -> (first: [[String]], long: [[String]]) {
        let made = cells ?? make()
        cells = made
        return made
    }

    func profile(_ position: Int, _ make: () -> ColumnProfile) -> ColumnProfile {
        if let found = profiles[position] { return found }
        let made = make()
        profiles[position] = made
        return made
    }
}
