import Foundation
import TestSupport
import Testing

/// `project` and `tune` as a user runs them.
@Suite("project and tune")
struct ProjectTests {
    let folder: TemporaryFolder
    let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path
    let places = SharedData.committed("places-barcelona.csv").path

    init() throws { folder = try TemporaryFolder() }

    private func errors(_ output: String) throws -> [[String: Any]] {
        let answer = try json(output)
        #expect(answer["schema"] as? String == "sensorlab.projection-error/1")
        return try #require(answer["errors"] as? [[String: Any]])
    }

    private func pixels(_ row: [String: Any], _ key: String = "medianPixels") -> Double? {
        (row["accuracy"] as? [String: Any])?[key] as? Double
    }

    @Test("labels over time as CSV, errors as a table, a picture of the screen")
    func project() throws {
        let outcome = try Tool.run(
            "project", demo, "--places", places, "--filter", "sensorlab,lowpass", "--projection", "geodesic,planar",
            "--calibration", "auto", "--rate", "10", "--picture", folder.path("screen.svg"), "--at", "60")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines[0] == "t,filter,projection,id,x,y,visible,distance,scale,major,minor,angle")
        #expect(lines.dropFirst().allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 12 })
        let stamps = Set(lines.dropFirst().map { $0.prefix { $0 != "," } })
        // 110 s at 10 Hz, from the first orientation on.
        #expect((1000...1101).contains(stamps.count))
        #expect(outcome.messages.contains("median px"))
        let picture = try String(contentsOf: folder.url("screen.svg"), encoding: .utf8)
        #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n") && picture.contains("sensorlab, geodesic"))
    }

    @Test("--terrain gives places without an altitude the height of the ground")
    func terrain() throws {
        let list = try folder.file("flat.csv", "id,name,lat,lon\ntower,Tower,41.4036,2.1744\n")
        let tile = Data([[UInt8]](repeating: [0, 40], count: 1201 * 1201).joined())
        try tile.write(to: folder.url("N41E002.hgt"))
        let arguments = ["project", demo, "--places", list, "--rate", "1", "--out", folder.path("labels.csv")]
        let without = try Tool.run(arguments)
        #expect(without.messages.contains("[place-without-altitude]"))
        let with = try Tool.run(arguments + ["--terrain", folder.path("N41E002.hgt")])
        #expect(with.status == 0 && !with.messages.contains("place-without-altitude"), "\(with.messages)")
        #expect(try Tool.run(arguments + ["--terrain", folder.path("none")]).status == 66)
        #expect(try Tool.run(arguments + ["--eye-height", "2"]).status == 64)
        let tiff = try folder.file("dem.tif", "")
        let alone = try Tool.run(arguments + ["--terrain", tiff], environment: ["PATH": "/nowhere"])
        expectError(alone, 74, says: "dem.tif", "gdalwarp", "install GDAL")
    }

    /// A demo that is fixed where the phone was, with places all round it.
    private func rules(_ options: String...) throws -> Tool.Outcome {
        try Tool.run(
            ["project", demo, "--places", places, "--rate", "2", "--filter", "sensorlab"] + options)
    }

    @Test("--details: rows for what is behind, columns of arrow, azimuth, opacity, label, observer and its age")
    func details() throws {
        let outcome = try rules(
            "--details", "--label-size", "300x70", "--fade", "1000,9000,0.3", "--min-scale", "0.2", "--query-radius",
            "20000", "--picture", folder.path("screen.svg"), "--at", "60")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let lines = outcome.output.split(separator: "\n")
        let columns = lines[0].split(separator: ",").map(String.init)
        #expect(columns.count == 28 && columns.last == "age")
        let rows = lines.dropFirst().map { line in
            Dictionary(
                uniqueKeysWithValues: zip(
                    columns, line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)))
        }
        #expect(rows.allSatisfy { $0.count == 28 })
        let behind = rows.filter { $0["state"] == "behind" }
        #expect(!behind.isEmpty)
        for row in behind {
            #expect(row["x"] == "" && row["arrow"] != "" && row["label"] == "")
            // Empty where the camera looks at the ground.
            #expect(row["relative"] == "" || abs(Double(row["relative"] ?? "") ?? 0) > 45)
        }
        let visible = rows.filter { $0["state"] == "visible" }
        #expect(visible.allSatisfy { $0["arrow"] == "" && $0["label"] != "" && $0["visible"] == "1" })
        #expect(rows.allSatisfy { (0.3...1).contains(Double($0["opacity"] ?? "") ?? 0) })
        #expect(
            rows.allSatisfy { (Double($0["age"] ?? "") ?? -1) >= 0 && $0["observer_lat"]?.hasPrefix("41.3") == true })
        #expect(outcome.messages.contains("hidden") && outcome.messages.contains("queries within 20000 m: 1"))
        let picture = try String(contentsOf: folder.url("screen.svg"), encoding: .utf8)
        #expect(picture.contains("dominant-baseline") && picture.contains("#b3261e"))
    }

    @Test("names at the edge cover neither each other nor labels, and no rule shows no place at all")
    func edges() throws {
        let rows = (0..<30).map { index in
            let azimuth = Double(index) * .pi / 15
            return
                "p\(index),Place number \(index),\(41.375 + 0.01 * cos(azimuth)),\(2.149 + 0.013 * sin(azimuth)),80\n"
        }
        let list = try folder.file("ring.csv", "id,name,lat,lon,alt\n" + rows.joined())
        let outcome = try Tool.run(
            "project", demo, "--places", list, "--rate", "2", "--details", "--label-size", "420x90", "--out",
            folder.path("ring-labels.csv"), "--picture", folder.path("ring.svg"), "--at", "60")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let picture = try String(contentsOf: folder.url("ring.svg"), encoding: .utf8)
        let boxes = picture.split(separator: "<rect ").compactMap { part -> [Double]? in
            guard part.contains("fill-opacity=\"0.8\"") || part.contains("fill=\"#ffffff\" stroke=\"#767b85\"") else {
                return nil
            }
            return ["x", "y", "width", "height"].compactMap { name in
                part.split(separator: "\"").indices.dropLast().first {
                    part.split(separator: "\"")[$0].hasSuffix("\(name)=")
                }
                .flatMap { Double(part.split(separator: "\"")[$0 + 1]) }
            }
        }
        #expect(boxes.count > 20 && boxes.allSatisfy { $0.count == 4 })
        for (index, a) in boxes.enumerated() {
            for b in boxes[..<index] {
                let apart = a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1]
                #expect(apart, "\(a) covers \(b)")
            }
        }
        for option in ["--nearest", "--nearest-in-view"] {
            expectError(try rules(option, "0"), 64, says: "\(option) 0: expected 1 or more")
        }
    }

    @Test("--radar draws the places from above, --label-turn turns labels; neither without what it needs")
    func radar() throws {
        func svg(_ options: String...) throws -> String {
            let outcome = try Tool.run(
                [
                    "project", demo, "--places", places, "--rate", "2", "--quiet", "--out", folder.path("r.csv"),
                    "--label-size", "420x90", "--picture", folder.path("r.svg"), "--at", "60",
                ] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            return try String(contentsOf: folder.url("r.svg"), encoding: .utf8)
        }
        let (plain, fixed, turning) = (
            try svg(), try svg("--radar", "north"), try svg("--radar", "turning", "--radar-radius", "3000")
        )
        // The field of view of the reference and of the filter; the farthest place is 6.0 km away.
        #expect(fixed.matches(of: /class="field"/).count == 2 && turning.matches(of: /class="field"/).count == 2)
        #expect(!plain.contains("class=\"field\"") && turning.contains(">3.0 km<") && !fixed.contains(">3.0 km<"))
        // Labels are rectangles, and trapezoids where they are turned.
        func trapezoids(_ svg: String) -> Int {
            svg.matches(of: /Z" fill="#ffffff" stroke="#767b85" stroke-width="0.8"/).count
        }
        #expect(try trapezoids(plain) == 0 && trapezoids(svg("--label-turn", "30")) > 0)
        expectError(try rules("--radar", "north"), 64, says: "--radar needs --picture and --at")
        expectError(try rules("--radar-radius", "500"), 64, says: "--radar-radius needs --radar")
        expectError(
            try rules("--radar", "north", "--radar-radius", "0", "--picture", folder.path("x.svg"), "--at", "60"), 64,
            says: "--radar-radius 0.0: expected metres above 0")
        expectError(
            try rules("--label-size", "420x90", "--label-turn", "90"), 64, says: "--label-turn 90.0",
            "expected 0 to 80 degrees")
        expectError(try rules("--label-turn", "30"), 64, says: "--label-turn", "need --label-size")
        expectError(try Tool.run("analyze", demo, "--radar", "north"), 64, says: "--radar needs --places")
    }

    @Test("an altitude that nobody knows is empty, not 0")
    func observerWithoutAltitude() throws {
        func altitudes(_ place: String) throws -> Set<String> {
            let outcome = try rules("--details", "--place", place)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let lines = outcome.output.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            let column = try #require(lines[0].firstIndex(of: "observer_alt"))
            return Set(lines.dropFirst().map { $0[column] })
        }
        #expect(try altitudes("41.38,2.15") == [""])
        #expect(try altitudes("41.38,2.15,20") == ["20.00"])
    }

    @Test("the shares of hidden and moved labels and the queries are in the JSON; null without the rules")
    func ruleReport() throws {
        let answer = try json(try rules("--json", "--label-size", "400x120", "--query-radius", "20000").output)
        let labels = try #require((answer["labels"] as? [[String: Any]])?.first)
        #expect(labels["filter"] as? String == "sensorlab" && (labels["labels"] as? Int ?? 0) > 100)
        for share in ["hiddenShare", "movedShare"] {
            #expect((0...1).contains(try #require(labels[share] as? Double)))
        }
        let queries = try #require(answer["queries"] as? [String: Any])
        #expect(queries["radiusMetres"] as? Double == 20000 && (queries["times"] as? [Any])?.count == 1)
        let plain = try json(try rules("--json").output)
        #expect(plain["labels"] is NSNull && plain["queries"] is NSNull)
    }

    @Test("--floor-height is used and said where the altitude is unknown, not where the user gives one")
    func floorHeight() throws {
        let unknown = try rules("--place", "41.375,2.149", "--floor-height", "30", "--details")
        #expect(unknown.status == 0 && unknown.messages.contains("[floor-height]"), "\(unknown.messages)")
        #expect(unknown.output.split(separator: "\n")[1].hasSuffix(",41.3750000,2.1490000,30.00,"))
        let given = try rules("--place", "41.375,2.149,0", "--floor-height", "30", "--details")
        #expect(!given.messages.contains("[floor-height]"))
        #expect(given.output.split(separator: "\n")[1].hasSuffix(",0.00,"))
    }

    @Test("rules that cannot be are refused with exit code 64")
    func badRules() throws {
        for options in [
            ["--category", "food AND"], ["--label-gap", "4"], ["--label-size", "big"], ["--fade", "9,5"],
            ["--min-distance", "-3"], ["--layout", "pile"],
        ] {
            let outcome = try Tool.run(["project", demo, "--places", places] + options)
            #expect(outcome.status == 64, "\(options): \(outcome.messages)")
        }
    }

    @Test("a good filter with geodesic is tens of pixels off, the classic pair hundreds; frames cost lag")
    func accuracy() throws {
        let outcome = try Tool.run(
            "project", demo, "--places", places, "--filter", "sensorlab,lowpass", "--projection", "geodesic,planar",
            "--calibration", "auto", "--json")
        let rows = try errors(outcome.output).filter { $0["category"] is NSNull }
        #expect(rows.count == 4)
        let best = try #require(pixels(rows[0]))
        #expect(rows[0]["filter"] as? String == "sensorlab" && rows[0]["projection"] as? String == "geodesic")
        for row in rows.dropFirst() { #expect(try #require(pixels(row)) > best) }
        #expect(best < 40)
        let lag = try #require(pixels(rows[2], "lagMilliseconds"))
        #expect(lag > 50)
        let frames = try Tool.run(
            "project", demo, "--places", places, "--calibration", "auto", "--json", "--rate", "5", "--filter",
            "sensorlab")
        let held = try #require(pixels(try errors(frames.output)[0], "lagMilliseconds"))
        #expect(held > 60 && held < 140)
    }

    @Test("no reference: labels and a warning, no errors")
    func noReference() throws {
        let outcome = try Tool.run("project", demo, "--places", places, "--without", "reference", "--json")
        #expect(outcome.status == 0)
        #expect(try errors(outcome.output).isEmpty)
        #expect(outcome.messages.contains("no-reference"))
    }

    @Test("an empty list, a place at the observer, nothing in view: warnings, not errors")
    func oddLists() throws {
        let empty = try Tool.run(
            "project", demo, "--places", try folder.file("empty.csv", "id,lat,lon\n"), "--rate", "1")
        #expect(empty.status == 0)
        #expect(empty.output.split(separator: "\n").count == 1)
        #expect(empty.messages.contains("no-places"))
        let here = try Tool.run(
            "project", demo, "--places", try folder.file("here.csv", "lat,lon,alt\n41.375,2.149,80\n"), "--place",
            "41.375,2.149,80", "--rate", "1")
        #expect(here.status == 0)
        #expect(here.output.split(separator: "\n").count == 1)
        #expect(here.messages.contains("place-at-observer"))
    }

    @Test("fixes worse than the limit are held or replaced by the site, with a warning")
    func fixes() throws {
        let outcome = try Tool.run("project", demo, "--places", places, "--rate", "1", "--worst-accuracy", "2")
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("fixes-ignored"))
        let log = try folder.file(
            "log.csv",
            "t,ax,ay,az,mx,my,mz\n" + (0..<200).map { "\(Double($0) / 50),0,9.81,0,0,-40,-22\n" }.joined())
        let nowhere = try Tool.run("project", log, "--places", places, "--filter", "lowpass")
        #expect(nowhere.status == 65)
        #expect(nowhere.messages.contains("--place LAT,LON,ALTITUDE"))
        let placed = try Tool.run(
            "project", log, "--places", places, "--filter", "lowpass", "--place", "41.375,2.149", "--rate", "1")
        #expect(placed.status == 0)
        #expect(placed.messages.contains("generic-camera") && placed.messages.contains("magnetic-north"))
    }

    @Test("bad options and files: one line, the right exit code")
    func badInput() throws {
        func expectError(_ status: Int32, _ part: String, _ options: String...) throws {
            let outcome = try Tool.run(["project", demo] + options)
            #expect(outcome.status == status, "\(outcome.messages)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.messageLines.count == 1)
            #expect(outcome.messages.contains(part), "\(outcome.messages)")
        }
        let bad = try folder.file("bad.csv", "id,lat,lon\na,95,2\n")
        let twice = try folder.file("twice.csv", "id,lat,lon\na,45,2\na,46,2\n")
        let nan = try folder.file("nan.csv", "id,lat,lon,alt\na,45,2,nan\n")
        let camera = try folder.file("camera.json", #"{"width":600,"height":800,"focalX":0,"focalY":1}"#)
        let newer = try folder.file("new.json", #"{"schema":"sensorlab.projection/9","filter":{"name":"vqf"}}"#)
        try expectError(66, "none.csv", "--places", folder.path("none.csv"))
        try expectError(65, "latitude 95", "--places", bad)
        try expectError(65, "twice", "--places", twice)
        try expectError(65, "altitude nan", "--places", nan)
        try expectError(64, "did you mean geodesic", "--places", places, "--projection", "geodesik")
        try expectError(64, "is given twice", "--places", places, "--projection", "planar,planar")
        try expectError(64, "there is no filter", "--places", places, "--filter", "crystal")
        try expectError(64, "did you mean iphone5", "--places", places, "--camera", "iphone5x")
        try expectError(65, "focal length", "--places", places, "--camera", camera)
        try expectError(65, "newer version", "--places", places, "--parameters", newer)
        try expectError(64, "--rate", "--places", places, "--rate", "0")
        try expectError(64, "portrait", "--places", places, "--projection", "sine", "--screen", "left-edge-up")
        try expectError(64, "need each other", "--places", places, "--picture", folder.path("x.svg"))
        try expectError(
            64, "nothing is drawn", "--places", places, "--picture", folder.path("x.svg"), "--at", "1e6", "--quiet")
        #expect(!folder.names.contains("x.svg"))
    }

    @Test(
        "tune: a trail, a table, a parameter file that project takes; one recording is refused, strictly with exit code 1"
    )
    func tune() throws {
        let file = folder.path("core.json")
        let outcome = try Tool.run(
            "tune", demo, "--filter", "lowpass", "--parameters", "accelerometerWeight=magnetometerWeight",
            "--objective",
            "pixels+jitter+lag", "--calibration", "auto", "--budget", "8", "--out", file, "--strict")
        #expect(outcome.status == 1, "\(outcome.messages)")
        #expect(outcome.output.contains("refused: there is one group of recordings"))
        #expect(outcome.messages.contains("with all recordings:"))
        let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        #expect(text.contains("\"schema\" : \"sensorlab.projection/1\""))
        #expect(text.contains("\"accepted\" : \"false\""))
        let used = try Tool.run("project", demo, "--places", places, "--parameters", file, "--rate", "1", "--json")
        #expect(used.status == 0, "\(used.messages)")
        #expect(try errors(used.output)[0]["filter"] as? String == "lowpass")
    }

    @Test("tune accepts what holds on recordings that it has not seen")
    func tuneAccepts() throws {
        // Six parts of a log whose low-pass is better off slower or faster; 12 s each.
        var manifest = "path,id\n"
        for part in 0..<6 {
            let path = folder.path("part\(part).csv")
            let start = 24 + 13 * part
            let cut = try Tool.run(
                "convert", demo, "--from", "\(start)", "--to", "\(start + 13)", "--out", path, "--quiet")
            #expect(cut.status == 0, "\(cut.messages)")
            manifest += "part\(part).csv,part \(part)\n"
        }
        let calibration = folder.path("magnetometer.json")
        _ = try Tool.run("calibrate", "magnetometer", demo, "--out", calibration, "--quiet")
        let outcome = try Tool.run(
            "tune", "--manifest", try folder.file("logs.csv", manifest), "--filter", "lowpass", "--parameters",
            "accelerometerWeight=magnetometerWeight", "--calibration", calibration, "--budget", "10", "--method",
            "grid",
            "--out", folder.path("core.json"), "--json", "--quiet")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let answer = try json(outcome.output)
        #expect((answer["folds"] as? [Any])?.count == 6)
        let accepted = try #require(answer["accepted"] as? Bool)
        let interval = answer["differenceInterval"] as? [String: Any]
        let high = try #require(interval?["high"] as? Double)
        #expect(accepted == (high < 0))
    }

    @Test("tune: bad input")
    func badTuning() throws {
        func expectError(_ status: Int32, _ part: String, _ options: String...) throws {
            let outcome = try Tool.run(["tune"] + options + ["--out", folder.path("core.json")])
            #expect(outcome.status == status, "\(outcome.messages)")
            #expect(outcome.messages.contains(part), "\(outcome.messages)")
            #expect(!folder.names.contains("core.json"))
        }
        try expectError(64, "give logs", "--filter", "lowpass")
        try expectError(64, "there is no filter", demo, "--filter", "crystal")
        try expectError(64, "no parameter weight", demo, "--filter", "lowpass", "--parameters", "weight")
        try expectError(
            64, "both fixed and tuned", demo, "--filter", "lowpass", "--parameters", "accelerometerWeight", "--set",
            "lowpass.accelerometerWeight=0.5")
        try expectError(64, "--budget", demo, "--filter", "lowpass", "--budget", "0")
        try expectError(
            64, "expected 1 to 1000000", demo, "--filter", "lowpass", "--parameters", "accelerometerWeight",
            "--budget", "9223372036854775807")
        let log = SharedData.committed("classic-gravity-magnetometer.csv.gz").path
        try expectError(65, "no reference", log, "--filter", "lowpass")
    }
}
