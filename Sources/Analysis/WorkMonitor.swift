/// Who is told how far long work has come. Its functions are called from any thread.
public struct WorkMonitor: Sendable {
    /// A piece of work begins: what it does (`comparing`), what it counts (`logs`), and how many at most; 0 where nobody
    /// knows.
    public let begin: @Sendable (_ work: String, _ unit: String, _ total: Int) -> Void
    /// One more is done.
    public let advance: @Sendable () -> Void
    /// The piece of work is over, whether or not all were needed.
    public let end: @Sendable () -> Void

    /// A listener by its three functions.
    public init(
        begin: @escaping @Sendable (_ work: String, _ unit: String, _ total: Int) -> Void,
        advance: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
    ) {
        (self.begin, self.advance, self.end) = (begin, advance, end)
    }

    /// Work of which nobody knows how much there is: the listener can only tell how long it has taken.
    public func during<Output>(_ work: String, _ body: () throws -> Output) rethrows -> Output {
        begin(work, "", 0)
        defer { end() }
        return try body()
    }

    /// Work that tells, as often as it likes, which share of it (0...1) is done.
    public func shares<Output>(
        of work: String, _ body: (_ tell: (_ share: Double) -> Void) throws -> Output
    ) rethrows -> Output {
        begin(work, "%", 100)
        defer { end() }
        var told = 0
        return try body { share in
            while share.isFinite && told < Int(min(1, share) * 100) {
                told += 1
                advance()
            }
        }
    }

    /// Nobody listens.
    public static let none = WorkMonitor(begin: { _, _, _ in }, advance: {}, end: {})
}

/// As `concurrentMap`, and the monitor is told of every item that is done.
func concurrentMap<Item: Sendable, Output: Sendable>(
    _ items: [Item], jobs: Int, monitor: WorkMonitor, work: String, unit: String,
    _ transform: @Sendable (Item) -> Output
) -> [Output] {
    monitor.begin(work, unit, items.count)
    defer { monitor.end() }
    return concurrentMap(items, jobs: jobs) { item in
        defer { monitor.advance() }
        return transform(item)
    }
}
