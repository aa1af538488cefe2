import Files
import Foundation
import Vocabulary

/// A copy of this program, with its options, that tries a log which was dropped on the page of `serve`: whatever the log does
/// to it, the page and the log that is open stay.
enum Rehearsal {
    private static let variable = "SENSORLAB_REHEARSAL"
    /// A large log may take this long to calibrate, seconds.
    private static let patience = 600.0

    /// Whether this process is the copy.
    static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Whether the copy comes to an end of its own, be it an error, with these bytes on its standard input.
    /// - Throws: `SensorLabError` (cannot create, input/output) where no copy can be started: the log was not tried.
    static func run(_ bytes: [UInt8]) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try survives(bytes) }) }
        }
    }

    private static func survives(_ bytes: [UInt8]) throws -> Bool {
        // A file, not a pipe: a copy that ends early leaves nobody who writes.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sensorlab-\(UUID().uuidString)").path
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite(path) }
        defer { close(file) }
        // It is open here and in the copy: whatever ends this program, nothing is left of the log.
        unlink(path)
        guard bytes.withUnsafeBytes({ OutputFile.writeAll($0, to: file) }), lseek(file, 0, SEEK_SET) == 0 else {
            throw cannotWrite(path)
        }
        let copy = try ChildProcess.copy(
            arguments: Array(CommandLine.arguments.dropFirst()), environment: [variable: "1"], input: file)
        guard let end = copy.waited(atMost: patience) else {
            copy.send(SIGKILL)
            return false
        }
        if case .exit = end { return true }
        return false
    }

    private static func cannotWrite(_ path: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path,
            message:
                "the copy of the log with which it is tried cannot be written (\(String(cString: strerror(errno))))",
            advice: "check the free space for temporary files (TMPDIR) and the limit of open files (ulimit -n)")
    }
}
