import Foundation
import TestSupport
import Testing

/// `calibrate heading` against walks, landmarks, bearings and references whose offset is known.
@Suite("Calibrate heading")
struct CalibrateHeadingTests {
    let folder: TemporaryFolder
    let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path
    let place = ["--place", "41.375,2.149", "--date", "2015-06-22"]

    init() throws { folder = try TemporaryFolder() }

    private func declination() throws -> Double {
        let answer = try json(try Tool.run(["declination", "--json"] + place).output)
        return try #require(Report.number(answer["geomagnetism"], "declinationDegrees"))
    }

    /// Three minutes around the block, the phone flat in the hand, its top edge ahead, its magnetometer turned in the
    /// housing so that every heading reads `error` degrees too little. Legs of 28 s, corners of 2 s, 1.4 m/s, 25 Hz.
    private func walk(error: Double) throws -> String {
        let declination = try declination()
        var text = "t,ax,ay,az,gx,gy,gz,mx,my,mz,lat,lon,accuracy,speed,course,courseaccuracy\n"
        var (north, east) = (0.0, 0.0)
        for i in 0..<(25 * 180) {
            let t = Double(i) / 25
            let inLeg = t.truncatingRemainder(dividingBy: 30)
            let turning = inLeg >= 28
            let course = 20 + 90 * ((t / 30).rounded(.down) + max(0, (inLeg - 28) / 2))
            let magnetic = (course - declination - error) * Double.pi / 180
            let wobble = 0.002 * sin(37 * t)
            // Clockwise seen from above is a negative rate about z, which points up.
            let rate = turning ? -45 * Double.pi / 180 : 0
            north += 1.4 / 25 * cos(course * Double.pi / 180)
            east += 1.4 / 25 * sin(course * Double.pi / 180)
            var cells = [t, wobble, -wobble, 9.81, wobble, 0, rate, -25 * sin(magnetic), 25 * cos(magnetic), -38]
                .map { String(format: "%.6f", $0) }
            if i % 25 == 0 {
                cells += [41.375 + north / 111_070, 2.149 + east / 83_600].map { String(format: "%.8f", $0) }
                let heading = course.truncatingRemainder(dividingBy: 360)
                cells += ["4", "1.4", String(format: "%.1f", heading), "6"]
            } else {
                cells += Array(repeating: "", count: 6)
            }
            text += cells.joined(separator: ",") + "\n"
        }
        return try folder.file("walk.csv", text)
    }

    @Test("the course over ground: an offset of six degrees is found, with the walker's warning, and removed by fuse")
    func course() throws {
        let log = try walk(error: 6)
        let file = folder.path("heading.json")
        let outcome = try Tool.run(
            ["calibrate", "heading", log, "--course", "--heading-axis", "top", "--out", file] + place)
        #expect(outcome.status == 0 && outcome.messages.contains("course-includes-carrying"), "\(outcome.messages)")
        let section = try json(String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8))["heading"]
        #expect((section as? [String: Any])?["accepted"] as? Bool == true, "\(outcome.messages)")
        let offset = try #require(Report.number(section, "offsetDegrees"))
        #expect((offset - 6).magnitude < 0.5, "\(offset)")
        // The declination's own sigma is part of it.
        #expect(try #require(Report.number(section, "sigmaDegrees")) > 0.25)

        let track = try Tool.run(
            [
                "fuse", log, "--filter", "sensorlab", "--quiet", "--heading-axis", "top", "--calibration", file,
                "--from",
                "80", "--to", "81",
            ] + place)
        let row = try #require(track.output.split(separator: "\n").last)
        let heading = try #require(Double(row.split(separator: ",", omittingEmptySubsequences: false)[5]))
        #expect(remainder(heading - 200, 360).magnitude < 1, "\(heading)")
    }

    @Test("no walk, no course: refused; without a declination the verb stops")
    func standing() throws {
        let log = try walk(error: 0)
        let outcome = try Tool.run(
            ["calibrate", "heading", log, "--minimum-speed", "3", "--heading-axis", "top", "--json"] + place)
        #expect(outcome.status == 0 && outcome.messages.contains("only 0 pairs"), "\(outcome.messages)")
        let unknown = try Tool.run("calibrate", "heading", log, "--course", "--place", "41.375,2.149")
        #expect(unknown.status == 64 && unknown.messages.contains("--date"), "\(unknown.messages)")
    }

    @Test("sightings: landmarks three degrees clockwise of where the camera looked")
    func sightings() throws {
        let track = try Tool.run(
            "fuse", demo, "--filter", "vqf", "--quiet", "--heading-axis", "camera", "--calibration", "auto")
        var table = "time,latitude,longitude\n"
        for (index, row) in track.output.split(separator: "\n").dropFirst().enumerated() where index % 500 == 250 {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            guard let heading = Double(cells[5]) else { continue }
            // Two kilometres away: the plane is good to a thousandth of a degree.
            let azimuth = (heading + 3) * Double.pi / 180
            table += "\(cells[0]),\(41.375 + 2000 * cos(azimuth) / 111_070),"
            table += "\(2.149 + 2000 * sin(azimuth) / (111_412 * cos(41.375 * Double.pi / 180)))\n"
        }
        let outcome = try Tool.run(
            "calibrate", "heading", demo, "--calibration", "auto", "--filter", "vqf", "--place", "41.375,2.149",
            "--sightings", try folder.file("sightings.csv", table))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let section = try json(outcome.output)["heading"]
        // Means over half a second while the camera pans.
        let offset = try #require(Report.number(section, "offsetDegrees"))
        #expect((offset - 3).magnitude < 1, "\(offset)")
        #expect((section as? [String: Any])?["headingAxis"] as? String == "camera")
    }

    /// The demo log with its reference turned by 10 degrees: clockwise, so that every true heading is 10 degrees more.
    private func turnedDemo() throws -> String {
        let plain = folder.path("plain.csv")
        #expect(try Tool.run("convert", demo, "--out", plain).status == 0)
        let text = try String(contentsOf: folder.url("plain.csv"), encoding: .utf8)
        var lines = text.split(separator: "\n").map(String.init)
        let header = try #require(lines.firstIndex { $0.hasPrefix("t,") })
        let columns = lines[header].split(separator: ",", omittingEmptySubsequences: false)
        let first = try #require(columns.firstIndex(of: "ref_qw"))
        let (c, s) = (cos(-5 * Double.pi / 180), sin(-5 * Double.pi / 180))
        for index in (header + 1)..<lines.count {
            var cells = lines[index].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard let w = Double(cells[first]), let x = Double(cells[first + 1]), let y = Double(cells[first + 2]),
                let z = Double(cells[first + 3])
            else { continue }
            // q = (c, 0, 0, s) (w, x, y, z): turned about the vertical.
            for (i, value) in [c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w].enumerated() {
                cells[first + i] = "\(value)"
            }
            lines[index] = cells.joined(separator: ",")
        }
        return try folder.file("turned.csv", lines.joined(separator: "\n") + "\n")
    }

    @Test("heading: a reference turned by ten degrees raises the offset by ten degrees, and fuse applies it")
    func headingFromReference() throws {
        func offset(_ log: String, _ name: String) throws -> Double {
            let outcome = try Tool.run(
                "calibrate", "heading", log, "--calibration", "auto", "--filter", "vqf", "--out", folder.path(name))
            #expect(outcome.status == 0, "\(outcome.messages)")
            let section = try json(String(contentsOf: folder.url(name), encoding: .utf8))["heading"]
            #expect((section as? [String: Any])?["accepted"] as? Bool == true, "\(outcome.messages)")
            return try #require(Report.number(section, "offsetDegrees"))
        }
        let difference = try offset(turnedDemo(), "turned.json") - offset(demo, "plain.json")
        #expect((difference - 10).magnitude < 0.01, "\(difference)")

        func heading(_ more: [String]) throws -> Double {
            let outcome = try Tool.run(
                ["fuse", demo, "--filter", "vqf", "--quiet", "--heading-axis", "camera", "--from", "50", "--to", "51"]
                    + more)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let row = try #require(outcome.output.split(separator: "\n").last)
            return try #require(Double(row.split(separator: ",", omittingEmptySubsequences: false)[5]))
        }
        let applied = try heading(["--calibration", folder.path("turned.json")])
        let expected = try heading([]) + offset(turnedDemo(), "again.json")
        // With `auto` beside it the readings are calibrated as when the offset was measured.
        let both = try heading(["--calibration", "auto", "--calibration", folder.path("turned.json")])
        let auto = try heading(["--calibration", "auto"]) + offset(turnedDemo(), "third.json")
        #expect((remainder(both - auto, 360)).magnitude < 1e-5, "\(both) \(auto)")
        #expect((remainder(applied - expected, 360)).magnitude < 1e-5, "\(applied) \(expected)")
    }

    @Test("heading: bearings and sightings; a wrong row is named with its line")
    func headingFromTables() throws {
        // The reference's own camera headings as a table of bearings, three degrees more: the offset that the reference
        // gives, plus three.
        let track = try Tool.run(
            "fuse", demo, "--filter", "vqf", "--quiet", "--heading-axis", "camera", "--calibration", "auto")
        var table = "time,bearing,sigma\n"
        for (index, row) in track.output.split(separator: "\n").dropFirst().enumerated() where index % 500 == 250 {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            guard let heading = Double(cells[5]) else { continue }
            table += "\(cells[0]),\((heading + 3).truncatingRemainder(dividingBy: 360)),1\n"
        }
        let bearings = try folder.file("bearings.csv", table)
        let outcome = try Tool.run(
            "calibrate", "heading", demo, "--calibration", "auto", "--filter", "vqf", "--heading-axis", "camera",
            "--bearings", bearings, "--accuracy-table", folder.path("accuracy.csv"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        // Means over half a second around each instant while the camera pans: within a degree.
        let found = try #require(Report.number(try json(outcome.output)["heading"], "offsetDegrees"))
        #expect((found - 3).magnitude < 1, "\(found)")
        let accuracy = try String(contentsOf: folder.url("accuracy.csv"), encoding: .utf8)
        #expect(accuracy.hasPrefix("source,from,to,pairs,claimed,rms_error,p95_error,within_claim\nvqf,"))

        // A device that claims 5 degrees and is 4 degrees off: all within the claim.
        var claims = "time,heading,accuracy\n0,10,-1\n"
        for row in table.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",")
            claims += "\(cells[0]),\((Double(cells[1]) ?? 0) - 4),5\n"
        }
        let checked = try Tool.run(
            "calibrate", "heading", demo, "--calibration", "auto", "--filter", "vqf", "--heading-axis", "camera",
            "--bearings", bearings, "--claims", try folder.file("claims.csv", claims), "--claims-axis", "camera",
            "--out",
            folder.path("h.json"))
        let line = try #require(checked.messageLines.first { $0.contains("claims") && $0.contains(" all ") })
        #expect(line.contains("5.00") && line.contains("4.00") && line.contains("100 %"), "\(line)")

        let wrong = try folder.file("wrong.csv", "time,latitude,longitude\n1,41,2\n2,north,2\n")
        let refused = try Tool.run("calibrate", "heading", demo, "--sightings", wrong)
        #expect(refused.status == 65)
        #expect(refused.messages.contains("wrong.csv:3: latitude: found \"north\""), "\(refused.messages)")
        // A log with a place and no fixes: it asked for --place.
        let sightings = try folder.file("sightings.csv", "time,latitude,longitude\n30,41.4,2.15\n60,41.4,2.2\n")
        let placed = try Tool.run(
            "calibrate", "heading", "datasets/classic-gravity-magnetometer.csv.gz", "--sightings", sightings, "--json")
        #expect(placed.status == 0, "\(placed.messages)")
        #expect(Report.number(try json(placed.output)["heading"], "samples") == 2)
        let both = try Tool.run("calibrate", "heading", demo, "--course", "--bearings", bearings)
        #expect(both.status == 64 && both.messages.contains("exclude each other"))
    }
}
