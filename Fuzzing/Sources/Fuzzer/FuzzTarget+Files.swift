import Calibration
import Evaluation
import Foundation
import Geomagnetism
import JSON
import ProjectionCore
import SensorModels
import Vocabulary

@testable import Analysis
@testable import Files
@testable import Readers
@testable import Reporting

/// Files that the program reads beside logs. What was read is also used, since most crashes happen after reading.
extension FuzzTarget {
    static let files = [
        calibration, parameters, camera, places, coefficients, manifest, baseline, mapping, tables, report, tags,
        tracks,
        sightings,
    ]

    private static let calibration = FuzzTarget(
        "calibration", mutation: .text,
        seeds: {
            try ["accelerometer", "gyroscope", "heading", "magnetometer"].map {
                try SeedFiles.repository("Tests/Data/calibration-files-0.1/\($0).json")
            }
        },
        run: {
            let file = try CalibrationFile(parsing: $0, name: "calibration.json")
            let again = try CalibrationFile(parsing: Array(file.json.text.utf8), name: "again.json")
            require(again == file, "a calibration changes when it is written")
            var options = AnalysisOptions()
            options.calibration = .fitted([FittedCalibration(name: "calibration.json", file: file)])
            let streams = try PreparedLog(SeedFiles.log, name: "log.csv", options: options).streams
            require(streams.magnetometer.values.allSatisfy(\.isFinite), "a calibrated reading is not finite")
        })

    private static let parameters = FuzzTarget(
        "parameters", mutation: .text, seeds: { [SeedFiles.parameters()] },
        run: { try draw(ProjectionCore.load(bytes: $0, name: "projection-core.json", places: SeedFiles.places)) })

    private static let camera = FuzzTarget(
        "camera", mutation: .text, seeds: { try SeedFiles.cameras() },
        run: {
            let camera = try Camera(json: JSONValue(parsing: $0, name: "camera.json"), file: "camera.json")
            try draw(ProjectionCore(parameters: ParameterFile(), places: SeedFiles.places, camera: camera))
        })

    private static let places = FuzzTarget(
        "places", mutation: .text,
        seeds: { [try SeedFiles.repository("datasets/places-barcelona.csv"), SeedFiles.geoJSON] },
        run: {
            try draw(
                ProjectionCore(parameters: ParameterFile(), places: PlacesFile.read(bytes: $0, name: "places.csv")))
        })

    private static let coefficients = FuzzTarget(
        "coefficients", mutation: .text,
        seeds: { [try SeedFiles.repository("Sources/Geomagnetism/Resources/WMM_2025.COF")] },
        run: {
            let model = try GeomagneticModel(coefficients: String(decoding: $0, as: UTF8.self), source: "WMM.COF")
            for latitude in [-90, 0, 48.1, 90] {
                let place = GeodeticPosition(latitude: latitude, longitude: 11.6, height: 500)
                _ = try model.field(at: place, on: model.epoch)
            }
        })

    private static let manifest = FuzzTarget(
        "manifest", mutation: .text,
        seeds: { [try SeedFiles.repository("datasets/manifest.csv"), SeedFiles.manifest] },
        run: { _ = try Manifest(path: ScratchFile.write($0, "manifest.csv")).logs })

    private static let baseline = FuzzTarget(
        "baseline", mutation: .text, seeds: { [[UInt8](try JSONText.data(SeedFiles.baseline))] },
        run: {
            let baseline = try BaselineFile.read(path: ScratchFile.write($0, "baseline.json"))
            _ = BaselineComparison(run: SeedFiles.baseline, baseline: baseline, tolerance: BaselineTolerance())
        })

    private static let mapping = FuzzTarget(
        "mapping", mutation: .text, seeds: { [SeedFiles.mapping] },
        run: {
            let file = try MappingFile(parsing: $0, name: "mapping.json")
            var options = ReadOptions()
            options.mapping = try ColumnMapping(file.columns)
            (options.assumptions, options.skippedLines) = (file.assumptions, file.skippedLines)
            options.comment = file.comment
            try RecordingReader.read(bytes: SeedFiles.unknownTable, name: "log.csv", options: options).requireOrder()
        })

    /// Tables of numbers: deviations, known directions, points of the field. Each reader gets every input.
    private static let tables = FuzzTarget(
        "tables", maxLength: 1 << 12, mutation: .text, seeds: { SeedFiles.tables },
        run: { bytes in
            let path = try ScratchFile.write(bytes, "table.csv")
            let metadata = SeedFiles.log.metadata
            let readers: [() throws -> Void] = [
                { _ = try DeviationTable.observations(Data(bytes), name: "table.csv").map { try DeviationCurve($0) } },
                { _ = try HeadingTables.sightings(path: path, metadata: metadata) },
                { _ = try HeadingTables.bearings(path: path, metadata: metadata) },
                { _ = try HeadingTables.claims(path: path, metadata: metadata) },
                {
                    let calculator = try GeomagneticCalculator()
                    let text = String(decoding: bytes, as: UTF8.self)
                    let table = try FieldPointTable(
                        text, source: "table.csv", date: SeedFiles.day, calculator: calculator)
                    _ = try calculator.answers(table.requests)
                },
            ]
            var refusal: (any Error)?
            for read in readers {
                do { try read() } catch { refusal = error is SensorLabError ? refusal ?? error : error }
            }
            if let refusal { throw refusal }
        })

    /// What `notebook` reads of a report; the first byte tells which of its files is damaged.
    private static let report = FuzzTarget(
        "report", maxLength: 1 << 17, mutation: .text,
        seeds: {
            SeedFiles.report.enumerated().filter { $0.offset % 2 == 1 }.map { [UInt8($0.offset)] + $0.element.bytes }
        },
        run: { bytes in
            let folder = try ScratchFile.folder(SeedFiles.report.filter { !$0.name.hasPrefix("report.h") })
            _ = try ScratchFile.write(Array(bytes.dropFirst()), (bytes.first ?? 1) < 2 ? "report.json" : "tracks.csv")
            _ = try ReportNotebook.data(reportFolder: folder, seenAs: "report")
        })

    private static let tags = FuzzTarget(
        "tags", mutation: .text, seeds: { SeedFiles.tags },
        run: {
            let graph = try TagGraph(parsing: $0, name: "tags.csv")
            _ = try CategoryExpression(parsing: "food AND NOT (pizza OR sushi)").widened(by: graph)
        })

    /// Tracks of the user's own beside a log: CSV and TUM.
    private static let tracks = FuzzTarget(
        "tracks", mutation: .text, seeds: { SeedFiles.tracks },
        run: { bytes in
            let log = try PreparedLog(SeedFiles.log, name: "log.csv", options: AnalysisOptions())
            let track = try OwnTrack(name: "own", path: ScratchFile.write(bytes, "track.csv"))
            for filter in try OwnTracks([track], on: log).filters {
                require(filter.name == "own", "a track has another name")
            }
        })

    /// Sheets of sightings, and what a study says of them.
    private static let sightings = FuzzTarget(
        "sightings", mutation: .text, seeds: { SeedFiles.sightings },
        run: {
            let sheet = try SightingSheet(Data($0), path: "sheet.csv")
            let report = try SightingReport.make(sheet, place: "sheet.csv") { _ in 3.5 }.report
            require(report.groups.last?.attempts ?? 0 > 0, "a report of no sighting")
        })

    /// Runs a core over a log and draws, as an app does.
    private static func draw(_ core: ProjectionCore) throws {
        var core = core
        let log = SeedFiles.log
        guard let start = log.interval?.lowerBound, let place = log.metadata.place else { return }
        try core.update(fix: place, accuracy: 5, at: start, date: SeedFiles.day.map { DecimalYear($0) })
        var positions = [ScreenPosition](repeating: .none(.undefined), count: core.projector.places.count)
        for index in log.accelerometer.times.indices {
            core.update(accelerometer: log.accelerometer.values[index], at: log.accelerometer.times[index])
            if index < log.magnetometer.count {
                core.update(magnetometer: log.magnetometer.values[index], at: log.magnetometer.times[index])
            }
            if index % 20 == 0 { core.project(into: &positions, at: log.accelerometer.times[index]) }
        }
        for position in positions where position.state == .visible {
            require(position.x.isFinite && position.y.isFinite, "a visible place is nowhere")
        }
    }
}
