import Dispatch
import Foundation
import Recordings

/// Handles SIGINT, SIGTERM and SIGHUP: removes incomplete files, then exits with the code of shells, 128 + the signal's number.
enum Interruption {
    // Kept for as long as the program runs.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var farewell: String?

    /// Makes an interrupt the regular end of the program: a message and exit code 0.
    static func isTheEnd(saying message: String) { lock.withLock { farewell = message } }

    static func install() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                UnfinishedFiles.discard()
                if let farewell = lock.withLock({ farewell }) {
                    Terminal.say(farewell)
                    _exit(0)
                }
                Terminal.abandonFoot()
                // Not raised again: threads of dispatch block signals, and the main thread goes on meanwhile.
                _exit(128 + number)
            }
            source.resume()
            sources.append(source)
        }
    }
}
