import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Units that a header states: multiples, those of other quantities, and those that the readings contradict.
@Suite("Units in a header")
struct StatedUnitTests {
    typealias Motion = RoleEvidenceTests.Motion

    /// How a log writes its sensors: the unit of each, and how many of it one of m/s^2, rad/s and microtesla is.
    private struct Units {
        var force = ("m/s^2", 1.0)
        var rate = ("rad/s", 1.0)
        var field = ("uT", 1.0)
        var offset = Vector3.zero
        var names = ["acc", "gyro", "mag"]
        /// Behind the axis, or in brackets.
        var isBehind = false
        /// Beside the first samples alone.
        var isAtRest = false
    }

    private func log(_ units: Units) -> String {
        var random = SplitMix64(seed: 3)
        var text = "time (s)"
        for (name, unit) in zip(units.names, [units.force.0, units.rate.0, units.field.0]) {
            for axis in ["x", "y", "z"] {
                text += "," + (units.isBehind ? "\(name)_\(axis)_\(unit)" : "\(name)_\(axis) (\(unit))")
            }
        }
        let samples = Motion.samples()
        for (row, sample) in samples.enumerated() {
            let m = units.isAtRest ? samples[0] : sample
            let rate = units.isAtRest ? .zero : m.rate
            let force = units.force.1 * (m.force + random.vector(0.02))
            let turn = units.rate.1 * (rate + Vector3(0.01, -0.02, 0.005) + random.vector(0.002))
            let field = units.field.1 * (m.field + units.offset + random.vector(0.3))
            text += "\n\(Double(row) / 50)"
            for vector in [force, turn, field] { text += ",\(vector.x),\(vector.y),\(vector.z)" }
        }
        return text + "\n"
    }

    private func read(_ text: String, _ assumptions: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = assumptions.compactMap { Assumption($0) }
        #expect(options.assumptions.count == assumptions.count)
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func expectTruth(
        _ text: String, _ assumptions: [String] = [], _ location: SourceLocation = #_sourceLocation
    )
        throws
    {
        let (found, truth) = (try read(text, assumptions), try read(log(Units())))
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            let (a, b) = (found.vectors(of: sensor).values[700], truth.vectors(of: sensor).values[700])
            #expect((a - b).length < 1e-3 * b.length, "\(sensor): \(a), not \(b)", sourceLocation: location)
        }
    }

    // MARK: Multiples

    private static let accelerations: [(String, Double)] = [
        ("mm/s^2", 1000), ("cm/s2", 100), ("Gal", 100), ("ft/s^2", 3.280839895), ("1e-3 g", 101.9716213),
        ("0.01 m/s^2", 100),
        ("m/s^2 * 1000", 1000), ("m/s² x100", 100), ("x1000", 1000), ("g/16384", 1670.7030),
        ("0.061 mg/LSB", 1671.6659),
        ("16384 LSB/g", 1670.703), ("10^-3 g", 101.9716213),
    ]

    @Test("multiples of a unit are read as such", arguments: accelerations)
    func multiples(_ unit: String, _ factor: Double) throws {
        try expectTruth(log(Units(force: (unit, factor))))
    }

    /// A rate and a field.
    private static let others: [(String, Double, String, Double)] = [
        ("rpm", 9.5492966, "mT", 1e-3), ("rev/s", 0.15915494, "A/m", 0.79577472), ("deg/s*10", 572.95780, "uT*10", 10),
        ("deg/s / 16.4", 939.65079, "0.15 uT", 6.6666667), ("deg/h", 206264.81, "mOe", 10),
        ("0.01 dps", 5729.5780, "1e-7 T", 10),
    ]

    @Test("multiples of rates and fields too", arguments: others)
    func otherMultiples(_ units: (rate: String, rateFactor: Double, field: String, fieldFactor: Double)) throws {
        try expectTruth(log(Units(rate: (units.rate, units.rateFactor), field: (units.field, units.fieldFactor))))
    }

    @Test("behind the axis as well", arguments: [("mT", 1e-3), ("mGauss", 10.0), ("A_m", 0.79577472)])
    func behindTheAxis(_ unit: String, _ factor: Double) throws {
        try expectTruth(
            log(Units(force: ("mm_s2", 1e3), rate: ("rpm", 30 / .pi), field: (unit, factor), isBehind: true)))
    }

    @Test("a user's unit counts for the readings as they are written")
    func assumed() throws {
        try expectTruth(log(Units(force: ("mm/s^2", 100))), ["accelerometer=cm/s^2"])
        try expectTruth(log(Units(force: ("mm/s^2", 100))), ["accelerometer=m/s^2/100"])
        #expect(Assumption("gyroscope=rpm").flatMap { Assumption($0.text) } == Assumption("gyroscope=rpm"))
    }

    @Test("texts that are no multiple of a unit", arguments: ["x1", "m/s", "2g", "g/s", "raw", "1000", "+-2g", "x*g"])
    func noMultiples(_ text: String) {
        let scaled = ScaledUnit(spelling: text, quantity: .acceleration)
        // `2g` is a range more often than a unit.
        #expect(scaled == nil || text == "2g")
    }

    // MARK: Other quantities

    @Test(
        "a short name with the unit of another quantity is no sensor's",
        arguments: ["mx (Nm),my (Nm),mz (Nm)", "Mx_Nm,My_Nm,Mz_Nm", "gx (m),gy (m),gz (m)", "ax [N],ay [N],az [N]"])
    func otherQuantities(_ header: String) throws {
        let sensor: SensorKind = ["m": .magnetometer, "g": .gyroscope][header.lowercased().prefix(1)] ?? .accelerometer
        let others = ["acc", "gyro", "mag"].filter { !$0.hasPrefix(header.lowercased().prefix(1)) }
        let names = others.flatMap { name in ["x", "y", "z"].map { "\(name)_\($0)" } }
        let rows = Motion.samples().map { m in
            let own = ["acc": m.force, "gyro": m.rate, "mag": m.field]
            let vectors = others.compactMap { own[$0] } + [m.field]
            return "\(m.time)," + vectors.map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ",") + "\n"
        }
        let recording = try read("time (s)," + names.joined(separator: ",") + ",\(header)\n" + rows.joined())
        #expect(recording.vectors(of: sensor).isEmpty)
        #expect(recording.sensors.count == 2)
        #expect(recording.warnings.contains { $0.message.contains(header.prefix(2)) })
    }

    @Test("a sensor on the side that a letter says is one", arguments: ["L", "A", "R", "iOS"])
    func sides(_ letter: String) throws {
        let text = log(Units()).replacing("(m/s^2)", with: "(\(letter))")
        #expect(try read(text).provenance[.accelerometer]?.unit == "m/s^2")
    }

    @Test("a long name with such a unit is read by its length, with a warning")
    func longNames() throws {
        let recording = try read(log(Units()).replacing("(uT)", with: "(ppm)"))
        #expect(recording.provenance[.magnetometer]?.unit == "uT")
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("\"ppm\"") })
    }

    // MARK: Headers that the readings contradict

    /// Read in this unit, against the header, with a warning that names it.
    private func expect(
        _ unit: String, of sensor: SensorKind, in units: Units, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let recording = try read(log(units))
        #expect(recording.provenance[sensor]?.unit == unit, sourceLocation: location)
        #expect(
            recording.warnings.contains {
                $0.code == .unitUndecided && $0.message.contains("the header") && $0.message.contains(sensor.rawValue)
            }, "\(recording.warnings)", sourceLocation: location)
    }

    private let iron = Vector3(80, -120, 60)

    @Test("a rate that the turning of a raw field contradicts")
    func rates() throws {
        try expect("rad/s", of: .gyroscope, in: Units(rate: ("deg/s", 1), offset: iron))
        try expect("deg/s", of: .gyroscope, in: Units(rate: ("rad/s", 180 / .pi), offset: iron))
    }

    @Test("a rate that the specific force alone contradicts, and one that it agrees with")
    func ratesByForce() throws {
        let wrong = log(Units(rate: ("deg/s", 1)))
        func short(_ text: String) -> String {
            text.split(separator: "\n").map { $0.split(separator: ",").prefix(7).joined(separator: ",") + "\n" }
                .joined()
        }
        let replaced = try read(short(wrong))
        #expect(replaced.provenance[.gyroscope]?.unit == "rad/s")
        #expect(replaced.warnings.contains { $0.code == .unitUndecided && $0.message.contains("says deg/s") })
        #expect(try read(short(wrong), ["gyroscope=rad/s"]).gyroscope.count == 1200)
        #expect(try read(short(log(Units()))).provenance[.gyroscope]?.unit == "rad/s")
    }

    @Test("a raw field that is the Earth's in another unit alone")
    func fields() throws {
        // Ten times the Earth's field about its own part: a wrong header, or a magnet.
        let strong = try read(log(Units(field: ("uT", 10), offset: iron)))
        #expect(strong.warnings.contains { $0.code == .unitUndecided && $0.advice.contains("magnetometer=mG") })
        try expect("uT", of: .magnetometer, in: Units(field: ("mG", 1), offset: iron))
    }

    @Test("m/s^2 that are gravity in g, and linear acceleration that is none")
    func gravities() throws {
        try expect("g", of: .accelerometer, in: Units(force: ("m/s^2", 1 / 9.80665)))
        try expect("g", of: .accelerometer, in: Units(force: ("m/s^2", 1 / 9.80665), isAtRest: true))
        var random = SplitMix64(seed: 8)
        let rows = (0..<1200).map { row in
            let t = Double(row) / 50
            // A car that speeds up and brakes by 1 m/s^2.
            let a = Vector3(0, (row / 300) % 2 == 0 ? 1.0 : -0.2, 0) + random.vector(0.3)
            return "\(t),\(a.x),\(a.y),\(a.z)\n"
        }
        let linear = try read("time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2)\n" + rows.joined())
        #expect(linear.accelerometer.isEmpty && linear.linearAcceleration.count == 1200)
    }

    @Test("counts of a rate beside a board's raw field, whose own part makes turns too small or too large")
    func countsBesideAField() throws {
        let rows = Motion.samples().map { m in
            let counts = (131 * 180 / Double.pi) * m.rate
            let field = m.field + Vector3(14, -11, 9)
            let cells = [counts.x, counts.y, counts.z].map { "\(Int(clamping: $0.rounded()))" }
            return "\(m.time),\(cells.joined(separator: ",")),\(field.x),\(field.y),\(field.z)\n"
        }
        let text = "time (s),gx,gy,gz,mx,my,mz\n" + rows.joined()
        do {
            #expect(try read(text).warnings.contains { $0.message.contains("deg/s/131,") })
        } catch let error as SensorLabError {
            #expect(error.advice.contains("--assume gyroscope=deg/s/131 "), "\(error)")
        }
    }

    @Test("at rest the header counts: an offset of a phone is as long as a field in milligauss")
    func restingHeaders() throws {
        let phone = try read(log(Units(offset: Vector3(300, -200, 250), isAtRest: true)))
        #expect(phone.provenance[.magnetometer]?.unit == "uT")
        let rate = try read(log(Units(rate: ("deg/s", 180 / .pi), isAtRest: true)))
        #expect(rate.provenance[.gyroscope]?.unit == "deg/s")
    }
}
