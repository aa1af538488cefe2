import SensorModels
import Testing
import Vocabulary

@testable import Analysis

@Suite("Manifests")
struct ManifestTests {
    func read(_ text: String) throws -> Manifest { try Manifest(text: text, place: "logs.csv", folder: "data/") }

    @Test("every column means what it says; paths are relative to the manifest, empty cells say nothing")
    func columns() throws {
        let manifest = try read(
            """
            # a remark
            id,path,place,date,device,group,calibration,reference
            walk,a/walk.csv.gz,41.4 2.15 30,2015-06-22,iPhone 5,hand,mag.json; gyr.json,ref.csv
            ,"b,1.csv","-33.9,151.2",,,,auto,device-attitude
            ,/absolute/c.csv,,,,,none,

            """)
        let (a, b, c) = (manifest.entries[0], manifest.entries[1], manifest.entries[2])
        #expect(a.path == "data/a/walk.csv.gz" && a.id == "walk" && a.line == 3)
        #expect(a.place == GeodeticPosition(latitude: 41.4, longitude: 2.15, height: 30))
        #expect(a.date?.text == "2015-06-22" && a.device == "iPhone 5" && a.group == "hand")
        #expect(a.calibration == .files(["data/mag.json", "data/gyr.json"]) && a.reference == .file("data/ref.csv"))
        #expect(b.path == "data/b,1.csv" && b.id == "b,1")
        #expect(b.place == GeodeticPosition(latitude: -33.9, longitude: 151.2, height: 0))
        #expect(b.calibration == .auto && b.reference == .deviceAttitude && b.group == nil)
        #expect(c.path == "/absolute/c.csv" && c.calibration == CalibrationChoice.none && c.reference == nil)
        #expect(manifest.warnings.isEmpty)
    }

    @Test("JSON lines are the same rows; the cells of a row are such a line")
    func jsonLines() throws {
        let manifest = try read(
            """
            {"path": "a/walk.csv.gz", "place": [41.4, 2.15, 30], "calibration": "auto;mag.json", "app": 2.5}
            # a remark

            {"path": "/b.csv", "id": "b", "claims": "68%:b-claims.csv", "scored": "1.5 20", "mount": "1 0 0 0", "date": null}
            """)
        let (a, b) = (manifest.entries[0], manifest.entries[1])
        #expect(a.path == "data/a/walk.csv.gz" && a.id == "walk" && a.app == "2.5")
        #expect(a.place == GeodeticPosition(latitude: 41.4, longitude: 2.15, height: 30))
        #expect(a.calibration == .files(["auto", "data/mag.json"]))
        #expect(b.line == 4 && b.id == "b" && b.date == nil)
        #expect(b.claims?.kind == .share68 && b.claims?.path == "data/b-claims.csv")
        #expect(b.scoring?.interval == 1_500_000_000...20_000_000_000)
        for entry in [a, b] {
            let again = try entry.with(entry.cells, place: "again")
            #expect(again.cells == entry.cells && again.path == entry.path && again.calibration == entry.calibration)
            #expect(again.scoring == entry.scoring && again.place == entry.place && again.claims == entry.claims)
        }
    }

    @Test(
        "cells and files are as they are written, wherever the manifest is; calibrations may have a folder of their own"
    )
    func written() throws {
        let manifest = try read("path,calibration,reference,claims\nw/a.csv,auto; mag.json,/r.csv,68%:c.csv\n")
        let entry = manifest.entries[0]
        #expect(
            entry.cells == [
                "path": "w/a.csv", "id": "a", "calibration": "auto;mag.json", "reference": "/r.csv",
                "claims": "68%:c.csv",
            ])
        #expect(entry.files.map(\.written) == ["w/a.csv", "mag.json", "/r.csv", "c.csv"])
        #expect(entry.files.map(\.path) == ["data/w/a.csv", "data/mag.json", "/r.csv", "data/c.csv"])
        let other = try Manifest.entry(
            entry.cells, line: 2, place: "test", folders: Manifest.Folders(logs: "data/", calibrations: "out/"))
        #expect(other.calibration == .files(["auto", "out/mag.json"]) && other.path == "data/w/a.csv")
        #expect(other.claims?.path == "data/c.csv" && other.cells == entry.cells)
    }

    @Test("rows without a name are called by their paths where their files' names are used twice")
    func names() throws {
        #expect(
            try read("path\na/log.csv\nb/log.csv\nc/walk.csv\n").entries.map(\.id) == [
                "a/log.csv", "b/log.csv", "walk",
            ])
        let lines = try read("{\"path\": \"a/log.csv\", \"id\": \"log\"}\n{\"path\": \"b/log.csv\"}").entries
        #expect(lines.map(\.id) == ["log", "b/log.csv"] && lines.map { $0.cells["id"] } == ["log", "b/log.csv"])
    }

    @Test("paths alone are rows, each with a name of its own")
    func paths() throws {
        let manifest = try Manifest(paths: ["x/a.csv", "y/a.csv", "b.csv.gz"], place: "*/*")
        #expect(manifest.entries.map(\.id) == ["x/a.csv", "y/a.csv", "b"])
        #expect(throws: SensorLabError.self) { try Manifest(paths: [], place: "*") }
    }

    @Test("a column that means nothing is a warning")
    func unknownColumn() throws {
        #expect(try read("path,colour\na.csv,red\n").warnings.map(\.code) == [.manifestColumn])
    }

    @Test(
        "what is wrong is refused with its line",
        arguments: [
            ("", "logs.csv", "found nothing"),
            ("file\na.csv\n", "logs.csv:1", "expected a header with the column path"),
            ("path\n", "logs.csv", "no log"), ("path,group\na.csv\n", "logs.csv:2", "found 1 cells, expected 2"),
            ("path,place\na.csv,north\n", "logs.csv:2", "the place \"north\""),
            ("path,place\na.csv,95 0\n", "logs.csv:2", "the place \"95 0\""),
            ("path,date\na.csv,2015-02-30\n", "logs.csv:2", "the date \"2015-02-30\""),
            ("path,group\n,x\n", "logs.csv:2", "found no path"),
            ("path\nx/a.csv\nx/a.csv\n", "logs.csv:3", "line 2 has the name x/a.csv too"),
            ("path,id\nx/a.csv,b\ny/a.csv,b\n", "logs.csv:3", "line 2 has the name b too"),
            ("path\n\"a.csv\n", "logs.csv:2", "a quotation mark without an end"),
            ("{\"path\": \"a.csv\"}\n{\"path\"", "logs.csv:2", "no object"),
            ("{\"path\": {}}", "logs.csv:1", "no object"), ("{\"id\": \"a\"}", "logs.csv:1", "no path"),
            ("path,claims\na.csv,b.csv\n", "logs.csv:2", "the claims \"b.csv\""),
            ("path,scored\na.csv,5 1\n", "logs.csv:2", "the scored part \"5 1\""),
            ("path,scored,mount\na.csv,1 5,0 0 0 0\n", "logs.csv:2", "the mount"),
            ("path,mount\na.csv,1 0 0 0\n", "logs.csv:2", "a mount but no scored part"),
        ])
    func bad(_ text: String, _ place: String, _ message: String) {
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.kind == .badData)
        #expect(error?.place == place)
        #expect(error?.message.contains(message) == true)
    }

    @Test("a manifest that is not there")
    func missing() {
        let error = #expect(throws: SensorLabError.self) { try Manifest(path: "/nonexistent/logs.csv") }
        #expect(error?.kind == .noInput)
    }
}
