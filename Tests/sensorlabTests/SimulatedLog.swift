import Foundation
import Testing

/// Logs of a hand that looks around through a camera, each simulated by the tool once for all tests.
enum SimulatedLog {
    /// Guarded by the lock: the folder of the logs, once there is one.
    nonisolated(unsafe) private static var made: TemporaryFolder?
    private static let lock = NSLock()

    static func copy(seconds: Int, seed: Int, to url: URL) throws {
        try lock.withLock {
            let folder = try made ?? TemporaryFolder()
            made = folder
            let log = folder.url("\(seconds)-\(seed).csv")
            if !FileManager.default.fileExists(atPath: log.path) {
                let outcome = try Tool.run(
                    "simulate", "ar-panning", "--duration", "\(seconds)", "--seed", "\(seed)", "--out", log.path)
                #expect(outcome.status == 0, "\(outcome.messages)")
            }
            try FileManager.default.copyItem(at: log, to: url)
        }
    }
}
