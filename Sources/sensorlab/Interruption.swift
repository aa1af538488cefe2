import Dispatch
import Foundation
import Recordings

/// What an interrupt, a hang-up or a request to end does: files that are not complete go, then the program ends as it
/// would have without this.
enum Interruption {
    // Kept for as long as the program runs.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

    static func install() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                UnfinishedFiles.discard()
                signal(number, SIG_DFL)
                raise(number)
            }
            source.resume()
            sources.append(source)
        }
    }
}
