import Analysis
import Files
import Foundation
import Vocabulary

/// Analyses many logs in several processes, each a copy of this program that takes one row at a time.
///
/// A log that crashes its process or exceeds the time limit becomes a line that says so; a new process continues with
/// the next row.
public struct Batch: Sendable {
    /// The analysis of one log.
    public var job: LogJob
    /// Number of processes, at least 1. Each needs the memory of one log.
    public var jobs: Int
    /// Time limit for one log, seconds.
    public var timeout: Double
    /// The command line that starts this program as a `BatchWorker` with the same options.
    public var workerArguments: [String]
    /// Receives the progress.
    public var monitor: WorkMonitor

    /// Numbers of rows by outcome.
    public struct Counts: Sendable, Hashable {
        /// All rows of the manifest, or of its shard.
        public var rows = 0
        /// Rows whose line was there already and is still valid.
        public var unchanged = 0
        /// Rows that failed, now or in an earlier run.
        public var failed = 0

        /// Counts of rows of which none was there before.
        public init(rows: Int, failed: Int = 0) { (self.rows, self.failed) = (rows, failed) }
    }

    /// A batch.
    public init(job: LogJob, jobs: Int, timeout: Double, workerArguments: [String], monitor: WorkMonitor = .none) {
        (self.job, self.jobs, self.timeout) = (job, jobs, timeout)
        (self.workerArguments, self.monitor) = (workerArguments, monitor)
    }

    /// Analyses the rows that the folder's results lack, and leaves one line per row there, in the order of the rows.
    ///
    /// - Parameters:
    ///   - rows: all rows of the manifest.
    ///   - shard: the part of them that is analysed here.
    ///   - folder: created where it is missing.
    /// - Returns: the counts of the shard.
    /// - Throws: `SensorLabError` where the results cannot be written.
    @discardableResult
    public func run(_ rows: [Manifest.Entry], shard: Shard = .whole, into folder: String) throws -> Counts {
        let rows = shard.part(of: rows)
        try checkDescriptors(rows.count)
        let file = try ResultsFile(path: folder + "/" + shard.fileName)
        var counts = try run(rows, known: { file.key(of: $0.id) }) { row, line in
            let (bytes, result) = line
            try file.append(bytes, id: row.id, key: result.key, isFailure: result.failure != nil)
        }
        try file.finish(rows.map(\.id))
        counts.failed = rows.count { file.isFailure($0.id) == true }
        return counts
    }

    /// Analyses every row and passes each line to `receive` once it is complete; with one process in the order of the
    /// rows.
    /// - Parameters:
    ///   - rows: of the manifest.
    ///   - receive: called by one thread at a time; the line without line feed.
    /// - Throws: `SensorLabError`, and what `receive` throws, which ends the batch.
    @discardableResult
    public func run(
        _ rows: [Manifest.Entry], receive: @escaping @Sendable (_ line: Data) throws -> Void
    ) throws -> Counts {
        try checkDescriptors(rows.count)
        return try run(rows, known: { _ in nil }) { _, line in try receive(line.bytes) }
    }

    private func run(
        _ rows: [Manifest.Entry], known: @escaping @Sendable (Manifest.Entry) -> String?,
        receive: @escaping @Sendable (Manifest.Entry, (bytes: Data, result: ResultSummary)) throws -> Void
    ) throws -> Counts {
        // Writing to a process that has ended is then an error and does not end this one.
        signal(SIGPIPE, SIG_IGN)
        monitor.begin("analyzing", "logs", rows.count)
        defer { monitor.end() }
        let state = Guarded(Progress(counts: Counts(rows: rows.count)))
        let receiving = NSLock()
        let group = DispatchGroup()
        for _ in 0..<min(jobs, rows.count) {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let desk = Desk(batch: self)
                    defer { desk.close() }
                    while let index = next(state, rows.count) {
                        let row = rows[index]
                        let answer = try desk.line(of: row, known: known(row))
                        if let answer {
                            try receiving.withLock { try receive(row, answer) }
                        }
                        state.update { state in
                            if answer == nil { state.counts.unchanged += 1 }
                            if answer?.result.failure != nil { state.counts.failed += 1 }
                        }
                        monitor.advance()
                    }
                } catch {
                    state.update { $0.error = $0.error ?? error }
                }
            }
        }
        group.wait()
        let end = state.value
        if let error = end.error { throw error }
        return end.counts
    }

    /// Checks that enough descriptors are free for the processes, before anything is written.
    /// - Throws: `SensorLabError` (input/output) where fewer are free.
    public func checkDescriptors(_ rows: Int) throws {
        let processes = min(jobs, rows)
        try FreeDescriptors.check(
            FreeDescriptors.reserve + processes * WorkerProcess.descriptors, for: "a batch with --jobs \(processes)",
            advice: ", or give a smaller --jobs")
    }

    private struct Progress: Sendable {
        var next = 0
        var counts: Counts
        var error: (any Error)?
    }

    /// The index of the next row; `nil` after the last one and after an error.
    private func next(_ state: Guarded<Progress>, _ count: Int) -> Int? {
        let found = state.update { $0.next += 1 }
        return found.error == nil && found.next <= count ? found.next - 1 : nil
    }
}

/// The members of a line that the batch needs.
private struct ResultSummary: Decodable, Sendable {
    struct Failure: Decodable, Sendable { var code: String }
    var key: String?
    var failure: Failure?
}

/// One of a batch's processes, replaced when it ends.
private final class Desk {
    private let batch: Batch
    private var worker: WorkerProcess?

    init(batch: Batch) { self.batch = batch }

    func close() { worker?.stop() }

    /// A row's line; `nil` where the known one is still valid.
    func line(of row: Manifest.Entry, known: String?) throws -> (bytes: Data, result: ResultSummary)? {
        let worker = try self.worker ?? WorkerProcess(arguments: batch.workerArguments)
        self.worker = worker
        let request = try JSONText.line(WorkRequest(cells: row.cells, folders: row.folders, known: known))
        switch worker.ask(request, timeout: batch.timeout) {
        case .line(WorkRequest.unchanged): return nil
        case .line(let bytes): return (bytes, try JSONText.value(ResultSummary.self, from: bytes))
        case .timedOut:
            return try failed(
                row, worker, .timedOut,
                "\(row.written): the analysis took longer than \(Self.seconds(batch.timeout)) s",
                "give a longer --timeout, or remove the log")
        case .ended(let end):
            let how =
                switch end {
                case .signal(let number): "by signal \(number)"
                case .exit(let code): "with exit code \(code)"
                }
            return try failed(
                row, worker, .crashed, "\(row.written): the analysis ended \(how)",
                "run analyze on this log to see the cause, and report it; signal 9 often means too little memory")
        }
    }

    private func failed(
        _ row: Manifest.Entry, _ ended: WorkerProcess, _ code: ErrorCode, _ message: String, _ advice: String
    ) throws -> (bytes: Data, result: ResultSummary) {
        worker = nil
        batch.job.removeUnfinished(of: row, process: ended.identifier)
        let failure = LogResult.Failure(code: code, message: message, advice: advice)
        return (
            try JSONText.line(batch.job.line(of: row, failure: failure)),
            ResultSummary(key: nil, failure: ResultSummary.Failure(code: code.rawValue))
        )
    }

    private static func seconds(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(clamping: value))" : "\(value)"
    }
}
