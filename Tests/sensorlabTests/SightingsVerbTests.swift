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
        let table = folder.path("sheet.csv")
        #expect(try Tool.run("sightings", plan, "--sheet", table).status == 0)
        let text = try String(contentsOfFile: table, encoding: .utf8)
        #expect(text.split(separator: "\n").count == 11)
        // Filled in, it is read again.
        let rows = text.split(separator: "\n").map { $0.hasSuffix(",,") ? $0.dropLast(2) + ",10,20" : $0 }
        let again = try Tool.run("sightings", try folder.file("again.csv", rows.joined(separator: "\n") + "\n"))
        #expect(again.status == 0 && again.output.contains("bridge"), "\(again.messages)")
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
