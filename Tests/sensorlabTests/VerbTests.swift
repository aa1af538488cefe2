import Foundation
import TestSupport
import Testing

@Suite("Verbs")
struct VerbTests {
    let folder: TemporaryFolder
    let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path

    init() throws { folder = try TemporaryFolder() }

    @Test("deviation: the worked example of the NGA Handbook of Magnetic Compass Adjustment, chapter V")
    func deviationTable() throws {
        let table = try folder.file(
            "table.csv",
            "heading,deviation\n0,10.5\n45,20.0\n90,11.5\n135,-1.2\n180,-5.5\n225,-8.0\n270,-12.5\n315,-6.8\n")
        let outcome = try Tool.run("deviation", table, "--json")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let deviation = try json(outcome.output)["deviation"]
        for (letter, expected) in [("A", 1.00), ("B", 11.94), ("C", 7.96), ("D", 5.00), ("E", 1.50)] {
            #expect((try #require(Report.number(deviation, letter)) - expected).magnitude < 0.005)
            #expect(try #require(Report.number(deviation, "sigmas", letter)) > 0)
        }
        #expect((try #require(Report.number(deviation, "residualRMSDegrees")) - 0.051).magnitude < 0.0005)
        for (letter, expected) in [("A", 0.0174), ("B", 0.2179), ("C", 0.1348), ("D", 0.0864), ("E", 0.0242)] {
            #expect((try #require(Report.number(deviation, "exact", letter)) - expected).magnitude < 0.00005)
        }
    }

    @Test("a damaged table names file, line and column")
    func badTable() throws {
        let table = try folder.file("table.csv", "heading,deviation\n0,1\n90,east\n")
        let outcome = try Tool.run("deviation", table)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("table.csv:3: deviation: found \"east\""), "\(outcome.messages)")
    }

    @Test("deviation from a log with reference")
    func deviationLog() throws {
        let outcome = try Tool.run("deviation", demo, "--calibration", "auto", "--json", "--quiet")
        #expect(outcome.status == 0, "\(outcome.messages)")
        // The calibration of the simulated log leaves less than a degree of constant.
        #expect(try #require(Report.number(try json(outcome.output)["deviation"], "A")).magnitude < 1)
    }

    @Test(
        "the log calibrates itself by default, whatever the verb",
        arguments: [
            ["fuse", "--filter", "vqf", "--quiet"], ["compare", "--filters", "vqf", "--json", "--quiet"],
            ["deviation", "--json", "--quiet"], ["calibrate", "heading", "--filter", "vqf", "--json", "--quiet"],
        ])
    func calibratesByDefault(_ words: [String]) throws {
        let verb = words[0] == "calibrate" ? 2 : 1
        let command = Array(words.prefix(verb)) + [demo] + Array(words.dropFirst(verb))
        let plain = try Tool.run(command)
        #expect(plain.status == 0, "\(plain.messages)")
        #expect(plain.output == (try Tool.run(command + ["--calibration", "auto"]).output))
        #expect(plain.output != (try Tool.run(command + ["--calibration", "none"]).output))
    }

    @Test("convert and back: the same track to the byte")
    func convert() throws {
        let converted = folder.path("copy.csv")
        #expect(try Tool.run("convert", demo, "--out", converted).status == 0)
        let fuse = ["--filter", "kalman", "--quiet"]
        let (original, copy) = (try Tool.run(["fuse", demo] + fuse), try Tool.run(["fuse", converted] + fuse))
        #expect(original.status == 0)
        #expect(original.output == copy.output)
        #expect(
            original.output.hasPrefix(
                "t,qw,qx,qy,qz,heading,rho,roll,heading_sigma,inclination_sigma,rest,disturbed,north\n")
        )
    }

    @Test("a log on standard input")
    func standardInput() throws {
        #expect(try Tool.run("convert", demo, "--out", folder.path("copy.csv")).status == 0)
        let text = try String(contentsOf: folder.url("copy.csv"), encoding: .utf8)
        let outcome = try Tool.run("fuse", "-", "--filter", "lowpass", "--quiet", input: text)
        #expect(outcome.output == (try Tool.run("fuse", demo, "--filter", "lowpass", "--quiet").output))
    }

    @Test("one row per gyroscope sample; without it one per accelerometer sample")
    func rows() throws {
        let fuse = ["fuse", demo, "--filter", "lowpass", "--quiet"]
        #expect(try Tool.run(fuse).output.split(separator: "\n").count == 1 + 11_001)
        let without = try Tool.run(fuse + ["--without", "gyroscope"])
        #expect(without.status == 0)
        #expect(without.output.split(separator: "\n").count == 1 + 11_001)
    }

    @Test("north: magnetic and true headings differ by the declination, east positive")
    func north() throws {
        func heading(_ north: String) throws -> Double {
            let outcome = try Tool.run(
                "fuse", demo, "--filter", "lowpass", "--quiet", "--north", north, "--heading-axis", "camera", "--from",
                "50",
                "--to", "51")
            let row = try #require(outcome.output.split(separator: "\n").dropFirst().first)
            return try #require(Double(row.split(separator: ",", omittingEmptySubsequences: false)[5]))
        }
        let declination = try json(
            try Tool.run("declination", "--place", "41.375,2.149,80", "--date", "2015-06-22", "--json").output)
        let expected = try #require(Report.number(declination["geomagnetism"], "declinationDegrees"))
        #expect((try heading("true") - heading("magnetic") - expected).magnitude < 1e-5)
    }

    @Test("without place and date, headings are magnetic with a warning; asking for true north is an error")
    func noPlace() throws {
        let log = try folder.file("bare.csv", "t,ax,ay,az,mx,my,mz\n0,0,0,9.8,0,22,-40\n0.1,0,0,9.8,0,22,-40\n")
        let outcome = try Tool.run("fuse", log, "--filter", "compass")
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("no-declination"))
        let asked = try Tool.run("fuse", log, "--filter", "compass", "--north", "true")
        #expect(asked.status == 64)
        #expect(asked.messages.contains("--place LAT,LON"))
        let given = try Tool.run("fuse", log, "--filter", "compass", "--place", "-33.8,151.2", "--date", "2026-03-01")
        #expect(given.status == 0)
        #expect(!given.messages.contains("no-declination"))
    }

    @Test("simulate: equal seeds give equal files, other seeds others")
    func simulate() throws {
        for (name, seed) in [("a.csv", "7"), ("b.csv", "7"), ("c.csv", "8")] {
            let outcome = try Tool.run(
                "simulate", "ar-panning", "--seed", seed, "--duration", "60", "--out", folder.path(name))
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        let bytes = try ["a.csv", "b.csv", "c.csv"].map { try Data(contentsOf: folder.url($0)) }
        #expect(bytes[0] == bytes[1])
        #expect(bytes[0] != bytes[2])
        #expect(String(decoding: bytes[0].prefix(400), as: UTF8.self).contains("# seed: 7"))
    }

    @Test("the committed recordings are what scripts/golden/datasets makes")
    func committedRecordings() throws {
        let made = folder.path("demo.csv.gz")
        #expect(try Tool.run("simulate", "ar-panning", "--seed", "20150622", "--out", made).status == 0)
        let (old, new) = (folder.path("old.csv"), folder.path("new.csv"))
        #expect(try Tool.run("convert", demo, "--out", old).status == 0)
        #expect(try Tool.run("convert", made, "--out", new).status == 0)
        #expect(try Data(contentsOf: folder.url("old.csv")) == Data(contentsOf: folder.url("new.csv")))
    }

    @Test("geodesy: southern and western places are no options, UTM and back, what is wrong is a usage error")
    func geodesy() throws {
        let distance = try Tool.run("geodesy", "distance", "-33.857,-70.215", "-33.852,-70.211", "--json")
        let formulas = try #require(try json(distance.output)["formulas"] as? [[String: Any]])
        #expect(formulas.count == 6)
        for row in formulas {
            let metres = try #require(row["distanceMetres"] as? Double)
            let azimuth = try #require(row["azimuthDegrees"] as? Double)
            #expect((metres - 667).magnitude < 5 && (azimuth - 33.7).magnitude < 0.3, "\(row)")
        }
        let west = try Tool.run("geodesy", "distance", "48.2,11.6", "48.1,11.5")
        #expect(west.output.split(separator: "\n").dropFirst().allSatisfy { $0.contains("  213.") }, "\(west.output)")
        let antipodes = try Tool.run("geodesy", "distance", "0,0", "0.5,179.7")
        #expect(antipodes.output.contains("does not converge"))
        let utm = try Tool.run("geodesy", "utm", "-33.8568,151.2153")
        #expect(utm.output.hasPrefix("UTM         56S 334900.570 6252288.753\n"), "\(utm.output)")
        let back = try Tool.run("geodesy", "utm", "56s", "334900.5697", "6252288.7529")
        #expect(back.output.contains("place       -33.85680000, 151.21530000"), "\(back.output)")
        let sun = try Tool.run(
            "geodesy", "sun", "--place", "39.742476,-105.1786", "--time", "2003-10-17T12:30:30-07:00")
        #expect(sun.output.hasPrefix("azimuth   194.3") && sun.messages.isEmpty, "\(sun.output)")
        let place = ["geodesy", "sun", "--place", "48,11", "--time"]
        let late = try Tool.run(place + ["2101-06-21T10:00:00Z"])
        #expect(late.status == 0 && late.messages.contains("accurate to 0.01 degrees from 1950 to 2050"))
        expectError(try Tool.run(place + ["2150-06-21T10:00:00Z"]), 64, says: "1824 to 2115")
        expectError(try Tool.run(place + ["2020-06-21T10:00:00"]), 64, says: "offset from UTC")
        for arguments in [
            ["distance", "48,11"], ["distance", "48,11", "91,0"], ["utm", "48"], ["utm", "32X", "5e5", "5e6"],
            ["sun", "--place", "48,11", "--time", "5"],
            ["sun", "--place", "48,11", "--time", "2026-01-01T00:00:00+99:99"],
            ["sun", "--time", "2026-06-21T10:00:00Z"],
        ] {
            let outcome = try Tool.run(["geodesy"] + arguments)
            #expect(outcome.status == 64 && outcome.messageLines.count == 1, "\(arguments): \(outcome.messages)")
        }
        #expect(try Tool.run("geodesy", "utm", "85,0").status == 65)
    }

    @Test("calibrate writes a file that fuse applies, one per sensor")
    func calibrate() throws {
        // In use a log is calibrated without the alignment of the magnetometer, which takes a motion made for it.
        for (sensor, options) in [("magnetometer", ["--alignment", "none"]), ("gyroscope", [])] {
            let outcome = try Tool.run(
                ["calibrate", sensor, demo, "--out", folder.path("\(sensor).json"), "--quiet"] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        let both = ["--calibration", folder.path("magnetometer.json"), "--calibration", folder.path("gyroscope.json")]
        let calibrated = try Tool.run(["fuse", demo, "--filter", "gyro", "--quiet"] + both)
        let auto = try Tool.run("fuse", demo, "--filter", "gyro", "--quiet", "--calibration", "auto")
        #expect(calibrated.status == 0)
        #expect(calibrated.output == auto.output)
        let none = try Tool.run("fuse", demo, "--filter", "gyro", "--quiet", "--calibration", "none")
        #expect(none.output != auto.output)
    }

    /// In an empty folder an example ends where its log is missing (66, or 1 where several are), never with a usage
    /// error (64).
    @Test(
        "help has three examples for every verb, and each is understood",
        arguments: [
            "analyze", "info", "convert", "noise", "calibrate", "calibrate magnetometer", "calibrate gyroscope",
            "calibrate accelerometer", "calibrate in-use", "calibrate heading", "deviation", "declination", "filters",
            "fuse", "compare", "serve", "project", "tune", "simulate", "export", "export notebook", "export replay",
            "export mcap", "export rerun", "export track", "study",
            "geodesy", "geodesy distance", "geodesy destination", "geodesy utm", "geodesy sun",
            "batch", "history", "align", "compasses", "sightings",
        ])
    func examples(verb: String) throws {
        let help = try Tool.run(["help"] + verb.split(separator: " ").map(String.init)).output
        let lines = help.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
        let examples = lines.prefix { $0.hasPrefix("  sensorlab ") }
        #expect(examples.count == 3, "\(help)")
        // The page of serve waits for a browser.
        for example in examples where !example.hasPrefix("  sensorlab serve") {
            // A longer line would be broken.
            #expect(example.count < 80)
            let command = example.split(separator: ">")[0]
            let words = command.split(separator: " ").dropFirst().map(String.init)
            let outcome = try Tool.run(words, in: folder.root)
            #expect([0, 1, 66].contains(outcome.status), "\(example): \(outcome.messages)")
        }
    }

    @Test("help in groups") func groups() throws {
        let help = try Tool.run("--help").output
        for title in ["LOG SUBCOMMANDS", "CALIBRATION SUBCOMMANDS", "FILTER SUBCOMMANDS", "PROJECTION SUBCOMMANDS"] {
            #expect(help.contains(title), "\(help)")
        }
    }

    @Test("the catalogue: one line per filter, one filter with its parameters, also as JSON")
    func filters() throws {
        let text = try Tool.run("filters")
        for name in ["compass", "lowpass", "gyro", "complementary", "kalman"] { #expect(text.output.contains(name)) }
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(!text.output.contains("--set"))
        #expect(try Tool.run("filters", "kalman").output.contains("--set kalman."))
        let listing = try json(try Tool.run("filters", "LowPass", "--json").output)
        let filters = try #require(listing["filters"] as? [[String: Any]])
        #expect(filters.count == 1)
        let parameters = try #require(filters[0]["parameters"] as? [[String: Any]])
        #expect(parameters.contains { $0["defaultValue"] as? Double == 0.8 })
    }

    @Test("info: the streams of the demo recording")
    func info() throws {
        let answer = try json(try Tool.run("info", demo, "--json").output)
        let streams = try #require((answer["recording"] as? [String: Any])?["streams"] as? [[String: Any]])
        #expect(
            streams.map { $0["sensor"] as? String } == [
                "accelerometer", "gyroscope", "magnetometer", "gravity", "location", "reference",
            ])
        #expect((try #require(streams[2]["rateHz"] as? Double) - 50).magnitude < 0.5)
        #expect((answer["input"] as? [String: Any])?["sha256"] as? String != "")
    }

    @Test("info: which stream filters and calibrations use")
    func used() throws {
        let log = try folder.file(
            "both.csv",
            "t,ax,ay,az,mx,my,mz,mcx,mcy,mcz,gravx,gravy,gravz\n"
                + (0..<20).map { "\($0),0,0,9.8,0,\($0),-40,0,\($0),-41,0,0,9.8\n" }.joined())
        let answer = try json(try Tool.run("info", log, "--json").output)
        let streams = try #require((answer["recording"] as? [String: Any])?["streams"] as? [[String: Any]])
        let used = Dictionary(
            uniqueKeysWithValues: streams.map { ($0["sensor"] as? String ?? "", $0["used"] as? Bool) })
        #expect(
            used == ["accelerometer": true, "magnetometer": true, "magnetometerCorrected": false, "gravity": false])
        #expect(try Tool.run("info", log).output.contains("filters and calibrations do not use it"))
        let alone = try Tool.run("info", log, "--without", "accelerometer", "--json").output
        #expect(alone.components(separatedBy: "\"used\" : true").count == 3)
    }

    @Test("deviation: a table on standard input")
    func deviationOfStandardInput() throws {
        // NGA Handbook of Magnetic Compass Adjustment, chapter V.
        let table = """
            heading,deviation
            0,10.5
            45,20
            90,11.5
            135,-1.2
            180,-5.5
            225,-8
            270,-12.5
            315,-6.8

            """
        let outcome = try Tool.run(["deviation", "-", "--json"], input: table)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let b = try #require(Report.number(try json(outcome.output)["deviation"], "B"))
        #expect((b - 11.94).magnitude < 0.005)
    }
}
