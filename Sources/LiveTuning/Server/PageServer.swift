import Analysis
import FlyingFox
import FlyingSocks
import Foundation
import Recordings
import Vocabulary

/// The local page: an HTTP server on 127.0.0.1, a random token, a log, and the filters.
///
/// The only file that knows the server library.
public struct PageServer: Sendable {
    private let session: PageSession
    private let token = AccessRule.randomToken()

    /// Bodies up to this length are read before anybody is asked; longer ones wait for the routes, bytes.
    private static let eagerBody = 64 << 10
    /// A large log may take this long to calibrate, seconds.
    private static let patience = 600.0

    /// Prepares the log; nothing is listened to yet.
    /// - Parameters:
    ///   - recording: the log that is open at first; `nil` waits for one to be dropped.
    ///   - name: what the page calls it.
    ///   - options: port, filters, calibration, where parameters are saved.
    /// - Throws: `SensorLabError` where the log or an option is unusable.
    public init(_ recording: Recording?, name: String, options: PageOptions) throws {
        session = try PageSession(recording, name: name, options: options)
    }

    /// Serves until the task is cancelled or the program ends.
    /// - Parameter ready: is given the page's address once it answers.
    /// - Throws: `SensorLabError` (input/output) where the port cannot be listened to.
    public func run(ready: @Sendable @escaping (_ address: String) -> Void) async throws {
        let port = session.options.port
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.patience,
                sharedRequestBufferSize: Self.eagerBody, sharedRequestReplaySize: Self.eagerBody,
                logger: .disabled))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask {
                    try await server.waitUntilListening(timeout: Self.patience)
                    guard case .ip4(_, let port)? = await server.listeningAddress else {
                        throw SocketError.unsupportedAddress
                    }
                    let routes = PageRoutes(rule: AccessRule(token: token, port: port), session: session)
                    await server.appendRoute("*") { await Self.respond(to: $0, routes) }
                    ready("http://127.0.0.1:\(port)/\(token)/")
                }
                // The second task ends when the page answers; the first when the server does.
                while try await group.next() != nil {}
            }
        } catch let error as SocketError {
            throw SensorLabError(
                .inputOutput, code: .cannotListen, place: "--port \(port)",
                message: "127.0.0.1 cannot be listened to on this port (\(Self.reason(error)))",
                advice: "leave --port out, which takes a free one")
        }
    }

    private static func reason(_ error: SocketError) -> String {
        guard case .failed(_, _, let message) = error else { return error.localizedDescription }
        return message
    }

    private static func respond(to request: HTTPRequest, _ routes: PageRoutes) async -> HTTPResponse {
        let answer = await routes.respond(to: PageRequest(request))
        var headers: HTTPHeaders = [.contentType: answer.contentType, .cacheControl: "no-store"]
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
        // A body that was refused unread would be taken for the next request.
        if answer.status == 403 || answer.status == 413 { headers[.connection] = "close" }
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: phrase(answer.status)), headers: headers,
            body: answer.body)
    }

    private static func phrase(_ status: Int) -> String { status < 300 ? "OK" : "Refused" }
}

extension PageRequest {
    fileprivate init(_ request: HTTPRequest) {
        var headers: [String: String] = [:]
        for key in request.headers.keys { headers[key.rawValue.lowercased()] = request.headers[key] }
        self.init(
            method: request.method.rawValue, path: request.target.path(),
            query: Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first },
            headers: headers, bodyLength: headers["content-length"].flatMap { Int($0) },
            body: { limit in
                var data = Data()
                for try await chunk in request.bodySequence {
                    guard data.count + chunk.count <= limit else { return nil }
                    data.append(chunk)
                }
                return data
            })
    }
}

/// What the user asked of `serve`.
public struct PageOptions: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    public var port: UInt16 = 0
    /// Where parameters are saved.
    public var output = "projection-core.json"
    /// The filter whose parameters are moved at first, with changes to its defaults.
    public var tuned = FilterRequest(name: "lowpass")
    /// The filters shown beside it at first.
    public var compared = ["sensorlab"]
    /// Place, date, calibration, heading axis and north, of every log that is opened.
    public var analysis = AnalysisOptions()
    /// How dropped logs are read.
    public var reading = ReadOptions()
    /// The version of the program, for the saved file.
    public var version = ""
    /// The largest log that can be dropped, bytes.
    public var uploadLimit = 256 << 20

    /// The classic low-pass beside the best filter, on a free port.
    public init() {}
}
