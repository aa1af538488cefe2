import Foundation
import Testing

@testable import LiveTuning

/// The server with its socket: what a client may not do, and that others are served meanwhile.
@Suite("serve: sockets", .serialized, .timeLimit(.minutes(2)))
struct LoopbackServerTests {
    /// Runs a server that answers with the length of the body, or refuses where the path is `/no`.
    private func serving(
        _ limits: LoopbackServer.Limits = .init(), _ body: (UInt16) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(port: 0, limits: limits)
        let task = Task {
            await server.run { request in
                if request.path == "/no" { return .refusal(403, "no") }
                do {
                    guard let data = try await request.body(1 << 20) else { return .refusal(413, "too long") }
                    return PageResponse(
                        status: 200, contentType: PageResponse.json, body: Data("\(request.path) \(data.count)".utf8))
                } catch {
                    return .refusal(400, "\(error)")
                }
            }
        }
        defer { task.cancel() }
        try await body(server.port)
    }

    /// What comes back for some bytes until the server closes the connection.
    private func answer(_ port: UInt16, _ bytes: [UInt8], seconds: Int = 20) async -> String {
        // Away from the threads that tasks share: the client waits.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard let client = TestSocket(port) else { return continuation.resume(returning: "") }
                client.send(bytes)
                continuation.resume(returning: client.rest(seconds: seconds))
            }
        }
    }

    private func answer(_ port: UInt16, _ text: String) async -> String { await answer(port, Array(text.utf8)) }

    @Test("a request is answered and the connection closed")
    func plain() async throws {
        try await serving { port in
            let text = await answer(port, "GET /a?x=1 HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 200") && text.hasSuffix("/a 0"))
            #expect(text.contains("Connection: close") && text.components(separatedBy: "HTTP/1.1").count == 2)
            #expect(await answer(port, "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello").hasSuffix("/b 5"))
        }
    }

    @Test("a refused body is never taken for a request, and costs nothing")
    func refusedBody() async throws {
        try await serving { port in
            let body = [UInt8](repeating: UInt8(ascii: "a"), count: 2 << 20)
            let clock = ContinuousClock()
            let time = await clock.measure {
                for _ in 0..<3 {
                    let head = "POST /no HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n"
                    let text = await answer(port, Array(head.utf8) + body)
                    #expect(text.hasPrefix("HTTP/1.1 403"))
                    #expect(text.components(separatedBy: "HTTP/1.1").count == 2)
                }
            }
            #expect(time < .seconds(10))
            #expect(await answer(port, "GET /next HTTP/1.1\r\n\r\n").hasSuffix("/next 0"))
            #expect(await answer(port, "POST /x HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n").hasPrefix("HTTP/1.1 413"))
        }
    }

    @Test("lines, headers and lengths are bounded")
    func bounds() async throws {
        try await serving { port in
            let long = String(repeating: "a", count: 9000)
            #expect(await answer(port, "GET /\(long) HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 414"))
            #expect(await answer(port, String(repeating: "b", count: 100_000)).hasPrefix("HTTP/1.1 431"))
            let many = (0..<65).map { "h\($0): 1\r\n" }.joined()
            #expect(await answer(port, "GET / HTTP/1.1\r\n\(many)\r\n").hasPrefix("HTTP/1.1 431"))
            for head in [
                "nonsense", "GET / HTTP/1.1\r\nHost: a\r\nHost: b", "GET / HTTP/1.1\r\nContent-Length: -1",
                "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999", "GET / SPDY/3", "GET http://x/ HTTP/1.1",
                "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2", "GET / HTTP/1.1\r\n folded",
            ] {
                #expect(await answer(port, head + "\r\n\r\n").hasPrefix("HTTP/1.1 400"), "\(head)")
            }
            #expect(
                await answer(port, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").hasPrefix("HTTP/1.1 411"))
        }
    }

    @Test("idle and slow clients do not keep others out, however many there are")
    func crowd() async throws {
        var limits = LoopbackServer.Limits()
        (limits.connections, limits.headTime, limits.bodyTime) = (8, 1, 1)
        try await serving(limits) { port in
            let idle = (0..<200).compactMap { _ in TestSocket(port) }
            for client in idle.prefix(20) { client.send(Array("GET / HT".utf8)) }
            #expect(await answer(port, "GET /in HTTP/1.1\r\n\r\n").hasSuffix("/in 0"))
            withExtendedLifetime(idle) {}
            // A body that never comes.
            let text = await answer(port, "POST /slow HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
            #expect(text.hasPrefix("HTTP/1.1 400"))
            #expect(await answer(port, "GET /after HTTP/1.1\r\n\r\n").hasSuffix("/after 0"))
        }
    }

    private static func idleUploads(_ port: UInt16) -> [TestSocket] {
        let idle = (0..<40).compactMap { _ in TestSocket(port) }
        for client in idle { client.send(Array("POST /slow HTTP/1.1\r\nContent-Length: 900000\r\n\r\nabc".utf8)) }
        return idle
    }

    @Test("uploads that send nothing do not delay the requests of others")
    func idleUploads() async throws {
        var limits = LoopbackServer.Limits()
        (limits.idleTime, limits.bodyTime) = (120, 600)
        try await serving(limits) { port in
            let idle = Self.idleUploads(port)
            try await Task.sleep(for: .milliseconds(200))
            let clock = ContinuousClock()
            let time = await clock.measure {
                for name in ["a", "b"] {
                    let text = await answer(port, "POST /\(name) HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello")
                    #expect(text.hasSuffix("/\(name) 5"), "\(text)")
                }
            }
            // However busy the machine is: far below the time after which one of them is given up.
            #expect(time < .seconds(60), "\(time)")
            withExtendedLifetime(idle) {}
        }
    }

    @Test("uploads that send nothing are given up after the idle time, not after that of a whole body")
    func idleUploadsEnd() async throws {
        var limits = LoopbackServer.Limits()
        (limits.idleTime, limits.bodyTime) = (0.5, 600)
        try await serving(limits) { port in
            for client in Self.idleUploads(port) {
                #expect(client.rest(seconds: 120).hasPrefix("HTTP/1.1 4"))
            }
        }
    }

    @Test("heads: the query is decoded, names are without case")
    func head() throws {
        let bytes = Array("POST /t/log?name=a%20b&x HTTP/1.1\r\nHOST:  h \r\nContent-Length: 3\r\n\r\n".utf8)
        #expect(RequestHead.end(of: bytes, from: 0) == bytes.count)
        let head = try RequestHead.parse(bytes, .init()).get()
        #expect(head.method == "POST" && head.path == "/t/log" && head.query == ["name": "a b", "x": ""])
        #expect(head.headers == ["host": "h", "content-length": "3"] && head.bodyLength == 3)
        #expect(RequestHead.end(of: Array("GET / HTTP/1.1\n\nx".utf8), from: 0) == 16)
        #expect(RequestHead.end(of: Array("GET / HTTP/1.1\r\n\r".utf8), from: 0) == nil)
    }

    /// No bytes trap.
    @Test("any bytes are a head or a refusal")
    func anyBytes() {
        var state: UInt64 = 7
        let alphabet = Array("GET / HTTP/1.1\r\n:Host-% ?&=0\u{e9}".utf8) + [0, 255]
        for _ in 0..<5000 {
            let bytes = (0..<60).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(truncatingIfNeeded: (state >> 33) % UInt64(alphabet.count))]
            }
            _ = RequestHead.end(of: bytes, from: 0)
            _ = RequestHead.parse(bytes, .init())
        }
    }
}

/// A client that does what it should not.
private final class TestSocket {
    private let descriptor: Int32

    init?(_ port: UInt16) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let sent = bytes[start...].withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0x4000) }
            guard sent > 0 else { return }
            start += sent
        }
    }

    /// Everything until the other side closes.
    func rest(seconds: Int) -> String {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
