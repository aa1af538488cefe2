import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

struct SensorDelayTests {
    /// A device that turns to and fro about three axes; the field's stamps are late by a known time.
    private static func recording(late: Double, seed: UInt64) -> Recording {
        var random = SplitMix64(seed: seed)
        func noise(_ sigma: Double) -> Vector3 {
            func normal() -> Double { (0..<12).map { _ in random.uniform() }.reduce(-6, +) }
            return sigma * Vector3(normal(), normal(), normal())
        }
        var recording = Recording()
        var q = Quaternion.identity
        let offset = Vector3(300, -120, 80)
        for index in 0..<6000 {
            let t = Double(index) * 0.01
            let w = rate(t)
            let time = Int64(index) * 10_000_000
            recording.gyroscope.append(w + noise(0.01), at: time)
            if index % 4 == 0 {
                let field = q.unrotate(Vector3(0, 20, -40)) + offset + noise(0.5)
                recording.magnetometer.append(field, at: time + Int64(clamping: (late * 1e9).rounded()))
            }
            q = q * Quaternion(rotationVector: 0.005 * (w + rate(t + 0.01)))
        }
        return recording
    }

    /// rad/s.
    private static func rate(_ t: Double) -> Vector3 {
        Vector3(1.5 * sine(1.1 * t), 1.2 * sine(0.7 * t + 1), 1.8 * sine(1.7 * t + 2))
    }

    private static func sine(_ x: Double) -> Double {
        Vector3(0, 1, 0).dot(Quaternion(angle: x, axis: Vector3(0, 0, 1)).rotate(Vector3(1, 0, 0)))
    }

    @Test(arguments: [-0.035, 0, 0.012, 0.05])
    func knownDelayIsFound(_ late: Double) throws {
        let recording = Self.recording(late: late, seed: 3)
        let delay = try #require(recording.estimatedDelays().first { $0.sensor == .magnetometer })
        #expect(abs(delay.seconds - late) < 3 * delay.sigma)
        // Half of 10 ms, evenly spread, for what the stamps mean.
        #expect(delay.sigma < 0.0035)
        let corrected = recording.corrected(for: [delay])
        let left = try #require(corrected.estimatedDelays().first { $0.sensor == .magnetometer })
        #expect(abs(left.seconds) < 0.001)
    }

    @Test func restTellsNothing() {
        var recording = Self.recording(late: 0.03, seed: 4)
        recording.gyroscope.values = recording.gyroscope.values.map { _ in Vector3(1e-4, 0, 0) }
        recording.magnetometer.values = recording.magnetometer.values.map { _ in Vector3(10, 20, -30) }
        #expect(recording.estimatedDelays().isEmpty)
    }

    /// The README of the phone recordings: magnetometer stamps of the Nexus 5 are some 30 ms late, the iPhones' within
    /// 10.
    @Test(
        .enabled(if: SharedData.isPresent, "the shared recordings are not there"),
        arguments: [
            ("nexus5-jakob-nodist-swinging", 0.030), ("nexus5-jakob-nodist-ar", 0.030),
            ("nexus5-jakob-nodist-texting", 0.030), ("iphone5-jakob-nodist-swinging", 0.0),
            ("iphone4s-jakob-nodist-swinging", 0.0),
        ])
    func magnetometerOfPhones(_ name: String, _ stated: Double) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("phones/" + name).path)
        let delay = try #require(recording.estimatedDelays().first { $0.sensor == .magnetometer })
        #expect(abs(delay.seconds - stated) < 0.011, "\(name): \(delay.seconds) s")
    }

    /// iPhone 5 before 10:34 on 3 June: the accelerometer's stamps are 50 ms later than in the same device's other
    /// trials.
    @Test(.enabled(if: SharedData.isPresent, "the shared recordings are not there"))
    func accelerometerOfAPhone() throws {
        func delay(_ name: String) throws -> Double {
            let recording = try RecordingReader.read(path: SharedData.dataset("phones/" + name).path)
            return try #require(recording.estimatedDelays().first { $0.sensor == .accelerometer }).seconds
        }
        let late = try delay("iphone5-jakob-dist-texting")
        let usual = try delay("iphone5-jakob-nodist-texting")
        #expect(abs(late - usual - 0.050) < 0.010, "\(late) s, \(usual) s")
    }
}
