import Calibration
import Recordings
import Rotations
import SensorModels
import Simulation
import Testing
import Vocabulary

@testable import Analysis

@Suite("Calibration of a log")
struct CalibrationStepTests {
    @Test("from the log itself: hard iron and gyroscope bias of the simulated device")
    func automatic() throws {
        let recording = try AnalyzerTests.recording { $0.device = .nexus5 }
        let set = try CalibrationStep.calibration(for: recording, choice: .auto, field: nil, jobs: 2).set
        let magnetometer = try #require(set.magnetometer)
        #expect(magnetometer.applied == true)
        #expect((magnetometer.model.hardIron - DeviceModel.nexus5.magnetometer.hardIron).length < 2)
        let gyroscope = try #require(set.gyroscope)
        #expect((gyroscope.model.bias - DeviceModel.nexus5.gyroscope.bias).length < 0.001)
    }

    @Test("of a field without a unit: what the one in microtesla has, about its readings")
    func withoutUnit() throws {
        let recording = try AnalyzerTests.recording { $0.device = .nexus5 }
        // 48 of the usual microtesla are one.
        var other = recording
        other.magnetometer.values = other.magnetometer.values.map { $0 / 48 }
        other.metadata.fieldStrength = 1
        let sets = try [recording, other].map {
            try CalibrationStep.calibration(for: $0, choice: .auto, field: nil, jobs: 2).set
        }
        let models = try sets.map { try #require($0.magnetometerModel) }
        #expect((models[0].hardIron - 48 * models[1].hardIron).length < 1e-6)
        let fields = [sets[0].filterInput(for: recording), sets[1].filterInput(for: other)].map(\.magnetometer.values)
        #expect(fields[0].count > 100)
        for (one, two) in zip(fields[0], fields[1]) { #expect((one - two).length < 1e-6) }
    }

    @Test("a refused fit of a magnetometer that already reads the Earth's field is not applied")
    func plausible() throws {
        // Level and still: nothing can be fitted, nothing needs to be.
        var recording = Recording()
        for index in 0..<500 {
            let time = Int64(index) * 20_000_000
            recording.accelerometer.append(Vector3(0, 0, 9.81), at: time)
            recording.magnetometer.append(Vector3(0.01 * Double(index % 7), 22, -40), at: time)
        }
        let found = try CalibrationStep.calibration(for: recording, choice: .auto, field: nil, jobs: 2)
        let (set, warnings) = (found.set, found.warnings)
        #expect(found.given == CalibrationSet())
        let section = try #require(set.magnetometer)
        #expect(!section.accepted)
        #expect(section.applied == false)
        #expect(warnings.map(\.code) == [.magnetometerCalibrationRefused])
        #expect(set.filterInput(for: recording).magnetometer == recording.magnetometer)
    }

    @Test("a calibration whose field dips otherwise than the Earth's is refused: here the place is another one")
    func otherDip() throws {
        let recording = try AnalyzerTests.recording { $0.device = .nexus5 }
        var options = AnalysisOptions()
        options.date = CalendarDate("2016-06-03")
        // Barcelona has a dip of 57 degrees, Quito one of 21.
        options.place = GeodeticPosition(latitude: -0.2, longitude: -78.5)
        let log = try PreparedLog(recording, name: "log", options: options)
        let magnetometer = try #require(log.calibration.magnetometer)
        #expect(!magnetometer.accepted && magnetometer.reason.contains("has a dip of"), "\(magnetometer.reason)")
        // The verb says the same.
        let input = InputSection(path: "log.csv", format: "canonical", sha256: "")
        let file = try CalibrationJob.magnetometer(
            recording, input: input, options: options, method: .map, tool: "test")
        #expect(try #require(file.magnetometer).head.reason.contains("has a dip of"))
        options.place = GeodeticPosition(latitude: 41.4, longitude: 2.2)
        let right = try PreparedLog(recording, name: "log", options: options)
        #expect(right.calibration.magnetometer?.accepted == true)
    }

    @Test("none: readings are used as they are")
    func none() throws {
        let recording = try AnalyzerTests.recording()
        let found = try CalibrationStep.calibration(for: recording, choice: .none, field: nil, jobs: 2)
        let (set, warnings) = (found.set, found.warnings)
        #expect(set == CalibrationSet() && found.given == set)
        #expect(warnings.isEmpty)
        #expect(set.filterInput(for: recording).gyroscope == recording.gyroscope)
    }
}
