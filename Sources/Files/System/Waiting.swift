import Foundation

/// Reports what the program waits for once it takes a while, since silence looks like a crash.
public enum Waiting {
    /// Seconds until a notice.
    private static let patience = 2.0
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var speaker: (@Sendable (String) -> Void)?

    /// Sets who receives the notices; nobody by default.
    public static func tell(_ speaker: @escaping @Sendable (String) -> Void) {
        lock.withLock { self.speaker = speaker }
    }

    /// Reports that a piece of work waits.
    /// - Parameter what: what it waits for, such as `a writer of the pipe`.
    public static func say(_ what: String) { lock.withLock { speaker }?("waiting for \(what)") }

    /// Runs work that may wait, and reports a long wait.
    public static func during<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
        guard lock.withLock({ speaker }) != nil else { return try body() }
        let notice = DispatchWorkItem { say(what) }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: notice)
        defer { notice.cancel() }
        return try body()
    }
}
