import Files
import Foundation

/// Receives the progress of long work. Its functions may be called from any thread.
public struct WorkMonitor: Sendable {
    /// Work begins: its name (`comparing`), the unit of its items (`logs`), and their largest number, 0 if unknown.
    public let begin: @Sendable (_ work: String, _ unit: String, _ total: Int) -> Void
    /// One more item is done.
    public let advance: @Sendable () -> Void
    /// The work has ended, possibly before all items were done.
    public let end: @Sendable () -> Void

    /// A monitor from its three functions.
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

    /// Work that reports at any time which share of it (0...1) is done.
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

    /// Ignores all progress.
    public static let none = WorkMonitor(begin: { _, _, _ in }, advance: {}, end: {})
}

/// As `concurrentMap`, but reports each finished item to the monitor.
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

extension Duration {
    /// The duration as a floating-point number of seconds.
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// A value that several threads read and change under a lock.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Protected by the lock.
    private var content: Value

    package init(_ value: Value) { content = value }

    /// A copy of the current value.
    package var value: Value { lock.withLock { content } }

    /// Changes the value and returns it.
    @discardableResult
    package func update(_ change: (inout Value) -> Void) -> Value {
        lock.withLock {
            change(&content)
            return content
        }
    }
}
