import Foundation

/// The temporary names of files that are being written, so that an interrupted program can leave nothing half-written.
public enum UnfinishedFiles {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var names: Set<String> = []

    static func add(_ name: String) { _ = lock.withLock { names.insert(name) } }

    static func remove(_ name: String) { _ = lock.withLock { names.remove(name) } }

    /// Removes them from the disk; for a program that is about to end.
    public static func discard() {
        lock.withLock {
            for name in names { unlink(name) }
            names = []
        }
    }
}
