import Evaluation
import Foundation
import Readers
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("Tracks of the user's own")
final class OwnTrackTests {
    static let logs = ["ar-panning-barcelona", "car-town", "swinging-gaps"]

    private let folder = NSTemporaryDirectory() + "tracks-\(UInt64.random(in: 0 ... .max))"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static func prepared(_ name: String) throws -> PreparedLog {
        let path = SharedData.committed("\(name).csv.gz").path
        var options = AnalysisOptions()
        options.source = ReadOptions()
        options.north = .magnetic
        return try PreparedLog(try RecordingReader.read(path: path), name: path, options: options)
    }

    /// The numbers of an orientation by a convention: the inverse of `TrackConvention.orientation`.
    static func numbers(_ orientation: Quaternion, _ convention: TrackConvention) -> [Double] {
        let swap = Quaternion(0, 0.5.squareRoot(), 0.5.squareRoot(), 0)
        var q = orientation
        switch convention.frame {
        case .enu: break
        case .ned: q = swap.conjugate * q
        case .nwu: q = Quaternion.aboutVertical(-.pi / 2) * q
        }
        if convention.body == .frd { q = q * swap.conjugate }
        if convention.direction == .earthToDevice { q = q.conjugate }
        let (x, y, z) = (
            q.rotate(Vector3(1, 0, 0)), q.rotate(Vector3(0, 1, 0)), q.rotate(Vector3(0, 0, 1))
        )
        let scale = convention.unit == .deg ? 180 / Double.pi : 1
        switch convention.form {
        case .wxyz: return [q.w, q.x, q.y, q.z]
        case .xyzw: return [q.x, q.y, q.z, q.w]
        case .matrix: return [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z]
        case .zyx: return [atan2(y.z, z.z), -asin(max(-1, min(1, x.z))), atan2(x.y, x.x)].map { scale * $0 }
        case .zxy: return [atan2(-x.z, z.z), asin(max(-1, min(1, y.z))), atan2(-y.x, y.y)].map { scale * $0 }
        case .android: return [atan2(-x.z, z.z), -asin(max(-1, min(1, y.z))), atan2(y.x, y.y)].map { scale * $0 }
        case .heading: return []
        }
    }

    /// Writes a filter's track by a convention, with TUM's positions or without names.
    private func write(_ track: OrientationTrack, _ convention: TrackConvention, tum: Bool = false) throws -> String {
        var text = tum ? "# timestamp tx ty tz qx qy qz qw\n" : ""
        for row in stride(from: 0, to: track.count, by: 2) {
            let numbers = Self.numbers(track.estimates[row].orientation, convention)
            let cells = [LogTime.seconds(track.times[row])] + (tum ? [0, 0, 0] : []) + numbers
            text += cells.map { String($0) }.joined(separator: tum ? " " : ",") + "\n"
        }
        let path = folder + "/track.txt"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func expect(
        _ path: String, reads track: OrientationTrack, on log: PreparedLog, words: String = "", _ comment: String
    ) throws {
        let own = try OwnTrack(name: "mine", path: path, words: try TrackWords(parsing: words))
        let found = try OwnTracks([own], on: log)
        let run = try #require(try log.run(found.filters).runs.first?.track)
        #expect(found.warnings.map(\.code) == [.trackRead], "\(comment): \(found.warnings)")
        var worst = 0.0
        for (time, estimate) in zip(run.times, run.estimates) {
            let index = track.times.firstIndex { $0 >= time - 1 } ?? 0
            worst = max(worst, estimate.orientation.angle(to: track.estimates[index].orientation))
            if worst > 0.01 { break }
        }
        #expect(worst < 1e-4, "\(comment): \(found.warnings.first?.message ?? "")")
    }

    @Test("24 conventions of quaternions are found on logs that move", arguments: logs)
    func quaternions(_ name: String) throws {
        let log = try Self.prepared(name)
        let track = try log.track(try FilterRequest(name: "vqf").resolved())
        for form in [TrackConvention.Form.wxyz, .xyzw] {
            for direction in TrackConvention.Direction.allCases {
                for frame in TrackConvention.Frame.allCases {
                    for body in TrackConvention.Body.allCases {
                        let convention = TrackConvention(form: form, direction: direction, frame: frame, body: body)
                        try expect(
                            try write(track, convention), reads: track, on: log, "\(name) \(convention.text)")
                    }
                }
            }
        }
    }

    @Test("angles in degrees and radians, matrices and TUM are found", arguments: logs)
    func otherForms(_ name: String) throws {
        let log = try Self.prepared(name)
        let track = try log.track(try FilterRequest(name: "vqf").resolved())
        for form in [TrackConvention.Form.zyx, .zxy, .android] {
            for unit in TrackConvention.Unit.allCases {
                for (direction, frame) in [
                    (TrackConvention.Direction.deviceToEarth, TrackConvention.Frame.enu), (.earthToDevice, .ned),
                ] {
                    let convention = TrackConvention(form: form, unit: unit, direction: direction, frame: frame)
                    try expect(try write(track, convention), reads: track, on: log, "\(name) \(convention.text)")
                }
            }
        }
        try expect(
            try write(track, TrackConvention(form: .matrix, direction: .earthToDevice, frame: .nwu)), reads: track,
            on: log, "matrix")
        try expect(try write(track, TrackConvention(form: .xyzw), tum: true), reads: track, on: log, "TUM")
        try expect(
            try write(track, TrackConvention(form: .wxyz, frame: .ned)), reads: track, on: log,
            words: "wxyz,ned,device-to-earth", "given")
    }

    @Test("headings alone take the inclination of a filter, and say so")
    func headings() throws {
        let log = try Self.prepared("ar-panning-barcelona")
        let track = try log.track(try FilterRequest(name: "vqf").resolved())
        var text = "t,heading\n"
        for (time, estimate) in zip(track.times, track.estimates) {
            guard let heading = estimate.orientation.heading(of: log.headingAxis) else { continue }
            text += "\(LogTime.seconds(time)),\(Angle.degrees(heading))\n"
        }
        let path = folder + "/headings.csv"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let found = try OwnTracks([try OwnTrack(name: "mine", path: path)], on: log)
        #expect(found.warnings[0].message.contains("headings alone"))
        let run = try #require(try log.run(found.filters).runs.first?.track)
        #expect(run.count > track.count / 2)
        for row in stride(from: 0, to: run.count, by: 100) {
            let index = try #require(track.times.firstIndex { $0 >= run.times[row] - 1 })
            #expect(run.estimates[row].orientation.angle(to: track.estimates[index].orientation) < 1e-4)
        }
    }

    @Test("a device at rest does not show what the numbers mean: the user is asked")
    func undetermined() throws {
        var recording = try AnalyzerTests.recording()
        let force = recording.accelerometer.values[0]
        recording.accelerometer = recording.accelerometer.mapped { _ in force }
        recording.gyroscope = recording.gyroscope.mapped { _ in .zero }
        recording.magnetometer = recording.magnetometer.mapped { _ in Vector3(0, 25, -40) }
        var options = AnalysisOptions()
        options.calibration = .none
        let log = try PreparedLog(recording, name: "rest", options: options)
        let path = folder + "/rest.csv"
        let rows = recording.gyroscope.times.map { "\(LogTime.seconds($0)),0.5,0.5,0.5,0.5\n" }
        try rows.joined().write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: SensorLabError.self) {
            try OwnTracks([try OwnTrack(name: "mine", path: path)], on: log)
        }
        #expect(error?.code == .trackConvention && error?.advice.contains("--track-convention") == true)
    }

    @Test("errors say where, what and what to do")
    func errors() throws {
        let log = try Self.prepared("ar-panning-barcelona")
        #expect(throws: SensorLabError.self) { try OwnTrack(name: "VQF", path: "a.csv") }
        for (text, code) in [
            ("t,qw,qx\n0,1,2\n", ErrorCode.badTrack), ("no numbers\n", .badTrack),
            ("t,qw,qx,qy,qz\n90000,1,0,0,0\n90001,1,0,0,0\n", .trackElsewhere),
        ] {
            let path = folder + "/bad.csv"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let error = #expect(throws: SensorLabError.self) {
                try OwnTracks([try OwnTrack(name: "mine", path: path)], on: log)
            }
            #expect(error?.code == code, "\(text)")
        }
    }
}
