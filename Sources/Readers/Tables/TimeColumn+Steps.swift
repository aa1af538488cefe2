import Vocabulary

/// The steps of a clock's numbers from row to row.
extension TimeColumn {
    static func medianStep(_ numbers: [Double]) -> Double? {
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
        // The newest row may be the first.
        let isFalling = steps.count { $0 < 0 } > 9 * steps.count { $0 > 0 }
        return Percentile.upperMedian(steps.filter { isFalling ? $0 < 0 : $0 > 0 }.map(\.magnitude))
    }

    /// Whether most numbers repeat the one before, as stamps in whole seconds do, and those of packets.
    static func repeats(_ numbers: [Double]) -> Bool {
        2 * zip(numbers, numbers.dropFirst()).count { $0 == $1 } >= numbers.count
    }

    /// The time from row to row: the median step, or, where rows share stamps, the mean over whole blocks of them.
    static func rowStep(_ numbers: [Double]) -> Double? {
        let changes = numbers.indices.dropFirst().filter { numbers[$0] != numbers[$0 - 1] }
        guard repeats(numbers), let first = changes.first, let last = changes.last else { return medianStep(numbers) }
        // Of two blocks, each of which may be cut, the longer one.
        return (numbers[last] - numbers[first < last ? first : 0]).magnitude
            / Double(first < last ? last - first : max(first, numbers.count - first))
    }

    /// Whether numbers never fall, and are not all the same, as those of a clock.
    static func rises(_ numbers: [Double]) -> Bool {
        numbers.count > 2 && numbers.first != numbers.last
            && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// Whether numbers count rows: whole numbers with steps of exactly 1.
    static func isCount(_ numbers: [Double]) -> Bool {
        numbers.count > 1 && numbers.allSatisfy { $0 == $0.rounded() }
            && zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 == 1 }
    }
}
