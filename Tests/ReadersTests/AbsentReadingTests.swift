import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Zeros and numbers such as -999 that mark that there was no reading.
struct AbsentReadingTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    private static let header =
        "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s),mx (uT),my (uT),mz (uT)\n"

    /// A device that turns; `nothing` is written into the cells of the sensors that a row lacks.
    private func table(_ nothing: String, lacking: (Int) -> Set<String>) -> String {
        Self.header
            + (0..<400).map { index in
                let angle = Double(index) / 100
                let cells = [
                    ("a", [9.8 * Double.sin(angle), 0.25, 9.8 * Double.cos(angle)]),
                    ("g", [0.01 * Double.sin(7 * angle), 0.5 * Double.sin(angle), 0.003]),
                    ("m", [40 * Double.cos(angle), 20.5, -40 * Double.sin(angle)]),
                ].map { sensor, values in
                    lacking(index).contains(sensor)
                        ? "\(nothing),\(nothing),\(nothing)" : values.map { "\($0)" }.joined(separator: ",")
                }
                return "\(Double(index) / 50),\(cells.joined(separator: ","))\n"
            }.joined()
    }

    @Test(
        "rows of zeros or of a mark have no readings",
        arguments: ["0", "0.0", "-999", "9999", "-9999.0", "99999", "65535"])
    func rows(_ nothing: String) throws {
        let recording = try read(table(nothing) { $0 % 50 == 20 ? ["a", "g", "m"] : [] })
        for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
            #expect(recording.times(of: sensor).count == 392)
            #expect(recording.provenance[sensor]?.dropped == 8)
        }
        let code = nothing.hasPrefix("0") ? DiagnosticCode.zeroSamples : .invalidSamples
        #expect(recording.warnings.count { $0.code == code && $0.message.contains("8 sample(s)") } == 3)
    }

    @Test("a slower sensor's filling between its readings", arguments: ["0", "-999", "-9999"])
    func slowSensors(_ nothing: String) throws {
        let field = try read(table(nothing) { $0 % 5 == 0 ? [] : ["m"] })
        #expect(field.magnetometer.count == 80 && field.accelerometer.count == 400)
        let force = try read(table(nothing) { $0 % 2 == 0 ? [] : ["a"] })
        #expect(force.accelerometer.count == 200)
        let rate = try read(table(nothing) { $0 % 2 == 0 ? [] : ["g"] })
        #expect(rate.gyroscope.count == 200)
    }

    @Test("zeros of a gyroscope at rest, and of a device that falls, are readings")
    func readings() throws {
        // A dead band.
        let rest = try read(
            "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)\n"
                + (0..<400).map {
                    let rate = $0 % 100 < 50 ? 0 : Double.sin(Double($0) / 10)
                    return "\(Double($0) / 50),0.5,-0.25,9.75,\(rate),0,0\n"
                }.joined())
        #expect(rest.gyroscope.count == 400)
        let fall = AbsentReadings.found(
            (0..<100).map { Vector3(0, 0, Double((30..<50).contains($0) ? max(0, abs(40 - $0) - 5) : 9)) },
            of: .accelerometer)
        #expect(fall.zeros.isEmpty && fall.marks.isEmpty)
    }

    @Test("a stream of nothing but a mark is left to later steps, and so is a sensor that is off")
    func constant() {
        let marks = AbsentReadings.found(Array(repeating: Vector3(-999, -999, -999), count: 50), of: .magnetometer)
        #expect(marks.marks.isEmpty)
        let zeros = AbsentReadings.found(Array(repeating: .zero, count: 50), of: .accelerometer)
        #expect(zeros.zeros.isEmpty)
    }
}
