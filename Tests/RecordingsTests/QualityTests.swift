import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
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
        // The mean of three intervals, of which the last one is cut short by a millisecond.
        #expect(abs((quality.rateHz ?? 0) - 100) < 0.05)
        #expect(quality.clipped == 0)
        #expect(RecordingQuality(recording)[.magnetometer] == nil)
    }

    private static func reported(_ recording: Recording) -> [Warning] {
        HoleReport(recording, name: "log").warnings + HoleReport.stops(of: recording, name: "log")
    }

    /// Two sensors stop together, a third one a little later; the clock starts at 100 s.
    @Test func holesAreToldWithSensorLengthAndStart() {
        var recording = Recording()
        for index in 0..<3000 {
            let time = 100_000_000_000 + Int64(index) * 10_000_000
            let value = Vector3(Double(index), 0, 0)
            if !(500..<1354).contains(index) {
                recording.accelerometer.append(value, at: time)
                recording.gyroscope.append(value, at: time)
            }
            if !(700..<850).contains(index), !(2000..<2120).contains(index) {
                recording.magnetometer.append(value, at: time)
            }
        }
        let warnings = Self.reported(recording)
        #expect(warnings.map(\.code) == [.hole, .hole])
        #expect(warnings[0].message == "accelerometer, gyroscope: no sample for 8.6 s from 105.0 s")
        #expect(warnings[1].message == "magnetometer: no sample for 1.5 s from 107.0 s (2 holes, 2.7 s in all)")
        // Unix time: from the first sample on.
        let decades: Int64 = 1_600_000_000_000_000_000
        recording.moveTimes { $0 &+ decades }
        #expect(Self.reported(recording)[1].message.contains("from 7.0 s after the first sample"))
        // A slow sensor has no hole between its samples.
        var slow = Recording()
        for index in 0..<50 { slow.magnetometer.append(Vector3(Double(index), 0, 0), at: Int64(index) * 2_000_000_000) }
        #expect(Self.reported(slow).isEmpty)
    }

    /// Stamps to a tenth of a second, 50 samples per second; equal values on one stamp are a repeated sample instead.
    @Test func roundedStampsAreTold() {
        var (rounded, repeated) = (Recording(), Recording())
        for index in 0..<500 {
            let time = Int64(index / 5) * 100_000_000
            rounded.accelerometer.append(Vector3(Double(index), 0, 9.8), at: time)
            repeated.accelerometer.append(Vector3(Double(index / 5), 0, 9.8), at: time)
        }
        let warnings = Self.reported(rounded)
        #expect(warnings.map(\.code) == [.roundedStamps])
        #expect(warnings[0].message.contains("80 %") && warnings[0].message.contains("steps of 0.1 s"))
        #expect(Self.reported(repeated).isEmpty)
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

    /// Known from the documentation of the recordings: the accelerometers of Nexus 5 and iPhone 4S clip at 2 g while
    /// running.
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

/// The rate of a stream: that of its rows, or of a slower sensor behind them.
struct StreamRateTests {
    private func rate(_ values: [Vector3], interval: (Int) -> Int64 = { _ in 10_000_000 }) -> Double {
        var stream = VectorStream()
        var time: Int64 = 0
        for (index, value) in values.enumerated() {
            stream.append(value, at: time)
            time += interval(index)
        }
        var recording = Recording()
        recording.accelerometer = stream
        return RecordingQuality(recording)[.accelerometer]?.rateHz ?? 0
    }

    @Test("readings that are held by a slower sensor have its rate")
    func held() {
        #expect((rate((0..<400).map { Vector3(Double($0 / 5), 0, 9.8) }) - 20).magnitude < 0.5)
    }

    @Test("constant readings, and a coarse sensor at rest, have the rate of the rows")
    func coarse() {
        #expect((rate((0..<400).map { Vector3($0 < 4 ? 0 : 0.001, 0, 9.8) }) - 100).magnitude < 0.5)
        var random = SplitMix64(seed: 1)
        #expect(
            (rate((0..<400).map { _ in Vector3(random.gaussian() > 1.3 ? 0.01 : 0, 0, 9.8) }) - 100).magnitude < 0.5)
    }

    @Test("whole milliseconds of 3.49 ms, and repeated stamps of changing readings, have the mean rate")
    func rounded() {
        func stamps(_ interval: Double, _ step: Double) -> (Int) -> Int64 {
            func stamp(_ row: Int) -> Double { (Double(row) * interval / step).rounded(.down) * step }
            return { Int64(clamping: (1e9 * (stamp($0 + 1) - stamp($0))).rounded()) }
        }
        let values = (0..<2000).map { Vector3(sin(Double($0)), 0, 9.8) }
        #expect((rate(values, interval: stamps(0.00349, 0.001)) - 286.5).magnitude < 1)
        #expect((rate(values, interval: stamps(1 / 62.0, 0.1)) - 62).magnitude < 1)
    }
}
