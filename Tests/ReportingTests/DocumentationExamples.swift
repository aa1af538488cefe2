import Analysis
import Calibration
import Evaluation
import Figures
import Files
import Geodesy
import Geomagnetism
import HighResolutionField
import JSON
import LinearAlgebra
import OrientationFilters
import ProjectionCore
import Readers
import Recordings
import Rotations
import SensorModels
import Simulation
import Smoothing
import Vocabulary

/// The examples of the libraries' reference pages (Sources/*/*.docc), so that they compile; `DocumentationExampleTests`
/// runs them and holds the pages against them.
enum DocumentationExamples {
    static func rotations() -> Double? {
        let orientation = Quaternion(rotationVector: Vector3(0, 0, 0.5))
        let heading = orientation.heading(of: .top)
        return heading
    }

    static func geomagnetism() throws -> GeomagneticField {
        let date = try DecimalYear(year: 2026, month: 3, day: 1)
        let model = try GeomagneticModel.inForce(on: date)
        let field = try model.field(at: GeodeticPosition(latitude: 41.375, longitude: 2.149), on: date)
        return field
    }

    static func highResolutionField() throws -> GeomagneticField {
        let date = try DecimalYear(year: 2026, month: 3, day: 1)
        let model = try GeomagneticModel.wmmhr2025()
        let field = try model.field(at: GeodeticPosition(latitude: 41.375, longitude: 2.149), on: date)
        return field
    }

    static func linearAlgebra() throws -> LeastSquaresSolution {
        let line = Matrix([[1, 0], [1, 1], [1, 2]])
        let fit = try line.leastSquares([1.1, 2.9, 5.0])
        print(fit.parameters, fit.rank, fit.conditionNumber)
        return fit
    }

    static func geodesy() -> (distance: Double, up: Double) {
        let here = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 20)
        let tower = GeodeticPosition(latitude: 41.4036, longitude: 2.1744, height: 60)
        let way = Geodesic.wgs84.inverse(from: here, to: tower)
        let direction = LocalFrame(origin: here).local(tower)
        return (way.distance, direction.z)
    }

    static func sensorModels() -> Vector3 {
        let model = MagnetometerModel(hardIron: Vector3(22, -31, 8))
        let field = model.apply(Vector3(40, -10, -30))
        return field
    }

    static func calibrationFile(_ path: String, _ reading: Vector3) throws -> Vector3 {
        var calibration = CalibrationSet()
        calibration.merge(try CalibrationFile.read(path: path), source: path)
        let rate = calibration.gyroscopeModel?.apply(reading) ?? reading
        return rate
    }

    static func json(_ path: String) throws -> (seconds: Double, name: String?) {
        let file = try JSONMembers(
            JSONValue(readingFrom: path), file: path, code: .badJSON, advice: "correct the file")
        let seconds: Double = try file.require("seconds")
        let name: String? = try file.read("name")
        return (seconds, name)
    }

    static func files(_ bytes: [UInt8], _ path: String) throws -> String {
        try OutputFile.write(bytes, to: path)
        print(try FileChecksum.hexadecimal(path: path))
        return try FileChecksum.hexadecimal(path: path)
    }

    static func recordings(_ rate: Vector3, _ nanoseconds: Int64, _ path: String) throws -> Recording {
        var recording = Recording()
        recording.gyroscope.append(rate, at: nanoseconds)
        try CanonicalWriter.write(recording, to: path)
        return recording
    }

    static func readers(_ path: String, _ copy: String) throws -> Recording {
        let recording = try RecordingReader.read(path: path)
        print(recording.metadata.format, recording.gyroscope.count, recording.warnings.map(\.code))
        try CanonicalWriter.write(recording, to: copy)
        return recording
    }

    static func orientationFilters(_ nanoseconds: Int64) -> Bool {
        var filter = SensorLabFilter()
        filter.update(gyroscope: Vector3(0.01, 0, 0.02), at: nanoseconds)
        filter.update(accelerometer: Vector3(0, 9.8, 0.3), at: nanoseconds)
        filter.update(magnetometer: Vector3(5, -40, 20), at: nanoseconds)
        if let estimate = filter.estimate {
            print(estimate.orientation.heading(of: .camera) as Any, estimate.headingSigma)
        }
        return filter.estimate != nil
    }

    static func smoothing(_ streams: FilterInput) throws -> OrientationTrack? {
        guard let map = EstimatorCatalogue.entry(named: "map") else { return nil }
        let track = try map.run(streams)
        print(track.count, track.estimates.last?.headingSigma ?? .nan)
        return track
    }

    static func projectionCore(
        _ places: [PointOfInterest], _ here: GeodeticPosition, _ orientation: Quaternion
    ) throws -> [ScreenPosition] {
        var projector = try Projector(model: .geodesic, camera: Camera(named: "iphone5"), places: places)
        try projector.prepare(observer: here)
        let positions = projector.positions(orientation)
        return positions
    }

    static func simulation() throws -> SimulatedRecording {
        var options = SimulationOptions(earthField: Vector3(0, 24, -40))
        options.seed = 7
        let simulated = try Scenario.arPanning.simulate(options)
        print(simulated.recording.gyroscope.count, simulated.recording.reference.count)
        return simulated
    }

    static func calibration(_ recording: Recording) -> MagnetometerCalibration {
        let fit = MagnetometerFit(recording: recording)
        print(fit.verdict.accepted, fit.model.hardIron, fit.hardIronSigma)
        let section = MagnetometerCalibration(fit, stream: .magnetometer, source: "log")
        print(section.headingSigmaDegrees ?? .nan, section.reason)
        return section
    }

    static func evaluation(_ recording: Recording, _ track: OrientationTrack) -> Accuracy? {
        let indices = ScoringWindow(recording: recording).indices(of: recording.reference)
        let comparison = Comparison(track: track, reference: recording.reference, indices: indices)
        if let accuracy = Accuracy(comparison) {
            print(accuracy.totalRMSEDegrees ?? .nan, accuracy.headingRMSEDegrees ?? .nan)
        }
        return Accuracy(comparison)
    }

    static func analysis(_ path: String) throws -> AnalysisResult {
        let recording = try RecordingReader.read(path: path)
        let input = InputSection(path: path, format: recording.metadata.format, sha256: recording.metadata.sha256 ?? "")
        let result = try Analyzer(options: AnalysisOptions()).analyze(
            recording, input: input, tool: ToolSection(version: "1"))
        print(result.report.recommendation?.filter ?? "no filter", result.report.warnings.count)
        return result
    }

    static func charts() -> String {
        let chart = Chart(
            title: "Heading", summary: "One turn in ten seconds.", x: .time(seconds: 10), y: .heading(label: "heading"),
            layers: [.line((0...100).map { ChartPoint(Double($0) / 10, Double($0) * 3.6) }, .series(0), name: "turn")])
        let picture = chart.standaloneSVG(.wide)
        return picture
    }
}
