import Recordings
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
            ("path\nx/a.csv\ny/a.csv\n", "logs.csv:3", "the name a was used in line 2"),
            ("path\n\"a.csv\n", "logs.csv:2", "a quote that is not closed"),
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
