import Foundation
import TestSupport
import Testing

@Suite("declination")
struct DeclinationTests {
    let folder: TemporaryFolder
    static let barcelona = ["--place", "41.375,2.149", "--date", "2015-06-22"]

    init() throws { folder = try TemporaryFolder() }

    func run(_ arguments: String..., input: String? = nil) throws -> Tool.Outcome {
        try Tool.run(["declination"] + arguments, input: input)
    }

    func field(_ text: String) throws -> [String: Any] {
        let object = try json(text)
        #expect(object["schema"] as? String == "sensorlab.declination/1")
        return try #require(object["geomagnetism"] as? [String: Any])
    }

    func fields(_ text: String) throws -> [[String: Any]] {
        let object = try json(text)
        return try #require(object["geomagnetism"] as? [[String: Any]])
    }

    /// The rows of a CSV as dictionaries by the header; comments are passed over.
    func table(_ text: String) throws -> [[String: String]] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let names = try #require(lines.first).split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            #expect(cells.count == names.count, "\(line)")
            return Dictionary(zip(names, cells)) { first, _ in first }
        }
    }

    // MARK: One place and date

    /// Golden numbers: pygeomag 1.1.0, as in `WorkedExampleTests`.
    @Test("Barcelona, 22 June 2015: value, sigma, model, validity, all elements, annual change")
    func barcelona() throws {
        let outcome = try Tool.run(["declination"] + Self.barcelona + ["--json"])
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
        let field = try field(outcome.output)
        #expect(field["model"] as? String == "WMM2015v2")
        #expect(field["zone"] as? String == "normal")
        #expect(field["validFrom"] as? Double == 2015 && field["validTo"] as? Double == 2020)
        #expect((try #require(Report.number(field, "declinationDegrees")) - 0.5431078916).magnitude < 1e-9)
        #expect((try #require(Report.number(field, "declinationSigmaDegrees")) - 0.3164976518).magnitude < 1e-9)
        #expect((try #require(Report.number(field, "elements", "downMicrotesla")) - 37.9979523712).magnitude < 1e-9)
        #expect(
            (try #require(Report.number(field, "elements", "intensityMicrotesla")) - 45.4707524968).magnitude < 1e-9)
        #expect(Report.number(field, "sigmas", "horizontalMicrotesla") == 0.133)
        // The difference of a year, from the model itself; the change of the change is small.
        let later = try self.field(
            run("--place", "41.375,2.149", "--date", "2016-06-22", "--json").output)
        let year = try #require(Report.number(later, "declinationDegrees")) - 0.5431078916
        #expect((try #require(Report.number(field, "annualChange", "declinationDegrees")) - year).magnitude < 1e-3)
        let text = try Tool.run(["declination"] + Self.barcelona).output
        for words in [
            "+0.543 +- 0.316 degrees, east positive; +0.148 a year", "WMM2015v2, valid from 2015.0 to 2020.0",
        ] {
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test("WMM2010 has no error model: null and a warning")
    func zaragoza() throws {
        let outcome = try run("--place", "41.6488,-0.8891", "--date", "2013-07-01", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.messageLines.count == 1 && outcome.messages.contains("no published error model"))
        let field = try field(outcome.output)
        #expect(field["declinationSigmaDegrees"] is NSNull && field["sigmas"] is NSNull)
        #expect((try #require(Report.number(field, "declinationDegrees")) + 0.5674499).magnitude < 1e-6)
    }

    @Test("negative coordinates as --place -33.8,151.2")
    func negativePlace() throws {
        let outcome = try run("--place", "-33.8,151.2", "--date", "2026-03-01", "--json")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let field = try field(outcome.output)
        // Sydney: about 12.8 degrees east, and the field points up out of the ground.
        #expect((try #require(Report.number(field, "declinationDegrees")) - 12.8).magnitude < 0.1)
        #expect(try #require(Report.number(field, "inclinationDegrees")) < -60)
        #expect(try run("--place=41.4,-2.1,-10", "--date", "2015-06-22").status == 0)
    }

    @Test("IGRF-14 covers 1900; the WMM does not")
    func igrf() throws {
        let arguments = ["declination", "--place", "41.375,2.149", "--date", "1900-01-01"]
        let field = try field(Tool.run(arguments + ["--model", "igrf14", "--json"]).output)
        // ppigrf 2.1.0: 22268.7276, -5474.4038 nT.
        #expect((try #require(Report.number(field, "elements", "eastMicrotesla")) + 5.4744038).magnitude < 1e-6)
        expectError(try Tool.run(arguments), 64, says: "1900.0", "2010.0 to 2030.0", "IGRF14")
    }

    @Test("altitudes above sea level: the geoid at Barcelona is 50 m above the ellipsoid")
    func seaLevel() throws {
        let date = ["--date", "2026-01-01", "--json"]
        func intensity(_ place: String, _ reference: String) throws -> Double {
            let outcome = try Tool.run(["declination", "--place", place, "--height-above", reference] + date)
            let field = try field(outcome.output)
            #expect(field["heightAbove"] as? String == reference)
            return try #require(Report.number(field, "intensityMicrotesla"))
        }
        let sea = try intensity("41.375,2.149,0", "msl")
        // The full EGM96 has 49.5 m; degree 12 is within 15 m of it (GeoidTests).
        #expect(try sea < intensity("41.375,2.149,34", "ellipsoid"))
        #expect(try sea > intensity("41.375,2.149,65", "ellipsoid"))
    }

    @Test("outside a model's validity: a warning; exit code 1 under --strict")
    func validity() throws {
        for (place, date, word) in [("41,2", "2031-01-01", "2030"), ("41,2,900000", "2026-01-01", "850 km")] {
            let arguments = ["declination", "--place", place, "--date", date, "--model", "wmm2025"]
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 0 && outcome.messages.contains(word), "\(outcome.messages)")
            let strict = try Tool.run(arguments + ["--strict"])
            #expect(strict.status == 1 && strict.messages.contains(word))
        }
        #expect(try Tool.run(["declination"] + Self.barcelona + ["--strict"]).status == 0)
    }

    // MARK: Bad input

    @Test(
        "values out of range: one line that names the rule, 64",
        arguments: [
            ("91,0", "2020-01-01", "latitude 91.0 is not within -90 to 90"),
            ("0,361", "2020-01-01", "longitude 361.0 is not within -180 to 360"),
            ("0,-180.1", "2020-01-01", "longitude -180.1 is not within -180 to 360"),
            ("nan,0", "2020-01-01", "latitude nan is not within"),
            ("0,nan", "2020-01-01", "longitude nan is not within"),
            ("0,0,nan", "2020-01-01", "height nan m is not within"),
            ("0,0,2e7", "2020-01-01", "is not within -10000 to"),
            ("x,0", "2020-01-01", "LAT,LON[,ALTITUDE]"), ("0", "2020-01-01", "LAT,LON[,ALTITUDE]"),
            ("1,2", "1900-01-01", "date 1900.0 is more than 5 years from"),
            ("1,2", "2100-01-01", "date 2100.0 is more than 5 years from"), ("1,2", "2020-13-01", "YYYY-MM-DD"),
            ("1,2", "2021-02-29", "2021-02-29"), ("1,2", "NaN", "YYYY-MM-DD"),
        ])
    func outOfRange(place: String, date: String, rule: String) throws {
        expectError(try run("--place", place, "--date", date), 64, says: rule)
    }

    @Test(
        "missing and contradictory options: one line, 64",
        arguments: [
            ([], "--place LAT,LON and --date YYYY-MM-DD"), (["--place", "1,2"], "--date"),
            (["--date", "2020-01-01"], "--place"),
            (["--place", "1,2", "--date", "2020-01-01", "--model", "WMM1"], "WMMHR2025"),
            (["--points", "x.csv", "--grid", "0,1,0,1,1"], "--points and --grid exclude each other"),
            (["--place", "1,2", "--from", "2020-01-01"], "--to"), (["--place", "1,2", "--step", "1y"], "--from"),
            (["--place", "1,2", "--from", "2021-01-01", "--to", "2020-01-01"], "must not be the later one"),
            (["--grid", "0,1,0,1,1"], "--date"), (["--grid", "1,0,0,1,1", "--date", "2020-01-01"], "must ascend"),
            (["--grid", "0,1,0,1,0", "--date", "2020-01-01"], "above 0"),
            (["--grid", "-90,90,-180,180,0.001", "--date", "2020-01-01"], "4000000"),
            (["--grid", "0,1,0,1", "--date", "2020-01-01"], "LAT0,LAT1,LON0,LON1,STEP"),
            (["--place", "1,2", "--date", "2020-01-01", "--map", "m.svg"], "--grid"),
            (["--place", "1,2", "--date", "2020-01-01", "--height-above", "moon"], "msl"),
        ])
    func usage(arguments: [String], word: String) throws {
        expectError(try Tool.run(["declination"] + arguments), 64, says: word)
    }

    func coefficientFile(_ change: ([String]) -> [String] = { $0 }) throws -> [String] {
        let lines = change(coefficientText.split(separator: "\n").map(String.init))
        let path = try folder.file("own.COF", lines.joined(separator: "\n") + "\n")
        return ["declination", "--place", "41,2", "--date", "2026-01-01", "--coefficients", path]
    }

    @Test("coefficients of one's own")
    func ownCoefficients() throws {
        let outcome = try Tool.run(coefficientFile() + ["--json"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let field = try field(outcome.output)
        #expect(field["model"] as? String == "TEST-2025")
        #expect(field["declinationSigmaDegrees"] is NSNull)
    }

    @Test("a damaged coefficient file: one line that names the line and the rule, 65")
    func damagedCoefficients() throws {
        let missing = try Tool.run(coefficientFile { Array($0[..<3] + $0[4...]) })
        expectError(missing, 65, says: "own.COF", "row n = 2, m = 0 is missing")
        let doubled = try Tool.run(coefficientFile { Array($0[...3] + [$0[3]] + $0[4...]) })
        expectError(doubled, 65, says: "own.COF:5", "row n = 2, m = 0 occurs a second time (first on line 4)")
        let degree = try Tool.run(coefficientFile { $0.map { $0.replacingOccurrences(of: " 2  2 ", with: " 0  2 ") } })
        expectError(degree, 65, says: "own.COF:6", "degree n = 0")
        let order = try Tool.run(coefficientFile { $0.map { $0.replacingOccurrences(of: " 2  2 ", with: " 2  3 ") } })
        expectError(order, 65, says: "own.COF:6", "order m = 3")
        let text = try Tool.run(coefficientFile { $0.map { $0.replacingOccurrences(of: "1649.3", with: "16x9.3") } })
        expectError(text, 65, says: "own.COF:6", "'16x9.3' as g: it must be a decimal number")
        let cut = try Tool.run(coefficientFile { $0.filter { !$0.hasPrefix("999") } })
        expectError(cut, 65, says: "own.COF", "no closing line of nines")
        expectError(
            try run("--place", "41,2", "--date", "2026-01-01", "--coefficients", folder.path("none.COF")), 66,
            says: "none.COF")
    }

    // MARK: Points

    @Test("points: lines are carried through, dates choose the model, comments stay")
    func points() throws {
        let path = try folder.file(
            "points.csv",
            "# trip\nname,lon,lat,date\n\"Barcelona, port\",2.149,41.375,2015-06-22\n\nSydney,151.2,-33.8,2026-03-01T08:00:00Z\n"
        )
        let outcome = try run("--points", path)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "# trip" && lines[1].hasPrefix("name,lon,lat,date,declination,declination_sigma,"))
        #expect(lines[2].hasPrefix("\"Barcelona, port\",2.149,41.375,2015-06-22,0.543108,0.316498,"))
        #expect(lines[2].hasSuffix(",normal,WMM2015v2,"))
        #expect(lines[3].isEmpty)
        #expect(
            lines[4].hasPrefix("Sydney,151.2,-33.8,2026-03-01T08:00:00Z,12.781877,") && lines[4].hasSuffix(",WMM2025,"))
        let sections = try fields(run("--points", path, "--json").output)
        #expect(sections.map { $0["model"] as? String } == ["WMM2015v2", "WMM2025"])
    }

    @Test("points without a header, from standard input; the batch has the digits of single places")
    func pointsFromStandardInput() throws {
        let places = [("41.375", "2.149", "12.5"), ("-80", "-120", "0"), ("90", "0", "850000"), ("0", "360", "-1000")]
        let input = places.map { "\($0.0),\($0.1),\($0.2)\n" }.joined()
        let outcome = try run("--points", "-", "--date", "2027-08-09", "--json", input: input)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let sections = try fields(outcome.output)
        #expect(sections.count == places.count)
        for (place, section) in zip(places, sections) {
            let single = try field(
                run("--place", "\(place.0),\(place.1),\(place.2)", "--date", "2027-08-09", "--json", "--quiet").output)
            #expect(section["elements"] as? NSDictionary == single["elements"] as? NSDictionary)
            #expect(section["annualChange"] as? NSDictionary == single["annualChange"] as? NSDictionary)
        }
        let dated = try run("--points", "-", input: "41.375,2.149,2015-06-22\n")
        #expect(dated.output.contains("\n41.375,2.149,2015-06-22,0.543108,"), "\(dated.output)")
    }

    @Test("damaged lines are named with their number; the others are computed; --strict is 65")
    func damagedPoints() throws {
        let path = try folder.file("points.csv", "lat,lon,alt\n41,2,0\n95,2,0\n41,x,0\n41,2\n42,3,\n")
        let outcome = try run("--points", path, "--date", "2020-01-01")
        #expect(outcome.status == 0)
        let warnings = outcome.messageLines
        #expect(warnings.count == 3)
        for (warning, words) in zip(
            warnings,
            [
                "points.csv:3: latitude 95.0 is not within -90 to 90 degrees", "points.csv:4: longitude: found \"x\"",
                "points.csv:5: the line has 2 cells, expected 3",
            ])
        { #expect(warning.contains(words), "\(warning)") }
        let rows = outcome.output.split(separator: "\n")
        #expect(rows.count == 6)
        #expect(rows[1].hasPrefix("41,2,0,1.") && rows[2] == "95,2,0,,,,,,,,,,,,," && rows[5].hasPrefix("42,3,,1."))
        let strict = try run("--points", path, "--date", "2020-01-01", "--strict")
        expectError(strict, 65, says: "points.csv:3", "latitude 95.0")
    }

    @Test("tables without points: 65; a missing one: 66; without a date: 64")
    func noPoints() throws {
        let date = ["--date", "2020-01-01"]
        func points(_ text: String) throws -> Tool.Outcome {
            try Tool.run(["declination", "--points", "-"] + date, input: text)
        }
        expectError(try points(""), 65, says: "no line has a point")
        expectError(try points("95,0\n96,0\n"), 65, says: "no line has a point", "stdin:1: latitude 95.0")
        expectError(try points("name,price\nbread,2\n"), 65, says: "stdin:1", "no columns lat and lon")
        expectError(try Tool.run(["declination", "--points", folder.path("no.csv")] + date), 66, says: "no.csv")
        expectError(try run("--points", "-", input: "41,2\n"), 64, says: "--date")
        let undated = try run("--points", "-", "--quiet", input: "lat,lon,date\n41,2,2020-01-01\n41,2,\n")
        #expect(undated.output.hasSuffix("\n41,2,,,,,,,,,,,,,,\n"), "\(undated.output)")
    }

    // MARK: Grids and time series

    @Test("a grid: row by row, both ends, the map beside it")
    func grid() throws {
        let (out, map) = (folder.path("grid.csv"), folder.path("map.svg"))
        let outcome = try run(
            "--grid", "-10,10,170,190,5", "--date", "2026-03-01", "--out", out, "--map", map)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.messages)")
        let rows = try table(String(contentsOfFile: out, encoding: .utf8))
        #expect(rows.count == 25)
        #expect(rows[0]["lat"] == "-10.0" && rows[0]["lon"] == "170.0" && rows[24]["lon"] == "190.0")
        let single = try field(run("--place", "-5,175", "--date", "2026-03-01", "--json").output)
        let declination = try #require(Double(rows[6]["declination"] ?? ""))
        #expect((try #require(Report.number(single, "declinationDegrees")) - declination).magnitude <= 5.0001e-7)
        let picture = try String(contentsOfFile: map, encoding: .utf8)
        #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
        #expect(picture.contains("Declination in degrees, WMM2025, 2026-03-01") && !picture.contains("nan"))
        #expect(Markup.isWellFormed(picture))
        expectError(
            try run("--grid", "1,1,2,2,1", "--date", "2026-03-01", "--out", out, "--map", map), 64, says: "--map")
        expectError(
            try run("--grid", "0,1,0,1,1", "--date", "2026-03-01", "--out", out + "/x.csv"), 73, says: "grid.csv")
    }

    @Test("warnings of many points are counted, not repeated")
    func warningsAreCounted() throws {
        let outcome = try run("--grid", "80,90,-180,180,2", "--date", "2026-03-01")
        #expect(outcome.status == 0)
        #expect(outcome.messageLines.count == 2, "\(outcome.messages)")
        #expect(outcome.messages.contains("of 1086 points"))
        let blackout = try table(outcome.output).filter { $0["zone"] == "blackout" }
        #expect(outcome.messages.contains("\(blackout.count) of 1086 points"))
        #expect(blackout.allSatisfy { $0["warnings"] == "geomagnetism-blackout-zone" })
    }

    @Test("a time series changes models at their epochs; a month's end stays a month's end")
    func series() throws {
        let place = ["declination", "--place", "41.375,2.149"]
        let years = try table(
            Tool.run(place + ["--from", "2012-06-22", "--to", "2026-06-21", "--quiet"]).output)
        #expect(years.count == 14)
        #expect(
            years.map { $0["model"] ?? "" } == Array(repeating: "WMM2010", count: 3)
                + Array(repeating: "WMM2015v2", count: 5) + Array(repeating: "WMM2020", count: 5) + ["WMM2025"])
        #expect(years[3]["date"] == "2015-06-22" && years[3]["declination"] == "0.543108")
        let months = try table(
            Tool.run(place + ["--from", "2020-01-31", "--to", "2020-05-01", "--step", "1m"]).output)
        #expect(months.map { $0["date"] ?? "" } == ["2020-01-31", "2020-02-29", "2020-03-31", "2020-04-30"])
        let days = try table(Tool.run(place + ["--from", "2019-12-20", "--to", "2020-03-10", "--step", "40d"]).output)
        #expect(days.map { $0["date"] ?? "" } == ["2019-12-20", "2020-01-29", "2020-03-09"])
    }

    @Test(
        "a time series whose ends the model refuses is refused at once, however many dates it has",
        .timeLimit(.minutes(1)))
    func longSeries() throws {
        let run = ["declination", "--place", "41.375,2.149", "--step", "1d", "--model", "IGRF14"]
        expectError(
            try Tool.run(run + ["--from", "0001-01-01", "--to", "9999-12-31"]), 64, says: "IGRF14", "1900.0 to 2030.0")
        expectError(try Tool.run(run + ["--from", "2000-01-01", "--to", "9999-12-31"]), 64, says: "date 9999")
    }
}

enum Markup {
    /// Whether every tag of a picture is closed, in order.
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for piece in text.split(separator: "<") {
            let part = piece.prefix { $0 != ">" }
            if part.hasPrefix("/") {
                guard open.popLast() == part.dropFirst() else { return false }
            } else if !part.hasSuffix("/") {
                open.append(part.prefix { $0 != " " })
            }
        }
        return open.isEmpty
    }
}
