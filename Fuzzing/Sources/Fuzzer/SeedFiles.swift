import Analysis
import Evaluation
import Foundation
import ProjectionCore
import Readers
import Recordings
import SensorModels
import Vocabulary

/// The first inputs of the targets that read files beside logs, and what those files are used on.
enum SeedFiles {
    /// A file of the repository.
    static func repository(_ path: String) throws -> [UInt8] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// What a short log holds.
    static let log: Recording = {
        do { return try RecordingReader.read(bytes: ShortLogs.all[0], name: "log.csv") } catch {
            fatalError("the short log cannot be read: \(error)")
        }
    }()

    static let day = CalendarDate(year: 2026, month: 6, day: 1)

    /// Near and far, with and without a height, at the end of the map.
    static let places = [
        PointOfInterest(
            id: "a", name: "near", position: GeodeticPosition(latitude: 41.4, longitude: 2.15, height: 100)),
        PointOfInterest(
            id: "b", name: "pole", position: GeodeticPosition(latitude: 90, longitude: -180), hasHeight: false),
    ]

    static func parameters() -> [UInt8] {
        var file = ParameterFile(filter: "lowpass", parameters: ["magnetometerWeight": 0.02])
        file.camera = try? CameraCatalogue.entries[0].camera()
        return Array(file.json.text.utf8)
    }

    static func cameras() throws -> [[UInt8]] {
        let angles = #"{"width":640,"height":480,"horizontalFieldOfViewDegrees":60,"verticalFieldOfViewDegrees":46}"#
        return [Array(try CameraCatalogue.entries[0].camera().json.text.utf8), Array(angles.utf8)]
    }

    static let geoJSON = Array(
        #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":1,"name":"church","category":"x"},
        "geometry":{"type":"Point","coordinates":[2.1522,41.3787,90.5]}},{"type":"Feature","properties":{},
        "geometry":{"type":"Point","coordinates":[-180,90]}}]}
        """#.utf8)

    static let manifest = Array(
        """
        # three logs
        path,id,place,date,device,group,calibration,reference
        a.csv,one,48.1 11.6 520,2026-06-01,phone,day,auto,ref.csv
        /b/c.csv,,"-33.8,151.2",,,,x.json; y.json,device-attitude
        "d ""e"".csv",three,,,"a
        b",none,none,

        """.utf8)

    static let baseline = Baseline(
        definition: .standard,
        recordings: ["a", "b"].map { log in
            Baseline.Recording(
                name: log,
                filters: ["lowpass", "vqf"].map { filter in
                    Baseline.Filter(
                        name: filter, parameters: ["magnetometerWeight": 0.02],
                        metrics: ["heading.rms": 3.25, "rho.rms": 0.5, "total.rms": 3.3])
                })
        })

    static let mapping =
        Array(
            #"{"schema":"sensorlab.mapping/1","columns":["t=1:ms,ax=2:g,ay=3:g,az=4:g,mx=5:uT,my=6,mz=7"],"skipLines":1,"#
                .utf8
        ) + Array(#""comment":"//","assume":["accelerometer.unit=g"]}"#.utf8)

    /// A table that no format recognises.
    static let unknownTable = Array(
        ("Zeit,Bx,By,Bz,mx,my,mz\n"
            + (0..<40).map { "\(1000 + 20 * $0),0.1,-0.2,0.97,12.5,-3.5,-41\n" }.joined()).utf8)

    /// Deviations, sightings, bearings, claims of accuracy, points of the field.
    static let tables = [
        "heading,deviation,weight\n" + (0..<12).map { "\(30 * $0),\($0 - 6),1\n" }.joined(),
        "time,latitude,longitude,sigma\n0.5,41.4,2.15,1\n2016-06-03T11:34:15Z,41.5,2.2,\n",
        "time,bearing,sigma\n1,90,2\n2.5,-180,0.5\n", "t,heading,accuracy\n0,10,5\n1,359.9,-1\n",
        "lat,lon,alt,date\n48.1,11.6,0.5,2026-06-01\n-90,180,0,2025.5\n", "80,0\n-80,240\n",
    ].map { Array($0.utf8) }

    /// Kinds of places, as a table and as an object.
    static let tags = [
        "tag,parent\npizza,food\nsushi,food\nfood,shop\nshop,food\n",
        #"{"pizza":"food","sushi":["food","fish"],"food":[]}"#,
    ].map { Array($0.utf8) }

    /// A track of headings, one of quaternions, and one in TUM's columns.
    static let tracks = [
        "t,heading\n" + (0..<40).map { "\(Double($0) / 10),\(9 * $0)\n" }.joined(),
        "t,qw,qx,qy,qz\n" + (0..<40).map { "\(Double($0) / 10),1,0,0,0.0\($0)\n" }.joined(),
        (0..<40).map { "\(Double($0) / 10) 0 0 0 0 0 0.1 1\n" }.joined(),
    ].map { Array($0.utf8) }

    /// Sheets of sightings, by places and by bearings.
    static let sightings = [
        "place,at,landmark,landmark_at,device,shown,claimed\na,48.1 11.6,church,48.2 11.7,phone,33,5\n"
            + "a,48.1 11.6,tower,48.0 11.6,phone,182,-1\nb,\"48.1,11.6\",x,48.1 11.7,,,\n",
        "place,bearing,shown\na,90,92.5\nb,359,-2\n",
    ].map { Array($0.utf8) }

    /// The files of a sound report.
    static let report: [(name: String, bytes: [UInt8])] = {
        do {
            var options = AnalysisOptions()
            options.filters = [FilterRequest(name: "lowpass")]
            options.jobs = 1
            let result = try Analyzer(options: options).analyze(
                log, input: InputSection(path: "log.csv", format: "canonical", sha256: ""),
                tool: ToolSection(version: "fuzz"))
            return try ReportFiles.all(of: result)
        } catch {
            fatalError("the report cannot be made: \(error)")
        }
    }()
}

/// Inputs as files, for what reads a path: in the folder for temporary files, which `make fuzz` puts into memory.
enum ScratchFile {
    private static let root = NSTemporaryDirectory() + "sensorlab-fuzz-\(getpid())"

    /// A file of that name; it replaces the one before it.
    static func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let path = "\(root)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The folder that holds these files.
    static func folder(_ files: [(name: String, bytes: [UInt8])]) throws -> String {
        for file in files { _ = try write(file.bytes, file.name) }
        return root
    }
}
