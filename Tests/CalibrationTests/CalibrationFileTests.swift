import Calibration
import Files
import Foundation
import JSON
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@Suite("Calibration files")
struct CalibrationFileTests {
    static let oldFiles = ["magnetometer", "gyroscope", "accelerometer", "in-use", "heading"]

    static func old(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appendingPathComponent("Data/calibration-files-0.1/\(name).json")))
    }

    static func read(_ text: String) throws -> CalibrationFile {
        try CalibrationFile(parsing: Array(text.utf8), name: "c.json")
    }

    @Test(
        "a file of version 0.1 is read; written again it has the same members and values, and more", arguments: oldFiles
    )
    func oldVersion(_ name: String) throws {
        let bytes = try Self.old(name)
        let file = try CalibrationFile(parsing: bytes, name: name)
        let (before, after) = (try JSONValue(parsing: bytes, name: name), file.json)
        var missing: [String] = []
        func compare(_ old: JSONValue, _ new: JSONValue?, _ path: String) {
            if let members = old.object {
                for (key, value) in members { compare(value, new?.object?[key], "\(path).\(key)") }
            } else if old != new {
                missing.append(path)
            }
        }
        compare(before, after, "")
        #expect(missing.isEmpty)
        #expect(file.heads.allSatisfy { $0.date == file.provenance.date && $0.date != nil })
        #expect(file.heads.allSatisfy { ($0.remainingSigma ?? 0) > 0 })
        #expect(try CalibrationFile(parsing: Array(after.text.utf8), name: name) == file)
    }

    @Test("values are typed: vectors, matrices, enumerations, a day")
    func typed() throws {
        let file = try CalibrationFile(parsing: Self.old("magnetometer"), name: "m")
        let section = try #require(file.magnetometer)
        #expect(section.model.hardIron == Vector3(58.03934491591133, -73.47947775650594, 411.6398767511233))
        #expect(section.model.softIron[1, 0] == 0.028470880523672304)
        #expect(section.rung == .full && section.method == .map && section.stream == .magnetometer)
        #expect(section.head.remainingSigma == 0.5291872247628124 && section.head.remainingSigmaUnit == "degrees")
        #expect(file.provenance.date == CalendarDate(year: 2016, month: 5, day: 31))
        let heading = try #require(try CalibrationFile(parsing: Self.old("heading"), name: "h").heading)
        #expect(heading.north == .true && heading.headingAxis == .camera && heading.against == .reference)
    }

    @Test("the text is that of the laboratory's encoder")
    func text() throws {
        for name in Self.oldFiles {
            let file = try CalibrationFile(parsing: Self.old(name), name: name)
            #expect(file.json.text == String(decoding: try JSONText.data(file.json), as: UTF8.self))
        }
    }

    @Test("in a report a section is read and written by the same code")
    func insideOfAReport() throws {
        let section = try #require(try CalibrationFile(parsing: Self.old("in-use"), name: "i").gyroscope)
        let data = try JSONText.data(section)
        #expect(try JSONText.value(GyroscopeCalibration.self, from: data) == section)
        #expect(String(decoding: data, as: UTF8.self) == section.json.text)
    }

    @Test(
        "a broken member is named, with what was found and what was expected",
        arguments: [
            (
                #""samples" : 1391"#, #""samples" : "many""#,
                [#"magnetometer.samples is "many", expected a whole number"#]
            ),
            (#""samples" : 1391"#, #""samples" : 1.5"#, ["magnetometer.samples is the number 1.5"]),
            (#""samples" : 1391,"#, "", ["magnetometer.samples is missing"]),
            (#""rung" : "full""#, #""rung" : "half""#, [#"magnetometer.rung is "half""#, "sphere, axis-aligned"]),
            (#""method" : "map""#, #""method" : "guess""#, [#"magnetometer.method is "guess""#]),
            (
                #""stream" : "magnetometer""#, #""stream" : "compass""#,
                ["magnetometer.stream", "magnetometerCorrected"]
            ),
            ("58.03934491591133,", "", ["magnetometer.hardIron is a list of 2, expected 3 numbers"]),
            ("58.03934491591133", "null", ["magnetometer.hardIron", "expected 3 numbers"]),
            ("0.9969518771235136", "-0.99", ["magnetometer.softIron", "mirrors"]),
            ("0.9969518771235136", "[]", ["magnetometer.softIron is a list of 3, expected 3 rows of 3 numbers"]),
            ("58.03934491591133", "9e19", ["magnetometer.hardIron", "expected 3 numbers of -100000.0 to 100000.0"]),
            ("0.028470880523672304", "1e20", ["magnetometer.softIron"]),
            (#""coverage" : 1"#, #""coverage" : 7"#, ["magnetometer.coverage is the number 7", "0.0 to 1.0"]),
            ("m_raw - h", "m_raw + h", ["magnetometer.formula"]),
            (#""coverage" : 1"#, #""coverage" : true"#, ["magnetometer.coverage is true, expected a number"]),
            (
                #""accepted" : true"#, #""accepted" : 1"#,
                ["magnetometer.accepted is the number 1, expected true or false"]
            ),
            (#""accepted" : true"#, #""accepted" : true, "accepted" : false"#, ["line", "column", "second member"]),
            ("2016-05-31", "31.5.2016", ["provenance.date", "YYYY-MM-DD"]),
            (#""latitude" : 45.187778,"#, "", ["provenance.place", "latitude"]),
            (#""sha256""#, #""md5""#, ["provenance.logs[0].sha256 is missing"]),
            ("calibration/1", "calibration/2", ["newer version"]),
            ("calibration/1", "projection/1", ["expected \"sensorlab.calibration/1\""]),
            (#""magnetometer" : {"#, #""compass" : {"#, ["holds no sensor"]),
        ])
    func broken(_ found: String, _ replacement: String, _ parts: [String]) throws {
        let text = String(decoding: try Self.old("magnetometer"), as: UTF8.self)
        let broken = text.replacingOccurrences(of: found, with: replacement)
        #expect(broken != text)
        do {
            _ = try Self.read(broken)
            Issue.record("read without an error")
        } catch let error as SensorLabError {
            #expect(error.kind == .badData && error.place.hasPrefix("c.json"))
            for part in parts { #expect(error.message.contains(part) || error.place.contains(part), "\(error)") }
        }
    }

    @Test("biases that no sensor has are refused, with the member's name", arguments: ["gyroscope", "accelerometer"])
    func hugeBias(_ sensor: String) throws {
        let text = String(decoding: try Self.old(sensor), as: UTF8.self)
        let start = try #require(text.range(of: #""bias" : ["#)).upperBound
        let end = try #require(text[start...].firstIndex(of: ","))
        let error = try #require(throws: SensorLabError.self) {
            _ = try Self.read(text.replacingCharacters(in: start..<end, with: "9e19"))
        }
        #expect(error.kind == .badData && error.place.hasPrefix("c.json") && error.message.contains("\(sensor).bias"))
    }

    @Test(
        "what no sensor has is refused, with the member, what was found and the range",
        arguments: [
            ("gyroscope", "scale", "[[9, 0, 0], [0, 5, 0], [0, 0, 2]]", ["scales by 0.5 to 2.0", "90.0"]),
            ("gyroscope", "scale", "[[1, 0, 0], [0, 1, 0], [0, 0, 0.4]]", ["scales by 0.5 to 2.0"]),
            ("gyroscope", "biasSigma", "[0.1, -1, 0.1]", ["3 numbers of 0.0 to 1000000.0, not -1.0"]),
            ("gyroscope", "scaleSigma", "[[0, 0, 0], [0, 0, 0], [0, -1, 0]]", ["not -1.0"]),
            ("gyroscope", "driftPerMinute", "[10, 0, 0]", ["3 numbers of -0.1 to 0.1, not 10.0"]),
            ("gyroscope", "driftSigma", "[0, -2, 0]", ["not -2.0"]),
            ("gyroscope", "bias", "[0, 0, 1.5]", ["3 numbers of -1.0 to 1.0, not 1.5"]),
            ("gyroscope", "turns", "-1", ["the number -1", "a whole number of at least 0"]),
            ("gyroscope", "remainingSigma", "-1", ["the number -1", "0.0 to 1000000.0"]),
            ("gyroscope", "remainingSigmaUnit", "5", ["the number 5", "a text"]),
            ("gyroscope", "remainingSigmaUnit", "\"degrees\"", ["\"degrees\", expected \"rad/s\""]),
            ("accelerometer", "bias", "[0, 0, 11]", ["not 11.0"]),
            ("accelerometer", "scale", "[[9.81, 0, 0], [0, 9.81, 0], [0, 0, 9.81]]", ["scales by 0.5 to 2.0"]),
            ("accelerometer", "poses", "-6", ["at least 0"]),
            ("magnetometer", "delaySeconds", "-5", ["the number -5", "-1.0 to 1.0"]),
            ("magnetometer", "fieldMicrotesla", "0", ["the number 0", "1.0 to 1000.0"]),
            ("magnetometer", "misalignmentDegrees", "[0, 91, 0]", ["not 91.0"]),
            ("magnetometer", "hardIronSigma", "[1, 1, -1]", ["not -1.0"]),
            ("magnetometer", "softIron", "[[20, 0, 0], [0, 1, 0], [0, 0, 1]]", ["scales by 0.1 to 10.0"]),
            ("magnetometer", "samples", "-1", ["at least 0"]),
            ("heading", "outliers", "-1", ["at least 0"]), ("heading", "effectiveSamples", "-1", ["at least 0"]),
            ("heading", "sigmaDegrees", "-1", ["0.0 to 1000000.0"]),
        ])
    func impossible(_ sensor: String, _ member: String, _ value: String, _ parts: [String]) throws {
        var file = try #require(try JSONValue(parsing: Self.old(sensor), name: "c.json").object)
        var section = try #require(file[sensor]?.object)
        section[member] = try JSONValue(parsing: Array(value.utf8), name: "value")
        file[sensor] = .object(section)
        let error = try #require(throws: SensorLabError.self) { try Self.read(JSONValue.object(file).text) }
        #expect(error.kind == .badData && error.description.hasPrefix("c.json: \(sensor).\(member) is "), "\(error)")
        for part in parts { #expect(error.message.contains(part), "\(error)") }
    }

    @Test("a set takes the sections of files and applies them; without a section the readings are used as they are")
    func set() throws {
        var set = CalibrationSet()
        #expect(set.gyroscopeModel == nil && set.headingOffset == 0)
        for name in ["magnetometer", "gyroscope", "heading"] {
            set.merge(try CalibrationFile(parsing: Self.old(name), name: name), source: name)
        }
        #expect(set.gyroscopeModel?.bias.x == 0.10382417643537416 && set.gyroscope?.source == "gyroscope")
        #expect(set.magnetometerModel != nil && set.accelerometerModel == nil)
        #expect((set.headingOffset - Angle.radians(0.33506735850227)).magnitude < 1e-15)
        set.gyroscope?.head.applied = false
        #expect(set.gyroscopeModel == nil)
    }

    @Test("what is left of the gyroscope's bias: the stated sigma, and the change since or within the log")
    func biasSigma() throws {
        func left(_ sigma: Vector3?, _ source: String, _ method: CalibrationMethod, isAccepted: Bool = true) -> Double?
        {
            var set = CalibrationSet()
            set.gyroscope = GyroscopeCalibration(
                head: CalibrationHead(
                    sensor: .gyroscope, stream: .gyroscope, method: method, accepted: isAccepted, reason: "",
                    source: source),
                model: GyroscopeModel(bias: .zero, scale: .identity), biasSigma: sigma)
            #expect(set.gyroscopeBiasSigma == nil)
            set.gyroscope?.head.applied = true
            return set.gyroscopeBiasSigma
        }
        // Mean square 14/3 e-6.
        let sigma = Vector3(0.001, 0.002, 0.003)
        func isNear(_ value: Double?, _ change: Double) -> Bool {
            let expected = (14e-6 / 3 + change * change).squareRoot()
            return value.map { ($0 - expected).magnitude < 1e-15 } ?? false
        }
        #expect(isNear(left(sigma, "g.json", .rest), 0.02))
        #expect(isNear(left(sigma, "log", .rest), 0.0044))
        #expect(isNear(left(sigma, "log", .inUse), 0))
        #expect(left(nil, "g.json", .rest) == nil)
        #expect(left(sigma, "g.json", .rest, isAccepted: false) == nil)
        #expect(CalibrationSet().gyroscopeBiasSigma == nil)
    }
}
