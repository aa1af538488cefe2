import Foundation
import Readers
import Reporting
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis
@testable import LiveTuning

/// Several logs, verdict, signals, moments and searches, behind the routes.
@Suite("serve: several logs")
struct SeveralLogsTests {
    static func routes(_ names: [String]) throws -> PageRoutes {
        var options = PageOptions()
        options.version = "test"
        let logs = try names.map { name in
            (path: name, recording: try RecordingReader.read(path: SharedData.committed(name).path))
        }
        return PageRoutes(
            rule: AccessRule(token: PageRoutesTests.token, port: PageRoutesTests.port),
            session: try PageSession(logs, options: options))
    }

    @Test("a dropped log that cannot be tried is not opened; one whose trial ended the program neither")
    func untried() async throws {
        let bytes = Array(try Data(contentsOf: SharedData.committed(Self.two[0])))
        var options = PageOptions()
        options.analysis.source = ReadOptions()
        options.rehearsal = { _ in throw SensorLabError(.inputOutput, code: .cannotStart, message: "too few") }
        let error = try await #require(throws: SensorLabError.self) {
            try await PageSession([], options: options).open(bytes, name: "a.csv.gz")
        }
        #expect(error.code == .cannotStart)
        options.rehearsal = { _ in false }
        await #expect(throws: SensorLabError.self) {
            try await PageSession([], options: options).open(bytes, name: "a.csv.gz")
        }
        options.rehearsal = { _ in true }
        _ = try await PageSession([], options: options).open(bytes, name: "a.csv.gz")
    }

    static let two = ["ar-panning-barcelona.csv.gz", "texting-magnets.csv.gz"]

    static func ask(
        _ routes: PageRoutes, _ path: String, _ body: String? = nil, query: [String: String] = [:]
    ) async throws -> (status: Int, json: [String: Any]) {
        let response = await routes.respond(
            to: PageRoutesTests.request(
                body == nil ? "GET" : "POST", "/\(PageRoutesTests.token)/\(path)", body: body ?? "", query: query))
        return (response.status, try PageRoutesTests.json(response))
    }

    static func heading(_ scores: Any?) throws -> Double {
        let accuracy = try #require((scores as? [String: Any])?["accuracy"] as? [String: Any])
        return try #require(accuracy["headingRMSEDegrees"] as? Double)
    }

    @Test("every log is listed; one is shown, and another one where it is asked for")
    func sessions() async throws {
        let routes = try Self.routes(Self.two)
        let first = try await Self.ask(routes, "session").json
        let logs = try #require(first["logs"] as? [[String: Any]])
        #expect(logs.map { $0["name"] as? String } == Self.two && logs.map { $0["number"] as? Int } == [1, 2])
        #expect((first["log"] as? [String: Any])?["number"] as? Int == 1)
        let second = try await Self.ask(routes, "session", query: ["log": "2"]).json
        #expect((second["log"] as? [String: Any])?["name"] as? String == Self.two[1])
        // The one that was shown last stays; one that is not open changes nothing.
        let again = try await Self.ask(routes, "session", query: ["log": "7"]).json
        #expect((again["log"] as? [String: Any])?["number"] as? Int == 2)
        let closed = try await Self.ask(routes, "close", #"{"log":2}"#).json
        #expect((closed["log"] as? [String: Any])?["number"] as? Int == 1)
        let gone = try await Self.ask(routes, "run", PageRoutesTests.run("lowpass", log: 2))
        #expect(gone.status == 409)
    }

    @Test("the scores of a log do not depend on which one is shown")
    func scores() async throws {
        let routes = try Self.routes(Self.two)
        let parameters = #"{"magnetometerWeight":0.9}"#
        let score = try await Self.ask(
            routes, "score", #"{"log":2,"filter":"lowpass","parameters":\#(parameters)}"#)
        #expect(score.status == 200 && score.json["log"] as? Int == 2)
        _ = try await Self.ask(routes, "session", query: ["log": "2"])
        let run = try await Self.ask(routes, "run", PageRoutesTests.run("lowpass", parameters, log: 2))
        #expect(run.json["scores"] as? NSDictionary == score.json["scores"] as? NSDictionary)
    }

    @Test("the verdict is the object of the report")
    func verdict() async throws {
        let routes = try Self.routes([Self.two[0]])
        let answer = try await Self.ask(routes, "verdict", #"{"log":1}"#)
        #expect(answer.status == 200)
        let path = SharedData.committed(Self.two[0]).path
        let report = try Analyzer(options: AnalysisOptions()).analyze(
            try RecordingReader.read(path: path), input: InputSection(path: path, format: "", sha256: ""),
            tool: ToolSection(version: "test")
        ).report
        let expected = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report.verdict))
        #expect(answer.json["verdict"] as? NSDictionary == expected as? NSDictionary)
        #expect(answer.json["filter"] as? String == report.recommendation?.filter)
        #expect(answer.json["state"] as? String == Answer(report, ReportSummary(report))?.state)
        #expect((answer.json["headline"] as? String)?.isEmpty == false)
        let again = try await Self.ask(routes, "verdict", #"{"log":1}"#)
        #expect(again.json as NSDictionary == answer.json as NSDictionary)
    }

    @Test("signals: every component within the window, the strength that of the components")
    func signals() async throws {
        let routes = try Self.routes([Self.two[0]])
        let answer = try await Self.ask(
            routes, "signals", #"{"log":1,"window":{"from":30,"to":31,"columns":4000}}"#)
        #expect(answer.status == 200)
        func values(_ curve: Any?) throws -> (x: [Float], y: [Float]) {
            let curve = try #require(curve as? [String: Any])
            return (try SessionTests.floats(curve["x"]), try SessionTests.floats(curve["y"]))
        }
        for kind in ["force", "turn", "field"] {
            let components = try #require(answer.json[kind] as? [Any])
            #expect(components.count == 3)
            for component in components {
                let (x, y) = try values(component)
                #expect(x.count > 20 && x.count == y.count && x.allSatisfy { (30...31).contains($0) }, "\(kind)")
            }
        }
        let field = try #require(answer.json["field"] as? [Any]).map { try values($0).y }
        let strength = try values(answer.json["strength"]).y
        // Not a number where a stroke begins.
        let known = strength.indices.filter { strength[$0].isFinite }
        #expect(known.count > 20)
        for index in known {
            let sum = field.reduce(Float(0)) { $0 + $1[index] * $1[index] }
            #expect((sum.squareRoot() - strength[index]).magnitude < 1e-3)
        }
        let session = try await Self.ask(routes, "session").json
        let log = try #require(session["log"] as? [String: Any])
        let expected = try #require(log["fieldMicrotesla"] as? Double)
        let mean = known.reduce(0) { $0 + Double(strength[$1]) } / Double(known.count)
        #expect((mean - expected).magnitude < 3)
    }

    @Test("a moment: unit quaternions of reference and filter, as far apart as the heading error says")
    func moment() async throws {
        let routes = try Self.routes([Self.two[0]])
        let answer = try await Self.ask(
            routes, "moment", #"{"log":1,"filter":"sensorlab","parameters":{},"seconds":60}"#)
        #expect(answer.status == 200 && answer.json["device"] is NSNull)
        let reference = try #require(answer.json["reference"] as? [Double])
        let filter = try #require(answer.json["filter"] as? [Double])
        for q in [reference, filter] { #expect((q.reduce(0) { $0 + $1 * $1 } - 1).magnitude < 1e-9) }
        let cosine = zip(reference, filter).reduce(0) { $0 + $1.0 * $1.1 }.magnitude
        // The filter errs by less than a degree there, and by more than nothing.
        #expect(cosine > 0.9999 && cosine < 1)
        let late = try await Self.ask(
            routes, "moment", #"{"log":1,"filter":"sensorlab","parameters":{},"seconds":9999}"#)
        #expect(late.json["reference"] is NSNull && late.json["filter"] is NSNull)
    }

    @Test("a search: better than what is there, with the figures that the page shows; it is cancelled at once")
    func search() async throws {
        let routes = try Self.routes(Self.two)
        func finished() async throws -> [String: Any] {
            while true {
                let answer = try await Self.ask(routes, "progress")
                try #require(answer.status == 200)
                if answer.json["state"] as? String != "running" { return answer.json }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(try await Self.ask(routes, "progress").status == 409)
        let begun = try await Self.ask(
            routes, "search", #"{"filter":"lowpass","parameters":{},"objective":"heading"}"#)
        #expect(begun.status == 200)
        let answer = try await finished()
        #expect(answer["state"] as? String == "finished" && answer["logs"] as? Int == 2)
        let (given, value) = (try #require(answer["given"] as? Double), try #require(answer["value"] as? Double))
        #expect(value < given)
        let parameters = try #require(answer["parameters"] as? [String: Double])
        for (set, mean) in [([:], given), (parameters, value)] {
            let text = String(decoding: try JSONEncoder().encode(set), as: UTF8.self)
            var sum = 0.0
            for log in [1, 2] {
                sum += try Self.heading(
                    try await Self.ask(
                        routes, "score", #"{"log":\#(log),"filter":"lowpass","parameters":\#(text)}"#
                    ).json["scores"])
            }
            #expect((sum / 2 - mean).magnitude < 1e-6)
        }

        _ = try await Self.ask(routes, "search", #"{"filter":"sensorlab","parameters":{},"objective":"total"}"#)
        _ = try await Self.ask(routes, "cancel", "{}")
        #expect(try await finished()["state"] as? String == "cancelled")
        let places = try await Self.ask(routes, "search", #"{"filter":"lowpass","parameters":{},"objective":"pixels"}"#)
        #expect(places.status == 400)
        #expect(try await Self.ask(routes, "progress").json["state"] as? String == "cancelled")
    }
}
