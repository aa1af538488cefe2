import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

@Suite("The frame of a device's attitude, by the field")
struct FrameEvidenceTests {
    /// 20 s of a phone that turns about all axes, its attitude east-north-up; north 22 and down 42 microtesla.
    private static func log(turn: Quaternion, drift: Double = 0) -> RawLog {
        var raw = RawLog()
        for index in 0..<400 {
            let t = Double(index) / 20
            let time = Int64(clamping: t * 1e9)
            let q = Quaternion(rotationVector: Vector3(0.4 * t, 0.25 * t, 0.6 * t))
            raw.recording.accelerometer.append(q.unrotate(Vector3(0, 0, 9.81)), at: time)
            raw.recording.magnetometerCorrected.append(q.unrotate(Vector3(0, 22, -42)), at: time)
            raw.recording.attitude.append(Quaternion.aboutVertical(drift * t) * turn * q, at: time)
        }
        for sensor in [SensorKind.accelerometer, .magnetometerCorrected, .attitude] {
            raw.recording.provenance[sensor] = StreamProvenance(unit: "", convention: "", decidedBy: "", source: "")
        }
        return raw
    }

    private func settled(_ raw: RawLog) throws -> Recording { try raw.settled(name: "log", ReadOptions()) }

    @Test func eastNorthUpStaysAsItIs() throws {
        let raw = Self.log(turn: .identity)
        let found = try settled(raw)
        #expect(found.attitude.values == raw.recording.attitude.values)
        #expect(found.metadata.attitudeNorth == .magnetic && !found.metadata.attitudeIsRelative)
    }

    /// CoreMotion's frames have x to the north: what points north lies along x there, 90 degrees clockwise of y.
    @Test func xToTheNorthIsTurned() throws {
        let found = try settled(Self.log(turn: .aboutVertical(-.pi / 2)))
        let upright = Self.log(turn: .identity).recording.attitude.values
        for (a, b) in zip(found.attitude.values, upright) { #expect(a.angle(to: b) < 1e-9) }
        #expect(found.metadata.attitudeNorth == .magnetic)
        #expect(found.provenance[.attitude]?.convention.contains("turned here") == true)
        #expect(found.warnings.map(\.code).contains(.frameUndecided))
    }

    @Test(arguments: [2.4, -1.2, 0.4, .pi])
    func anyOtherIsRelative(angle: Double) throws {
        let raw = Self.log(turn: .aboutVertical(angle))
        let found = try settled(raw)
        #expect(found.attitude.values == raw.recording.attitude.values)
        #expect(found.metadata.attitudeIsRelative && found.metadata.attitudeNorth == nil)
        #expect(found.warnings.map(\.code).contains(.arbitraryNorth))
    }

    /// What a manufacturer documents is not turned, and called relative only far from the field's north.
    @Test func documentedFramesAreBelieved() throws {
        func documented(_ angle: Double) throws -> Recording {
            var raw = Self.log(turn: .aboutVertical(angle))
            raw.notes[.attitude] = ("1", "device to east, magnetic north, up", "the manual", "")
            raw.recording.metadata.attitudeNorth = .magnetic
            return try settled(raw)
        }
        #expect(try documented(0.8).metadata.attitudeNorth == .magnetic)
        #expect(try documented(-.pi / 2).metadata.attitudeIsRelative)
    }

    /// Nothing documents it and the field does not hold still in it: no heading counts from its north.
    @Test func aFrameThatDriftsIsRelative() throws {
        let found = try settled(Self.log(turn: .identity, drift: 0.3))
        #expect(found.metadata.attitudeNorth == nil && found.metadata.attitudeIsRelative)
    }

    @Test func anArbitraryNorthIsWrittenAndReadBack() throws {
        var metadata = RecordingMetadata()
        metadata.attitudeIsRelative = true
        #expect(MetadataLines.lines(of: metadata).contains("# attitude-north: arbitrary"))
    }
}
