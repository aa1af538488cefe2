import Analysis
import Files
import Foundation
import Vocabulary

/// A request to a process of a batch: a row, and the key of the line that the batch has of it.
struct WorkRequest: Codable {
    /// The cells of the row (`Manifest.Entry.cells`).
    var cells: [String: String]
    /// The folders that their paths are relative to.
    var folders: Manifest.Folders
    /// The key of the row's line; `nil` where there is none.
    var known: String?

    /// The answer where the line is still valid; every other answer is the new line.
    static let unchanged = Data("unchanged".utf8)
}

/// A process of a batch: reads requests from standard input, writes one line for each to standard output, and ends when
/// its input does. A crash in a log ends this process only.
public enum BatchWorker {
    private static let variable = "SENSORLAB_BATCH_WORKER"

    /// Whether this process is a worker.
    public static var isThis: Bool { ProcessInfo.processInfo.environment[variable] != nil }

    /// Additions to the environment of a worker. Swift's backtraces of crashes are slow and are turned off.
    static let environment = [variable: "1", "SWIFT_BACKTRACE": "enable=no"]

    /// Answers requests until the input ends. That means that the batch has ended, and ends this process at once, even
    /// in the middle of a log.
    /// - Throws: `SensorLabError` for an invalid request.
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
            // The memory of a log is released before the next one.
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

/// Lines from the thread that reads them for the thread that analyses.
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
