import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Recordings

struct QualityTests {
    @Test func ratesGapsAndRepeats() throws {
        var recording = Recording()
        // 100 Hz, every fourth stamp 1 ms early, one second missing, every fifth value repeated, one stamp twice.
        for index in 0..<1000 where !(400..<500).contains(index) {
            let time = Int64(index) * 10_000_000 - (index % 4 == 3 ? 1_000_000 : 0)
            recording.gyroscope.append(Vector3(Double(index % 5 == 4 ? index - 1 : index), 0, 0), at: time)
        }
        recording.gyroscope.append(.zero, at: recording.gyroscope.times.last ?? 0)
        let quality = try #require(RecordingQuality(recording)[.gyroscope])
        #expect(quality.samples == 901)
        #expect(quality.gaps == [StreamGap(start: 3_989_000_000, length: 1_011_000_000)])
        #expect(quality.duplicateStamps == 1)
        #expect(quality.repeatedValues == 180)
        #expect(abs((quality.rateHz ?? 0) - 100) < 1e-9)
        #expect(quality.clipped == 0)
        #expect(RecordingQuality(recording)[.magnetometer] == nil)
    }

    @Test func jitterIsTheSpreadOfTheIntervals() throws {
        var recording = Recording()
        var time: Int64 = 0
        for index in 0..<4001 {
            recording.heading.append(Double(index), at: time)
            // Intervals 9, 10, 10, 11 ms: rms distance from the median sqrt(1/2) ms.
            time += [9, 10, 10, 11][index % 4] * 1_000_000
        }
        let quality = try #require(RecordingQuality(recording)[.heading])
        #expect(abs((quality.jitterSeconds ?? 0) - 0.001 * 0.5.squareRoot()) < 1e-12)
    }

    /// Known from the documentation of the recordings: the accelerometers of Nexus 5 and iPhone 4S clip at 2 g while running.
    @Test(
        .enabled(if: SharedData.isPresent, "the shared recordings are not there"),
        arguments: [
            ("phones/nexus5-jakob-nodist-runninghand", 0.05...0.45), ("phones/iphone5-jakob-nodist-ar", 0...0.001),
        ])
    func clipping(_ name: String, _ share: ClosedRange<Double>) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset(name).path)
        let quality = try #require(RecordingQuality(recording)[.accelerometer])
        #expect(share.contains(Double(quality.clipped) / Double(quality.samples)))
    }

    @Test(.enabled(if: SharedData.isPresent, "the shared recordings are not there"))
    func repeatsInBROAD() throws {
        let path = SharedData.dataset("broad/01_undisturbed_slow_rotation_A.csv.gz").path
        let quality = RecordingQuality(try RecordingReader.read(path: path))
        let magnetometer = try #require(quality[.magnetometer])
        #expect(abs(Double(magnetometer.repeatedValues) / Double(magnetometer.samples) - 0.29) < 0.02)
        #expect(magnetometer.gaps.isEmpty)
        #expect(abs((quality[.gyroscope]?.rateHz ?? 0) - 2000.0 / 7) < 1e-6)
        #expect((quality[.gyroscope]?.jitterSeconds ?? 1) < 1e-12)
    }
}
