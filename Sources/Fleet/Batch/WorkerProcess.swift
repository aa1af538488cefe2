import Files
import Foundation
import Vocabulary

/// A `BatchWorker` as its batch sees it: a copy of this program that is asked and answers, is given up after a time, and may end.
final class WorkerProcess {
    /// What came of a request.
    enum Answer {
        case line(Data)
        case timedOut
        case ended(ChildProcess.End)
    }

    /// Of a process that is at work: the two ends of its pipes.
    static let descriptors = 2

    private let process: ChildProcess
    /// Where it reads; -1 when that is closed.
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

    /// Its number, which stands in the names of what it had not completed.
    var identifier: Int32 { process.identifier }

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
                _ = process.terminated()
                return .timedOut
            }
            var state = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, Int32(clamping: Int(clamping: left) + 1)) > 0 else { continue }
            guard receive() else { return end() }
        }
    }

    /// Ends a process that is not at work.
    func stop() {
        closeRequests()
        _ = process.waited()
    }

    private func closeRequests() {
        if requests >= 0 { close(requests) }
        requests = -1
    }

    /// `false` where nobody reads any more.
    private func send(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { OutputFile.writeAll($0, to: requests) }
    }

    /// `false` at the end.
    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(answers, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        pending += buffer.prefix(count)
        return true
    }

    private func end() -> Answer {
        // Its output may be closed before it has ended.
        .ended(process.waited(atMost: 5) ?? process.terminated())
    }
}
