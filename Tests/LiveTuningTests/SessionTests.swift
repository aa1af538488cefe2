import Foundation
import OrientationFilters
import ProjectionCore
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis
@testable import LiveTuning

/// What lies behind the routes: runs, windows, sliders, the saved file.
@Suite("serve: session")
struct SessionTests {
    /// The floats of a curve.
    static func floats(_ value: Any?) throws -> [Float] {
        let text = try #require(value as? String)
        let data = try #require(Data(base64Encoded: text))
        return stride(from: 0, to: data.count, by: 4).map { index in
            Float(bitPattern: data[index..<index + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
    }

    static func run(_ routes: PageRoutes, _ body: String) async throws -> [String: Any] {
        let response = await routes.respond(
            to: PageRoutesTests.request("POST", "/\(PageRoutesTests.token)/run", body: body))
        #expect(response.status == 200)
        return try PageRoutesTests.json(response)
    }

    @Test("a run: every curve inside its window, within the columns' budget, the scores those of the whole log")
    func curves() async throws {
        let routes = try PageRoutesTests.routes(try PageRoutesTests.demo())
        let whole = try await Self.run(routes, PageRoutesTests.run("kalman"))
        let part = try await Self.run(
            routes, PageRoutesTests.run("kalman", window: #"{"from":20,"to":25.5,"columns":200}"#))
        #expect(whole["scores"] as? NSDictionary == part["scores"] as? NSDictionary)
        for (answer, range, columns) in [(whole, 0.0...1e3, 300), (part, 20.0...25.5, 200)] {
            let curves = try #require(answer["curves"] as? [String: Any])
            for name in ["heading", "rho", "error"] {
                let curve = try #require(curves[name] as? [String: Any])
                let (x, y) = (try Self.floats(curve["x"]), try Self.floats(curve["y"]))
                #expect(x.count == y.count && x.count > 100 && x.count <= 14 * columns, "\(name): \(x.count)")
                #expect(zip(x, x.dropFirst()).allSatisfy { $0 <= $1 })
                #expect(x.allSatisfy { range.contains(Double($0)) })
                let bounds: ClosedRange<Float> = name == "error" ? -180...180 : name == "rho" ? 0...180 : 0...360
                #expect(y.filter(\.isFinite).allSatisfy(bounds.contains))
            }
        }
    }

    @Test("a window shows the same spike that the whole log shows")
    func spike() async throws {
        var recording = Recording()
        for index in 0..<60_000 {
            let time = Int64(index) * 10_000_000
            recording.accelerometer.append(Vector3(0, 9.81, index == 41_234 ? 9.81 : 0), at: time)
            recording.magnetometer.append(Vector3(0, -40, -20), at: time)
        }
        let routes = try PageRoutesTests.routes(recording)
        for window in [#"{"from":0,"to":null,"columns":100}"#, #"{"from":400,"to":420,"columns":100}"#] {
            let answer = try await Self.run(routes, PageRoutesTests.run("compass", window: window))
            let rho = try #require((answer["curves"] as? [String: Any])?["rho"] as? [String: Any])
            let (x, y) = (try Self.floats(rho["x"]), try Self.floats(rho["y"]))
            // Upright is 90 degrees; gravity at 45 degrees between y and z is 135.
            let peak = try #require(y.indices.filter { y[$0].isFinite }.max { y[$0] < y[$1] })
            #expect((y[peak] - 135).magnitude < 0.01)
            #expect((x[peak] - 412.34).magnitude <= 3)
        }
    }

    @Test("the same parameters do not run again; other ones do, and the oldest are forgotten")
    func cache() throws {
        var cache = TrackCache()
        func key(_ weight: Double, log: Int = 1) -> TrackKey {
            TrackKey(log: log, filter: "lowpass", parameters: ["magnetometerWeight": weight])
        }
        let rows = TrackCache.rowLimit / 2
        let estimate = OrientationEstimate(orientation: .identity)
        let track = OrientationTrack(
            name: "lowpass", times: [Int64](repeating: 0, count: rows),
            estimates: [OrientationEstimate](repeating: estimate, count: rows))
        let scores = try JSONDecoder().decode(TrialScores.self, from: Data("{}".utf8))
        let run = TrialRun(track: track, scores: scores, seconds: 0)
        for weight in [0.1, 0.2, 0.3] { cache.insert(run, for: key(weight)) }
        #expect(cache.run(key(0.1)) == nil)
        #expect(cache.run(key(0.2)) != nil && cache.run(key(0.3)) != nil)
        cache.insert(run, for: key(0.4, log: 2))
        #expect(cache.run(key(0.3)) == nil, "another log was opened")
    }

    @Test("the saved file is one that the projection core reads, with what was changed and nothing else")
    func save() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("serve-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("projection-core.json").path
        let routes = try PageRoutesTests.routes(try PageRoutesTests.demo()) { $0.output = path }
        let parameters = #"{"magnetometerWeight":0.95,"accelerometerWeight":0.8}"#
        for replaced in [false, true] {
            let response = await routes.respond(
                to: PageRoutesTests.request(
                    "POST", "/\(PageRoutesTests.token)/save",
                    body: #"{"log":1,"filter":"LowPass","parameters":\#(parameters)}"#))
            #expect(response.status == 200)
            #expect(try PageRoutesTests.json(response)["replaced"] as? Bool == replaced)
        }
        let file = try ParameterFile(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), name: path)
        #expect(file.filter == "lowpass")
        #expect(file.parameters == ["magnetometerWeight": 0.95])
        #expect(file.provenance["logs"] == "demo.csv")

        var app = ParameterFile(filter: "kalman")
        (app.headingOffsetDegrees, app.options.nearest) = (3.5, 7)
        let kept = try PageRoutesTests.routes(try PageRoutesTests.demo()) { ($0.output, $0.app) = (path, app) }
        _ = await kept.respond(
            to: PageRoutesTests.request(
                "POST", "/\(PageRoutesTests.token)/save",
                body: #"{"log":1,"filter":"lowpass","parameters":\#(parameters)}"#))
        let own = try ParameterFile(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), name: path)
        #expect(own.filter == "lowpass" && own.parameters == ["magnetometerWeight": 0.95])
        #expect(own.headingOffsetDegrees == 3.5 && own.options.nearest == 7)

        let blocked = try PageRoutesTests.routes(try PageRoutesTests.demo()) { $0.output = "/proc/none/x.json" }
        let response = await blocked.respond(
            to: PageRoutesTests.request(
                "POST", "/\(PageRoutesTests.token)/save", body: #"{"log":1,"filter":"lowpass","parameters":{}}"#))
        #expect(response.status == 500)
        #expect(try PageRoutesTests.error(response).code == "cannot-create")
    }

    @Test("every slider of the catalogue holds its default and stays within the valid range")
    func sliders() {
        for entry in FilterCatalogue.entries {
            for parameter in entry.parameters {
                let slider = SliderScale(parameter)
                let name = Comment(rawValue: "\(entry.information.name).\(parameter.name)")
                #expect(parameter.range.contains(slider.minimum) && parameter.range.contains(slider.maximum), name)
                #expect(slider.minimum <= parameter.defaultValue && parameter.defaultValue <= slider.maximum, name)
                #expect(slider.minimum < slider.maximum, name)
                #expect(!slider.isLogarithmic || slider.minimum > 0, name)
                #expect(slider.isLogarithmic || slider.maximum - slider.minimum <= 1000, name)
            }
        }
        let weight = FilterCatalogue.entry(named: "lowpass")?.parameters.first.map(SliderScale.init)
        #expect(weight?.isLogarithmic == false && weight?.minimum == 0)
        let time = FilterCatalogue.entry(named: "complementary")?.parameters.first.map(SliderScale.init)
        #expect(time?.isLogarithmic == true && time?.minimum == 0.03 && time?.maximum == 300)
    }

    @Test("windows: seconds within the log, 50 to 4000 columns")
    func windows() {
        let log: ClosedRange<Int64> = 5_000_000_000...15_000_000_000
        #expect(TimeWindow(from: 0, to: nil, columns: 300).interval(in: log) == log)
        #expect(TimeWindow(from: 2, to: 4, columns: 300).interval(in: log) == 7_000_000_000...9_000_000_000)
        #expect(TimeWindow(from: 2, to: 40, columns: 300).interval(in: log) == 7_000_000_000...15_000_000_000)
        for bad in [
            TimeWindow(from: 10, to: nil, columns: 300), TimeWindow(from: -1, to: 2, columns: 300),
            TimeWindow(from: 4, to: 2, columns: 300), TimeWindow(from: 0, to: 2, columns: 49),
            TimeWindow(from: 0, to: 2, columns: 4001), TimeWindow(from: .nan, to: 2, columns: 300),
        ] { #expect(bad.interval(in: log) == nil) }
        // A log of one sample can be shown.
        #expect(TimeWindow(from: 0, to: nil, columns: 300).interval(in: 7...7) == 7...7)
    }

    @Test("unknown filters on the command line are errors before anything is served")
    func options() throws {
        var options = PageOptions()
        options.compared = ["nothing"]
        #expect(throws: SensorLabError.self) { try PageServer(nil, name: "", options: options) }
        options.compared = []
        options.tuned = FilterRequest(name: "lowpass", parameters: ["weight": 1])
        #expect(throws: SensorLabError.self) { try PageServer(nil, name: "", options: options) }
    }

    @Test("tokens are 128 random bits, none like another")
    func tokens() {
        let tokens = Set((0..<100).map { _ in AccessRule.randomToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
