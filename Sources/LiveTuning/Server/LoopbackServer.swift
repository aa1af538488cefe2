import Foundation
import Vocabulary

/// A small HTTP/1.1 server on 127.0.0.1 for one page: one request per connection, and a bound on everything that a
/// client decides (docs/guide/serve.md lists them).
///
/// A connection is closed after its answer, so that a refused body is never parsed as a request, and a client that
/// sends nothing useful costs the server one connection and a few kilobytes. If all connections are in use, the one
/// that has waited longest without a request is closed.
final class LoopbackServer: Sendable {
    /// What a client may do.
    struct Limits: Sendable {
        /// Bytes of the request line and of all headers together.
        var line = 8 << 10
        var head = 16 << 10
        /// Headers.
        var headers = 64
        /// Connections at a time.
        var connections = 48
        /// Seconds for the request's head, and for every mebibyte of a body beyond the first ten seconds.
        var headTime = 5.0
        var bodyTimePerMebibyte = 1.0
        var bodyTime = 10.0
        /// Seconds without a byte of a body that was announced.
        var idleTime = 5.0
        /// Seconds within which a client must read its answer.
        var answerTime = 30.0
    }

    /// The port that is listened on.
    let port: UInt16
    private let descriptor: Int32
    private let limits: Limits
    private let connections = Connections()

    /// Listens on 127.0.0.1.
    /// - Parameter port: 0 takes a free one.
    /// - Throws: `SensorLabError` (input/output) where the port cannot be listened to.
    init(port: UInt16, limits: Limits = Limits()) throws {
        self.limits = limits
        let descriptor = socket(AF_INET, Socket.stream, 0)
        func failure() -> SensorLabError {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            return SensorLabError(
                .inputOutput, code: .cannotListen, place: "--port \(port)",
                message: "cannot listen on this port of 127.0.0.1 (\(reason))",
                advice: "leave --port out: sensorlab then takes a free port")
        }
        guard descriptor >= 0 else { throw failure() }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw failure() }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Answers requests until the task is cancelled.
    /// - Parameter respond: is asked once per request, on several threads at a time.
    func run(_ respond: @escaping @Sendable (PageRequest) async -> PageResponse) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Accepting blocks, which the threads shared by tasks must not do.
                Thread.detachNewThread { [self] in
                    while !connections.areClosed { acceptOne(respond) }
                    continuation.resume()
                }
            }
        } onCancel: {
            connections.end()
        }
    }

    private func acceptOne(_ respond: @escaping @Sendable (PageRequest) async -> PageResponse) {
        guard Socket.wait(descriptor, for: POLLIN, seconds: 0.2) else { return }
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else {
            // Out of descriptors, or the client is gone: the server goes on.
            if errno == EMFILE || errno == ENFILE { connections.makeRoom() } else { usleep(20_000) }
            return
        }
        connections.add(client, most: limits.connections)
        let connection = Connection(client, limits, connections)
        Thread.detachNewThread { connection.serve(respond) }
    }
}

/// The open connections, oldest first.
private final class Connections: @unchecked Sendable {
    private let changed = NSCondition()
    // Guarded by the condition.
    private var open: [(descriptor: Int32, isWaiting: Bool)] = []
    private var isOver = false

    /// Whether the server ended.
    var areClosed: Bool { changed.withLock { isOver } }

    /// Ends the server and its open connections.
    func end() {
        changed.withLock {
            isOver = true
            for entry in open { shutdown(entry.descriptor, Socket.both) }
        }
    }

    /// Adds a connection. Where there are too many, the oldest one without a request is broken off; where all have one,
    /// this waits until one ends.
    func add(_ descriptor: Int32, most: Int) {
        changed.withLock {
            while open.count >= most {
                breakOldest()
                _ = changed.wait(until: Date(timeIntervalSinceNow: 1))
            }
            open.append((descriptor, true))
        }
    }

    /// Breaks off the oldest connection without a request, and waits until a connection ends, a second at most.
    func makeRoom() {
        changed.withLock {
            breakOldest()
            _ = changed.wait(until: Date(timeIntervalSinceNow: 1))
        }
    }

    private func breakOldest() {
        guard let oldest = open.firstIndex(where: \.isWaiting) else { return }
        open[oldest].isWaiting = false
        shutdown(open[oldest].descriptor, Socket.both)
    }

    /// Notes that a connection has a request, so that it is not broken off.
    func hasRequest(_ descriptor: Int32) {
        changed.withLock {
            if let index = open.firstIndex(where: { $0.descriptor == descriptor }) { open[index].isWaiting = false }
        }
    }

    func remove(_ descriptor: Int32) {
        changed.withLock {
            open.removeAll { $0.descriptor == descriptor }
            close(descriptor)
            changed.broadcast()
        }
    }
}

/// One connection, for one request and its answer.
private final class Connection: @unchecked Sendable {
    private let descriptor: Int32
    private let limits: LoopbackServer.Limits
    private let connections: Connections
    /// Bytes that were read beyond the head.
    private var surplus: [UInt8] = []

    init(_ descriptor: Int32, _ limits: LoopbackServer.Limits, _ connections: Connections) {
        (self.descriptor, self.limits, self.connections) = (descriptor, limits, connections)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    func serve(_ respond: @escaping @Sendable (PageRequest) async -> PageResponse) {
        defer { connections.remove(descriptor) }
        guard let bytes = readHead() else { return }
        connections.hasRequest(descriptor)
        let answer: PageResponse
        switch RequestHead.parse(bytes, limits) {
        case .failure(let refusal): answer = .refusal(refusal.status, refusal.message)
        case .success(let head):
            let request = PageRequest(
                method: head.method, path: head.path, query: head.query, headers: head.headers,
                bodyLength: head.bodyLength,
                body: { [self] limit in
                    guard head.bodyLength <= limit else { return nil }
                    return try await body(of: head)
                })
            let done = DispatchSemaphore(value: 0)
            let box = AnswerBox()
            Task.detached {
                box.answer = await respond(request)
                done.signal()
            }
            done.wait()
            answer = box.answer
        }
        send(answer)
        linger()
    }

    /// Everything up to the empty line that ends the head, at most some bytes more than the limit; `nil` where the
    /// client is gone or too slow.
    private func readHead() -> [UInt8]? {
        var bytes: [UInt8] = []
        let deadline = Deadline(seconds: limits.headTime)
        var searched = 0
        while bytes.count <= limits.head {
            guard let piece = receive(1 << 12, deadline), !piece.isEmpty else { return nil }
            bytes += piece
            if let end = RequestHead.end(of: bytes, from: max(0, searched - 3)) {
                surplus = Array(bytes[end...])
                return Array(bytes[..<end])
            }
            searched = bytes.count
        }
        return bytes
    }

    /// Reads the body on a thread of its own, since this blocks: on shared threads, clients that send nothing would
    /// stall the others. There are at most as many threads as connections.
    private func body(of head: RequestHead) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(with: Result { try readBody(head) }) }
        }
    }

    private func readBody(_ head: RequestHead) throws -> Data {
        if head.waitsForContinue { _ = write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let seconds = limits.bodyTime + limits.bodyTimePerMebibyte * Double(head.bodyLength) / 0x1p20
        let deadline = Deadline(seconds: seconds)
        var data = Data(surplus.prefix(head.bodyLength))
        while data.count < head.bodyLength {
            let next = Deadline(seconds: min(deadline.left, limits.idleTime))
            guard let piece = receive(min(1 << 18, head.bodyLength - data.count), next), !piece.isEmpty else {
                throw SensorLabError(
                    .usage, code: .malformedRequest,
                    message: "the request ended after \(data.count) of \(head.bodyLength) bytes, or took too long",
                    advice: "try again")
            }
            data.append(contentsOf: piece)
        }
        return data
    }

    private func send(_ answer: PageResponse) {
        var lines = [
            "HTTP/1.1 \(answer.status) \(answer.status < 300 ? "OK" : "Refused")",
            "Content-Type: \(answer.contentType)",
            "Content-Length: \(answer.body.count)", "Connection: close", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
        ]
        lines += answer.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        _ = write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + Array(answer.body))
    }

    /// Lets a client that is still sending read its answer before the connection is closed: at most a second.
    private func linger() {
        shutdown(descriptor, Socket.sending)
        let deadline = Deadline(seconds: 1)
        var left = 4 << 20
        while left > 0, let piece = receive(1 << 16, deadline), !piece.isEmpty { left -= piece.count }
    }

    /// The next bytes; empty at the end, `nil` where none came in time or the connection broke.
    private func receive(_ count: Int, _ deadline: Deadline) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: count)
        while Socket.wait(descriptor, for: POLLIN, seconds: deadline.left) {
            let received = recv(descriptor, &piece, piece.count, 0)
            if received >= 0 { return Array(piece.prefix(received)) }
            guard errno == EINTR || errno == EAGAIN else { return nil }
        }
        return nil
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        let deadline = Deadline(seconds: limits.answerTime)
        var start = 0
        while start < bytes.count {
            guard Socket.wait(descriptor, for: POLLOUT, seconds: deadline.left) else { return false }
            let sent = bytes[start...].withUnsafeBytes { Socket.send(descriptor, $0) }
            if sent > 0 { start += sent } else if errno != EINTR && errno != EAGAIN { return false }
        }
        return true
    }
}

/// Carries an answer from a task to the thread that waits for it.
private final class AnswerBox: @unchecked Sendable {
    var answer = PageResponse.refusal(500, "no answer")
}

/// The end of a wait.
private struct Deadline {
    private let end: ContinuousClock.Instant

    init(seconds: Double) { end = .now + .seconds(seconds) }

    /// Seconds, 0 when it has passed.
    var left: Double { max(0, ContinuousClock.now.duration(to: end).inSeconds) }
}

/// The system's sockets, as far as their names differ between systems.
private enum Socket {
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
        static let (sending, both) = (Int32(SHUT_WR), Int32(SHUT_RDWR))
        private static let flags = Int32(MSG_NOSIGNAL)
    #else
        static let stream = SOCK_STREAM
        static let (sending, both) = (SHUT_WR, SHUT_RDWR)
        private static let flags: Int32 = 0
    #endif

    /// Whether a socket can be read or written within a time.
    static func wait(_ descriptor: Int32, for event: Int32, seconds: Double) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
        return poll(&entry, 1, Int32.clamped((seconds * 1000).rounded(.up))) > 0
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags)
    }
}

extension PageResponse {
    /// An answer with the reason of a refusal.
    static func refusal(_ status: Int, _ message: String) -> PageResponse {
        PageRoutes.failure(status, .malformedRequest, message: message, advice: "reload the page")
    }
}
