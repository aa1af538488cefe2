import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// Sensor sets and fields of the zoo.
@Suite struct ZooSensorTests {
    /// Upright with the camera north, at rest: force along +y, field 40 down along -y and 20 north along -z.
    private static func still(_ set: SensorSet, vibration: Double) throws -> Recording {
        var options = SimulationOptions(earthField: Vector3(0, 20, -40))
        set.apply(to: &options)
        options.seed = 5
        return try ZooTests.scenario("pan", ["amplitude": 0, "heading": 0, "vibration": vibration])
            .simulate(options).recording
    }

    private static func statistics(_ stream: VectorStream) -> (mean: Vector3, sigma: Double) {
        let n = Double(stream.count)
        let mean = stream.values.reduce(Vector3.zero, +) / n
        let squares = stream.values.reduce(0.0) { $0 + ($1 - mean).lengthSquared }
        return (mean, (squares / (3 * (n - 1))).squareRoot())
    }

    /// Means within five standard errors (of the length: 5 sigma sqrt(3 / n)), standard deviations within five of
    /// theirs, sigma / sqrt(6 n): hard iron, bias and noise are as stated.
    @Test(arguments: [
        ("calibrated", 0.0, 0.0, 0.002, 0.02, 0.3, 100.0), ("raw-phone", 150, 0.03, 0.004, 0.03, 0.5, 100),
        ("slow-board", 30, 0.01, 0.003, 0.05, 1, 25),
    ])
    func errorsAreAsStated(
        name: String, iron: Double, bias: Double, gyroscope: Double, accelerometer: Double, magnetometer: Double,
        rate: Double
    ) throws {
        let recording = try Self.still(try SensorSet.named(name), vibration: 0.04)
        #expect(recording.gyroscope.count == Int(clamping: 120 * rate) + 1)
        #expect(recording.magnetometer.count == Int(clamping: 120 * (rate > 50 ? rate / 2 : rate)) + 1)
        let gravity = 9.8060  // within 1e-3 at 45 degrees north
        let shaken = (accelerometer * accelerometer + 0.04 * 0.04).squareRoot()
        let expected: [(VectorStream, Vector3, Double, slack: Double)] = [
            (recording.gyroscope, bias * Vector3(0.6, -0.7, 0.4), gyroscope, 1e-7),
            (recording.accelerometer, Vector3(0, gravity, 0), shaken, 1e-3),
            (recording.magnetometer, Vector3(0, -40, -20) + iron * Vector3(0.5, -0.6, 0.62), magnetometer, 1e-5),
        ]
        for (stream, mean, sigma, slack) in expected {
            let (found, spread) = Self.statistics(stream)
            let n = Double(stream.count)
            expectVector(found, mean, within: 5 * sigma * (3 / n).squareRoot() + slack)
            #expect((spread / sigma - 1).magnitude < 5 / (6 * n).squareRoot() + 1e-3, "\(spread), expected \(sigma)")
        }
    }

    @Test func settingsReachTheDevice() throws {
        var set = try SensorSet.named("Raw-Phone")
        try set.set("bias", to: 0.01)
        try set.set("rate", to: 25)
        var options = SimulationOptions()
        set.apply(to: &options)
        expectVector(options.device.gyroscope.bias, Vector3(0.006, -0.007, 0.004), within: 1e-12)
        #expect(options.gyroscope.rate == 25 && options.magnetometer.rate == 25 && options.device.name == "raw-phone")
        #expect(options.settings == ["raw-phone.bias=0.01", "raw-phone.rate=25.0"])
        #expect(throws: SensorLabError.self) { try set.set("rate", to: 0) }
    }

    /// The field of a dipole is minus the gradient of the potential 0.1 m . r / r^3 (microtesla m, A m^2, m). Central
    /// differences over 0.2 mm are off by h^2 / 6 of the third derivative, below 1e-8 / 6 * 60 * 0.1 * 700 / 0.4^5 =
    /// 7e-4 for 700 A m^2 at 0.4 m; three pieces, three axes.
    @Test(arguments: ["drone", "drive", "tripod", "hand-walk"]) func ironIsDipolesInTheRoom(name: String) throws {
        var options = ZooTests.options(8)
        options.roomField = try RoomField.named("uneven")
        let simulated = try ZooTests.scenario(name).simulate(options)
        let trajectory = simulated.motion.trajectory
        var random = RandomGenerator(seed: 8, stream: Scenario.Stream.room.rawValue)
        let iron = RoomIron(along: simulated.motion, duration: 120, moment: 180, carry: 0.3, random: &random)
        #expect(iron.isAboard == (name == "drive") && iron.pieces.count == 3)
        func potential(_ p: Vector3) -> Double {
            iron.pieces.reduce(0) { sum, piece in
                let r = p - piece.position
                return sum + 0.1 * piece.moment.dot(r) / (r.length * r.lengthSquared)
            }
        }
        let h = 1e-4
        let axes = [Vector3(h, 0, 0), Vector3(0, h, 0), Vector3(0, 0, h)]
        var largest = 0.0
        let magnetometer = simulated.recording.magnetometer
        for index in stride(from: 0, to: 50 * 110, by: 61) {
            let time = Double(magnetometer.times[index]) * 1e-9
            var place = Vector3(
                0.3 * Double.sin(0.23 * time), 0.3 * Double.sin(0.31 * time + 1), 0.12 * Double.sin(0.17 * time))
            if name != "drive" { place += trajectory.position(at: time) }
            let gradient = axes.map { (potential(place + $0) - potential(place - $0)) / (2 * h) }
            let field = Vector3(0, 20, -40) - Vector3(gradient[0], gradient[1], gradient[2])
            expectVector(magnetometer.values[index], trajectory.orientation(at: time).unrotate(field), within: 4e-3)
            largest = max(largest, (field - Vector3(0, 20, -40)).length)
            #expect(iron.pieces.allSatisfy { (place - $0.position).length > 0.4 })
        }
        #expect(largest > 1, "\(largest) uT")
    }

    /// East, north, up on a device at rest, flat with the top edge north: the bell at its top, a standard deviation
    /// beside it, and far away.
    @Test func magnetPassesTwice() throws {
        var room = try RoomField.named("magnet")
        try room.set("width", to: 2)
        var options = ZooTests.options(4)
        options.roomField = room
        options.duration = 100
        options.magnetometer.jitter = 0
        let still = ["amplitude": 0.0, "heading": 0, "tilt": 0]
        let readings = try ZooTests.scenario("pan", still).simulate(options).recording.magnetometer.values
        let extra = readings.map { $0 - Vector3(0, 20, -40) }
        for peak in [35.0, 70] {
            let top = extra[Int(clamping: peak * 50)]
            #expect(top.length > 5)
            for side in [-100, 100] {
                expectVector(
                    extra[Int(clamping: peak * 50) + side], 0.606_530_66 * top, within: 1e-4 + 1e-6 * top.length)
            }
        }
        expectVector(extra[0], .zero, within: 1e-4)
        expectVector(extra[99 * 50], .zero, within: 1e-4)
    }

    /// 200 seeds of two magnets: 1,200 components of 40 microtesla, within five standard errors.
    @Test func magnetsHaveTheirStrength() throws {
        let room = try RoomField.named("magnet")
        let motion = try ZooTests.motion("pan")
        var squares = 0.0
        for seed in UInt64(1)...200 {
            var random = RandomGenerator(seed: seed)
            for disturbance in room.disturbances(along: motion, duration: 100, random: &random) {
                if case .passing(let magnet) = disturbance { squares += magnet.field.lengthSquared }
            }
        }
        #expect(((squares / 1200).squareRoot() / 40 - 1).magnitude < 5 / (2.0 * 1200).squareRoot())
    }

    /// Sensors, field and vibration draw from streams of their own: what is added changes nothing else.
    @Test func partsAreIndependent() throws {
        var options = SimulationOptions(earthField: Vector3(0, 20, -40))
        let plain = try Scenario.named("hand-walk").simulate(options).recording
        options.roomField = try RoomField.named("uneven")
        let uneven = try Scenario.named("hand-walk").simulate(options).recording
        #expect(uneven.gyroscope.values == plain.gyroscope.values)
        #expect(uneven.accelerometer.values == plain.accelerometer.values)
        #expect(uneven.reference.values == plain.reference.values)
        #expect(uneven.magnetometer.values != plain.magnetometer.values)
        let still = try ZooTests.scenario("hand-walk", ["vibration": 0]).simulate(options).recording
        #expect(still.magnetometer.values == uneven.magnetometer.values)
        #expect(still.accelerometer.values != uneven.accelerometer.values)
    }
}
