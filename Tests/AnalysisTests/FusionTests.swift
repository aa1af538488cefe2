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
