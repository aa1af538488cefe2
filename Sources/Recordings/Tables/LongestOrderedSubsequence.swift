/// The indices of a longest subsequence that never decreases: what is left of a clock's stamps when as few of them as
/// possible are taken out.
///
/// One wild stamp costs one sample, and a clock that was set back by 0.9 s costs 0.9 s, wherever it happens.
/// Patience sorting (C. Schensted, Canadian Journal of Mathematics 13, 1961; M. L. Fredman, Discrete Mathematics 11,
/// 1975): O(n log n) time, O(n) memory; O(n) time where nearly all is in order.
func longestOrderedSubsequence(of values: [Int64]) -> [Int] {
    // ends[k]: the index of the smallest value that ends an ordered subsequence of length k + 1.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
        var low = 0
        var high = ends.count
        if let last = ends.last, values[last] <= value {
            low = high
        }
        while low < high {
            let middle = (low + high) / 2
            if values[ends[middle]] <= value { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[index] = ends[low - 1] }
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [Int] = []
    result.reserveCapacity(ends.count)
    var index = ends.last ?? -1
    while index >= 0 {
        result.append(index)
        index = previous[index]
    }
    return result.reversed()
}
