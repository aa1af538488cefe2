import Dispatch
import Foundation

/// Applies `transform` to every item, on up to `jobs` cores at once, and returns the results in the order of the items.
///
/// Each core takes the next item when it has finished one, from the last to the first: the last filters take longest,
/// and the work that starts last should be short. The results do not depend on the number of cores.
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

/// Runs two pieces of work at once where `jobs` allows it. Each may use several cores itself.
/// - Throws: what the first one threw, else what the second one did.
public func concurrently<First: Sendable, Second: Sendable>(
    jobs: Int = .max, _ first: @Sendable () throws -> First, _ second: @escaping @Sendable () throws -> Second
) throws -> (First, Second) {
    guard jobs > 1 else { return (try first(), try second()) }
    // A `concurrentPerform` inside of another one gets no further core.
    let errand = Errand { Result { try second() } }
    DispatchQueue.global().async { _ = errand.value }
    let (one, other) = (Result { try first() }, errand.value)
    return (try one.get(), try other.get())
}

/// Work done once, by the first thread that asks for its value; all others wait for it.
public final class Errand<Output: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let work: @Sendable () -> Output
    // Guarded by the lock.
    private var found: Output?

    /// - Parameter work: runs when its value is first needed.
    public init(_ work: @escaping @Sendable () -> Output) { self.work = work }

    /// The result of the work.
    public var value: Output {
        lock.withLock {
            let value = found ?? work()
            found = value
            return value
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
