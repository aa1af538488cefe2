import Foundation
import Recordings
import Vocabulary

/// A `BatchWorker` as its batch sees it: a copy of this program that is asked and answers, is given up after a time, and may end.
final class WorkerProcess {
    /// What came of a request.
    enum Answer {
        case line(Data)
        case timedOut
        /// It ended by a signal, or with an exit code.
        case ended(signal: Int32?, code: Int32)
    }

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var pending: [UInt8] = []
    // Starting inherits what is open: one after the other.
    private static let starting = NSLock()

    /// Starts a copy of this program.
    /// - Parameter arguments: of its command line.
    /// - Throws: `SensorLabError` (input/output) where it cannot be started.
    init(arguments: [String]) throws {
        guard let path = Bundle.main.executablePath else { throw Self.cannotStart("its path is unknown") }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = BatchWorker.environment
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        do {
            try Self.starting.withLock { try process.run() }
        } catch {
            throw Self.cannotStart("\(error)")
        }
        try? requests.fileHandleForReading.close()
        try? answers.fileHandleForWriting.close()
    }

    /// Sends one line and waits for one line.
    /// - Parameter timeout: seconds; then the process is ended.
    func ask(_ request: Data, timeout: Double) -> Answer {
        let deadline = ContinuousClock.now.advanced(by: .seconds(timeout))
        guard send(request + [UInt8(ascii: "\n")]) else { return end() }
        while true {
            if let feed = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(pending[..<feed])
                pending.removeFirst(feed + 1)
                return .line(line)
            }
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else {
                kill(process.processIdentifier, SIGKILL)
                _ = end()
                return .timedOut
            }
            var state = pollfd(fd: answers.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, Int32(clamping: Int(clamping: left) + 1)) > 0 else { continue }
            guard receive() else { return end() }
        }
    }

    /// Ends a process that is not at work.
    func stop() {
        try? requests.fileHandleForWriting.close()
        ended.wait()
    }

    /// `false` where nobody reads any more.
    private func send(_ bytes: Data) -> Bool {
        let descriptor = requests.fileHandleForWriting.fileDescriptor
        return bytes.withUnsafeBytes { OutputFile.writeAll($0, to: descriptor) }
    }

    /// `false` at the end.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(answers.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        pending += buffer.prefix(count)
        return true
    }

    private func end() -> Answer {
        // Its output may be closed before it has ended.
        if ended.wait(timeout: .now() + .seconds(5)) == .timedOut {
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
        }
        return process.terminationReason == .uncaughtSignal
            ? .ended(signal: process.terminationStatus, code: 0) : .ended(signal: nil, code: process.terminationStatus)
    }

    private static func cannotStart(_ reason: String) -> SensorLabError {
        SensorLabError(
            .inputOutput, code: .cannotStart, message: "a process of the batch cannot be started (\(reason))",
            advice: "check the limits of processes and memory, or give a smaller --jobs")
    }
}
