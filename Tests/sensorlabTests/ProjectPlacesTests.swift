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
            return Dictionary(
                uniqueKeysWithValues: cells.compactMap { cells in Double(cells[5]).map { (cells[0], $0) } })
        }
        for id in ["museum", "bar"] {
            let (road, sign, tall) = (
                try rows(id, "road-marker"), try rows(id, "sign"), try rows(id, "tall-sign")
            )
            let times = Set(road.keys).intersection(sign.keys).intersection(tall.keys)
            #expect(!times.isEmpty)
            // y points down: lower places have larger ones, and a metre is the same everywhere.
            for time in times {
                let (a, b, c) = (try #require(road[time]), try #require(sign[time]), try #require(tall[time]))
                #expect(a > b && b > c && ((a - b) / (b - c) - 2).magnitude < 0.2, "\(id) \(a) \(b) \(c)")
            }
        }
        #expect(try rows("pizza", "road-marker") == rows("pizza", "own"))
        expectError(try run("--height-rule", "low"), 64, says: "--height-rule")
    }
}
