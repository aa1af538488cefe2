import Dispatch
import Foundation
import Vocabulary

/// Receives the progress of long work. Its functions are called from any thread.
public struct WorkMonitor: Sendable {
    /// A piece of work begins: what it does (`comparing`), what it counts (`logs`), and how many at most; 0 where that is
    /// unknown.
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

    /// Work of unknown size: only its duration can be shown.
    public func during<Output>(_ work: String, _ body: () throws -> Output) rethrows -> Output {
        begin(work, "", 0)
        defer { end() }
        return try body()
    }

    /// Work that reports, at any time, which share of it (0...1) is done.
    public func shares<Output>(
        of work: String, _ body: (_ tell: (_ share: Double) -> Void) throws -> Output
    ) rethrows -> Output {
        begin(work, "%", 100)
        defer { end() }
        var reported = 0
        return try body { share in
            while share.isFinite && reported < Int(clamping: min(1, share) * 100) {
                reported += 1
                advance()
            }
        }
    }

    /// Nobody listens.
    public static let none = WorkMonitor(begin: { _, _, _ in }, advance: {}, end: {})
}

/// As `concurrentMap`, with a report to the monitor for every item that is done.
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

/// Applies `transform` to every item, on up to `jobs` cores at once, and returns the results in the order of the items.
///
/// A core takes the next item when it is done with one, the last ones first: of filters these take longest, and what is begun
/// last should be short. The results do not depend on the number of cores.
public func concurrentMap<Item: Sendable, Output: Sendable>(
    _ items: [Item], jobs: Int = .max, _ transform: @Sendable (Item) -> Output
) -> [Output] {
    let workers = min(items.count, max(1, jobs))
    guard workers > 1 else { return items.map(transform) }
    return [Output](unsafeUninitializedCapacity: items.count) { buffer, count in
        // Every worker initialises its own elements and no others, so the shared pointer is not a race.
        nonisolated(unsafe) let slots = buffer
        let rest = Countdown(items.count)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while let index = rest.next() { slots.initializeElement(at: index, to: transform(items[index])) }
        }
        count = items.count
    }
}

/// Does two things at once, where there is a core for each and `jobs` allows it. Each may use several cores itself.
/// - Throws: what the first one threw, else what the second one did.
public func concurrently<First: Sendable, Second: Sendable>(
    jobs: Int = .max, _ first: @Sendable () throws -> First, _ second: @escaping @Sendable () throws -> Second
) throws -> (First, Second) {
    guard jobs > 1 else { return (try first(), try second()) }
    // `concurrentPerform` would give no core to another one inside of it.
    let errand = Errand(second)
    DispatchQueue.global().async { _ = errand.result() }
    let (one, other) = (Result { try first() }, errand.result())
    return (try one.get(), try other.get())
}

/// Work that the first thread to ask for its result does; all others wait for it.
private final class Errand<Output: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let work: @Sendable () throws -> Output
    // Guarded by the lock.
    private var found: Result<Output, any Error>?

    init(_ work: @escaping @Sendable () throws -> Output) { self.work = work }

    func result() -> Result<Output, any Error> {
        lock.withLock {
            let result = found ?? Result { try work() }
            found = result
            return result
        }
    }
}

/// Counts down to zero, for any number of threads.
private final class Countdown: @unchecked Sendable {
    private let lock = NSLock()
    private var left: Int

    init(_ count: Int) { left = count }

    /// `count` - 1 first, 0 last, each once; then `nil`.
    func next() -> Int? {
        lock.withLock {
            guard left > 0 else { return nil }
            left -= 1
            return left
        }
    }
}

extension Duration {
    /// The duration as a floating-point number of seconds.
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
