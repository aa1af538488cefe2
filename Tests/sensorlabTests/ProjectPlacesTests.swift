import Foundation
import TestSupport
import Testing

/// Which places `project` shows, and how high.
@Suite("project: tags, ids, floors, heights")
struct ProjectPlacesTests {
    private let folder: TemporaryFolder
    private let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path
    private let list: String

    init() throws {
        folder = try TemporaryFolder()
        // All round the demo's place, 41.4036, 2.1744.
        let rows = [
            "pizza,41.4046,2.1744,130,pizzeria;open,110", "bistro,41.4036,2.1764,125,bistro,120",
            "museum,41.4026,2.1744,,museum,", "bar,41.4036,2.1724,121,bar,120",
        ]
        list = try folder.file("places.csv", "id,lat,lon,alt,tags,floor\n" + rows.joined(separator: "\n") + "\n")
    }

    private func run(_ options: String...) throws -> Tool.Outcome {
        try Tool.run(["project", demo, "--places", list, "--rate", "2", "--filter", "lowpass"] + options)
    }

    /// The ids of the places that are on the screen at some time.
    private func shown(_ options: [String]) throws -> Set<String> {
        let outcome = try Tool.run(
            ["project", demo, "--places", list, "--rate", "2", "--filter", "lowpass", "--quiet"] + options)
        #expect(outcome.status == 0, "\(outcome.messages)")
        return Set(
            outcome.output.split(separator: "\n").dropFirst().map {
                String($0.split(separator: ",", omittingEmptySubsequences: false)[3])
            })
    }

    @Test("--category shows all descendants of a tag, under AND, OR and NOT")
    func tags() throws {
        let graph = try folder.file(
            "tags.csv",
            "tag,parent\npizzeria,restaurant\nbistro,restaurant\nrestaurant,food\nbar,food\nfood,restaurant\n")
        let json = try folder.file("tags.json", #"{"pizzeria": ["restaurant"], "bistro": "restaurant"}"#)
        let all = try shown([])
        #expect(all == ["pizza", "bistro", "museum", "bar"])
        #expect(try shown(["--tags", json, "--category", "restaurant"]) == ["pizza", "bistro"])
        // In the table restaurant and food are in a cycle.
        #expect(try shown(["--tags", graph, "--category", "restaurant"]) == ["pizza", "bistro", "bar"])
        #expect(try shown(["--tags", json, "--category", "restaurant AND open"]) == ["pizza"])
        #expect(try shown(["--tags", json, "--category", "NOT restaurant"]) == ["museum", "bar"])
        expectError(
            try run("--tags", json, "--category", "restaurnt"), 64, says: "--category restaurnt",
            "did you mean restaurant?")
        expectError(try run("--tags", json), 64, says: "--category")
        expectError(try run("--tags", list, "--category", "bar"), 65, says: "tag,parent")
        expectError(try run("--tags", "none.csv", "--category", "bar"), 66, says: "none.csv")
        // Written parameters hold the wide expression.
    }

    @Test("--place-id shows single places, and names the nearest id")
    func ids() throws {
        #expect(try shown(["--place-id", "bar", "--place-id", "pizza"]) == ["bar", "pizza"])
        expectError(try run("--place-id", "bistr"), 64, says: "did you mean bistro?")
    }

    @Test("a floor is subtracted where the observer's altitude is unknown, and else said to be unused")
    func floors() throws {
        let site = ["--place", "41.4036,2.1744", "--without", "location", "--details", "--category", "pizzeria"]
        func heights(_ options: [String]) throws -> (Set<Double>, String) {
            let outcome = try Tool.run(
                ["project", demo, "--places", list, "--rate", "2", "--filter", "lowpass", "--projection", "planar"]
                    + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let rows = outcome.output.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            let y = try #require(rows[0].firstIndex(of: "y"))
            return (Set(rows.dropFirst().compactMap { Double($0[y]) }), outcome.messages)
        }
        let (raised, messages) = try heights(site)
        #expect(messages.contains("3 of 4 places are drawn at their altitude above their own floor"), "\(messages)")
        let (known, said) = try heights(["--place", "41.4036,2.1744,110"] + site.dropFirst(2))
        #expect(said.contains("the column floor of 3 place(s) is not used"), "\(said)")
        // 130 m above a floor of 110 m is what an observer at 110 m sees.
        #expect(!raised.isEmpty && raised == known)
    }

    @Test("--height-rule draws what is as high as the observer, or of unknown height, below or above it")
    func rules() throws {
        let place = ["--place", "41.4036,2.1744,120", "--without", "location", "--rate", "2", "--filter", "lowpass"]
        func rows(_ id: String, _ rule: String) throws -> [Substring: Double] {
            let outcome = try Tool.run(
                ["project", demo, "--places", list, "--place-id", id, "--height-rule", rule] + place)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let cells = outcome.output.split(separator: "\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            if rule != "own" {
                #expect(outcome.messages.contains(id == "pizza" ? ": 0 of 1 places" : ": 1 of 1 places"))
                #expect(outcome.messages.contains("pixels at 20 m"))
            }
            // On the screen, where a metre is nearly the same everywhere.
            return Dictionary(
                uniqueKeysWithValues: cells.filter { $0[6] == "1" }.compactMap { cells in
                    Double(cells[5]).map { (cells[0], $0) }
                })
        }
        for id in ["museum", "bar"] {
            let (road, sign, tall) = (
                try rows(id, "road-marker"), try rows(id, "sign"), try rows(id, "tall-sign")
            )
            let times = Set(road.keys).intersection(sign.keys).intersection(tall.keys)
            #expect(!times.isEmpty)
            // y points down: lower places have larger ones, twice as far from 1 m below to 1 m above as from there to
            // 2 m above.
            let (first, second) = times.reduce((0.0, 0.0)) { sums, time in
                let (a, b, c) = (road[time] ?? .nan, sign[time] ?? .nan, tall[time] ?? .nan)
                return (sums.0 + a - b, sums.1 + b - c)
            }
            #expect(second > 0 && (first / second - 2).magnitude < 0.1, "\(id) \(first) \(second)")
        }
        #expect(try rows("pizza", "road-marker") == rows("pizza", "own"))
        expectError(try run("--height-rule", "low"), 64, says: "--height-rule")
    }

    @Test("fixes within a distance or a time of the last one are held; the accuracy since the start is in info")
    func fixes() throws {
        let rows = (0..<60).map { second in
            // A metre north per second; 30 m, then 15 m, then 4 m.
            let accuracy = second < 12 ? 30 : second < 31 ? 15 : 4
            return
                "\(second),0.1,0.1,9.8,0,0,0.001,20,5,-40,\(41.4036 + Double(second) / 111_195),2.1744,120,\(accuracy)"
        }
        let log = try folder.file(
            "walk.csv",
            "# schema: sensorlab.log/1\nt,ax,ay,az,gx,gy,gz,mx,my,mz,lat,lon,alt,accuracy\n"
                + rows.joined(separator: "\n") + "\n")
        let info = try Tool.run("info", log)
        #expect(info.output.replacing("\n    ", with: " ").contains("12 s until better than 20 m"), "\(info.output)")
        let fixes = try #require(try json(try Tool.run("info", log, "--json").output)["fixes"] as? [String: Any])
        let table = try #require(fixes["untilBetter"] as? [[String: Any]])
        #expect(table.map { $0["seconds"] as? Double } == [0, 0, 12, 31, 31])
        func held(_ options: String...) throws -> String {
            let outcome = try Tool.run(
                ["project", log, "--places", list, "--filter", "lowpass", "--details"] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            return outcome.messages
        }
        // Every tenth of sixty fixes passes, and one of them more than the last whole ten metres away.
        #expect(try held("--fix-distance", "9.5").contains("54 of 60 fixes are within"))
        #expect(try held("--fix-interval", "20").contains("57 of 60 fixes are within"))
        #expect(try !held().contains("of 60 fixes are within"))
        expectError(
            try Tool.run("project", log, "--places", list, "--fix-distance", "-1"), 64, says: "--fix-distance")
    }

    @Test("--times: a row per model and number of places")
    func times() throws {
        let outcome = try run("--projection", "geodesic,planar", "--times", "4,300", "--quiet", "--json")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let rows = try #require(try json(outcome.output)["times"] as? [[String: Any]])
        #expect(rows.map { $0["places"] as? Int } == [4, 300, 4, 300])
        for row in rows { #expect(try #require(row["frameMicroseconds"] as? Double) > 0) }
        #expect(try run("--times", "50").output.split(separator: "\n").count == 2)
        for bad in ["", "0", "4,x"] { expectError(try run("--times", bad), 64, says: "50,150,300,10000") }
    }

    @Test("--causes: each cause alone, by distance; a constant heading error is that of the heading")
    func causes() throws {
        func parts(_ options: String...) throws -> [[String: Double]] {
            let outcome = try Tool.run(
                ["project", demo, "--places", list, "--rate", "5", "--json", "--causes", "--quiet"] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let rows = try #require(try json(outcome.output)["causes"] as? [[String: Any]])
            return try rows.map { row in
                let parts = try #require(row["parts"] as? [[String: Any]])
                return Dictionary(
                    uniqueKeysWithValues: parts.compactMap { part in
                        (part["pixels"] as? Double).flatMap { pixels in
                            (part["cause"] as? String).map { ($0, pixels) }
                        }
                    })
            }
        }
        let plain = try parts("--filter", "sensorlab")
        #expect(!plain.isEmpty)
        // Geodesic with the reference is the truth itself.
        for band in plain { #expect(band["model"] == 0) }
        let turned = try parts("--filter", "sensorlab", "--heading-offset", "10")
        for (a, b) in zip(plain, turned) {
            let (before, after) = (try #require(a["heading"]), try #require(b["heading"]))
            #expect(after > before + 50)
            #expect((try #require(a["tilt"]) - (try #require(b["tilt"]))).magnitude < 0.5)
        }
        let planar = try parts("--filter", "sensorlab", "--projection", "planar")
        for band in planar { #expect(try #require(band["model"]) > 0) }
    }

    @Test("--causes-picture draws the table: a plot in pixels and one in metres, a line per cause")
    func causesPicture() throws {
        let arguments = ["project", demo, "--places", list, "--rate", "5", "--json", "--quiet", "--causes-picture"]
        let outcome = try Tool.run(arguments + [folder.path("causes.svg")])
        #expect(outcome.status == 0 && outcome.output.contains("\"causes\""), "\(outcome.messages)")
        let svg = try String(contentsOf: folder.url("causes.svg"), encoding: .utf8)
        for unit in ["pixels", "metres"] { #expect(svg.contains(">sensorlab, geodesic: RMS in \(unit)</text>")) }
        // Geodesic has no error of its own, and a logarithmic axis no zero.
        for cause in ["all", "heading", "tilt", "position", "lag"] {
            #expect(svg.components(separatedBy: ">\(cause)</text>").count == 3, "\(cause)")
        }
        #expect(!svg.contains(">model</text>"))
        let alone = try Tool.run(arguments + [folder.path("none.svg"), "--without", "reference"])
        expectError(alone, 65, says: "no error was measured", "--reference FILE")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.svg")))
        let words = ["--without", "reference", "--picture", folder.path("screen.svg"), "--at", "60"]
        expectError(try Tool.run(arguments + [folder.path("none.svg")] + words), 65, says: "no error was measured")
        #expect(!FileManager.default.fileExists(atPath: folder.path("screen.svg")))
    }
}
