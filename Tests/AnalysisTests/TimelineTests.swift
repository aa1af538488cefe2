import Evaluation
import Foundation
import Recordings
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Analysis

@Suite("What happened in a log, and what its calibration changes")
struct TimelineTests {
    /// 50 Hz: at rest until 20 s, shaken until 30 s, turned fast until 40 s, nothing from 45 to 52 s, then moderate
    /// motion.
    private static func log() throws -> PreparedLog {
        var recording = Recording()
        recording.metadata.name = "timeline"
        for index in 0..<3500 {
            let t = Double(index) / 50
            if t > 45, t < 52 { continue }
            let time = 3_000_000_000 + Int64(clamping: (t * 1e9).rounded())
            let isRest = t < 20
            let swing = isRest ? 0 : t < 30 ? 12 * sin(40 * t) : 1.5 * sin(5 * t)
            let rate = isRest ? 0.01 : t >= 30 && t < 40 ? 6 : 0.5
            recording.accelerometer.append(Vector3(0.01 * sin(9 * t), 0, 9.81 + swing), at: time)
            recording.gyroscope.append(Vector3(0, 0, rate), at: time)
            recording.magnetometer.append(Vector3(22 * cos(t), 22 * sin(t), -40), at: time)
        }
        var options = AnalysisOptions()
        options.calibration = .none
        return try PreparedLog(recording, name: "timeline", options: options)
    }

    @Test func everyKindIsFoundWhereItIs() throws {
        let events = Timeline(of: try Self.log(), errors: nil).events
        func first(_ kind: TimelineEvent.Kind) throws -> TimelineEvent {
            try #require(events.first { $0.kind == kind }, "\(kind)")
        }
        func isNear(_ event: TimelineEvent, _ start: Double, _ end: Double) -> Bool {
            (event.startSeconds - start).magnitude < 1.1 && (event.endSeconds - end).magnitude < 1.1
        }
        #expect(isNear(try first(.rest), 0, 20))
        #expect(isNear(try first(.shaking), 20, 30))
        let turn = try first(.fastTurn)
        #expect(isNear(turn, 30, 40))
        #expect((try #require(turn.extreme) - 6 * 180 / .pi).magnitude < 0.5)
        let holes = events.filter { $0.kind == .hole }
        #expect(Set(holes.compactMap(\.sensor)) == ["accelerometer", "gyroscope", "magnetometer"])
        #expect(holes.allSatisfy { isNear($0, 45, 52) })
        #expect(events.count == 6 && events.map(\.startSeconds) == events.map(\.startSeconds).sorted())
        #expect(events.allSatisfy { $0.headingErrorDegrees == nil })
    }

    /// At rest for 8 s, carried about for 20 s, and put back for 8 s, turned about the vertical by `left` degrees: a
    /// track that follows the truth, and one whose heading has drifted by 5 degrees clockwise meanwhile.
    private static func carried(left: Double) throws -> (log: PreparedLog, tracks: [OrientationTrack]) {
        var recording = Recording()
        recording.metadata.name = "carried"
        var tracks = [OrientationTrack(name: "true"), OrientationTrack(name: "drifting")]
        for index in 0..<1800 {
            let t = Double(index) / 50
            let time = 3_000_000_000 + Int64(index) * 20_000_000
            let carried = min(max((t - 8) / 20, 0), 1)
            let q =
                Quaternion.aboutVertical(2 * .pi * carried + left * .pi / 180 * (t > 27.9 ? 1 : 0))
                * Quaternion(rotationVector: Vector3(0.5 * sin(2 * .pi * carried), 0, 0))
            let swing = carried > 0 && carried < 1 ? 0.8 * sin(7 * t) : 0
            recording.accelerometer.append(q.unrotate(Vector3(swing, 0, 9.81)), at: time)
            recording.gyroscope.append(Vector3(0, 0, carried > 0 && carried < 1 ? 0.4 : 0), at: time)
            recording.magnetometer.append(q.unrotate(Vector3(0, 22, -40)), at: time)
            for (track, drift) in [0.0, -5 * .pi / 180].enumerated() {
                tracks[track].times.append(time)
                tracks[track].estimates.append(
                    OrientationEstimate(orientation: Quaternion.aboutVertical(drift * carried) * q))
            }
        }
        var options = AnalysisOptions()
        options.calibration = .none
        return (try PreparedLog(recording, name: "carried", options: options), tracks)
    }

    private static func returned(_ log: PreparedLog, _ tracks: [OrientationTrack]) -> ReturnToStart? {
        ReturnToStart(log, rests: Timeline(of: log, errors: nil).rests, tracks: tracks)
    }

    @Test func aDeviceThatCameBackTellsTheDrift() throws {
        let (log, tracks) = try Self.carried(left: 0)
        let back = try #require(Self.returned(log, tracks))
        #expect(back.startSeconds < 8 && back.startSeconds > 5 && back.endSeconds > 29 && back.endSeconds < 36)
        #expect(back.gravityDegrees < 0.01 && back.fieldDegrees < 0.01)
        #expect(back.tracks.map(\.name) == ["true", "drifting"])
        #expect(back.tracks[0].headingDegrees.magnitude < 1e-6 && back.tracks[0].inclinationDegrees < 1e-5)
        #expect((back.tracks[1].headingDegrees - 5).magnitude < 1e-6 && back.tracks[1].inclinationDegrees < 1e-5)
    }

    @Test func anotherPoseIsNoReturn() throws {
        let (log, tracks) = try Self.carried(left: 12)
        #expect(Self.returned(log, tracks) == nil)
        #expect(Self.returned(try Self.log(), tracks) == nil)
    }

    /// A huge hard iron makes a compass that points anywhere: the RMS of an angle that is uniform in 0...180 degrees is
    /// 180 / sqrt(3). One of half the horizontal field, level: the angle at the triangle's corner, integrated over a
    /// turn.
    @Test(arguments: [(0.0, 0.0), (22_000, 103.92), (11, 20.96)])
    func theShiftOfACalibration(_ hardIron: Double, _ expected: Double) throws {
        var recording = Recording()
        for index in 0..<2000 {
            let angle = 2 * Double.pi * Double(index) / 2000
            let time = Int64(index) * 20_000_000
            recording.accelerometer.append(Vector3(0, 0, 9.81), at: time)
            recording.magnetometer.append(Vector3(22 * cos(angle) + hardIron, 22 * sin(angle), -40), at: time)
        }
        let head = CalibrationHead(
            sensor: .magnetometer, stream: .magnetometer, method: .map, accepted: true, reason: "", source: "log")
        let section = MagnetometerCalibration(
            head: head, model: MagnetometerModel(hardIron: Vector3(hardIron, 0, 0)), rung: .sphere, samples: 2000)
        var options = AnalysisOptions()
        options.calibration = .fitted([
            FittedCalibration(
                name: "test",
                file: CalibrationFile(
                    magnetometer: section, provenance: CalibrationProvenance(toolVersion: "1", logs: [])))
        ])
        let log = try PreparedLog(recording, name: "shift", options: options)
        let shift = try #require(CalibrationEffect.headingShift(of: log))
        #expect((shift - expected).magnitude < 0.05, "\(shift)")
    }
}
