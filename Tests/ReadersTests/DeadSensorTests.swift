import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

@Suite("Sensors that never measured")
struct DeadSensorTests {
    /// A log of which one sensor has one value in all rows.
    private func read(_ sensor: SensorKind, _ value: Vector3, isAtRest: Bool = false) throws -> Recording {
        var random = SplitMix64(seed: 4)
        let samples = RoleEvidenceTests.Motion.samples()
        var text =
            "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s),mx (uT),my (uT),mz (uT)\n"
        for (row, sample) in samples.enumerated() {
            let m = isAtRest ? samples[0] : sample
            let force = sensor == .accelerometer ? value : m.force + random.vector(0.02)
            let rate = sensor == .gyroscope ? value : (isAtRest ? .zero : m.rate) + random.vector(0.002)
            let field = sensor == .magnetometer ? value : m.field + random.vector(0.3)
            let cells = [force, rate, field].map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ",")
            text += "\(Double(row) / 50),\(cells)\n"
        }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: ReadOptions())
    }

    @Test(
        "one value while the device turns is no reading",
        arguments: [
            (SensorKind.magnetometer, Vector3(21, -4.5, -40)), (.gyroscope, .zero),
            (.gyroscope, Vector3(0.01, 0.02, 0)),
            (.accelerometer, Vector3(0.1, 0.2, 9.8)), (.magnetometer, .zero),
        ])
    func dead(_ sensor: SensorKind, _ value: Vector3) throws {
        let recording = try read(sensor, value)
        #expect(recording.vectors(of: sensor).isEmpty && recording.sensors.count == 2)
        let warning = recording.warnings.first { $0.code == .frozenSensor }
        #expect(warning?.message.contains(sensor.rawValue) == true)
    }

    @Test("at rest it may be a coarse sensor's, but zeros are no field")
    func resting() throws {
        #expect(try read(.magnetometer, Vector3(21, -4.5, -40), isAtRest: true).sensors.count == 3)
        #expect(try read(.gyroscope, .zero, isAtRest: true).sensors.count == 3)
        #expect(try read(.magnetometer, .zero, isAtRest: true).magnetometer.isEmpty)
    }
}
