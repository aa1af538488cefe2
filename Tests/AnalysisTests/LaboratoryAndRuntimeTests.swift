import Evaluation
import Files
import Foundation
import Geodesy
import Geomagnetism
import ProjectionCore
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// The app draws the labels that were tuned: those of laboratory and projection core are equal.
@Suite("Laboratory and runtime")
struct LaboratoryAndRuntimeTests {
    /// Samples in the order of `replay`: stamps ascending; gyroscope, accelerometer, magnetometer at equal ones.
    private func feed(_ core: inout ProjectionCore, _ input: FilterInput, frame: (inout ProjectionCore, Int64) -> Void)
    {
        let (g, a, m) = (input.gyroscope, input.accelerometer, input.magnetometer)
        var (i, j, k) = (0, 0, 0)
        while i < g.count || j < a.count || k < m.count {
            let next = min(
                i < g.count ? g.times[i] : .max, j < a.count ? a.times[j] : .max, k < m.count ? m.times[k] : .max)
            var isRow = false
            while i < g.count && g.times[i] == next {
                core.update(gyroscope: g.values[i], at: next)
                (i, isRow) = (i + 1, true)
            }
            while j < a.count && a.times[j] == next {
                core.update(accelerometer: a.values[j], at: next)
                j += 1
            }
            while k < m.count && m.times[k] == next {
                core.update(magnetometer: m.values[k], at: next)
                k += 1
            }
            if isRow { frame(&core, next) }
        }
    }

    private static let here = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80)

    private static let options = {
        var options = AnalysisOptions()
        options.calibration = .auto
        options.place = here
        return options
    }()

    /// The demo with its own calibration.
    private static let demo = Result {
        try PreparedLog(
            RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path), name: "demo",
            options: options)
    }

    @Test(
        "the same pixels to the last bit, sample by sample",
        arguments: ["sensorlab", "lowpass", "complementary", "vqf"])
    func samePixels(_ filter: String) throws {
        let demo = try Self.demo.get()
        let places = try PlacesFile.read(path: SharedData.committed("places-barcelona.csv").path)
        let here = Self.here
        var file = ParameterFile(filter: filter, parameters: filter == "lowpass" ? ["magnetometerWeight": 0.9] : [:])
        file.headingOffsetDegrees = 1.5
        file.declination = .fixed(0.75)
        file.smoothingSeconds = 0.04
        // Through the file, as the app gets it.
        let bytes = Array(try JSONText.data(file))
        let camera = try Camera(named: "iphone5")

        var options = Self.options
        options.filters = [FilterRequest(name: filter, parameters: file.parameters)]
        var request = ProjectionRequest(places: places, analysis: options)
        request.parameters = try ParameterFile(parsing: bytes, name: "core.json")
        let laboratory = try ProjectionAnalysis(
            demo.recording, filters: options.filters.map { try $0.resolved() }, request: request,
            input: InputSection(path: "demo", format: "", sha256: ""), tool: ToolSection(version: ""))
        let run = try #require(laboratory.runs.first)
        var projector = run.screen.drawn
        try projector.prepare(observer: here)

        var core = try ProjectionCore.load(
            bytes: bytes, name: "core.json", places: places, camera: camera,
            gyroscopeBiasSigma: demo.calibration.gyroscopeBiasSigma)
        try core.update(fix: here, at: 0)
        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        var (row, seen, differing) = (0, 0, 0)
        feed(&core, demo.streams) { core, time in
            guard row < run.drawn.track.count, run.drawn.track.times[row] == time else { return }
            core.project(into: &positions, at: time)
            let expected = projector.positions(run.drawn.track.estimates[row].orientation)
            for (a, b) in zip(positions, expected) {
                seen += a.isVisible ? 1 : 0
                let same = a.state == b.state && a.x.bitPattern == b.x.bitPattern && a.y.bitPattern == b.y.bitPattern
                if !same && !(a.x.isNaN && b.x.isNaN && a.state == b.state) { differing += 1 }
            }
            row += 1
        }
        #expect(row == run.drawn.track.count)
        #expect(row > 10_000)
        #expect(seen > 3000)
        #expect(differing == 0)
    }

    @Test("the declination of the model: laboratory and app agree within a hundredth of a degree")
    func declination() throws {
        let recording = try RecordingReader.read(path: SharedData.committed("ar-panning-barcelona.csv.gz").path)
        let prepared = try PreparedLog(recording, name: "demo", options: AnalysisOptions())
        var core = try ProjectionCore(parameters: ParameterFile(), places: [])
        try core.update(
            fix: GeodeticPosition(latitude: 41.3751, longitude: 2.1492, height: 85), at: 0,
            date: DecimalYear(year: 2015, month: 6, day: 22))
        let laboratory = try #require(prepared.geomagnetism).declinationDegrees
        #expect((core.declinationDegrees - laboratory).magnitude < 0.01)
    }
}
