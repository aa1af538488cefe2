import Analysis
import Foundation
import Readers
import Recordings
import Reporting
import TestSupport
import Testing

@testable import LiveTuning

/// The routes without a socket: who is let in, what is answered, what is refused.
@Suite("serve: routes")
struct PageRoutesTests {
    static let token = String(repeating: "0123456789abcdef", count: 2)
    static let port: UInt16 = 4711

    static func routes(_ recording: Recording? = nil, change: (inout PageOptions) -> Void = { _ in }) throws
        -> PageRoutes
    {
        var options = PageOptions()
        options.analysis.calibration = .none
        options.analysis.source = ReadOptions()
        change(&options)
        return PageRoutes(
            rule: AccessRule(token: token, port: port),
            session: try PageSession(recording.map { [("demo.csv", $0)] } ?? [], options: options))
    }

    static func demo() throws -> Recording {
        try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
    }

    static func request(
        _ method: String, _ path: String, body: String = "", headers: [String: String] = [:],
        query: [String: String] = [:], announced: Int? = nil
    ) -> PageRequest {
        let data = Data(body.utf8)
        return PageRequest(
            method: method, path: path, query: query,
            headers: ["host": "127.0.0.1:\(port)"].merging(headers) { $1 },
            bodyLength: announced ?? data.count, body: { $0 >= data.count ? data : nil })
    }

    static func run(_ filter: String, _ parameters: String = "{}", log: Int = 1, window: String? = nil) -> String {
        let window = window ?? #"{"from":0,"to":null,"columns":300}"#
        return #"{"log":\#(log),"filter":"\#(filter)","parameters":\#(parameters),"window":\#(window)}"#
    }

    /// The JSON of an answer.
    static func json(_ response: PageResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    }

    /// Code and message of a refusal, which has both and never is empty.
    static func error(_ response: PageResponse) throws -> (code: String, message: String) {
        let error = try #require(try json(response)["error"] as? [String: Any])
        let message = try #require(error["message"] as? String)
        #expect(!message.isEmpty)
        return (try #require(error["code"] as? String), message)
    }

    @Test("the page needs the token: none, a wrong one, a shorter and a longer one are refused")
    func token() async throws {
        let routes = try Self.routes()
        #expect(await routes.respond(to: Self.request("GET", "/\(Self.token)/")).status == 200)
        #expect(await routes.respond(to: Self.request("GET", "/\(Self.token)")).status == 200)
        let wrong = "f" + Self.token.dropFirst()
        let short = Self.token.dropLast()
        for path in [
            "", "/", "//", "/\(wrong)/", "/\(short)/", "/\(Self.token)0/", "/session", "/x/\(Self.token)/",
        ] {
            let response = await routes.respond(to: Self.request("GET", path))
            #expect(response.status == 403, "\(path)")
            #expect(try Self.error(response).code == "wrong-token")
            #expect(!String(decoding: response.body, as: UTF8.self).contains(Self.token))
        }
    }

    @Test("a foreign name that resolves to this machine is refused, with the right token too")
    func host() async throws {
        let routes = try Self.routes()
        for host in ["localhost:4711", "LOCALHOST:4711", "127.0.0.1:4711"] {
            let request = Self.request("GET", "/\(Self.token)/session", headers: ["host": host])
            #expect(await routes.respond(to: request).status == 200)
        }
        for host in [
            "evil.example:4711", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:4711", "[::1]:4711", "",
        ] {
            let request = Self.request("GET", "/\(Self.token)/session", headers: ["host": host])
            let response = await routes.respond(to: request)
            #expect(response.status == 403, "\(host)")
            #expect(try Self.error(response).code == "wrong-host")
        }
        var without = Self.request("GET", "/\(Self.token)/session")
        without.headers["host"] = nil
        #expect(await routes.respond(to: without).status == 403)
    }

    @Test("another page's requests are refused by Origin and by Sec-Fetch-Site")
    func origin() async throws {
        let routes = try Self.routes()
        func status(_ headers: [String: String]) async -> Int {
            await routes.respond(to: Self.request("GET", "/\(Self.token)/session", headers: headers)).status
        }
        #expect(await status(["origin": "http://127.0.0.1:4711", "sec-fetch-site": "same-origin"]) == 200)
        #expect(await status(["sec-fetch-site": "none"]) == 200)
        for origin in ["null", "https://127.0.0.1:4711", "http://127.0.0.1:4712", "http://evil.example"] {
            #expect(await status(["origin": origin]) == 403, "\(origin)")
        }
        for site in ["cross-site", "same-site"] { #expect(await status(["sec-fetch-site": site]) == 403) }
    }

    @Test("no path leads to a file: dots, encoded dots, absolute paths, other names")
    func traversal() async throws {
        let routes = try Self.routes()
        for path in [
            "../etc/passwd", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd",
            "session/../../../etc/passwd", "Package.swift", "session/", "run%00",
        ] {
            let response = await routes.respond(to: Self.request("GET", "/\(Self.token)/\(path)"))
            #expect(response.status == 404, "\(path)")
            #expect(try Self.error(response).code == "no-such-page")
        }
        #expect(await routes.respond(to: Self.request("DELETE", "/\(Self.token)/session")).status == 405)
        #expect(await routes.respond(to: Self.request("GET", "/\(Self.token)/run")).status == 405)
    }

    @Test("the page runs its own script and no other, and nothing of the log stands in it")
    func page() async throws {
        let response = await (try Self.routes(try Self.demo())).respond(to: Self.request("GET", "/\(Self.token)/"))
        let policy = try #require(response.headers["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        let page = String(decoding: response.body, as: UTF8.self)
        // The library of charts is as its authors wrote it.
        #expect(page.components(separatedBy: ChartScript.library).count == 2)
        let html = page.replacing(ChartScript.library, with: "")
        let addresses = html.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!addresses.contains("http"), "the name of SVG is the only address")
        #expect(!html.contains("demo.csv"))
        #expect(!html.contains(" style=") && !html.contains(" onclick="), "the policy forbids both")
        // innerHTML and its like would make markup of names.
        for sink in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            #expect(!html.contains(sink))
        }
    }

    @Test("an unknown filter is 404 with the nearest name; unknown and malformed parameters are 400")
    func badRuns() async throws {
        let routes = try Self.routes(try Self.demo())
        func run(_ body: String) async -> PageResponse {
            await routes.respond(to: Self.request("POST", "/\(Self.token)/run", body: body))
        }
        let unknown = await run(Self.run("lowpas"))
        #expect(unknown.status == 404)
        #expect(try Self.error(unknown).code == "unknown-filter")
        #expect(String(decoding: unknown.body, as: UTF8.self).contains("did you mean lowpass?"))
        for (body, code) in [
            (Self.run("lowpass", #"{"weight":0.5}"#), "unknown-parameter"),
            (Self.run("lowpass", #"{"accelerometerWeight":1.5}"#), "parameter-out-of-range"),
            (Self.run("lowpass", #"{"accelerometerWeight":-1e300}"#), "parameter-out-of-range"),
            (Self.run("lowpass", #"{"accelerometerWeight":"0.5"}"#), "malformed-request"),
            (Self.run("lowpass", #"{"accelerometerWeight":null}"#), "malformed-request"),
            (Self.run("lowpass", #"{"accelerometerWeight":NaN}"#), "malformed-request"),
            (Self.run("lowpass", "[]"), "malformed-request"), ("", "malformed-request"),
            ("{}", "malformed-request"), ("[1,2", "malformed-request"),
            (Self.run("lowpass", window: #"{"from":9e9,"to":null,"columns":300}"#), "bad-window"),
            (Self.run("lowpass", window: #"{"from":-1,"to":2,"columns":300}"#), "bad-window"),
            (Self.run("lowpass", window: #"{"from":2,"to":1,"columns":300}"#), "bad-window"),
            (Self.run("lowpass", window: #"{"from":0,"to":null,"columns":1000000000}"#), "bad-window"),
        ] {
            let response = await run(body)
            #expect(response.status == 400, "\(body)")
            #expect(try Self.error(response).code == code, "\(body)")
        }
        let stale = await run(Self.run("lowpass", log: 7))
        #expect(stale.status == 409)
        let without = await (try Self.routes()).respond(
            to: Self.request("POST", "/\(Self.token)/run", body: Self.run("lowpass")))
        #expect(without.status == 409)
        #expect(try Self.error(without).code == "no-log")
    }

    @Test("a body over the limit is refused: announced, and found while reading")
    func bodyLimit() async throws {
        let routes = try Self.routes { $0.uploadLimit = 1000 }
        let announced = Self.request("POST", "/\(Self.token)/log", body: "t", announced: 1001)
        #expect(await routes.respond(to: announced).status == 413)
        var hidden = Self.request("POST", "/\(Self.token)/log", body: String(repeating: "x", count: 1001))
        hidden.bodyLength = nil
        let response = await routes.respond(to: hidden)
        #expect(response.status == 413)
        #expect(try Self.error(response).code == "too-large")
        let long = Self.request("POST", "/\(Self.token)/run", announced: PageRoutes.requestLimit + 1)
        #expect(await routes.respond(to: long).status == 413)
    }

    @Test("a broken upload is refused with a readable message, and the old log stays open")
    func brokenUpload() async throws {
        let routes = try Self.routes(try Self.demo())
        for (body, status) in [("", 422), ("hello\nworld\n", 422), ("t,ax,ay,az\n", 422), ("PK\u{3}\u{4}broken", 422)] {
            let response = await routes.respond(
                to: Self.request("POST", "/\(Self.token)/log", body: body, query: ["name": "../../etc/broken.csv"]))
            #expect(response.status == status, "\(body.debugDescription)")
            #expect(try Self.error(response).message.contains("broken.csv"))
        }
        let session = try Self.json(await routes.respond(to: Self.request("GET", "/\(Self.token)/session")))
        let log = try #require(session["log"] as? [String: Any])
        #expect(log["name"] as? String == "demo.csv")
        let run = await routes.respond(to: Self.request("POST", "/\(Self.token)/run", body: Self.run("lowpass")))
        #expect(run.status == 200)
    }

    @Test(
        "a dropped log is opened under its name, whatever that is: it stays text",
        arguments: [
            "<img src=x onerror=alert(1)>.csv", "a\"b'c\nd.csv", String(repeating: "long", count: 75), "../../x",
        ])
    func upload(name: String) async throws {
        let routes = try Self.routes()
        var text = "t,ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s),mx,my,mz\n"
        for index in 0..<500 { text += "\(Double(index) / 100),0,0,9.81,0,0,0.1,0,20,-40\n" }
        let response = await routes.respond(
            to: Self.request("POST", "/\(Self.token)/log", body: text, query: ["name": name]))
        #expect(response.status == 200)
        let answer = try Self.json(response)
        let log = try #require(answer["log"] as? [String: Any])
        #expect(log["name"] as? String == name)
        // Commands cannot name it.
        #expect((answer["logs"] as? [[String: Any]])?.last?["path"] is NSNull)
        #expect(log["hasReference"] as? Bool == false)
        #expect(log["motion"] as? String == "gyroscope")
        let number = try #require(log["number"] as? Int)
        let run = await routes.respond(
            to: Self.request("POST", "/\(Self.token)/run", body: Self.run("kalman", log: number)))
        #expect(run.status == 200)
        let scores = try #require(try Self.json(run)["scores"] as? [String: Any])
        #expect(scores["accuracy"] is NSNull, "there is no reference")
    }
}
