import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Units and signs by evidence: what is decided, what contradicts, what the user overrides.
struct EvidenceTests {
    private func read(
        _ text: String, _ assumptions: [String] = [], name: String = "log.csv", place: GeodeticPosition? = nil
    ) throws -> Recording {
        var options = ReadOptions()
        options.place = place
        options.assumptions = assumptions.compactMap { Assumption($0) }
        #expect(options.assumptions.count == assumptions.count)
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    /// Face up at rest: acceleration (0, 0, up), field down as in the north.
    private func log(_ header: String, up: Double, field: Double = 1) -> String {
        header + "\n"
            + (0..<30).map { "\(Double($0) / 10),0,0,\(up),0,\(20 * field),\(-40 * field)\n" }.joined()
    }

    private let plain = "time (s),acc_x,acc_y,acc_z,mag_x,mag_y,mag_z"

    @Test(arguments: [(9.81, "m/s^2"), (1.0, "g"), (1000.0, "mg")])
    func lengthTellsTheUnit(_ up: Double, _ unit: String) throws {
        let recording = try read(log(plain, up: up))
        #expect(recording.provenance[.accelerometer]?.unit == unit)
        #expect(abs(recording.accelerometer.values[0].z - 9.81) < 0.01)
        #expect(recording.provenance[.magnetometer]?.unit == "uT")
    }

    @Test func lengthTellsTheUnitOfTheField() throws {
        #expect(try read(log(plain, up: 9.81, field: 0.01)).provenance[.magnetometer]?.unit == "gauss")
        #expect(try read(log(plain, up: 9.81, field: 1e-6)).provenance[.magnetometer]?.unit == "T")
    }

    @Test func angleTellsTheSign() throws {
        // Without a place the field may as well point up.
        let error = #expect(throws: SensorLabError.self) { try read(log(plain, up: -1)) }
        #expect(error?.message.contains("cosine to the field") == true && error?.advice.contains("--place") == true)
        let recording = try read(log(plain, up: -1), place: Self.munich)
        #expect(abs(recording.accelerometer.values[0].z - 9.80665) < 1e-12)
        // The magnetometer stays as it is.
        #expect(recording.magnetometer.values[0] == Vector3(0, 20, -40))
    }

    @Test func contradictionOfUnitsShowsBothSides() throws {
        let text = log("time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),mag_x (uT),mag_y (uT),mag_z (uT)", up: 1)
        #expect {
            try read(text)
        } throws: { error in
            guard let error = error as? SensorLabError else { return false }
            return error.code == .contradiction && error.kind == .badData && error.message.contains("m/s^2")
                && error.message.contains("most probable: g") && error.advice.contains("--assume accelerometer=g")
        }
        let assumed = try read(text, ["accelerometer=g,android"])
        #expect(abs(assumed.accelerometer.values[0].z - 9.80665) < 1e-12)
        #expect(assumed.provenance[.accelerometer]?.decidedBy.contains("--assume") == true)
    }

    @Test func contradictionOfSignsShowsBothSides() throws {
        let header = "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n"
        let rows = (0..<30).map { "\(Double($0) / 10),0,0,-9.8\n" }.joined()
        let field =
            "\"Time (s)\",\"X (µT)\",\"Y (µT)\",\"Z (µT)\"\n"
            + (0..<30).map { "\(Double($0) / 10),0,20,-40\n" }.joined()
        let bytes = FormatSamples.zip([
            ("Accelerometer.csv", Array((header + rows).utf8)), ("Magnetometer.csv", Array(field.utf8)),
        ])
        var options = ReadOptions()
        options.place = Self.munich
        let doubted = try RecordingReader.read(bytes: bytes, name: "log.zip", options: options)
        #expect(doubted.accelerometer.values[0].z == -9.8)
        #expect((0.5...0.995).contains(doubted.provenance[.accelerometer]?.probability ?? 0))
        // Where the field points up there is nothing to contradict, and without a place the documentation decides.
        for place in [Self.sydney, nil] {
            options.place = place
            let read = try RecordingReader.read(bytes: bytes, name: "log.zip", options: options)
            #expect(read.warnings.isEmpty && read.accelerometer.values[0].z == -9.8)
        }
        options.assumptions = [Assumption(sensor: .accelerometer, sign: .ios)]
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip", options: options)
        #expect(recording.accelerometer.values[0].z == 9.8)
    }

    private static let munich = GeodeticPosition(latitude: 48.1, longitude: 11.6)
    private static let sydney = GeodeticPosition(latitude: -33.86, longitude: 151.21)

    /// Face up in Sydney, where the field points up: the place says that, not the log. Android's sign in m/s^2, then
    /// CoreMotion's in g.
    @Test(arguments: [(9.8, 9.8), (-1.0, 9.80665)])
    func givenPlaceDecidesTheSign(_ up: Double, _ expected: Double) throws {
        let text = plain + "\n" + (0..<30).map { "\(Double($0) / 10),0,0,\(up),0,25,50\n" }.joined()
        let recording = try read(text, place: Self.sydney)
        #expect(recording.accelerometer.values[0].z == expected)
        #expect(recording.metadata.place == Self.sydney)
        #expect(recording.provenance[.accelerometer]?.decidedBy.contains("which there points up") == true)
    }

    /// The same log of m/s^2 without a place: CoreMotion gives g, so that the angle alone does not turn it.
    @Test func angleAloneDecidesNothing() throws {
        let text = plain + "\n" + (0..<30).map { "\(Double($0) / 10),0,0,9.8,0,25,50\n" }.joined()
        let recording = try read(text)
        #expect(recording.accelerometer.values[0].z == 9.8)
        #expect(recording.warnings.contains { $0.code == .signUndecided && $0.advice.contains("--place") })
    }

    /// A gyroscope whose header says rad/s but that turns as slowly as degrees say.
    @Test func contradictionOfRatesShowsBothSides() throws {
        let header = "time (s),gx (rad/s),gy (rad/s),gz (rad/s),gravx,gravy,gravz\n"
        func rows(_ factor: Double) -> String {
            (0..<200).map { index in
                let q = Quaternion(rotationVector: Vector3(0.02 * Double(index), 0, 0))
                let g = q.unrotate(Vector3(0, 0, 9.81))
                return "\(Double(index) / 50),\(factor),0,0,\(g.x),\(g.y),\(g.z)\n"
            }.joined()
        }
        let sound = try read(header + rows(1), ["gravity=android"])
        #expect(sound.provenance[.gyroscope]?.decidedBy.contains("the force turns") == true)
        let wrong = try read(header + rows(180 / .pi), ["gravity=android"])
        #expect(abs(wrong.gyroscope.values[0].x - 1) < 1e-12)
        #expect(wrong.warnings.contains { $0.code == .unitUndecided && $0.message.contains("says rad/s") })
        let degrees = try read(header.replacing(" (rad/s)", with: "") + rows(180 / .pi), ["gravity=android"])
        #expect(degrees.provenance[.gyroscope]?.unit == "deg/s")
        #expect(abs(degrees.gyroscope.values[0].x - 1) < 1e-12)
    }

    @Test(
        "a firm angle to the field makes the sign a doubt; a small one, or few readings, do not",
        arguments: [(0.9, 400, true), (0.3, 400, false), (0.9, 12, false)])
    func weakSigns(_ cosine: Double, _ count: Int, _ isTurned: Bool) throws {
        let across = (1 - cosine * cosine).squareRoot()
        let rows = (0..<count).map { row -> String in
            let turn = 0.3 * Double(row)
            let field = [48 * across * Double.cos(turn), 48 * across * Double.sin(turn), 48 * cosine].map { "\($0)" }
            return "\(Double(row) / 50),0.001,0.002,1.0,\(field.joined(separator: ","))\n"
        }
        let text = "time (s),ax (g),ay (g),az (g),mx (uT),my (uT),mz (uT)\n" + rows.joined()
        let recording = try read(text)
        #expect(recording.accelerometer.values[0].z > 0)
        #expect(!isTurned || recording.warnings.contains { $0.code == .signUndecided })
    }

    @Test("a force far shorter than gravity shows no sign")
    func shortForces() throws {
        let rows = (0..<400).map { row -> String in
            let turn = 0.05 * Double(row)
            return "\(Double(row) / 50),0.001,0.002,0.004,\(10 * Double.cos(turn)),\(10 * Double.sin(turn)),45.5\n"
        }
        let recording = try read(
            "time (s),ax (g),ay (g),az (g),mx (uT),my (uT),mz (uT)\n" + rows.joined(), ["accelerometer=g"])
        #expect(recording.accelerometer.values.allSatisfy { $0.z > 0 })
    }

    @Test func southernHemisphereNeedsItsPlace() throws {
        // Sydney: the field points up, so that specific force and field are less than 90 degrees apart.
        let header = "time (s),acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,latitude,longitude\n"
        let rows = (0..<30).map { "\(Double($0) / 10),0,0,9.8,0,25,50,-33.86,151.21\n" }.joined()
        let recording = try read(header + rows)
        #expect(recording.accelerometer.values[0].z == 9.8)
        #expect(recording.metadata.place?.latitude == -33.86)
    }

    @Test(arguments: ["accelerometer=g,ios", "gyroscope=deg/s", "gravity=ios", "magnetometer=gauss", "rate=100"])
    func assumptionsAreRead(_ text: String) { #expect(Assumption(text) != nil) }

    @Test(arguments: [
        "accelerometer", "accelerometer=", "accelerometer=kg", "magnetometer=ios", "rate=0", "x=g", "location=g",
    ])
    func badAssumptionsAreRefused(_ text: String) { #expect(Assumption(text) == nil) }

    @Test(arguments: [
        ("m/s²", LogUnit.metresPerSecondSquared), ("m s^-2", .metresPerSecondSquared),
        ("m/(s^2)", .metresPerSecondSquared),
        ("m/s2", .metresPerSecondSquared), ("G", .gravities),
    ])
    func spellingsOfAcceleration(_ text: String, _ unit: LogUnit) {
        #expect(LogUnit(spelling: text, quantity: .acceleration) == unit)
    }

    @Test(arguments: [
        ("\u{b5}T", LogUnit.microtesla), ("\u{3bc}T", .microtesla), ("uT", .microtesla), ("G", .gauss),
        ("local_flux", .normalised),
    ])
    func spellingsOfField(_ text: String, _ unit: LogUnit) {
        #expect(LogUnit(spelling: text, quantity: .field) == unit)
    }
}

/// What apps write for "not known", and clocks that do not fit together.
struct FormatTrapTests {
    @Test func negativeSpeedAndCourseAreUnknown() throws {
        let text =
            "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
            + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n1.0E0,4.8E1,1.1E1,-5.0E0,-1.0E0,-1.0E0,3.5E1,3.5E1\n"
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "Location.csv")
        let fix = try #require(recording.location.values.first)
        #expect(fix.speed.isNaN && fix.course.isNaN && fix.accuracy == 35 && fix.place.height == -5)
    }

    /// Files whose time stamps say that they start an hour apart are no one recording.
    @Test func differentStartsAreReported() throws {
        func table(_ time: String) -> [UInt8] {
            Array(
                ("Timestamp,Milliseconds,X,Y,Z\n"
                    + (0..<30).map { "2019-06-12 \(time),\(10 * $0),0,1,9.8\n" }.joined()).utf8)
        }
        let bytes = FormatSamples.zip([
            ("Accelerometer.csv", table("22:22:40")), ("Gyroscope.csv", table("21:22:40")),
        ])
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(Set(recording.warnings.map(\.code)).isSuperset(of: [.differentStarts, .differentSpans]))
        #expect(recording.accelerometer.times.first == 3_600_000_000_000)
        #expect(recording.gyroscope.times.first == 0)
    }

    /// A reference keeps the distance of its file as the sensors do.
    @Test func laterReferenceKeepsItsDistance() throws {
        func table(_ names: String, _ time: String, _ cells: String) -> [UInt8] {
            let rows = (0..<30).map { "2019-06-12 \(time),\(10 * $0),\(cells)\n" }
            return Array("Timestamp,Milliseconds,\(names)\n\(rows.joined())".utf8)
        }
        let bytes = FormatSamples.zip([
            ("Accelerometer.csv", table("X,Y,Z", "21:22:40", "0,0,9.8")),
            ("Reference.csv", table("ref_qw,ref_qx,ref_qy,ref_qz", "21:22:50", "1,0,0,0")),
        ])
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.accelerometer.times.first == 0)
        #expect(recording.reference.times.first == 10_000_000_000)
    }

    /// phyphox' clock stops in a pause; putting it back moves the reference as it moves the sensors.
    @Test func pausesMoveAllStreams() throws {
        func table(_ names: [String], _ cells: String) -> [UInt8] {
            let header = (["Time (s)"] + names).map { "\"\($0)\"" }.joined(separator: ",")
            return Array("\(header)\n\((0..<30).map { "\(0.01 * Double($0)),\(cells)\n" }.joined())".utf8)
        }
        let events =
            "\"event\",\"experiment time\",\"system time\",\"system time text\"\n"
            + "\"START\",0.0,1700000000.0,\"a\"\n\"PAUSE\",0.145,1700000000.145,\"b\"\n"
            + "\"START\",0.145,1700000010.145,\"c\"\n"
        let bytes = FormatSamples.zip([
            ("Accelerometer.csv", table(["X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"], "0,0,9.8")),
            ("Reference.csv", table(["ref_qw", "ref_qx", "ref_qy", "ref_qz"], "1,0,0,0")),
            ("meta/device.csv", Array("\"property\",\"value\"\n\"deviceModel\",\"One\"\n".utf8)),
            ("meta/time.csv", Array(events.utf8)),
        ])
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.accelerometer.times.last == 10_290_000_000)
        #expect(recording.reference.times == recording.accelerometer.times)
    }

    /// APDM's bodies: the first one, or the one that is named.
    @Test func unitIsChosen() throws {
        let names = ["A", "B"].map { body in
            ["Acceleration", "Angular Velocity"].map { kind in
                ["X", "Y", "Z"].map { "\(body)/\(kind)/\($0)" }.joined(separator: ",")
            }.joined(separator: ",")
        }
        let rows = (0..<5).map { "\($0),0,0,9.8,0,0,1,0,9.8,0,0,2,0\n" }.joined()
        let text =
            "Test Name:,One\nSample Rate:,1,Hz\nTime,\(names.joined(separator: ","))\ns,m/s^2,,,,,,,,,,,\n\(rows)"
        let first = try RecordingReader.read(bytes: Array(text.utf8), name: "apdm.csv")
        #expect(first.accelerometer.values[0] == Vector3(0, 0, 9.8))
        #expect(first.warnings.contains { $0.code == .severalUnits && $0.message.contains("A, B") })
        var options = ReadOptions()
        options.unit = "b"
        let second = try RecordingReader.read(bytes: Array(text.utf8), name: "apdm.csv", options: options)
        #expect(second.accelerometer.values[0] == Vector3(0, 9.8, 0))
        options.unit = "C"
        #expect(throws: SensorLabError.self) {
            try RecordingReader.read(bytes: Array(text.utf8), name: "apdm.csv", options: options)
        }
    }

    @Test(arguments: [
        (Array("SQLite format 3\0\u{10}\0\u{1}".utf8), "zipped CSV or as JSON"),
        (Array("<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n".utf8), "zipped CSV"),
        (FormatSamples.zip([("[Content_Types].xml", [60]), ("xl/workbook.xml", [60])]), "as CSV"),
    ])
    func otherFilesNameTheirConverter(_ bytes: [UInt8], _ converter: String) {
        #expect {
            try RecordingReader.read(bytes: bytes, name: "log.bin")
        } throws: {
            ($0 as? SensorLabError)?.advice.contains(converter) == true
        }
    }

    /// The 16-bit packet counter wraps; lost packets leave a gap.
    @Test func packetCounterWraps() throws {
        let counts = [65_533, 65_535, 0, 1, 4]
        let text =
            "// Update Rate: 100.0Hz\nPacketCounter\tAcc_X\tAcc_Y\tAcc_Z\n"
            + counts.map { "\($0)\t0\t0\t9.8\n" }.joined()
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "MT.txt")
        #expect(recording.accelerometer.times == [0, 2, 3, 4, 7].map { $0 * 10_000_000 })
    }

    /// In SensorLog a group that has its old stamp is the same sample again.
    @Test func snapshotsAreNoSamples() throws {
        let text =
            "loggingTime(txt);loggingSample(N);accelerometerTimestamp_sinceReboot(s);accelerometerAccelerationX(G);"
            + "accelerometerAccelerationY(G);accelerometerAccelerationZ(G)\n"
            + ["10,5", "10,5", "10,6"].map { "2024-08-22T14:12:07.869+02:00;1;\($0);0,0;0,0;-1,0\n" }.joined()
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        #expect(recording.accelerometer.times == [10_500_000_000, 10_600_000_000])
        #expect(recording.accelerometer.values[0] == Vector3(0, 0, 9.80665))
    }

    /// SensorLog without location: a stream that the log does not name is not missed; one that is always empty is
    /// reported.
    @Test(
        arguments: [("", "", []), (",locationLatitude(WGS84),locationLongitude(WGS84)", ",,", [.emptyStream])]
            as [(String, String, [DiagnosticCode])])
    func onlyNamedStreamsAreEmpty(_ names: String, _ cells: String, _ codes: [DiagnosticCode]) throws {
        let text =
            "loggingTime(txt),loggingSample(N),accelerometerAccelerationX(G),accelerometerAccelerationY(G),"
            + "accelerometerAccelerationZ(G)\(names)\n"
            + (0..<9).map { "2024-08-22T14:12:07.\($0)00+02:00,\($0),0.0,0.0,-1.0\(cells)\n" }.joined()
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        #expect(recording.metadata.format == "SensorLog")
        #expect(recording.accelerometer.count == 9)
        #expect(recording.warnings.map(\.code) == codes)
    }
}

/// Counts, impossible rates, frames.
extension EvidenceTests {

    /// Readings of a device that turns about all axes: field, gravity and rate in the units of the caller.
    private func turning(_ header: String, gravity: Double, field: Double, rate: Double, whole: Bool = false) -> String
    {
        let step = 0.02
        let rows = (0..<600).map { row -> String in
            let time = step * Double(row)
            let w = Vector3(1.2 * Double.sin(0.9 * time), 1.5 * Double.cos(0.7 * time), 1.1 * Double.sin(0.5 * time))
            return "\(time),\(w.x),\(w.y),\(w.z)"
        }
        var q = Quaternion.identity
        return header + "\n"
            + rows.map { row -> String in
                let cells = row.split(separator: ",").compactMap { Double($0) }
                let w = Vector3(cells[1], cells[2], cells[3])
                let f = gravity * q.unrotate(Vector3(0, 0, 1))
                let m = field * q.unrotate(Vector3(0, 0.5, -0.866))
                q = (q * Quaternion(rotationVector: step * w)).renormalized
                let values = [f.x, f.y, f.z, rate * w.x, rate * w.y, rate * w.z, m.x, m.y, m.z]
                return "\(cells[0]),"
                    + values.map { whole ? "\(Int(clamping: $0.rounded()))" : "\($0)" }.joined(separator: ",")
            }.joined(separator: "\n") + "\n"
    }

    private var nine: String { "time (s),acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z,mag_x,mag_y,mag_z" }

    @Test func countsAreAskedAboutAndTakenWithTheirScale() throws {
        let text = turning(nine, gravity: 16384, field: 300, rate: 131 * 57.29578, whole: true)
        #expect {
            try read(text)
        } throws: { error in
            guard let error = error as? SensorLabError else { return false }
            // The accelerometer's and the gyroscope's are known by gravity and its turns.
            return error.code == .unknownUnit && error.advice.contains("--assume magnetometer=")
        }
        let scaled = try read(text, ["accelerometer=g/16384", "gyroscope=deg/s/131", "magnetometer=uT/6"])
        #expect((scaled.accelerometer.values[0] - Vector3(0, 0, 9.80665)).length < 0.01)
        #expect((scaled.gyroscope.values[100].length - 0).magnitude < 3)
        #expect((scaled.magnetometer.values[0].length - 50).magnitude < 0.2)
    }

    /// A field of 5900 in whole numbers is within the limits of milligauss, but is no field of the Earth.
    @Test func countsOfAMagnetometerAreNoMilligauss() throws {
        let text = turning(nine, gravity: 9.81, field: 5900, rate: 1, whole: false)
        #expect {
            try read(text)
        } throws: { error in
            (error as? SensorLabError)?.advice.contains("--assume magnetometer=a.u.") == true
        }
        #expect(try read(text, ["magnetometer=a.u."]).provenance[.magnetometer]?.unit == "a.u.")
    }

    @Test func anAssumedUnitThatMakesNoGravityIsToldAndTaken() throws {
        let recording = try read(turning(nine, gravity: 16384, field: 50, rate: 1), ["accelerometer=m/s^2"])
        #expect(recording.accelerometer.values[0].z > 16000)
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("do not fit that") })
    }

    /// Rates alone: 200 units cannot be rad/s.
    @Test func ratesThatNoGyroscopeMeasures() throws {
        func rows(_ scale: Double) -> String {
            "time (s),gyr_x,gyr_y,gyr_z\n"
                + (0..<100).map { "\(Double($0) / 50),\(scale * Double.sin(Double($0) / 7)),0,0\n" }.joined()
        }
        let fast = try read(rows(200))
        #expect(fast.provenance[.gyroscope]?.unit == "deg/s")
        // Others are doubted, or asked about.
        for scale in [20.0, 30000] {
            #expect((try? read(rows(scale)))?.provenance[.gyroscope]?.probability ?? 0 < 0.99)
        }
    }

    /// A bias at rest causes no visible turn; three units about a level axis would.
    @Test func ratesThatWouldTurnGravityAreNoRadians() throws {
        func rows(_ rate: Double) -> String {
            "time (s),acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z\n"
                + (0..<400).map { row in
                    let noise = 0.02 * Double.sin(Double(row * row))
                    return "\(Double(row) / 50),\(noise),\(-noise),9.81,\(rate),0.01,0.02\n"
                }.joined()
        }
        let three = #expect(throws: SensorLabError.self) { try read(rows(3)) }
        #expect(three?.advice.contains("give --assume gyroscope=deg/s or") == true)
        #expect((try? read(rows(0.1)))?.provenance[.gyroscope]?.probability ?? 0 < 0.99)
    }

    @Test func anAttitudeThatNothingDocumentsIsRelative() throws {
        let text =
            "time (s),qw,qx,qy,qz\n" + (0..<50).map { "\(Double($0) / 50),0.70710678,0,0,0.70710678\n" }.joined()
        let recording = try read(text)
        #expect(recording.metadata.attitudeIsRelative)
        #expect(recording.warnings.contains { $0.code == .arbitraryNorth })
        let documented = try read(
            "# schema: sensorlab.log/1\n"
                + text.replacing("time (s),qw,qx,qy,qz", with: "t,dev_qw,dev_qx,dev_qy,dev_qz"))
        #expect(!documented.metadata.attitudeIsRelative)
    }
}
