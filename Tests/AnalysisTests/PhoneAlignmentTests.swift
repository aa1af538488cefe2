import Calibration
import Foundation
import Readers
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

/// AR sessions whose poses are the motion capture's of 72 trials of three phones: a world without drift and jump,
/// compared with real compasses, half of them near magnets.
@Suite("Alignment on the phones' trials", .enabled(if: SharedData.isPresent, "the phone recordings are not there"))
struct PhoneAlignmentTests {
    private static let trials: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedData.dataset("phones").path)) ?? []
        return names.filter { $0.split(separator: "-").count == 4 && !$0.hasPrefix("calib") && !$0.contains("running") }
            .sorted()
    }()

    /// - Parameters:
    ///   - drift: of the world, rad/s.
    ///   - jump: of the world after a minute, radians.
    private static func report(_ trial: String, drift: Double = 0, jump: Double = 0) throws -> AlignmentReport {
        let path = SharedData.dataset("phones/" + trial).path
        var recording = try RecordingReader.read(path: path)
        let start = try #require(recording.reference.times.first)
        for (time, q) in zip(recording.reference.times, recording.reference.values) {
            let seconds = LogTime.seconds(time - start)
            let turn = Quaternion.aboutVertical(drift * seconds + (seconds >= 60 ? jump : 0))
            recording.arPoses.append(
                ARPose(
                    orientation: ARPose.worldToLevel.conjugate * turn * q * ARPose.deviceToCamera.conjugate,
                    position: .zero), at: time)
        }
        recording.reference = QuaternionStream()
        var options = AnalysisOptions()
        options.filters = [FilterRequest(name: "sensorlab")]
        return try AlignmentJob(recording, name: trial, options: options).report
    }

    /// Intervals of 95 % contain the truth in 65 or more of 72 with a probability of 97 %.
    @Test func noDriftAndNoJump() throws {
        #expect(Self.trials.count == 72)
        var (offsets, drifts, jumps) = (0, 0, 0)
        for trial in Self.trials {
            let report = try Self.report(trial)
            if report.offsetDegrees.magnitude <= report.interval95Degrees { offsets += 1 }
            if report.driftDegreesPerMinute.magnitude <= 1.96 * report.driftSigmaDegreesPerMinute { drifts += 1 }
            jumps += report.jumps.count
        }
        #expect(offsets >= 67 && drifts >= 67, "\(offsets) offsets, \(drifts) drifts of 72")
        #expect(jumps <= 1, "\(jumps) jumps")
    }

    /// Every seventh trial with an added drift, of the size of the fit's prior, and an added jump.
    @Test(arguments: [1.0, -1.0]) func aDriftAndAJump(sign: Double) throws {
        var (drifts, found, others) = (0, 0, 0)
        let some = Self.trials.indices.filter { $0 % 7 == 1 }.map { Self.trials[$0] }
        for trial in some {
            let report = try Self.report(trial, drift: sign * Angle.radians(1) / 60, jump: sign * Angle.radians(15))
            if (report.driftDegreesPerMinute - sign).magnitude <= 1.96 * report.driftSigmaDegreesPerMinute {
                drifts += 1
            }
            // The reference begins a few seconds after the log.
            let hits = report.jumps.filter { (sign * $0.sizeDegrees - 15).magnitude < 4 }
            found += hits.count == 1 ? 1 : 0
            others += report.jumps.count - hits.count
        }
        #expect(drifts >= some.count - 1 && found == some.count && others == 0, "\(drifts), \(found), \(others)")
    }
}
