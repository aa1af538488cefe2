import Foundation

/// A copy of this program, with its options, that tries a log which was dropped on the page of `serve`: whatever the log does
/// to it, the page and the log that is open stay.
enum Rehearsal {
    private static let variable = "SENSORLAB_REHEARSAL"
    /// A large log may take this long to calibrate, seconds.
    private static let patience = 600

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var running: Set<Int32> = []

    /// Ends the copies; for a program that is about to end.
    static func end() { lock.withLock { for process in running { kill(process, SIGKILL) } } }

    /// Whether this process is the copy.
    static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Whether the copy comes to an end of its own, be it an error, with these bytes on its standard input.
    static func run(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: survives(bytes)) }
        }
    }

    private static func survives(_ bytes: [UInt8]) -> Bool {
        guard let path = Bundle.main.executablePath else { return true }
        // A file, not a pipe: a copy that ends early leaves nobody who writes.
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("sensorlab-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
            let input = FileHandle(forReadingAtPath: file.path)
        else {
            try? FileManager.default.removeItem(at: file)
            return true
        }
        // The copy has it open: whatever ends this program, nothing is left of the log.
        try? FileManager.default.removeItem(at: file)
        let copy = Process()
        copy.executableURL = URL(fileURLWithPath: path)
        copy.arguments = Array(CommandLine.arguments.dropFirst())
        copy.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
        copy.standardInput = input
        copy.standardOutput = FileHandle.nullDevice
        copy.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        copy.terminationHandler = { _ in ended.signal() }
        guard (try? copy.run()) != nil else { return true }
        let process = copy.processIdentifier
        lock.withLock { _ = running.insert(process) }
        defer { lock.withLock { _ = running.remove(process) } }
        guard ended.wait(timeout: .now() + .seconds(patience)) == .success else {
            kill(process, SIGKILL)
            return false
        }
        return copy.terminationReason == .exit
    }
}
