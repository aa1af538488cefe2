import Analysis
import Files
import Foundation
import Vocabulary

/// What a batch asks one of its processes: a row, and the key of the line that it has.
struct WorkRequest: Codable {
    /// The cells of the row (`Manifest.Entry.cells`).
    var cells: [String: String]
    /// Where their paths begin.
    var folders: Manifest.Folders
    /// The key of the row's line; `nil` where there is none.
    var known: String?

    /// The answer where the line still holds; every other answer is the new line.
    static let unchanged = Data("unchanged".utf8)
}

/// A process of a batch: answers requests on its standard input with lines on its standard output, one at a time, and ends with
/// its input. Whatever a log does to it, the batch goes on.
public enum BatchWorker {
    private static let variable = "SENSORLAB_BATCH_WORKER"

    /// Whether this process is one.
    public static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// What its environment has beside this one's; without the runtime's slow traces of crashes.
    static let environment = [variable: "1", "SWIFT_BACKTRACE": "enable=no"]

    /// Answers until the input ends, which ends the process, even in the middle of a log: the batch is gone.
    /// - Throws: `SensorLabError` for a request that is none.
    public static func serve(_ job: LogJob) throws -> Never {
        let requests = RequestQueue()
        Thread.detachNewThread {
            while let line = readLine() { requests.put(line) }
            UnfinishedFiles.discard()
            _exit(0)
        }
        while true {
            let line = requests.take()
            let request = try JSONText.value(WorkRequest.self, from: Data(line.utf8))
            let row = try Manifest.entry(request.cells, line: 0, place: "row", folders: request.folders)
            // What a log needed goes with it.
            let answer = try autoreleasing { () throws -> Data in
                switch job.outcome(row, known: request.known) {
                case .unchanged: WorkRequest.unchanged
                case .line(let result): try JSONText.line(result)
                }
            }
            try OutputFile.writeToStandardOutput(answer + [UInt8(ascii: "\n")])
        }
    }

    private static func autoreleasing<Output>(_ body: () throws -> Output) rethrows -> Output {
        #if canImport(ObjectiveC)
            try autoreleasepool { try body() }
        #else
            try body()
        #endif
    }
}

/// Lines on their way from the thread that reads them to the one that works.
private final class RequestQueue: @unchecked Sendable {
    private let condition = NSCondition()
    // Guarded by the condition.
    private var lines: [String] = []

    func put(_ line: String) {
        condition.withLock {
            lines.append(line)
            condition.signal()
        }
    }

    func take() -> String {
        condition.withLock {
            while lines.isEmpty { condition.wait() }
            return lines.removeFirst()
        }
    }
}
