import Rotations
import SensorModels
import Testing

@testable import Recordings

/// A known pose comes out of every format in this design's units, signs and frames.
struct FormatPoseTests {
    @Test(arguments: FormatSamples.all.indices)
    func poseIsRead(_ index: Int) throws {
        let sample = FormatSamples.all[index]
        var options = ReadOptions()
        // A table alone does not say its sign.
        if sample.name == "Gravity.csv" { options.assumptions = [Assumption(sensor: .gravity, sign: .android)] }
        let recording = try RecordingReader.read(bytes: sample.bytes, name: sample.name, options: options)
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
            if sample.sensors.contains(.attitude), offset < recording.attitude.count {
                // Twice the square root of the rounding of 1 - w.
                #expect(recording.attitude.values[offset].angle(to: row.attitude) < 1e-7, "\(sample.name)")
            }
        }
    }

    @Test(arguments: FormatSamples.all.indices)
    func intervalsAreRead(_ index: Int) throws {
        let sample = FormatSamples.all[index]
        var options = ReadOptions()
        if sample.name == "Gravity.csv" { options.assumptions = [Assumption(sensor: .gravity, sign: .android)] }
        let recording = try RecordingReader.read(bytes: sample.bytes, name: sample.name, options: options)
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
        var options = ReadOptions()
        if sample.name == "Gravity.csv" { options.assumptions = [Assumption(sensor: .gravity, sign: .android)] }
        let recording = try RecordingReader.read(bytes: sample.bytes, name: sample.name, options: options)
        let back = try RecordingReader.read(bytes: try CanonicalWriter.bytes(of: recording), name: "converted.csv")
        expectSameStreams(back, recording)
    }

    @Test func xsensOnWordsOfItsOwnField() throws {
        let sample = try #require(FormatSamples.all.first { $0.format == "Xsens text" })
        let recording = try RecordingReader.read(bytes: sample.bytes, name: sample.name)
        #expect(recording.provenance[.magnetometer]?.unit == "a.u.")
        #expect(recording.warnings.contains { $0.code == "normalised-field" })
    }
}
