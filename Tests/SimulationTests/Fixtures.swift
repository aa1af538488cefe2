import Recordings
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Simulation

/// What several tests need.
enum Fixtures {
    /// About the field in Barcelona: east, north, up, microtesla. The tests need its direction to be oblique, not its
    /// truth.
    static let field = Vector3(0.4, 25.1, -37.9)

    /// Options of a device without noise, sampled without jitter.
    static func quiet(_ device: DeviceModel = DeviceModel(), duration: Double? = nil) -> SimulationOptions {
        var options = SimulationOptions(earthField: field)
        options.device = device.withoutNoise
        options.duration = duration
        return options
    }

    /// A scenario that holds one pose for ever; angles in degrees.
    static func still(heading: Double = 0, tilt: Double = 0, roll: Double = 0) -> Scenario {
        func at(_ value: Double) -> Signal { Signal(MinimumJerkPath(value)) }
        let trajectory = Trajectory(
            heading: at(Angle.radians(heading)), tilt: at(Angle.radians(tilt)), roll: at(Angle.radians(roll)),
            east: at(0), north: at(0), up: at(0))
        return Scenario(
            name: "still", summary: "one pose", place: Scenario.arPanning.place, date: Scenario.arPanning.date,
            defaultDuration: 2, minimumDuration: 0.1,
            plan: { _, _ in MotionPlan(trajectory: trajectory) })
    }

    /// The motion of `ar-panning` with a seed.
    static func motion(seed: UInt64 = 1, duration: Double = 110) -> MotionPlan {
        var random = RandomGenerator(seed: seed, stream: Scenario.Stream.motion.rawValue)
        return Scenario.arPanning.plan(MotionRequest(duration: duration), &random)
    }

    /// The largest angle in degrees from any direction of the sphere to the nearest direction of the field, in device
    /// axes, during the motion's calibration wave.
    static func largestGap(of motion: MotionPlan) throws -> Double {
        let wave = try #require(motion.calibrationWave)
        let field = try #require(Fixtures.field.normalized)
        let seen = stride(from: wave.lowerBound, to: wave.upperBound, by: 0.04).map {
            motion.trajectory.orientation(at: $0).unrotate(field)
        }
        var random = RandomGenerator(seed: 9)
        var gap = 0.0
        for _ in 0..<2000 {
            let direction = random.gaussianVector()
            gap = max(gap, seen.map { $0.angle(to: direction) }.min() ?? .infinity)
        }
        return Angle.degrees(gap)
    }

    /// FNV-1a over every stamp and every bit of every value.
    static func fingerprint(_ recording: Recording) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ word: UInt64) {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ ((word >> UInt64(shift)) & 0xFF)) &* 0x100_0000_01B3
            }
        }
        func add(_ numbers: Double...) { for number in numbers { add(number.bitPattern) } }
        for sensor in SensorKind.allCases {
            let vectors = recording.vectors(of: sensor)
            for index in vectors.times.indices {
                add(UInt64(bitPattern: vectors.times[index]))
                add(vectors.values[index].x, vectors.values[index].y, vectors.values[index].z)
            }
        }
        for (time, q) in zip(recording.reference.times, recording.reference.values) {
            add(UInt64(bitPattern: time))
            add(q.w, q.x, q.y, q.z)
        }
        for fix in recording.location.values { add(fix.place.latitude, fix.place.longitude, fix.place.height) }
        return hash
    }
}
