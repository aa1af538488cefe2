import Foundation
import TestSupport
import Testing

/// The calibrate verbs, noise and deviation as a user runs them.
@Suite("Calibrate")
struct CalibrateTests {
    let folder: TemporaryFolder
    let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path

    init() throws { folder = try TemporaryFolder() }

    // MARK: import and export

    @Test(
        "import and export: the numbers come back in each convention",
        arguments: ["matlab", "ardupilot", "fusion", "fusion-legacy", "freescale"])
    func exchange(convention: String) throws {
        let matrix = "1.1,0.02,-0.03,0.02,0.9,0.05,-0.03,0.05,1.2"
        let file = folder.path("mag.json")
        let imported = try Tool.run(
            "calibrate", "import", "--convention", convention, "--offset", "-35,22,-14", "--matrix", matrix, "--out",
            file)
        #expect(imported.status == 0, "\(imported.messages)")
        let section = try json(String(contentsOf: folder.url("mag.json"), encoding: .utf8))["magnetometer"]
        let hardIron = try #require((section as? [String: Any])?["hardIron"] as? [Double])
        // Hard iron in microtesla: ArduPilot adds milligauss; the old Fusion subtracts after the matrix.
        switch convention {
        case "ardupilot": #expect(zip(hardIron, [3.5, -2.2, 1.4]).allSatisfy { ($0 - $1).magnitude < 1e-12 })
        case "fusion-legacy":
            #expect((1.1 * hardIron[0] + 0.02 * hardIron[1] - 0.03 * hardIron[2] + 35).magnitude < 1e-9)
        default: #expect(hardIron == [-35, 22, -14])
        }
        let exported = try Tool.run("calibrate", "export", file, "--convention", convention)
        #expect(exported.status == 0)
        let numbers = exported.output.split { !"+-.0123456789e".contains($0) }.compactMap { Double($0) }
        for expected in [-35.0, 22, -14, 1.1, 0.9, 1.2, 0.02, -0.03, 0.05] {
            #expect(numbers.contains { ($0 - expected).magnitude < 1e-9 }, "\(expected) in \(exported.output)")
        }
    }

    /// One gauss is 100 microtesla, one microtesla 1e-6 tesla.
    @Test("export as PX4 parameters, a ROS 2 parameter file and a C header that compiles") func exchangeOut() throws {
        let file = folder.path("mag.json")
        let matrix = "1.1,0.02,-0.03,0.02,0.9,0.05,-0.03,0.05,1.2"
        #expect(
            try Tool.run(
                "calibrate", "import", "--convention", "fusion", "--offset", "-35,22,-14", "--matrix", matrix, "--out",
                file
            ).status == 0)
        func export(_ convention: String) throws -> String {
            try Tool.run("calibrate", "export", file, "--convention", convention).output
        }
        let px4 = try export("px4").split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(px4.count == 9 && px4.allSatisfy { $0.count == 5 && $0[4] == "9" })
        let values = Dictionary(uniqueKeysWithValues: px4.map { (String($0[2]), Double($0[3]) ?? .nan) })
        #expect(((values["CAL_MAG0_XOFF"] ?? 0) + 0.35).magnitude < 1e-12 && values["CAL_MAG0_YSCALE"] == 0.9)
        #expect(values["CAL_MAG0_XODIAG"] == 0.02 && values["CAL_MAG0_ZODIAG"] == 0.05)
        #expect(try export("ros2").contains("    magnetometer:\n      offset: [-3.5e-05, 2.2e-05, -1.4e-05]\n"))
        let header = try export("c")
        #expect(header.contains("static const double magnetometer_offset[3] = {-35.0, 22.0, -14.0};"))
        _ = try folder.file("calibration.h", header)
        let source = try folder.file(
            "main.c",
            "#include \"calibration.h\"\nint main(void) { return !(magnetometer_matrix[8] == 1.2 && "
                + "magnetometer_offset[0] == -35); }\n")
        let program = folder.path("main")
        #expect(try Tool.shell("cc -o '\(program)' '\(source)' && '\(program)'").status == 0)
    }

    @Test(
        "import: a matrix that mirrors or lacks a number is a usage error; export of a file without magnetometer is 65")
    func badExchange() throws {
        let mirror = try Tool.run(
            "calibrate", "import", "--convention", "matlab", "--offset", "0,0,0", "--matrix", "-1,0,0,0,1,0,0,0,1")
        #expect(mirror.status == 64 && mirror.messages.contains("positive determinant"), "\(mirror.messages)")
        let short = try Tool.run(
            "calibrate", "import", "--convention", "matlab", "--offset", "0,0,0", "--matrix", "1,0,0")
        #expect(short.status == 64 && short.messages.contains("nine numbers"))
        #expect(try Tool.run("calibrate", "gyroscope", demo, "--out", folder.path("g.json"), "--quiet").status == 0)
        let none = try Tool.run("calibrate", "export", folder.path("g.json"), "--convention", "matlab")
        #expect(none.status == 65 && none.messages.contains("no magnetometer"), "\(none.messages)")
    }

    // MARK: one pose

    /// Face up in Munich, the top edge 30 degrees east of true north: what is read beside the model's field is the hard
    /// iron.
    @Test("magnetometer --heading: the hard iron of a device that cannot be turned")
    func onePose() throws {
        let site = ["--place", "48.137,11.575", "--date", "2026-06-21"]
        let answer = try json(try Tool.run(["declination", "--json"] + site).output)
        let field = try #require(answer["geomagnetism"] as? [String: Any])
        let (declination, horizontal) = (
            try #require(field["declinationDegrees"] as? Double), try #require(field["horizontalMicrotesla"] as? Double)
        )
        let dip = try #require(field["inclinationDegrees"] as? Double) * .pi / 180
        let magnetic = (30 - declination) * .pi / 180
        let readings = [
            -horizontal * sin(magnetic) + 200, horizontal * cos(magnetic) - 100, -horizontal * tan(dip) + 50,
        ]
        let text =
            "# schema: sensorlab.log/1\nt,ax,ay,az,mx,my,mz\n"
            + (0..<300).map { "\(Double($0) / 50),0,0,9.81,\(readings.map { "\($0)" }.joined(separator: ","))\n" }
            .joined()
        try Data(text.utf8).write(to: folder.url("parked.csv"))
        let options = [
            "calibrate", "magnetometer", folder.path("parked.csv"), "--heading", "30", "--heading-axis", "top",
        ]
        let outcome = try Tool.run(options + site)
        #expect(outcome.status == 0 && outcome.messages.contains("accepted"), "\(outcome.messages)")
        let section = try #require(try json(outcome.output)["magnetometer"] as? [String: Any])
        let hardIron = try #require(section["hardIron"] as? [Double])
        #expect(zip(hardIron, [200, -100, 50]).allSatisfy { ($0 - $1).magnitude < 0.01 }, "\(hardIron)")
        let sigma = try #require(section["headingSigmaDegrees"] as? Double)
        #expect(sigma > 2 && sigma < 8)
        // Also with a file for the answer, and the rest in the clock that --from counts in.
        let later = try Tool.run(options + site + ["--from", "2", "--out", folder.path("later.json")])
        #expect(later.messages.contains("hard iron 200.00, -100.00, 50.00 \u{B1} "), "\(later.messages)")
        #expect(
            later.messages.contains("degrees level") && later.messages.contains("rest from 2 s of the log's clock on"))
        // Of what was not fitted there are no numbers.
        let short = try Tool.run(options + site + ["--from", "5.5", "--out", folder.path("short.json")])
        #expect(
            short.messages.contains("is never at rest") && !short.messages.contains("hard iron"), "\(short.messages)")
        let nowhere = try Tool.run(options)
        #expect(nowhere.status == 65 && nowhere.messages.contains("--place LAT,LON"), "\(nowhere.messages)")
    }

    // MARK: noise

    /// Two minutes of rest, 100 Hz, white noise of N = 0.01 m/s^2/sqrt(Hz): 0.1 m/s^2 per sample.
    private func restingLog(seconds: Int) throws -> String {
        var state: UInt64 = 7
        func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        func gaussian() -> Double { (-2 * log(1 - uniform())).squareRoot() * cos(2 * Double.pi * uniform()) }
        var text = "t,ax,ay,az,gx,gy,gz\n"
        for i in 0..<(100 * seconds) {
            let force = [0.1 * gaussian(), 0.1 * gaussian(), 9.81 + 0.1 * gaussian()]
            let rate = (0..<3).map { _ in 0.002 * gaussian() }
            let cells = (force + rate).map { String(format: "%.6f", $0) }
            text += "\(Double(i) / 100)," + cells.joined(separator: ",") + "\n"
        }
        return try folder.file("rest\(seconds).csv", text)
    }

    @Test("noise: N of simulated white noise within its interval, units named, the picture written")
    func noise() throws {
        let log = try restingLog(seconds: 120)
        let outcome = try Tool.run("noise", log, "--json", "--picture", folder.path("allan.svg"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let sensors = try #require(try json(outcome.output)["sensors"] as? [[String: Any]])
        #expect(sensors.map { $0["sensor"] as? String } == ["gyroscope", "accelerometer"])
        for (sensor, (n, unit)) in zip(sensors, [(2e-4, "rad/s/sqrt(Hz)"), (1e-2, "m/s^2/sqrt(Hz)")]) {
            for axis in try #require(sensor["axes"] as? [[String: Any]]) {
                let coefficient = try #require((axis["coefficients"] as? [[String: Any]])?.first)
                #expect(coefficient["unit"] as? String == unit)
                let low = try #require(Report.number(coefficient, "value", "low"))
                let high = try #require(Report.number(coefficient, "value", "high"))
                // Six intervals of 95 %: a tenth of slack, so that one of them may miss by that.
                #expect(low * 0.9 <= n && n <= high * 1.1, "\(low) \(n) \(high)")
            }
        }
        let picture = try String(contentsOf: folder.url("allan.svg"), encoding: .utf8)
        #expect(picture.hasPrefix("<svg") && picture.contains("Allan deviation of the gyroscope"))
        let text = try Tool.run("noise", log).output
        #expect(text.contains("deg/sqrt(h)") && text.contains("m/s/sqrt(h)"), "\(text)")
    }

    @Test("noise: a short rest is refused and says how long it takes")
    func shortNoise() throws {
        let log = try restingLog(seconds: 5)
        let outcome = try Tool.run("noise", log)
        #expect(outcome.status == 0 && outcome.messages.contains("at least 60 s"), "\(outcome.messages)")
        #expect(try Tool.run("noise", log, "--strict").status == 1)
    }

    // MARK: deviation

    private let handbook =
        "heading,deviation\n0,10.5\n45,20\n90,11.5\n135,-1.2\n180,-5.5\n225,-8\n270,-12.5\n315,-6.8\n"

    @Test("deviation: B and C are not carried to another place without a second table")
    func carriedDeviation() throws {
        let table = try folder.file("table.csv", handbook)
        let here = ["--place", "51.5,0", "--date", "2026-01-01"]
        let refused = try Tool.run(["deviation", table, "--json", "--at", "10,20"] + here)
        #expect(refused.status == 0 && refused.messages.contains("does not separate"), "\(refused.messages)")
        let at = (try json(refused.output)["deviation"] as? [String: Any])?["at"] as? [String: Any]
        let exact = try #require(at?["exact"] as? [String: Double])
        #expect(at?["accepted"] as? Bool == false && Set(exact.keys) == ["A", "D", "E"])
        #expect(try Tool.run(["deviation", table, "--at", "10,20", "--strict"] + here).status == 1)
        let alone = try Tool.run("deviation", table, "--at", "10,20")
        #expect(alone.status == 64 && alone.messages.contains("--place"), "\(alone.messages)")

        // Back to the second place itself: B and C are those of the second table.
        let other = try folder.file(
            "other.csv", "heading,deviation\n0,4.1\n45,8\n90,5\n135,-1\n180,-2\n225,-2.6\n270,-5\n315,-2.7\n")
        let carried = try Tool.run(
            ["deviation", table, "--json", "--at", "-30,20", "--second", other, "--second-place", "-30,20"] + here)
        #expect(carried.status == 0, "\(carried.messages)")
        let there = (try json(carried.output)["deviation"] as? [String: Any])?["at"]
        let own = try json(try Tool.run("deviation", other, "--json").output)["deviation"]
        for letter in ["B", "C"] {
            let (a, b) = (Report.number(there, "exact", letter), Report.number(own, "exact", letter))
            #expect((try #require(a) - (try #require(b))).magnitude < 1e-9)
        }
    }

    @Test("deviation: the card as text and as a page, the curve as a picture, a robust fit")
    func deviationCard() throws {
        let table = try folder.file("table.csv", handbook)
        let outcome = try Tool.run(
            "deviation", table, "--card", folder.path("card.txt"), "--picture", folder.path("curve.svg"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let card = try String(contentsOf: folder.url("card.txt"), encoding: .utf8)
        // Compass 000: deviation +10.5 (A + C + E = 1.00 + 7.96 + 1.50), magnetic 010.
        #expect(card.contains("     000     +10.5      010"), "\(card)")
        #expect(card.split(separator: "\n").count == 24 + 4)
        #expect(try Tool.run("deviation", table, "--card", folder.path("card.svg")).status == 0)
        for name in ["card.svg", "curve.svg"] {
            #expect(try String(contentsOf: folder.url(name), encoding: .utf8).hasPrefix("<svg"))
        }
        // One row of sixteen is wrong by 40 degrees: the robust fit keeps B near its 11.94.
        let rows = handbook + "10,12\n55,18.9\n100,9\n145,-3\n190,-5.9\n235,-9\n280,-12.4\n325,33\n"
        let robust = try json(
            try Tool.run("deviation", try folder.file("outlier.csv", rows), "--robust", "--json").output)["deviation"]
        #expect((try #require(Report.number(robust, "B")) - 11.94).magnitude < 1.5)
    }

    @Test("deviation: bands of tilt of a log")
    func deviationBands() throws {
        let outcome = try Tool.run("deviation", demo, "--calibration", "auto", "--bands", "--json", "--quiet")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let bands = (try json(outcome.output)["deviation"] as? [String: Any])?["bands"] as? [[String: Any]]
        let found = try #require(bands)
        #expect(!found.isEmpty && found.allSatisfy { ($0["samples"] as? Int ?? 0) >= 20 })
        // Camera level most of the time: the band about the horizon is there.
        #expect(found.contains { $0["fromDegrees"] as? Double == -15 && $0["toDegrees"] as? Double == 15 })
        let table = try folder.file("table.csv", handbook)
        #expect(try Tool.run("deviation", table, "--bands").status == 64)
    }

    // MARK: magnetometer and in-use

    @Test("magnetometer: the picture of directions")
    func coveragePicture() throws {
        let outcome = try Tool.run(
            "calibrate", "magnetometer", demo, "--picture", folder.path("sphere.svg"), "--quiet")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let picture = try String(contentsOf: folder.url("sphere.svg"), encoding: .utf8)
        #expect(picture.components(separatedBy: "<path d=").count == 1 + 48)
    }

    /// The simulated gyroscope reports the mean rate of the 10 ms before its stamp, 5 ms late by itself; and the option
    /// turns the readings, which S turns back: the opposite sign.
    @Test("magnetometer: misalignment and delay of a simulated phone come out within three sigmas", arguments: [5, 6])
    func alignment(seed: Int) throws {
        let log = folder.path("eight.csv")
        let simulated = try Tool.run(
            "simulate", "figure-eight", "--all-effects", "--seed", "\(seed)", "--misalignment",
            "magnetometer=0.7,-1.1,0.9", "--delay", "magnetometer=0.03", "--out", log)
        #expect(simulated.status == 0, "\(simulated.messages)")
        let outcome = try Tool.run("calibrate", "magnetometer", log, "--json")
        #expect(outcome.messages.contains("misalignment and delay: applied"), "\(outcome.messages)")
        let section = try #require(try json(outcome.output)["magnetometer"] as? [String: Any])
        let delay = try #require(section["delaySeconds"] as? Double)
        let delaySigma = try #require(section["delaySigmaSeconds"] as? Double)
        #expect((delay - 0.025).magnitude < 3 * delaySigma && delaySigma < 0.001, "\(delay) +- \(delaySigma)")
        let turn = try #require(section["misalignmentDegrees"] as? [Double])
        let sigma = try #require(section["misalignmentSigmaDegrees"] as? [Double])
        for (axis, truth) in [-0.7, 1.1, -0.9].enumerated() {
            #expect((turn[axis] - truth).magnitude < 3 * sigma[axis], "\(turn) +- \(sigma)")
            #expect(sigma[axis] < 0.3)
        }
        let none = try Tool.run("calibrate", "magnetometer", log, "--alignment", "none", "--json")
        let plain = try #require(try json(none.output)["magnetometer"] as? [String: Any])
        #expect(plain["rung"] as? String == "ellipsoid" && !(plain["delaySeconds"] is Double))
    }

    /// Without noise what is left is the method's own error: the hand's accelerations repeat with its turns.
    @Test("magnetometer: no bias of the misalignment without noise")
    func noiselessAlignment() throws {
        let log = folder.path("clean.csv")
        let simulated = try Tool.run(
            "simulate", "figure-eight", "--noiseless", "--seed", "3", "--misalignment", "magnetometer=0.7,-1.1,0.9",
            "--delay", "magnetometer=0.03", "--out", log)
        #expect(simulated.status == 0, "\(simulated.messages)")
        let outcome = try Tool.run("calibrate", "magnetometer", log, "--json")
        let section = try #require(try json(outcome.output)["magnetometer"] as? [String: Any])
        let turn = try #require(section["misalignmentDegrees"] as? [Double], "\(outcome.messages)")
        for (axis, truth) in [-0.7, 1.1, -0.9].enumerated() {
            #expect((turn[axis] - truth).magnitude < 0.1, "\(turn)")
        }
    }

    @Test("gyroscope: a resting log in degrees per second is read so with a doubt, one of zeros refused by name")
    func gyroscopeUnit() throws {
        let text = try String(contentsOfFile: try restingLog(seconds: 20), encoding: .utf8)
        func changed(_ name: String, _ rate: (Double) -> Double) throws -> String {
            let lines = text.split(separator: "\n").map { line -> String in
                var cells = line.split(separator: ",").map(String.init)
                for i in 4..<7 { cells[i] = Double(cells[i]).map { String(rate($0)) } ?? cells[i] }
                return cells.joined(separator: ",")
            }
            return try folder.file(name, lines.joined(separator: "\n") + "\n")
        }
        let degrees = try Tool.run("calibrate", "gyroscope", try changed("degrees.csv") { $0 * 180 / .pi }, "--json")
        // At rest only the force shows the unit: it would turn with an offset in rad/s.
        #expect(
            degrees.messages.contains("--assume gyroscope=rad/s") || degrees.messages.contains("gyroscope=deg/s"),
            "\(degrees.messages)")
        let zeros = try Tool.run("calibrate", "gyroscope", try changed("zeros.csv") { _ in 0 }, "--json")
        #expect(zeros.messages.contains("REFUSED") && zeros.messages.contains("zero"), "\(zeros.messages)")
    }

    @Test("in-use: one file with gyroscope and magnetometer, applied by fuse")
    func inUse() throws {
        let file = folder.path("in-use.json")
        let outcome = try Tool.run("calibrate", "in-use", demo, "--out", file)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let found = try json(String(contentsOf: folder.url("in-use.json"), encoding: .utf8))
        #expect(found["magnetometer"] is [String: Any] && found["gyroscope"] is [String: Any])
        #expect(try Tool.run("fuse", demo, "--filter", "vqf", "--quiet", "--calibration", file).status == 0)
    }
}
