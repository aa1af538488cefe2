import Foundation
import Testing

/// `info`, `deviation` and `convert` on the log of a boat that turns two circles, one to each side, in a current.
@Suite struct VesselVerbTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func sentence(_ text: String) -> String {
        String(format: "$%@*%02X\r\n", text, text.utf8.reduce(0, ^))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// Deviation of the simulated compass, degrees, east positive.
    private static func deviation(_ compass: Double) -> Double {
        let z = radians(compass)
        return 1 + 8 * sin(z) - 5 * cos(z) + 2 * sin(2 * z)
    }

    /// South of England in July 2026, with a declination of about 1 degree; 2.5 m/s through the water, which moves
    /// north-east with 0.7 m/s.
    private static func log(turns: [Double]) -> String {
        var (text, heading) = ("", 20.0)
        var (latitude, longitude) = (50.1, -1.2)
        var second = 0
        for (index, rate) in turns.enumerated() {
            heading += rate
            let (course, magnetic) = (radians(heading), heading - 0.92)
            let (east, north) = (2.5 * sin(course) + 0.5, 2.5 * cos(course) + 0.5)
            latitude += north / 111_195
            longitude += east / 111_195 / cos(radians(latitude))
            var compass = magnetic
            for _ in 0..<60 { compass = magnetic - deviation(compass) }
            // A compass that is read by the tenth, in waves.
            compass += 0.6 * sin(Double(index) * 1.7)
            compass = (compass - 360 * (compass / 360).rounded(.down))
            let ground = (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
            let time = String(format: "12%02d%02d.00", second / 60, second % 60)
            func angle(_ value: Double, _ digits: Int) -> String {
                String(
                    format: "%0\(digits)d%08.5f", Int(value.magnitude),
                    value.magnitude.truncatingRemainder(dividingBy: 1) * 60)
            }
            text += sentence(
                "GPRMC,\(time),A,\(angle(latitude, 2)),N,\(angle(longitude, 3)),W,"
                    + String(format: "%.2f,%.1f", hypot(east, north) * 3600 / 1852, ground) + ",010726,1.0,E,A")
            text += sentence(String(format: "HCHDG,%.1f,,,1.0,E", compass))
            second += 1
        }
        return text
    }

    private static let circles = Array(repeating: 2.0, count: 200) + Array(repeating: -2.0, count: 200)

    @Test func curveFromCircles() throws {
        let log = try folder.file("boat.log", Self.log(turns: Self.circles))
        let info = try Tool.run("info", log)
        #expect(info.status == 0 && info.output.contains("NMEA 0183") && info.output.contains("deviation not applied"))
        let outcome = try Tool.run(
            "deviation", log, "--json", "--card", folder.path("card.txt"), "--table", folder.path("curve.xml"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let found = try #require(try json(outcome.output)["deviation"] as? [String: Any])
        #expect(found["accepted"] as? Bool == true)
        for (letter, expected) in [("A", 1.0), ("B", 8), ("C", -5), ("D", 2), ("E", 0)] {
            let value = try #require(found[letter] as? Double)
            #expect((value - expected).magnitude < 0.5, "\(letter) \(value)")
        }
        let course = try #require(found["course"] as? [String: Double])
        #expect(course["statedVariationDegrees"] == 1)
        #expect((try #require(course["currentMetresPerSecond"]) - 0.5.squareRoot()).magnitude < 0.05)
        #expect((try #require(course["currentTowardsDegrees"]) - 45).magnitude < 4)
        #expect(try String(contentsOfFile: folder.path("card.txt"), encoding: .utf8).hasPrefix("DEVIATION CARD"))
        let table = try String(contentsOfFile: folder.path("curve.xml"), encoding: .utf8)
        #expect(table.contains("<ABCDEvalues factorA=\"") && table.contains("compassname=\"boat"))
        #expect(table.components(separatedBy: "<aBearing ").count == 37)
        // The table as CSV gives the curve again.
        #expect(try Tool.run("deviation", log, "--table", folder.path("curve.csv")).status == 0)
        let again = try #require(
            try json(try Tool.run("deviation", folder.path("curve.csv"), "--json").output)["deviation"]
                as? [String: Any])
        let (first, second) = (try #require(found["B"] as? Double), try #require(again["B"] as? Double))
        #expect((first - second).magnitude < 0.01)
    }

    @Test func correctedSentences() throws {
        let log = try folder.file("boat.log", Self.log(turns: Self.circles))
        let curve = try folder.file("curve.json", try Tool.run("deviation", log, "--json").output)
        let out = folder.path("corrected.nmea")
        let outcome = try Tool.run("convert", log, "--deviation", curve, "--out", out)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let text = try String(contentsOfFile: out, encoding: .utf8)
        for line in text.split(separator: "\r\n") {
            let parts = line.dropFirst().split(separator: "*")
            #expect(UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^), "\(line)")
        }
        #expect(text.hasPrefix("$GPRMC,120000.00,A,5006.") && text.contains(",010726,0.9,E,A*"))
        #expect(text.contains(",0.0,E,0.9,E*"))
        // The curve of the corrected compass is near 0.
        let again = try #require(
            try json(try Tool.run("deviation", out, "--json").output)["deviation"] as? [String: Any])
        for letter in ["A", "B", "C", "D", "E"] {
            #expect((try #require(again[letter] as? Double)).magnitude < 0.3, "\(letter)")
        }
        expectError(try Tool.run("convert", log, "--deviation", curve, "--out", "x.csv"), 64, says: "--format nmea")
        expectError(try Tool.run("convert", log, "--deviation", log, "--out", out), 65, says: "deviation --json")
    }

    @Test func refusals() throws {
        let arc = try folder.file("arc.log", Self.log(turns: Array(repeating: 0.5, count: 200)))
        let outcome = try Tool.run("deviation", arc)
        #expect(outcome.status == 0 && outcome.messages.contains("no heading in an arc of"), "\(outcome.messages)")
        #expect(try Tool.run("deviation", arc, "--strict").status == 1)
        expectError(
            try Tool.run("deviation", arc, "--quiet", "--table", folder.path("t.xml")), 65,
            says: "the curve was refused")
        let still = try folder.file(
            "still.log", Self.log(turns: Array(repeating: 2, count: 50)))
        expectError(try Tool.run("deviation", still), 65, says: "for 100 s at least")
        expectError(try Tool.run("deviation", arc, "--bands"), 64, says: "--bands")
    }
}
