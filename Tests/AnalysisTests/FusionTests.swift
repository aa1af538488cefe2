import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("One filter over one log")
struct FusionTests {
    private func simulated() throws -> SimulatedRecording {
        var options = SimulationOptions(earthField: Vector3(0, 23, -41))
        (options.device, options.duration) = (.iPhone5, 60)
        return try Scenario.arPanning.simulate(options)
    }

    private func fusion(_ recording: Recording, _ calibration: CalibrationChoice) throws -> Fusion {
        var options = AnalysisOptions()
        (options.calibration, options.north) = (calibration, .magnetic)
        options.filters = [FilterRequest(name: "map")]
        return try Fusion(recording, options: options, place: "test")
    }

    private let input = InputSection(path: "walk.csv", format: "canonical", sha256: "")

    /// What is written is about raw readings: the same whatever was applied before, within what the readings determine.
    @Test("the calibration found is that of raw readings, without and with one applied before")
    func foundCalibration() throws {
        let simulated = try simulated()
        let truth = simulated.device.magnetometer
        for choice in [CalibrationChoice.none, .auto] {
            let fusion = try fusion(simulated.recording, choice)
            let file = try #require(fusion.calibrationFile(input: input, tool: "test"))
            // Readings that it has calibrated itself are no reason to doubt its track.
            let codes = fusion.warnings.map(\.code)
            #expect(!codes.contains(.magnetometerImplausible) && !codes.contains(.filterDiverged))
            let section = try #require(file.magnetometer)
            #expect(section.head.accepted && section.head.method == .wholeRecording)
            // Directions matter, not the scale of the sensor: fields of some attitudes under both models.
            for reading in simulated.recording.magnetometer.values.prefix(2000) {
                let angle = section.model.apply(reading).angle(to: truth.apply(reading))
                #expect(angle < Angle.radians(4))
            }
            let again = try CalibrationFile(parsing: Array(file.json.text.utf8), name: "file")
            #expect(again == file)
        }
    }

    @Test(
        "a field without a unit is as good as one in microtesla: the same track, and findings about the readings",
        arguments: ["map", "fixed-lag"])
    func withoutUnit(_ filter: String) throws {
        let recording = try simulated().recording
        func fused(_ recording: Recording) throws -> Fusion {
            var options = AnalysisOptions()
            (options.calibration, options.north) = (.none, .magnetic)
            options.filters = [FilterRequest(name: filter)]
            return try Fusion(recording, options: options, place: "test")
        }
        // 48 of the usual microtesla are one.
        var other = recording
        other.magnetometer.values = other.magnetometer.values.map { $0 / 48 }
        other.metadata.fieldStrength = 1
        let (usual, free) = (try fused(recording), try fused(other))
        for (one, other) in zip(try usual.track().estimates, try free.track().estimates) {
            #expect(one.orientation.angle(to: other.orientation) < 1e-6)
        }
        let models = [usual, free].map {
            $0.calibrationFile(input: input, tool: "test")?.magnetometer?.model ?? MagnetometerModel(hardIron: .zero)
        }
        #expect(filter == "fixed-lag" || models[0].hardIron.length > 1)
        #expect((models[0].hardIron - 48 * models[1].hardIron).length < 1e-4)
    }

    @Test("the findings of a refused recording say why")
    func refusal() throws {
        var recording = try simulated().recording
        var random = RandomGenerator(seed: 3)
        recording.magnetometer.values = recording.magnetometer.values.map { _ in
            200 * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
        }
        let fusion = try fusion(recording, .none)
        #expect(throws: SensorLabError.self) { try fusion.track() }
        let report = try #require(fusion.findingsReport(input: input))
        #expect(report.parts.count == 1)
        #expect(report.parts.first?.refusal != nil)
    }

    @Test("a causal filter finds nothing but its track")
    func causal() throws {
        var options = AnalysisOptions()
        (options.calibration, options.north) = (.none, .magnetic)
        options.filters = [FilterRequest(name: "vqf")]
        let fusion = try Fusion(try simulated().recording, options: options, place: "test")
        #expect(try fusion.track().count > 0)
        #expect(fusion.warnings.contains { $0.code == .magnetometerImplausible })
        #expect(fusion.findingsReport(input: input) == nil)
        #expect(fusion.calibrationFile(input: input, tool: "test") == nil)
    }
}
