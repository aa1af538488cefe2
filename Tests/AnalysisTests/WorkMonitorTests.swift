import Analysis
import Foundation
import Testing

/// What a listener gets from work whose share is known, and from work of unknown length.
@Suite struct WorkMonitorTests {
    private final class Listener: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [String] = []

        var heard: [String] { lock.withLock { list } }

        func tell(_ text: String) { lock.withLock { list.append(text) } }

        var monitor: WorkMonitor {
            WorkMonitor(
                begin: { self.tell("begin \($0) \($2) \($1)") }, advance: { self.tell("advance") },
                end: { self.tell("end") })
        }
    }

    @Test func sharesAdvanceByPercents() {
        let listener = Listener()
        let answer = listener.monitor.shares(of: "writing") { tell -> Int in
            for share in [0.001, 0.02, 0.015, .nan, 0.035, 7] { tell(share) }
            return 5
        }
        #expect(answer == 5)
        #expect(listener.heard == ["begin writing 100 %"] + Array(repeating: "advance", count: 100) + ["end"])
    }

    @Test func anErrorEndsTheWork() {
        struct Failure: Error {}
        let listener = Listener()
        #expect(throws: Failure.self) { try listener.monitor.during("fitting") { throw Failure() } }
        #expect(listener.heard == ["begin fitting 0 ", "end"])
    }
}
