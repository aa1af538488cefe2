import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Sessions of x-io's NGIMU and x-IMU3, folders with a table for each kind of message; sentences of VectorNav.
struct SessionsOfXIOTests {
    private typealias Row = FormatSamples.Row

    private func table(_ name: String, _ header: String, _ row: (Row) -> String) -> (String, [UInt8]) {
        (name, FormatSamples.text(header + "\n", row))
    }

    private func csv(_ v: Vector3, _ factor: Double = 1) -> String { FormatSamples.csv(v, factor) }

    private func read(_ files: [(String, [UInt8])]) throws -> Recording {
        try RecordingReader.read(bytes: FormatSamples.zip(files), name: "session.zip")
    }

    private func check(_ recording: Recording) {
        #expect(recording.accelerometer.count == FormatSamples.count)
        let row = FormatSamples.rows[0]
        for (found, wanted) in [
            (recording.accelerometer.values[0], row.force), (recording.gyroscope.values[0], row.rate),
        ] { #expect((found - wanted).length < 1e-6) }
        #expect(recording.magnetometer.count == FormatSamples.count)
    }

    @Test func sessionOfAnNGIMU() throws {
        let axes = ["X", "Y", "Z"]
        let names =
            ["Time (s)"] + axes.map { "Gyroscope \($0) (deg/s)" } + axes.map { "Accelerometer \($0) (g)" }
            + axes.map { "Magnetometer \($0) (uT)" } + ["Barometer (hPa)"]
        let recording = try read([
            table("sensors.csv", names.joined(separator: ",")) {
                "\(Double($0.milliseconds) / 1000),\(csv($0.rate, 180 / .pi)),\(csv($0.force, 1 / FormatSamples.gravity)),"
                    + "\(csv($0.field)),1013.2\n"
            },
            table("battery.csv", "Time (s),Percentage (%),Time To Empty (minutes),Voltage (V)") {
                "\(Double($0.milliseconds) / 1000),80,500,4.1\n"
            },
            table("earth.csv", "Time (s),X (g),Y (g),Z (g)") { "\(Double($0.milliseconds) / 1000),0.01,0.02,0.03\n" },
        ])
        check(recording)
        #expect(recording.linearAcceleration.isEmpty)
    }

    @Test("the second accelerometer, of 200 g, is left out")
    func sessionOfAnXIMU3() throws {
        let axes = ["X", "Y", "Z"]
        let inertial = axes.map { "Gyroscope \($0) (deg/s)" } + axes.map { "Accelerometer \($0) (g)" }
        let recording = try read([
            table("HighGAccelerometer.csv", "Timestamp (us),X (g),Y (g),Z (g)") {
                "\(1000 * $0.milliseconds),\(csv(Vector3(1, 2, 3)))\n"
            },
            table("Inertial.csv", (["Timestamp (us)"] + inertial).joined(separator: ",")) {
                "\(1000 * $0.milliseconds),\(csv($0.rate, 180 / .pi)),\(csv($0.force, 1 / FormatSamples.gravity))\n"
            },
            table(
                "Magnetometer.csv", "Timestamp (us)," + axes.map { "Magnetometer \($0) (a.u.)" }.joined(separator: ",")
            ) {
                "\(1000 * $0.milliseconds),\(csv($0.field, 1 / 44.7))\n"
            },
            table("Temperature.csv", "Timestamp (us),Temperature (degC)") { "\(1000 * $0.milliseconds),25\n" },
        ])
        check(recording)
        #expect(recording.provenance[.magnetometer]?.unit == "a.u.")
    }

    @Test("sentences have no time: the rate is asked for; other sentences are left out")
    func sentences() throws {
        let rows = FormatSamples.rows.map { row in
            let vectors = [(row.field, 0.01), (row.force, 1), (row.rate, 1)].map {
                csv(FormatSamples.forwardRightDown($0.0), $0.1)
            }
            return vectors.joined(separator: ",")
        }
        for (word, before, behind) in [
            ("VNYMR", "1,2,3,", ""), ("VNQMR", "0,0,0,1,", ""), ("VNMAR", "", ""), ("VNIMU", "", ",25,101"),
        ] {
            var text = rows.map { FormatSamples.sentence("\(word),\(before)\($0)\(behind)") }.joined()
            let error = #expect(throws: SensorLabError.self) {
                _ = try RecordingReader.read(bytes: Array(text.utf8), name: "vn.txt")
            }
            #expect(
                error?.code == .noTimeColumn && error?.advice.contains("rate=HZ") == true,
                "\(String(describing: error))")
            text += FormatSamples.sentence("VNERR,03")
            var options = ReadOptions()
            options.assumptions = [Assumption(rateHz: 50)]
            let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "vn.txt", options: options)
            #expect(recording.metadata.format == "VectorNav ASCII")
            check(recording)
            #expect((recording.magnetometer.values[0] - FormatSamples.rows[0].field).length < 1e-6)
            #expect(recording.attitude.isEmpty)
        }
    }
}
