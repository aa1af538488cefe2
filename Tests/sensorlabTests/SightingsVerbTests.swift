import Foundation
import Testing

/// `sightings`: five attempts at four places, without a log.
@Suite struct SightingsVerbTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Bearings 0, 90, 180, 270; the phone claims 15 and is off by 2 to 13.
    private static let offs = [[2.0, 3, 4, 5, 6], [-5, -7, -9, -6, -8], [10, 11, 12, 13, 9], [4, -4, 5, -5, 3]]

    private func filled(_ change: (String) -> String = { $0 }) throws -> String {
        var text = "place,bearing,landmark,attempt,shown,claimed\n"
        for (index, name) in ["bridge", "church", "harbour", "tower"].enumerated() {
            for (attempt, off) in Self.offs[index].enumerated() {
                let shown = (Double(90 * index) - off + 360).truncatingRemainder(dividingBy: 360)
                text += "\(name),\(90 * index),spire,\(attempt + 1),\(shown),15\n"
            }
        }
        return try folder.file("filled.csv", change(text))
    }

    @Test func tableOfTheSeed() throws {
        let outcome = try Tool.run("sightings", try filled())
        #expect(outcome.status == 0 && outcome.output.contains("15  2 to 13"), "\(outcome.output)")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(outcome.output)")
        let answer = try json(try Tool.run("sightings", try filled(), "--json").output)
        let groups = try #require(answer["groups"] as? [[String: Any]])
        #expect(groups.map { $0["name"] as? String } == ["bridge", "church", "harbour", "tower", "all"])
        let (bridge, all) = (groups[0], groups[4])
        // Errors 2..6: mean 4, s = sqrt(2.5), t(4) = 2.7764: 4 +- 1.9633. RMS sqrt(90 / 5).
        #expect((bridge["offsetDegrees"] as? Double).map { ($0 - 4).magnitude < 1e-9 } == true)
        let interval = try #require(bridge["offsetInterval"] as? [Double])
        #expect((interval[1] - interval[0] - 2 * 1.96324).magnitude < 2e-3, "\(interval)")
        #expect((bridge["rmsDegrees"] as? Double).map { ($0 - 18.0.squareRoot()).magnitude < 1e-9 } == true)
        // Means of the places 4, -7, 11, 0.6: 2.15, s = 7.4804, t(3) = 3.1824: +- 11.903.
        let whole = try #require(all["offsetInterval"] as? [Double])
        #expect(((whole[0] + whole[1]) / 2 - 2.15).magnitude < 1e-9, "\(whole)")
        #expect(((whole[1] - whole[0]) / 2 - 11.903).magnitude < 0.02, "\(whole)")
        #expect(all["claimedDegrees"] as? Double == 15 && all["withinClaim"] as? Double == 1)
    }

    @Test("azimuths are geodesics (PyPI's geographiclib 2.1), declinations those of the place")
    func places() throws {
        // Geodesic.WGS84.Inverse(48.137, 11.575, 48.140, 11.580)["azi1"]
        let azimuth = 48.124709436666926
        let sheet = try folder.file(
            "places.csv", "place,at,landmark,landmark_at,shown\nA,48.137 11.575,B,48.140 11.580,40\n")
        func offset(_ more: String...) throws -> Double {
            let answer = try json(try Tool.run(["sightings", sheet, "--json"] + more).output)
            let groups = try #require(answer["groups"] as? [[String: Any]])
            return try #require(groups.last?["offsetDegrees"] as? Double)
        }
        #expect((try offset() - (azimuth - 40)).magnitude < 1e-6)
        let field = try #require(
            try json(
                try Tool.run("declination", "--place", "48.137,11.575", "--date", "2026-06-01", "--json").output)[
                    "geomagnetism"] as? [String: Any])
        let declination = try #require(field["declinationDegrees"] as? Double)
        let magnetic = try offset("--north", "magnetic", "--date", "2026-06-01")
        #expect((magnetic - (azimuth - 40 - declination)).magnitude < 1e-6)
    }

    @Test func sheetForPrint() throws {
        let plan = try folder.file("plan.csv", "place,bearing,landmark\nbridge,12,spire & <tower>\nchurch,340,mast\n")
        let page = folder.path("sheet.html")
        #expect(try Tool.run("sightings", plan, "--sheet", page, "--attempts", "3").status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.components(separatedBy: "<tr>").count == 8 && html.contains("spire &amp; &lt;tower>"))
        // Whoever knows the bearing reads the phone accordingly.
        #expect(!html.contains("340") && !html.lowercased().contains("bearing") && !html.contains("<th>at</th>"))
        let table = folder.path("sheet.csv")
        #expect(try Tool.run("sightings", plan, "--sheet", table).status == 0)
        let text = try String(contentsOfFile: table, encoding: .utf8)
        #expect(text.split(separator: "\n").count == 11)
        // Filled in, it is read again.
        let rows = text.split(separator: "\n").map { $0.hasSuffix(",,") ? $0.dropLast(2) + ",10,20" : $0 }
        let again = try Tool.run("sightings", try folder.file("again.csv", rows.joined(separator: "\n") + "\n"))
        #expect(again.status == 0 && again.output.contains("bridge"), "\(again.messages)")
    }

    @Test("the coordinates of places are kept, without the bearings that follow from them; no place is lost")
    func sheetOfPlaces() throws {
        let plan = try folder.file(
            "plan.csv", "at,landmark,landmark_at\n48.1 11.5,mast,48.2 11.5\n48.1 11.6,mast,48.2 11.6\n")
        let page = folder.path("sheet.html")
        #expect(try Tool.run("sightings", plan, "--sheet", page, "--attempts", "2").status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.components(separatedBy: "<tr>").count == 6 && html.contains("<td>48.10000 11.60000</td>"))
        let table = try Tool.run("sightings", plan, "--sheet", folder.path("sheet.csv"), "--attempts", "2")
        #expect(table.status == 0)
        let text = try String(contentsOfFile: folder.path("sheet.csv"), encoding: .utf8)
        #expect(text.split(separator: "\n").count == 5 && text.contains("48.2 11.6,,"), "\(text)")
        // Places without names are places of their own.
        let filled = try folder.file(
            "filled.csv", "at,landmark_at,shown\n48.1 11.5,48.2 11.5,2\n48.1 11.6,48.2 11.6,4\n")
        let answer = try json(try Tool.run("sightings", filled, "--json").output)
        let groups = try #require(answer["groups"] as? [[String: Any]])
        #expect(groups.map { $0["name"] as? String } == ["48.10000 11.50000", "48.10000 11.60000", "all"])
        #expect(groups.last?["places"] as? Int == 2)
    }

    @Test("errors in all directions have no mean; intervals end at 180 degrees")
    func undetermined() throws {
        let around = try folder.file(
            "around.csv", "place,bearing,shown,claimed\nA,0,0,-1\nB,0,90,-1\nC,0,180,-1\nD,0,270,-1\n")
        let text = try Tool.run("sightings", around)
        #expect(text.status == 0 && text.output.contains("offset, to be added: not determined"), "\(text.output)")
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text.output)")
        func all(_ sheet: String) throws -> [String: Any] {
            let answer = try json(try Tool.run("sightings", sheet, "--json").output)
            return try #require((answer["groups"] as? [[String: Any]])?.last)
        }
        let none = try all(around)
        #expect(none["offsetDegrees"] is NSNull && none["offsetInterval"] is NSNull)
        #expect((none["rmsInterval"] as? [Double])?.last == 180)
        // iOS claims -1 where it knows nothing.
        #expect(none["claimedDegrees"] is NSNull && none["withinClaim"] is NSNull)
        // As many attempts in all directions at one place.
        let many = (0..<24).map { "A,0,\(15 * $0)\n" }.joined()
        #expect(try all(try folder.file("many.csv", "place,bearing,shown\n" + many))["offsetDegrees"] is NSNull)
        let behind = try all(
            try folder.file("behind.csv", "place,bearing,shown\nA,0,185\nB,0,179\nC,0,183\nD,0,181\n"))
        let interval = try #require(behind["offsetInterval"] as? [Double])
        // Offsets 175, -179, 177, 179: mean 178, s = sqrt(20 / 3), t(3) = 3.1824: +- 4.108.
        #expect((interval[0] - 173.892).magnitude < 0.01 && (interval[1] + 177.892).magnitude < 0.01, "\(interval)")
    }

    @Test("a manifest of sheets, one per place and device, is the same as one sheet")
    func manifest() throws {
        let whole = try json(try Tool.run("sightings", try filled(), "--json").output)
        var manifest = "sightings,site,device\n"
        for (index, name) in ["bridge", "church", "harbour", "tower"].enumerated() {
            let rows = Self.offs[index].map {
                "\(90 * index),\((Double(90 * index) - $0 + 360).truncatingRemainder(dividingBy: 360)),15\n"
            }
            _ = try folder.file("\(name).csv", "bearing,shown,claimed\n" + rows.joined())
            manifest += "\(name).csv,\(name),\(index % 2 == 0 ? "one" : "two")\n"
        }
        let list = try folder.file("sheets.csv", manifest)
        let outcome = try Tool.run("sightings", list, "--json")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let groups = try #require(try json(outcome.output)["groups"] as? [[String: Any]])
        #expect(groups.map { $0["name"] as? String } == ["bridge", "church", "harbour", "tower", "one", "two", "all"])
        let (one, other) = (groups.last, (whole["groups"] as? [[String: Any]])?.last)
        for key in ["rmsDegrees", "offFromDegrees", "offToDegrees", "offsetDegrees"] {
            #expect(one?[key] as? Double == other?[key] as? Double, "\(key)")
        }
        expectError(
            try Tool.run("study", list, "--out", folder.path("study")), 65, says: "found sheets of sightings",
            "sensorlab sightings")
        let bad = try folder.file("bad.csv", "sightings,site\nbridge.csv,bridge\n,church\n")
        expectError(try Tool.run("sightings", bad), 65, says: "bad.csv:3", "found no sheet in the column sightings")
        let nested = try folder.file("nested.csv", "sightings\nsheets.csv\n")
        expectError(try Tool.run("sightings", nested), 65, says: "nested.csv:2", "is a manifest itself")
        let missing = try folder.file("missing.csv", "sightings\nnowhere.csv\n")
        expectError(try Tool.run("sightings", missing), 66, says: "missing.csv:2", "nowhere.csv", "no such sheet")
        let twice = try folder.file("twice.csv", "sightings\nbridge.csv\n./bridge.csv\n")
        expectError(try Tool.run("sightings", twice), 65, says: "twice.csv:3", "line 2 has the sheet ./bridge.csv too")
        let unknown = try folder.file("unknown.csv", "sightings,sit\nbridge.csv,bridge\n")
        let told = try Tool.run("sightings", unknown)
        #expect(told.status == 0 && told.messages.contains("sit are unknown and ignored"))
        #expect(told.messages.contains("did you mean site for sit?"), "\(told.messages)")
    }

    @Test("a sheet from a pipe; rows that are not filled in")
    func pipes() throws {
        let sheet = try String(contentsOfFile: try filled(), encoding: .utf8)
        let piped = try Tool.run("sightings", "-", input: sheet + "tower,270,spire,6,,\n")
        #expect(piped.status == 0 && piped.output.contains("2 to 13"), "\(piped.messages)")
        #expect(piped.messages.contains("standard input: 1 of 21 rows are not filled in; fill in 'shown', or leave"))
    }

    @Test func contradictions() throws {
        let head = "place,at,landmark_at,bearing,shown\n"
        let row = "A,48.1 11.5,48.2 11.5,"
        #expect(try Tool.run("sightings", try folder.file("near.csv", head + row + "0.9,3\n")).status == 0)
        #expect(try Tool.run("sightings", try folder.file("around.csv", head + row + "359.5,3\n")).status == 0)
        expectError(
            try Tool.run("sightings", try folder.file("far.csv", head + row + "0.5,3\n" + row + "12,3\n")), 65,
            says: "far.csv:3: bearing is 12.0 degrees, from at to landmark_at it is 0.0")
        expectError(
            try Tool.run("sightings", try folder.file("same.csv", head + "A,48.1 11.5,48.1 11.5,,3\n")), 65,
            says: "same.csv:2: at and landmark_at are the same place")
        expectError(
            try Tool.run("sightings", try folder.file("semicolons.csv", "place;bearing;shown\nA;12;13\n")), 65,
            says: "separated by semicolons")
        let plan = try folder.file("plan.csv", head + row + ",3\n")
        for name in ["x", "x.pdf"] {
            let refused = try Tool.run("sightings", plan, "--sheet", folder.path(name))
            expectError(refused, 64, says: ".html, to print, or .csv, to fill in")
            #expect(refused.messages.contains("--sheet") && !refused.messages.contains("--blank"))
        }
        let old = try Tool.run("sightings", plan, "--north", "magnetic", "--date", "1700-01-01")
        expectError(old, 64, says: "give a date in that range")
        #expect(!old.messages.contains("IGRF") && !old.messages.contains("coefficient"), "\(old.messages)")
    }

    @Test func badSheets() throws {
        let none = try folder.file("none.csv", "place,bearing,shown\nA,10,12\nB,,14\n")
        expectError(try Tool.run("sightings", none), 65, says: "none.csv:3: found no place")
        let text = try folder.file("text.csv", "place,bearing,shown\nA,10,north\n")
        expectError(try Tool.run("sightings", text), 65, says: "text.csv:2")
        let empty = try folder.file("empty.csv", "place,bearing,shown\nA,10,\n")
        expectError(try Tool.run("sightings", empty), 65, says: "no row has a heading")
        expectError(try Tool.run("sightings", try folder.file("x.csv", "a,b\n1,2\n")), 65, says: "bearing")
        expectError(try Tool.run("sightings", none, "--north", "magnetic"), 64, says: "--date")
        expectError(try Tool.run("sightings", none, "--attempts", "3"), 64, says: "--sheet")
    }
}
