import Analysis
import Foundation

@testable import LiveTuning

/// What `serve` is sent: the head as its connection parses it, then the routes with the body.
extension FuzzTarget {
    static let server = [
        FuzzTarget("request", maxLength: 1 << 14, mutation: .text, seeds: { RequestSeeds.all }) { bytes in
            guard let end = RequestHead.end(of: bytes, from: 0) else { return }
            guard case .success(let head) = RequestHead.parse(Array(bytes[..<end]), LoopbackServer.Limits()) else {
                return
            }
            require(head.bodyLength >= 0, "a length below zero")
            let body = Data(bytes[end...].prefix(head.bodyLength))
            let request = PageRequest(
                method: head.method, path: head.path, query: head.query, headers: head.headers,
                bodyLength: head.bodyLength, body: { limit in body.count > limit ? nil : body })
            let response = try waited { try await RequestSeeds.routes().respond(to: request) }
            require(
                [200, 400, 403, 404, 405, 409, 413, 422].contains(response.status), "the status \(response.status)")
        }
    ]

    /// The result of a task, as the thread of a connection waits for it.
    private static func waited<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = ResultBox<Value>()
        Task.detached {
            do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { fatalError("finding: a task without an end") }
        return try result.get()
    }
}

/// Carries a result from a task to the thread that waits for it.
private final class ResultBox<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}

/// A session with a short log, and a request of every route.
private enum RequestSeeds {
    static let token = String(repeating: "0123456789abcdef", count: 2)

    /// New routes for every input, so that earlier inputs have no effect.
    static func routes() throws -> PageRoutes {
        var options = PageOptions()
        options.analysis.calibration = .none
        options.analysis.jobs = 1
        options.output = NSTemporaryDirectory() + "sensorlab-fuzz-\(getpid()).json"
        return PageRoutes(
            rule: AccessRule(token: token, port: 4711),
            session: try PageSession([("log.csv", SeedFiles.log)], options: options))
    }

    static var all: [[UInt8]] {
        let window = #""window":{"from":0,"to":null,"columns":100}"#
        let filter = #""log":1,"filter":"lowpass","parameters":{"magnetometerWeight":0.05}"#
        let bodies = [
            "run": "{\(filter),\(window)}", "reference": #"{"log":1,\#(window)}"#, "signals": #"{"log":1,\#(window)}"#,
            "moment": #"{\#(filter),"seconds":1.5}"#, "score": "{\(filter)}", "verdict": #"{"log":1}"#,
            "effects": #"{"log":1,"filter":"compass"}"#, "save": "{\(filter)}", "close": #"{"log":1}"#, "cancel": "",
            "log?name=a.csv": String(decoding: ShortLogs.all[0].prefix(4000), as: UTF8.self),
        ]
        return bodies.map { request("POST", $0.key, $0.value) }
            + ["", "session", "session?log=1", "progress"].map { request("GET", $0, "") }
    }

    private static func request(_ method: String, _ route: String, _ body: String) -> [UInt8] {
        // The length is more than the body's, so that a body that grows stays whole.
        let head = [
            "\(method) /\(token)/\(route) HTTP/1.1", "Host: 127.0.0.1:4711", "Origin: http://127.0.0.1:4711",
            "Content-Length: 20000", "Content-Type: application/json",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
