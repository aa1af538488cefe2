import Vocabulary

/// One of n equal parts of a manifest, for one of n machines: `i/n`, i from 1.
public struct Shard: Sendable, Hashable {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// The whole manifest.
    public static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// `nil` for anything but `i/n` with 1 <= i <= n.
    public init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], (1...1_000_000).contains(count),
            (1...count).contains(number)
        else { return nil }
        self.init(number: number, count: count)
    }

    /// Every n-th element, so that parts of a sorted manifest take about the same time.
    public func part<Element>(of elements: [Element]) -> [Element] {
        stride(from: number - 1, to: elements.count, by: count).map { elements[$0] }
    }

    /// The name of its file of results: `results.jsonl`, or `results-2-of-8.jsonl`.
    public var fileName: String { count == 1 ? "results.jsonl" : "results-\(number)-of-\(count).jsonl" }
}
