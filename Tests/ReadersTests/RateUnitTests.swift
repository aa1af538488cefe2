import Judge
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// The unit of a gyroscope where the log does not give it: counts, degrees and radians of resting and of moving
/// devices.
@Suite("A gyroscope's unit without a word about it")
struct RateUnitTests {
    private func read(_ text: String, _ assumptions: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = assumptions.compactMap { Assumption($0) }
        #expect(options.assumptions.count == assumptions.count)
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func question(_ text: String) -> SensorLabError? {
        do {
            let recording = try read(text)
            Issue.record("read as \(recording.provenance[.gyroscope]?.unit ?? "nothing")")
            return nil
        } catch { return error as? SensorLabError }
    }

    /// How a board writes a log: what it makes of each reading.
    private struct Board {
        /// One reading of the gyroscope, of deg/s.
        var rate: (Double) -> Double = { $0 }
        var rateDigits: Int?
        /// deg/s.
        var bias = Vector3(1.9, -2.6, 0.8)
        /// deg/s.
        var noise = 0.08
        var isMoving = false
        var hasAcceleration = true
        var header = "gx,gy,gz"
        var hertz = 100.0
        var seconds = 8.0
    }

    private func log(_ board: Board) -> String {
        var random = SplitMix64(seed: 11)
        var q = Quaternion(angle: 0.2, axis: Vector3(1, 0, 0))
        var text = "time (s)," + (board.hasAcceleration ? "ax,ay,az," : "") + board.header + "\n"
        for row in 0..<Int(clamping: board.hertz * board.seconds) {
            let t = Double(row) / board.hertz
            let w =
                board.isMoving
                ? Vector3(1.2 * .sin(0.9 * t), 1.5 * .cos(0.7 * t), 1.1 * .sin(0.5 * t)) : .zero
            let force = 9.81 * q.unrotate(Vector3(0, 0, 1)) + random.vector(0.02)
            q = (q * Quaternion(rotationVector: (1 / board.hertz) * w)).renormalized
            let rate = (180 / Double.pi) * w + board.bias + random.vector(board.noise)
            let cells = [rate.x, rate.y, rate.z].map { value -> String in
                let written = board.rate(value)
                guard let digits = board.rateDigits else { return "\(written)" }
                return digits == 0 ? "\(Int(clamping: written.rounded()))" : fixed(written, digits)
            }
            text +=
                "\(t)," + (board.hasAcceleration ? "\(force.x),\(force.y),\(force.z)," : "")
                + cells.joined(separator: ",") + "\n"
        }
        return text
    }

    private func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = Double.pow(10, digits)
        return "\((value * scale).rounded() / scale)"
    }

    private func expect(_ unit: String?, of text: String, _ location: SourceLocation = #_sourceLocation) {
        expectUnit(unit, of: .gyroscope, location) { try read(text) }
    }

    @Test(
        "counts of a chip are read by the motion, with a warning, or asked about with the counts that fit",
        arguments: [
            (131.0, "131"), (65.5, "65.5"), (32.8, "32.8"), (16.4, "16.4"), (1000 / 8.75, "114.29"),
            (1000 / 17.5, "57.14"),
            (1000 / 70.0, "14.29"),
        ])
    func movingCounts(_ counts: Double, _ shown: String) throws {
        let text = log(Board(rate: { $0 * counts }, rateDigits: 0, isMoving: true))
        if let found = try? read(text) {
            #expect(found.warnings.contains { $0.code == .unitUndecided && $0.message.contains("deg/s/\(shown),") })
        } else {
            let error = try #require(question(text))
            #expect(error.code == .unknownUnit && error.kind == .badData)
            #expect(error.advice.contains("--assume gyroscope=deg/s/\(shown) "), "\(error)")
        }
        let recording = try read(text, ["gyroscope=deg/s/\(shown)"])
        let truth = try read(log(Board(isMoving: true)), ["gyroscope=deg/s"])
        #expect((recording.gyroscope.values[300] - truth.gyroscope.values[300]).length < 0.02)
    }

    @Test("resting counts are asked about, whatever their size", arguments: [131.0, 16.4])
    func restingCounts(_ counts: Double) throws {
        let error = try #require(question(log(Board(rate: { $0 * counts }, rateDigits: 0))))
        #expect(error.code == .unknownUnit)
        #expect(error.advice.contains("--assume gyroscope=deg/s/131"))
    }

    @Test("counts under a header of degrees contradict it")
    func countsUnderAHeader() throws {
        let board = Board(rate: { $0 * 131 }, rateDigits: 0, isMoving: true, header: "gx (deg/s),gy (deg/s),gz (deg/s)")
        let error = try #require(question(log(board)))
        #expect(error.message.contains("says deg/s") && error.advice.contains("gyroscope=deg/s/131"))
    }

    @Test("thousandths of degrees under their header are read, however many", arguments: [true, false])
    func thousandths(_ hasAcceleration: Bool) throws {
        let board = Board(
            rate: { 1000 * $0 }, rateDigits: 0, isMoving: true, hasAcceleration: hasAcceleration,
            header: "gx_mdps,gy_mdps,gz_mdps")
        #expect(try read(log(board)).provenance[.gyroscope]?.unit == "mdps")
    }

    @Test("a unit behind one of the canonical log's names makes it no canonical log")
    func unitsBesideCanonicalNames() throws {
        let text = log(Board(isMoving: true, header: "gx (deg/s),gy (deg/s),gz (deg/s)"))
        let recording = try read(text.replacing("time (s),", with: "t,"))
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s" && recording.accelerometer.count == 800)
    }

    @Test("degrees of a resting board: a bias that would turn gravity")
    func restingBias() throws {
        expect("deg/s", of: log(Board(rateDigits: 2, bias: Vector3(0.7, -0.6, 0.2))))
    }

    private static let chips: [(Double, Double, Int, String)] = [
        (1 / 131, 1, 5, "deg/s"), (1 / 16.4, 1, 2, "deg/s"), (0.00875, 1, 5, "deg/s"), (0.07, 1, 2, "deg/s"),
        (2000 / 32768, 1, 6, "deg/s"), (8.75, 1000, 2, "mdps"), (70, 1000, 0, "mdps"),
        (Angle.radiansPerDegree / 16.384, Angle.radiansPerDegree, 8, "rad/s"),
    ]

    @Test("the steps of a chip are degrees, thousandths of them, or radians", arguments: chips)
    func steps(_ step: Double, _ perDegree: Double, _ digits: Int, _ unit: String) throws {
        let board = Board(
            rate: { ($0 * perDegree / step).rounded() * step }, rateDigits: digits, bias: Vector3(0.1, -0.2, 0.05),
            noise: 0.5,
            hasAcceleration: false)
        expect(unit, of: log(board))
    }

    @Test("powers of two below 1/16 are any fixed-point number's", arguments: [32.0, 64, 128])
    func fixedPoint(_ steps: Double) throws {
        let text = rows(
            1500, force: { _, random in Vector3(0, 0, 9.81) + random.vector(0.03) },
            rate: { _, random in
                let w = steps * random.vector(0.3)
                return (1 / steps) * Vector3(w.x.rounded(), w.y.rounded(), w.z.rounded())
            })
        expect(nil, of: text)
    }

    @Test("a phone's interface beside a chip's steps in radians: no warning")
    func stepsOfAPhone() throws {
        let step = 0.0175 * Angle.radiansPerDegree
        let text = rows(
            1500, force: { _, random in Vector3(0, 0, 9.81) + random.vector(0.02) },
            rate: { _, random in
                let w = Vector3(0.002, 0.002, 0.002) + random.vector(0.0012)
                return step * Vector3((w.x / step).rounded(), (w.y / step).rounded(), (w.z / step).rounded())
            })
        let lines = text.split(separator: "\n")
        let withGravity =
            "\(lines[0]),gravx,gravy,gravz\n" + lines.dropFirst().map { "\($0),0,0,9.80665\n" }.joined()
        let recording = try read(withGravity)
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
        #expect(!recording.warnings.contains { $0.code == .unitUndecided })
    }

    @Test("readings of three significant digits have no chip's step")
    func significantDigits() throws {
        let board = Board(
            rate: { value in
                let scale = Double.pow(10, 2 - Int(clamping: Double.log10(max(value.magnitude, 1e-9)).rounded(.down)))
                return (value * scale).rounded() / scale
            }, bias: .zero, noise: 0.5, hasAcceleration: false)
        #expect(question(log(board))?.code == .unknownUnit)
    }

    @Test("angles under a gyroscope's names are left out, in degrees and radians", arguments: [1, Double.pi / 180])
    func anglesAreNoRates(_ unit: Double) throws {
        func log(_ yaw: (Int) -> Double) -> String {
            "time (s),ax,ay,az,gyrx,gyry,gyrz\n"
                + (0..<400).map { row in
                    "\(Double(row) / 50),0.1,0.2,9.8,\(yaw(row) * unit),\((22 + 0.1 * Double(row % 7)) * unit),\(-59 * unit)\n"
                }.joined()
        }
        let turning = try read(log { (Double($0) * 1.5 + 100).remainder(dividingBy: 360) })
        #expect(turning.gyroscope.isEmpty)
        #expect(turning.accelerometer.count == 400)
        #expect(turning.warnings.contains { $0.code == .unknownColumns && $0.message.contains("angles: they go") })
        // Without another sensor the log has no usable column.
        let alone = log { (Double($0) * 1.5 + 100).remainder(dividingBy: 360) }
            .replacing("ax,ay,az,", with: "").replacing("0.1,0.2,9.8,", with: "")
        #expect(question(alone)?.message.contains("angles: they go") == true)
        // The user's statement takes precedence.
        #expect(
            try read(log { (Double($0) * 1.5 + 100).remainder(dividingBy: 360) }, ["gyroscope=deg/s"]).gyroscope.count
                == 400)
        // A shake is not a full turn.
        #expect(AngleWraps((0..<400).map { 179 * Double.sin(2.9 * Double($0)) }) == nil)
    }

    @Test("what nothing decides is doubted, with the other unit to paste")
    func undecided() throws {
        let text = log(Board(rateDigits: 3, bias: .zero, noise: 0.1, hasAcceleration: false))
        expect(nil, of: text)
        if let warning = try? read(text).warnings.first(where: { $0.code == .unitUndecided }) {
            #expect(warning.advice.contains("--assume gyroscope="))
        }
    }

    @Test("a phone's interface gives radians, and so does a noise that no gyroscope in degrees has")
    func radians() throws {
        func radians(_ hasGravity: Bool) -> String {
            var random = SplitMix64(seed: 3)
            return "time (s),ax,ay,az,gx,gy,gz\(hasGravity ? ",gravx,gravy,gravz" : "")\n"
                + (0..<600).map { row in
                    let (f, w) = (random.vector(0.02), random.vector(0.0015))
                    return
                        "\(Double(row) / 100),\(f.x),\(f.y),\(9.81 + f.z),\(w.x),\(w.y),\(w.z)\(hasGravity ? ",0,0,9.81" : "")\n"
                }.joined()
        }
        #expect(try read(radians(true), ["accelerometer=android"]).provenance[.gyroscope]?.unit == "rad/s")
        let quiet = try read(radians(false))
        #expect(quiet.provenance[.gyroscope]?.unit == "rad/s")
    }

    @Test("readings below a gyroscope's noise in degrees are radians; sixty times as long they are asked about")
    func tiny() throws {
        func resting(_ factor: Double) -> String {
            "t,ax,ay,az,gx,gy,gz\n"
                + (0..<300).map { row in
                    let rate = "\(0.001 * factor),0,\(0.001 * factor * Double(row % 3))"
                    return "\(Double(row) / 50),0.01,0.02,9.8\(row % 7),\(rate)\n"
                }.joined()
        }
        let small = try read(resting(1))
        #expect(small.provenance[.gyroscope]?.unit == "rad/s")
        expect(nil, of: resting(60))
    }

    /// A log of 50 Hz; m/s^2 or g, and rates in whatever unit.
    private func rows(
        _ count: Int, force: (Int, inout SplitMix64) -> Vector3, rate: (Int, inout SplitMix64) -> Vector3
    ) -> String {
        var random = SplitMix64(seed: 9)
        return "time,ax,ay,az,gx,gy,gz\n"
            + (0..<count).map { row in
                let (f, w) = (force(row, &random), rate(row, &random))
                return "\(Double(row) / 50),\(f.x),\(f.y),\(f.z),\(w.x),\(w.y),\(w.z)\n"
            }.joined()
    }

    @Test(
        "short readings at rest are radians where they have an offset, beside m/s^2",
        arguments: [
            (Vector3.zero, 0.022, 1.0, false), (Vector3(0.03, -0.02, 0.01), 0.004, 1, true),
            (Vector3.zero, 0.003, 1, true),
            (Vector3(0.03, -0.02, 0.01), 0.004, 9.81, false), (Vector3.zero, 0.0022, 9.81, true),
        ])
    func shortReadings(_ offset: Vector3, _ noise: Double, _ unit: Double, _ isRadians: Bool) throws {
        let text = rows(
            1500, force: { _, random in (1 / unit) * (Vector3(0, 0, 9.81) + random.vector(0.03)) },
            rate: { _, random in offset + random.vector(noise) })
        expect(isRadians ? "rad/s" : nil, of: text)
    }

    @Test(
        "an engine shakes a device and does not turn it: degrees below one are doubted", arguments: [true, false])
    func vibration(_ isStrong: Bool) throws {
        // The weak one comes and goes.
        func engine(_ row: Int) -> Double { isStrong || row % 500 < 250 ? 1 : 0.1 }
        let text = rows(
            2000,
            force: { row, random in Vector3(0, 0, 9.81) + (isStrong ? 1 : 0.2) * engine(row) * random.vector(1) },
            rate: { row, random in
                let swell = 0.1 * Double.sin(2 * .pi * Double(row) / 250)
                return engine(row) * random.vector(0.1) + (isStrong ? swell : 0) * Vector3(1, 1, 1)
            })
        expect(nil, of: text)
    }

    @Test("a device that is shaken and turns is in radians")
    func walking() throws {
        var (turn, smooth) = (Quaternion.identity, Vector3.zero)
        let text = rows(
            3000, force: { _, random in turn.unrotate(Vector3(0, 0, 9.81)) + random.vector(2) },
            rate: { _, random in
                smooth = 0.95 * smooth + random.vector(0.06)
                turn = (turn * Quaternion(rotationVector: 0.02 * smooth)).renormalized
                return smooth
            })
        let recording = try read(text)
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
    }

    @Test("forty units are too fast for a hand in radians")
    func fast() throws {
        let board = Board(rate: { $0 * 0.7 }, isMoving: true, hasAcceleration: false)
        #expect(try read(log(board)).provenance[.gyroscope]?.unit == "deg/s")
    }

    @Test("slow turns are seen over a second")
    func slow() throws {
        // 3 degrees per second about a level axis.
        let rows = (0..<1500).map { row -> String in
            let angle = 0.052 * Double(row) / 50
            return
                "\(Double(row) / 50),0,\(9.81 * Double.sin(angle)),\(9.81 * Double.cos(angle)),\(row % 2 == 0 ? 2.98 : 2.97),0.01,0\n"
        }
        #expect(try read("time (s),ax,ay,az,gx,gy,gz\n" + rows.joined()).provenance[.gyroscope]?.unit == "deg/s")
    }

    @Test("a bias in degrees under a header of radians is asked about")
    func restingBiasUnderAHeader() throws {
        let error = try #require(question(log(Board(rateDigits: 2, header: "gx (rad/s),gy (rad/s),gz (rad/s)"))))
        #expect(error.code == .contradiction && error.message.contains("says rad/s"))
        #expect(error.advice.contains("--assume gyroscope=deg/s or --assume gyroscope=rad/s"), "\(error.advice)")
    }

    @Test("slow turns in degrees under a header of radians are doubted more than a writer's documentation")
    func turningUnderAHeader() throws {
        // A board that turns about the vertical by 2 degrees per second, which its force does not show.
        func rows(_ header: String) -> String {
            header
                + (0..<600).map { row in
                    let noise = 0.06 * Double(row % 3 - 1)
                    let force = "0.\(row % 5),-0.\(row % 7),9.7\(row % 9)"
                    return "\(Double(row) / 50),\(force),\(noise),\(-noise),\(1.25 + noise)\n"
                }.joined()
        }
        let recording = try read(rows("time (s),ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s)\n"))
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.advice.contains("gyroscope=deg/s") })
        let canonical = try read(rows("# schema: sensorlab.log/1\nt,ax,ay,az,gx,gy,gz\n"), ["accelerometer=m/s^2"])
        let probabilities = [recording, canonical].map { $0.provenance[.gyroscope]?.probability ?? 0 }
        #expect(probabilities[0] < 0.75 && probabilities[1] > 0.9, "\(probabilities)")
    }

    /// A sensor at the bob of a pendulum of some metres, which swings through some degrees: the force stays in its z.
    private func pendulum(_ metres: Double, _ degrees: Double, unit: String) -> String {
        var random = SplitMix64(seed: 7)
        var (angle, rate) = (degrees * Angle.radiansPerDegree, 0.0)
        var text = "time (s),ax,ay,az,gx\(unit),gy\(unit),gz\(unit)\n"
        for row in 0..<3000 {
            let (f, w) = (random.vector(0.03), random.vector(0.003))
            let force = 9.81 * Double.cos(angle) + metres * rate * rate + f.z
            text += "\(Double(row) / 100),\(f.x),\(f.y),\(force),\(rate + w.x),\(w.y),\(w.z)\n"
            rate -= 9.81 / metres * Double.sin(angle) * 0.01
            angle += 0.01 * rate
        }
        return text
    }

    @Test(
        "on a swing the specific force turns with the device: it shows no degrees",
        arguments: [(1.0, 30.0), (1, 11), (0.1, 8), (0.1, 20), (4, 12), (10, 75)])
    func swing(_ metres: Double, _ degrees: Double) throws {
        expect("rad/s", of: pendulum(metres, degrees, unit: ""))
        let stated = try read(pendulum(metres, degrees, unit: " (rad/s)"))
        #expect(stated.provenance[.gyroscope]?.unit == "rad/s")
    }

    /// A record player, level: it rests first, and then turns at one rate.
    private func turntable(_ rate: Double, resting: Double = 3) -> String {
        var random = SplitMix64(seed: 5)
        return "time,ax,ay,az,gx,gy,gz\n"
            + (0..<1500).map { row in
                let t = Double(row) / 50
                let (f, w) = (random.vector(0.03), random.vector(0.1))
                return "\(t),\(f.x),\(f.y),\(9.81 + f.z),\(w.x),\(w.y),\((t < resting ? 0 : rate) + w.z)\n"
            }.joined()
    }

    @Test("a steady turn that may be radians or degrees is asked about", arguments: [31.0, 33])
    func steadyTurn(_ rate: Double) throws {
        expect("deg/s", of: turntable(rate, resting: 1.5))
        expect("deg/s", of: turntable(rate, resting: 0))
    }

    @Test("a log that rests and turns has no offset of that size: it is too fast for radians", arguments: [45.0, 200])
    func turntableFromRest(_ rate: Double) throws {
        expect("deg/s", of: turntable(rate, resting: 1.5))
    }

    // MARK: Units in the header

    @Test(
        "spellings of people",
        arguments: [
            ("mdps", LogUnit.millidegreesPerSecond), ("mrad/s", .milliradiansPerSecond), ("dps", .degreesPerSecond),
            ("d/s", .degreesPerSecond), ("deg/sec", .degreesPerSecond), ("°/s", .degreesPerSecond),
            ("rad/sec", .radiansPerSecond),
            ("in deg/s", .degreesPerSecond), ("rad s⁻¹", .radiansPerSecond), ("degrees/sec", .degreesPerSecond),
        ])
    func rates(_ text: String, _ unit: LogUnit) { #expect(LogUnit(spelling: text, of: .gyroscope) == unit) }

    @Test(arguments: [
        ("in G's", LogUnit.gravities), ("milli-g", .milligravities), ("mg", .milligravities),
        ("m s⁻²", .metresPerSecondSquared),
    ])
    func accelerations(_ text: String, _ unit: LogUnit) { #expect(LogUnit(spelling: text, of: .accelerometer) == unit) }

    @Test(
        "marks that another encoding broke",
        arguments: [
            ("m/sÂ²", LogUnit.metresPerSecondSquared), ("m/s\u{FFFD}", .metresPerSecondSquared),
            ("m/s?", .metresPerSecondSquared), ("m/sï¿½", .metresPerSecondSquared), ("Â°/s", .degreesPerSecond),
            ("?/s", .degreesPerSecond), ("ÂµT", .microtesla), ("Î¼T", .microtesla), ("?T", .microtesla),
            ("?", nil), ("g?", nil), ("", nil),
        ])
    func brokenMarks(_ text: String, _ unit: LogUnit?) {
        let sensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]
        #expect(sensors.compactMap { LogUnit(spelling: text, of: $0) } == (unit.map { [$0] } ?? []))
    }

    @Test("radians of a gyroscope are radians per second", arguments: ["rad", "radian", "radians", "r/s"])
    func radiansAlone(_ text: String) {
        #expect(LogUnit(spelling: text, of: .gyroscope) == .radiansPerSecond)
        #expect(text == "r/s" || LogUnit.quantity(of: text) == nil)
    }

    @Test(
        "counts are asked about by their name",
        arguments: [
            ("gx [counts],gy [counts],gz [counts]", "counts"), ("gx_LSB,gy_LSB,gz_LSB", "lsb"),
            ("gx (ADC),gy (ADC),gz (ADC)", "ADC"),
        ])
    func namedCounts(_ header: String, _ name: String) throws {
        let error = try #require(question(log(Board(isMoving: true, header: header))))
        #expect(error.code == .unknownUnit && error.message.contains(name), "\(error)")
        #expect(error.advice.contains("--assume gyroscope=deg/s"))
        #expect(
            try read(log(Board(isMoving: true, header: header)), ["gyroscope=deg/s"]).provenance[.gyroscope]?.unit
                == "deg/s")
    }

    @Test("a unit that is not known is asked about by its name", arguments: ["furlong/s", "mV", "m/s^3", "uT", "mph"])
    func unknownUnits(_ name: String) throws {
        let header = ["gx", "gy", "gz"].map { "\($0) (\(name))" }.joined(separator: ",")
        let resting = Board(rateDigits: 3, bias: .zero, noise: 0.1, hasAcceleration: false, header: header)
        let error = try #require(question(log(resting)))
        #expect(error.code == .unknownUnit && error.message.contains(name), "\(error)")
        #expect(error.advice.contains("--assume gyroscope=deg/s"))
        // Where the turning shows the unit it is read, with a warning.
        let recording = try read(log(Board(isMoving: true, header: header)))
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("\"\(name)\"") })
    }

    @Test("a length that shows the unit is read in spite of an unknown one, with a warning")
    func unknownUnitOfALength() throws {
        let text = log(Board(isMoving: true)).replacing("ax,ay,az", with: "ax (mV),ay (mV),az (mV)")
        let recording = try read(text)
        #expect(recording.provenance[.accelerometer]?.unit == "m/s^2")
        #expect(recording.warnings.contains { $0.code == .unitUndecided && $0.message.contains("\"mV\"") })
    }

    @Test(
        "words that are no unit ask nothing",
        arguments: [
            "(raw)", "(left)", "(lsm6ds3)", "(filtered)", "(L)", "(arm)", "[dev]", "(iOS)", "(b/f)", "(+/-2g)",
            "(50 Hz)",
        ])
    func noUnits(_ words: String) throws {
        let header = ["gx", "gy", "gz"].map { "\($0) \(words)" }.joined(separator: ",")
        let recording = try read(log(Board(isMoving: true, header: header)))
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(!recording.warnings.contains { $0.code == .unitUndecided })
    }

    @Test("a row of units below the names counts")
    func rowOfUnits() throws {
        let lines = log(Board(rateDigits: 3, bias: .zero, noise: 0.1)).split(separator: "\n")
        let text =
            "time,ax,ay,az,gx,gy,gz\ns,m/s^2,m/s^2,m/s^2,deg/s,deg/s,deg/s\n"
            + lines.dropFirst().joined(separator: "\n") + "\n"
        let recording = try read(text)
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.provenance[.gyroscope]?.decidedBy.contains("header") == true)
    }
}
