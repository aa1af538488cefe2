import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Readers
@testable import Recordings

/// A known pose comes out of every format in this design's units, signs and frames.
struct FormatPoseTests {
    private func read(_ sample: FormatSamples.Sample) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = sample.assumptions
        // A table alone does not say its sign.
        if sample.name == "Gravity.csv" { options.assumptions = [Assumption(sensor: .gravity, sign: .android)] }
        return try RecordingReader.read(bytes: sample.bytes, name: sample.name, options: options)
    }

    @Test(arguments: FormatSamples.all.indices)
    func poseIsRead(_ index: Int) throws {
        let sample = FormatSamples.all[index]
        let recording = try read(sample)
        #expect(recording.metadata.format == sample.format)
        for sensor in sample.sensors {
            #expect(recording.times(of: sensor).count >= FormatSamples.count - 1, "\(sample.name) \(sensor)")
        }
        // Packets and stamps of any zero: rows are found by their order.
        for (offset, row) in FormatSamples.rows.enumerated() {
            func expect(_ sensor: SensorKind, _ value: Vector3, _ tolerance: Double) {
                let stream = recording.vectors(of: sensor)
                guard sample.sensors.contains(sensor), offset < stream.count else { return }
                #expect(
                    (stream.values[offset] - value).length < tolerance,
                    "\(sample.name) \(sensor): \(stream.values[offset]), \(value)")
            }
            // Rounding of unit conversions alone.
            expect(.accelerometer, row.force, 1e-9)
            expect(.gravity, row.gravity, 1e-9)
            expect(.linearAcceleration, FormatSamples.push, 1e-9)
            expect(.gyroscope, row.rate, 1e-12)
            expect(.magnetometer, row.field, 1e-9)
            expect(.magnetometerCorrected, row.field, 1e-9)
            if sample.sensors.contains(.reference) { #expect(recording.reference.values[offset] == row.attitude) }
            if sample.sensors.contains(.attitude), offset < recording.attitude.count {
                // Twice the square root of the rounding of 1 - w.
                #expect(recording.attitude.values[offset].angle(to: row.attitude) < 1e-7, "\(sample.name)")
            }
        }
    }

    @Test(arguments: FormatSamples.all.indices)
    func intervalsAreRead(_ index: Int) throws {
        let sample = FormatSamples.all[index]
        let recording = try read(sample)
        for sensor in sample.sensors where sensor != .location {
            let times = recording.times(of: sensor)
            for (a, b) in zip(times, times.dropFirst()) {
                #expect(abs(b - a - 20_000_000) <= 1, "\(sample.name) \(sensor)")
            }
        }
    }

    @Test(arguments: FormatSamples.all.indices)
    func convertedLogIsTheSame(_ index: Int) throws {
        let sample = FormatSamples.all[index]
        let recording = try read(sample)
        let back = try RecordingReader.read(bytes: try CanonicalWriter.bytes(of: recording), name: "converted.csv")
        expectSameStreams(back, recording)
        // Everything that the log says about itself comes along; only the format is another one.
        var expected = recording.metadata
        expected.format = "canonical"
        // The canonical log's clock needs no decision.
        expected.clock = nil
        #expect(back.metadata == expected)
    }

    /// A level aircraft, its nose north, then east, then 30 degrees up: PX4's body is forward, right, down.
    @Test func aircraft() throws {
        let half = 0.5.squareRoot()
        let up = Quaternion(angle: .pi / 6, axis: Vector3(0, 1, 0))  // about the right wing
        let attitudes = [Quaternion.identity, Quaternion(half, 0, 0, half), up]
        let text =
            "timestamp,rollspeed,pitchspeed,yawspeed,q[0],q[1],q[2],q[3]\n"
            + attitudes.enumerated().map { "\(($0 + 1) * 4000),0,0,0,\(FormatSamples.csv($1))\n" }.joined()
        let q = try RecordingReader.read(bytes: Array(text.utf8), name: "a.csv").attitude.values
        let noses = q.map { $0.rotate(Vector3(0, 1, 0)) }
        expectVector(noses[0], Vector3(0, 1, 0), within: 1e-15)
        expectVector(noses[1], Vector3(1, 0, 0), within: 1e-15)
        expectVector(noses[2], Vector3(0, 0.75.squareRoot(), 0.5), within: 1e-15)
        for attitude in q.prefix(2) { expectVector(attitude.rotate(Vector3(0, 0, 1)), Vector3(0, 0, 1), within: 1e-15) }
        expectVector(q[0].rotate(Vector3(1, 0, 0)), Vector3(1, 0, 0), within: 1e-15)

        // At rest the specific force is up, down being +z of the log; the field is 20 uT ahead and 40 uT down.
        let combined =
            "timestamp,gyro_rad[0],gyro_rad[1],gyro_rad[2],accelerometer_m_s2[0],accelerometer_m_s2[1],"
            + "accelerometer_m_s2[2],magnetometer_ga[0],magnetometer_ga[1],magnetometer_ga[2]\n"
            + (1...30).map { "\($0 * 4000),0.1,0.2,0.3,0,0,-9.8,0.2,0,0.4\n" }.joined()
        let recording = try RecordingReader.read(bytes: Array(combined.utf8), name: "b.csv")
        #expect(recording.accelerometer.values[0] == Vector3(0, 0, 9.8))
        expectVector(recording.magnetometer.values[0], Vector3(0, 20, -40), within: 1e-14)
        #expect(recording.gyroscope.values[0] == Vector3(0.2, 0.1, -0.3))
    }

    /// What Sensor Logger calls Accelerometer has no gravity: it is named, and is no specific force.
    @Test func accelerometerWithoutGravity() throws {
        let text =
            "["
            + (0..<9).map {
                "{\"sensor\":\"Accelerometer\",\"time\":\"17000000000\($0)0000000\","
                    + "\"seconds_elapsed\":\"0.1\",\"x\":\"0.1\",\"y\":\"-0.2\",\"z\":\"0.3\"},"
            }.joined()
            + "{\"sensor\":\"Metadata\",\"platform\":\"ios\",\"standardisation\":\"false\"}]"
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "a.json")
        #expect(recording.accelerometer.isEmpty)
        #expect(recording.linearAcceleration.values.allSatisfy { $0 == Vector3(-0.1, 0.2, -0.3) })
        #expect(recording.namedSensors == [.accelerometer, .linearAcceleration])
        #expect(recording.provenance[.accelerometer]?.convention.hasPrefix("without gravity") == true)
        let quality = RecordingQuality(recording)
        #expect(quality[.accelerometer]?.samples == 9 && quality[.linearAcceleration]?.samples == 9)
        #expect(recording.without(.accelerometer).namedSensors == [.linearAcceleration])
    }

    /// JSON has no line breaks that anybody promised: one line may be longer than any buffer.
    @Test func longLineOfJSON() throws {
        let object =
            "{\"sensor\":\"Gyroscope\",\"seconds_elapsed\":\"0.1\",\"x\":\"0.1\",\"y\":\"-0.2\",\"z\":\"0.3\",\"time\":\""
        let count = 60_000
        let text =
            "["
            + (0..<count).map { object + "\(1_700_000_000_000_000_000 + 10_000_000 * $0)\"}" }
            .joined(separator: ",") + "]"
        #expect(text.utf8.count > 5 << 20)
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "a.json")
        #expect(recording.gyroscope.count == count)
    }

    @Test func xsensOnWordsOfItsOwnField() throws {
        let sample = try #require(FormatSamples.all.first { $0.format == "Xsens text" })
        let recording = try RecordingReader.read(bytes: sample.bytes, name: sample.name)
        #expect(recording.provenance[.magnetometer]?.unit == "a.u.")
        #expect(recording.warnings.contains { $0.code == .normalisedField })
    }
}
