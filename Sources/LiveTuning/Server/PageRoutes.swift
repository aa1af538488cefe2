import Files
import Foundation
import Reporting
import Vocabulary

/// The routes of the page, below its token: the page itself, the session, runs of filters, verdict and signals of a
/// log, a search, a dropped log, saving.
///
/// Nothing of the file system is served: a path is compared with these names and never opened.
struct PageRoutes: Sendable {
    let rule: AccessRule
    let session: PageSession

    /// The longest request that is not a log, bytes.
    static let requestLimit = 1 << 20

    /// Answers a request; every failure is an answer too.
    func respond(to request: PageRequest) async -> PageResponse {
        if let (code, message) = rule.refusal(request) {
            return Self.failure(403, code, message: message, advice: "open the address that sensorlab serve printed")
        }
        do {
            let route = rule.route(of: request.path)
            guard let method = Self.methods[route] else {
                return Self.failure(404, .noSuchPage, message: "there is no such page", advice: "reload the page")
            }
            guard request.method == method else {
                return Self.failure(
                    405, .wrongMethod, message: "this address does not accept \(request.method)",
                    advice: "reload the page")
            }
            return try await answer(route, request)
        } catch let error as SensorLabError {
            let message = error.place.isEmpty ? error.message : "\(error.place): \(error.message)"
            return Self.failure(Self.status(of: error), error.code, message: message, advice: error.advice)
        } catch {
            return Self.failure(500, .unexpected, message: "\(error)", advice: "try again, or reload the page")
        }
    }

    /// Every route with its method.
    private static let methods = [
        "": "GET", "session": "GET", "run": "POST", "reference": "POST", "signals": "POST", "moment": "POST",
        "score": "POST", "verdict": "POST", "effects": "POST", "search": "POST", "progress": "GET", "cancel": "POST",
        "save": "POST",
        "log": "POST", "close": "POST",
    ]

    private func answer(_ route: String, _ request: PageRequest) async throws -> PageResponse {
        func decoded<Request: Decodable>() async throws -> Request { try await Self.decoded(request) }
        switch route {
        case "": return PageMarkup.response()
        case "session": return try Self.json(await session.state(showing: request.query["log"].flatMap { Int($0) }))
        case "run": return try Self.json(await session.run(try await decoded()))
        case "reference": return try Self.json(await session.reference(try await decoded()))
        case "signals": return try Self.json(await session.signals(try await decoded()))
        case "moment": return try Self.json(await session.moment(try await decoded()))
        case "score": return try Self.json(await session.score(try await decoded()))
        case "verdict": return try Self.json(await session.verdict(try await decoded()))
        case "effects": return try Self.json(await session.effects(try await decoded()))
        case "search": return try Self.json(await session.search(try await decoded()))
        case "progress": return try Self.json(try await session.progress())
        case "cancel": return try Self.json(try await session.cancel())
        case "save": return try Self.json(await session.save(try await decoded()))
        case "close": return try Self.json(try await session.close(try await decoded()))
        default: return try await open(request)
        }
    }

    private func open(_ request: PageRequest) async throws -> PageResponse {
        let data = try await Self.body(of: request, limit: session.options.uploadLimit)
        // The name is shown in messages and on the page only; it is not used as a path.
        let name = request.query["name"].flatMap { $0.isEmpty ? nil : $0 } ?? "dropped file"
        return try Self.json(await session.open([UInt8](data), name: name))
    }

    private static func body(of request: PageRequest, limit: Int) async throws -> Data {
        let tooLong = SensorLabError(
            .usage, code: .tooLarge, message: "a log may have at most \(limit >> 20) MiB",
            advice: "give the log to sensorlab serve on the command line")
        if let length = request.bodyLength, length > limit { throw tooLong }
        guard let data = try await request.body(limit) else { throw tooLong }
        return data
    }

    private static func decoded<Request: Decodable>(_ request: PageRequest) async throws -> Request {
        let data = try await body(of: request, limit: requestLimit)
        do {
            return try JSONDecoder().decode(Request.self, from: data)
        } catch let error as DecodingError {
            throw SensorLabError(
                .usage, code: .malformedRequest, message: "the request is malformed: \(Self.text(error))",
                advice: "reload the page")
        }
    }

    private static func text(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): return "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is not JSON of the expected form" : "\(path) is not of the expected type"
        @unknown default: return "it is not JSON of the expected form"
        }
    }

    private static func status(of error: SensorLabError) -> Int {
        switch (error.code, error.kind) {
        case (.unknownFilter, _): 404
        case (.tooLarge, _): 413
        case (.anotherLog, _), (.noLog, _), (.noSearch, _): 409
        case (_, .usage): 400
        case (_, .badData), (_, .noInput), (_, .criterion): 422
        case (_, .cannotCreate), (_, .inputOutput): 500
        }
    }

    private static func json(_ value: some Encodable) throws -> PageResponse {
        PageResponse(status: 200, contentType: PageResponse.json, body: try JSONText.line(value))
    }

    static func failure(_ status: Int, _ code: ErrorCode, message: String, advice: String) -> PageResponse {
        // Two short texts and a code: encoding them does not fail.
        let answer = ErrorAnswer(error: .init(code: code, message: message, advice: advice))
        let body = (try? JSONText.line(answer)) ?? Data()
        return PageResponse(status: status, contentType: PageResponse.json, body: body)
    }
}

/// A request as the routes get it, independent of the server.
struct PageRequest: Sendable {
    /// `GET`, `POST`, ...
    var method: String
    /// As sent, percent-encoded, without the query.
    var path: String
    /// Decoded names and values.
    var query: [String: String] = [:]
    /// By lower-case name.
    var headers: [String: String] = [:]
    /// The announced length of the body; `nil` where it was not.
    var bodyLength: Int?
    /// The body, or `nil` where it is longer than a limit; what is beyond the limit is not read.
    var body: @Sendable (_ limit: Int) async throws -> Data?
}

/// An answer of the routes.
struct PageResponse: Sendable {
    var status: Int
    var contentType: String
    var body: Data
    var headers: [String: String] = [:]

    static let json = "application/json; charset=utf-8"
    static let html = "text/html; charset=utf-8"
}

/// The page of `serve`: one file, no network but its own server, the style of the report.
///
/// It holds nothing of a log. Names and messages come as JSON and are put in as text, so that they cannot become
/// markup.
enum PageMarkup {
    /// The page, under a policy that runs its own script and no other.
    static func response() -> PageResponse {
        let nonce = AccessRule.randomToken()
        let policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return PageResponse(
            status: 200, contentType: PageResponse.html, body: Data(html(nonce: nonce).utf8),
            headers: ["Content-Security-Policy": policy.joined(separator: "; ")])
    }

    private static func html(nonce: String) -> String {
        let script = [
            ChartScript.engine, ChartScript.phones, Script.controls, Script.page, Script.signals, Script.logs,
            Script.search,
            Script.view, Script.start,
        ].joined(separator: "\n")
        return Markup.page
            .replacing("{{nonce}}", with: nonce)
            .replacing("{{style}}", with: "\(ReportStyle.css)\n\(StyleSheet.page)")
            .replacing("{{script}}", with: "\(ChartScript.library)\n(() => {\n\"use strict\";\n\(script)\n})();")
    }
}
