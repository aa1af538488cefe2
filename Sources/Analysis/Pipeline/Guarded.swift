import Foundation

/// A value that several threads read and change, one at a time.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    private var content: Value

    package init(_ value: Value) { content = value }

    /// A copy of what it is now.
    package var value: Value { lock.withLock { content } }

    /// Changes it; what it is then.
    @discardableResult
    package func update(_ change: (inout Value) -> Void) -> Value {
        lock.withLock {
            change(&content)
            return content
        }
    }
}
