import Foundation
import JSON
import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("Parameter files")
struct ParameterFileTests {
    func file(_ text: String) throws -> ParameterFile {
        try ParameterFile(parsing: Array(text.utf8), name: "core.json")
    }

    func error(_ text: String) -> SensorLabError? {
        do { _ = try file(text) } catch let error as SensorLabError { return error } catch {}
        return nil
    }

    @Test("what is written reads back the same")
    func roundTrip() throws {
        var original = ParameterFile(
            filter: "lowpass", parameters: ["accelerometerWeight": 0.9, "magnetometerWeight": 0.1])
        original.model = .scene
        original.options.sceneRotation = -12.5
        original.options.maximumDistance = 2500
        original.options.nearest = 5
        original.options.refraction = 0.13
        original.options.curvature = false
        original.options.visionAngle = 25
        original.options.roadLimit = 40
        original.options.minimumDistance = 12
        original.options.nearestInView = 9
        original.options.categories = try CategoryExpression(parsing: "food AND (open OR \"NOT\")")
        original.options.queryRadius = 800
        (original.options.layout, original.options.layoutSpan) = (.farIsHigher, 12)
        (original.options.scaling, original.options.scaleDistance) = (.inverseDistance, 150)
        original.options.minimumScale = 0.25
        original.options.fade = DistanceFade(start: 300, end: 2000, least: 0.1)
        original.options.holdDistance = 100
        original.options.labelTurn = 30
        var rule = LabelRule(width: 220, height: 48)
        (rule.gap, rule.isSteady) = (3, false)
        original.options.labels = rule
        original.floorHeightMetres = -4
        original.headingOffsetDegrees = -1.25
        original.declination = .fixed(1.4735)
        original.camera = try Camera(
            name: "mine", width: 600, height: 800, focalX: 501, focalY: 502, centreX: 301, centreY: 402,
            distortion: LensDistortion(k1: -0.01, k2: 0.002, k3: 1e-4))
        original.smoothingSeconds = 0.05
        original.worstAccuracyMetres = 65
        original.provenance = ["tool": "sensorlab 0.1.0", "logs": "a, b"]
        #expect(try ParameterFile(parsing: Array(JSONEncoder().encode(original)), name: "x") == original)
        let plain = ParameterFile()
        #expect(try ParameterFile(parsing: Array(JSONEncoder().encode(plain)), name: "x") == plain)
        // Every key is always there.
        let json = try JSONValue(parsing: Array(JSONEncoder().encode(plain)), name: "x")
        #expect(
            json.object?.keys.sorted() == [
                "camera", "declination", "filter", "heading", "location", "projection", "provenance", "schema",
                "smoothing",
            ])
        #expect(json.object?["camera"] == .null)
    }

    @Test("a minimal file has the defaults")
    func minimal() throws {
        let found = try file(#"{"schema":"sensorlab.projection/1","filter":{"name":"kalman"}}"#)
        #expect(found == ParameterFile(filter: "kalman"))
    }

    @Test("a newer version says so, with what to do")
    func newer() throws {
        let newer = try #require(error(#"{"schema":"sensorlab.projection/2","filter":{"name":"kalman"}}"#))
        #expect(newer.message.contains("newer version"))
        #expect(newer.advice.contains("update"))
        #expect(newer.kind == .badData)
        let other = try #require(error(#"{"schema":"sensorlab.calibration/2","filter":{"name":"kalman"}}"#))
        #expect(!other.message.contains("newer"))
        #expect(error("{}")?.message.contains("schema is missing") == true)
        #expect(error("")?.code == .badJSON)
    }

    @Test(
        "wrong members are named",
        arguments: [
            (#""filter":{"name":"kalman","parameters":{"a":"b"}}"#, "filter.parameters"),
            (#""filter":{}"#, "filter.name is missing"),
            (#""filter":"kalman""#, "filter is \"kalman\", expected an object"),
            (#""filter":{"name":"kalman"},"projection":{"model":"cubist"}"#, "cubist"),
            (#""filter":{"name":"kalman"},"projection":{"nearest":1.5}"#, "projection.nearest"),
            (#""filter":{"name":"kalman"},"projection":{"curvature":1}"#, "projection.curvature"),
            (#""filter":{"name":"kalman"},"projection":{"maximumDistanceMetres":-1}"#, "metres above 0"),
            (#""filter":{"name":"kalman"},"projection":{"categories":"a AND"}"#, "projection.categories"),
            (#""filter":{"name":"kalman"},"projection":{"layout":"pile"}"#, "projection.layout"),
            (#""filter":{"name":"kalman"},"projection":{"scaling":"big"}"#, "projection.scaling"),
            (#""filter":{"name":"kalman"},"projection":{"fade":{"startMetres":5}}"#, "projection.fade.endMetres"),
            (#""filter":{"name":"kalman"},"projection":{"labels":{"widthPixels":5}}"#, "heightPixels"),
            (#""filter":{"name":"kalman"},"projection":{"minimumDistanceMetres":-1}"#, "metres above 0"),
            (#""filter":{"name":"kalman"},"location":{"floorHeightMetres":1e9}"#, "floorHeightMetres"),
            (#""filter":{"name":"kalman"},"heading":{"offsetDegrees":400}"#, "heading.offsetDegrees"),
            (#""filter":{"name":"kalman"},"smoothing":{"timeConstantSeconds":-1}"#, "smoothing"),
            (#""filter":{"name":"kalman"},"location":{"worstAccuracyMetres":0}"#, "worstAccuracyMetres"),
            (#""filter":{"name":"kalman"},"declination":{"policy":"guess"}"#, "guess"),
            (#""filter":{"name":"kalman"},"declination":{"policy":"fixed"}"#, "declination.degrees"),
            (#""filter":{"name":"kalman"},"camera":{"width":0,"height":2,"focalX":1,"focalY":1}"#, "width"),
        ])
    func wrong(_ members: String, _ part: String) {
        let found = error(#"{"schema":"sensorlab.projection/1","# + members + "}")
        #expect(found?.description.contains(part) == true, "\(found?.description ?? "no error")")
    }

    @Test("an unknown filter, an unknown parameter and a value out of range are refused when the core is made")
    func unknownFilter() {
        func core(_ name: String, _ parameters: [String: Double] = [:]) throws {
            _ = try ProjectionCore(parameters: ParameterFile(filter: name, parameters: parameters), places: [])
        }
        #expect(throws: Never.self) { try core("lowpass", ["accelerometerWeight": 0.5]) }
        #expect(throws: SensorLabError.self) { try core("crystal-ball") }
        #expect(throws: SensorLabError.self) { try core("lowpass", ["weight": 0.5]) }
        #expect(throws: SensorLabError.self) { try core("lowpass", ["accelerometerWeight": 2]) }
    }
}
