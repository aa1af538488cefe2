import Vocabulary

/// What the order of a stream's stamps says of a log whose rows are not in the order of their times, or that holds one recording behind the
/// other.
enum StampOrder {
    /// So many samples at least say anything.
    private static let fewest = 20

    /// The samples in the order of their stamps, where nothing but that order is wrong: the newest row first, rows sorted as texts, blocks
    /// exchanged. `nil` for every other stream.
    ///
    /// The stamps must be one clock's: all different, in steps that are much alike, no denser than where the rows are in order, and without a
    /// hole. A clock that began anew gives equal stamps, a denser row of them, or a hole.
    static func restored(_ times: [Int64]) -> [Int]? {
        guard times.count >= fewest else { return nil }
        let steps = zip(times, times.dropFirst()).map { LogTime.difference($1, $0) }
        let falls = steps.count { $0 < 0 }
        let rises = steps.count { $0 > 0 }
        // Equal stamps of the newest row first are turned round, too.
        if falls > 20 * rises { return Array(times.indices.reversed()) }
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        let sorted = zip(order, order.dropFirst()).map { Double(LogTime.difference(times[$1], times[$0])) }
        guard let usual = Percentile.upperMedian(sorted), usual > 0,
            sorted.count(where: { (0.7 * usual...1.4 * usual).contains($0) }) * 10 >= 9 * sorted.count
        else { return nil }
        // Rows in no order at all have no steps of their own.
        guard 10 * falls < times.count else { return order }
        // Blocks meet where they are put together; behind a clock that began anew there is a hole.
        let ascent = Percentile.upperMedian(steps.filter { $0 > 0 }.map(Double.init)) ?? .infinity
        return ascent <= 1.5 * usual && (sorted.max() ?? 0) <= 5 * usual ? order : nil
    }

    /// The parts of a stream whose clock begins anew, near where it began before, and goes on from there; one for every other stream.
    static func recordings(_ times: [Int64]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in times.indices.dropFirst() where times[index] < times[index - 1] {
            guard LogTime.difference(times[index], times[start]) <= LogTime.nanosecondsPerSecond,
                index - start >= fewest, index + fewest <= times.count,
                // One wrong stamp is no beginning.
                times[index + fewest - 1] < times[index - 1], times[index + 1] > times[index]
            else { continue }
            parts.append(start..<index)
            start = index
        }
        return parts + [start..<times.count]
    }

    /// The longest one; the first of those that are about as long, so that the streams of one log agree.
    static func longest(_ parts: [Range<Int>], _ times: [Int64]) -> Range<Int> {
        func length(_ part: Range<Int>) -> Int64 {
            part.isEmpty ? 0 : LogTime.difference(times[part.upperBound - 1], times[part.lowerBound])
        }
        let most = parts.map(length).max() ?? 0
        return parts.first { length($0) >= most - most / 20 } ?? times.indices
    }
}
