import Files
import Foundation
import Vocabulary

/// The batch's side of a `BatchWorker`: starts it, sends it requests, receives answers, and terminates it after a
/// timeout.
final class WorkerProcess {
    /// The outcome of a request.
    enum Answer {
        case line(Data)
        case timedOut
        case ended(ChildProcess.End)
    }

    /// File descriptors per running process: the batch's ends of its two pipes.
    static let descriptors = 2

    private let process: ChildProcess
    /// The pipe that it reads from; -1 once that is closed.
    private var requests: Int32
    private let answers: Int32
    private var pending: [UInt8] = []

    /// Starts a copy of this program.
    /// - Parameter arguments: of its command line.
    /// - Throws: `SensorLabError` (input/output) where it cannot be started.
    init(arguments: [String]) throws {
        let (input, requests) = try ChildProcess.pipe()
        defer { close(input) }
        do {
            let (answers, output) = try ChildProcess.pipe()
            defer { close(output) }
            do {
                process = try ChildProcess.copy(
                    arguments: arguments, environment: BatchWorker.environment, input: input, output: output)
            } catch {
                close(answers)
                throw error
            }
            (self.requests, self.answers) = (requests, answers)
        } catch {
            close(requests)
            throw error
        }
    }

    deinit {
        closeRequests()
        close(answers)
    }

    /// Its process ID, which is part of the names of its unfinished files.
    var identifier: Int32 { process.identifier }

    /// Sends one line and waits for one line.
    /// - Parameter timeout: seconds, after which the process is terminated.
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
                _ = process.terminated()
                return .timedOut
            }
            var state = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, Int32(clamping: Int(clamping: left) + 1)) > 0 else { continue }
            guard receive() else { return end() }
        }
    }

    /// Ends an idle process.
    func stop() {
        closeRequests()
        _ = process.waited()
    }

    private func closeRequests() {
        if requests >= 0 { close(requests) }
        requests = -1
    }

    /// `false` if the process no longer reads.
    private func send(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { OutputFile.writeAll($0, to: requests) }
    }

    /// `false` at the end of its output.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(answers, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        pending += buffer.prefix(count)
        return true
    }

    private func end() -> Answer {
        // It may close its output before it ends.
        .ended(process.waited(atMost: 5) ?? process.terminated())
    }
}
