import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct MagneticDisturbanceTests {
    /// 1 A m^2 at 0.1 m: 2e-7 / 1e-3 T = 200 uT along the axis, half of it against the moment beside it.
    @Test func dipoleHasTheFieldOfTheTextbook() {
        let moment = Vector3(0, 0, 1)
        expectVector(MagneticDipole.field(of: moment, at: Vector3(0, 0, 0.1)), Vector3(0, 0, 200), within: 1e-9)
        expectVector(MagneticDipole.field(of: moment, at: Vector3(0, 0, -0.1)), Vector3(0, 0, 200), within: 1e-9)
        expectVector(MagneticDipole.field(of: moment, at: Vector3(0.1, 0, 0)), Vector3(0, 0, -100), within: 1e-9)
        expectVector(MagneticDipole.field(of: moment, at: Vector3(0, 0.2, 0)), Vector3(0, 0, -12.5), within: 1e-9)
    }

    /// Divergence and curl by central differences: neither has a source in the air.
    static func derivatives(_ field: (Vector3) -> Vector3, at p: Vector3) -> (divergence: Double, curl: Vector3) {
        let h = 1e-4
        let axes = [Vector3(h, 0, 0), Vector3(0, h, 0), Vector3(0, 0, h)]
        let d = axes.map { (field(p + $0) - field(p - $0)) / (2 * h) }
        return (d[0].x + d[1].y + d[2].z, Vector3(d[1].z - d[2].y, d[2].x - d[0].z, d[0].y - d[1].x))
    }

    @Test func buildingIsAFieldInAir() {
        var random = RandomGenerator(seed: 4)
        let building = BuildingField(rootMeanSquare: 5, length: 1.5, random: &random)
        var squares = 0.0
        for _ in 0..<4000 {
            let p = Vector3(random.uniform(-40, 40), random.uniform(-40, 40), 0)
            squares += building.field(at: p).lengthSquared
        }
        // Twelve waves over some 50 correlation lengths: a tenth.
        #expect(((squares / 4000).squareRoot() / 5 - 1).magnitude < 0.1)
        for _ in 0..<50 {
            let p = Vector3(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-1, 1))
            let (divergence, curl) = Self.derivatives(building.field, at: p)
            #expect(divergence.magnitude < 1e-6)
            expectVector(curl, .zero, within: 1e-6)
        }
        #expect(building.field(at: Vector3(1, 2, 10)).length < 0.5, "it fades with height")
    }

    @Test func dipoleIsAFieldInAir() {
        let moment = Vector3(0.3, -0.5, 0.8)
        let (divergence, curl) = Self.derivatives(
            { MagneticDipole.field(of: moment, at: $0) }, at: Vector3(0.5, -0.7, 0.4))
        #expect(divergence.magnitude < 1e-5)
        expectVector(curl, .zero, within: 1e-5)
    }

    /// From nothing to the field at the nearest distance and back, without a jump.
    @Test func approachingMagnetComesAndGoes() {
        let magnet = ApproachingMagnet(
            interval: 10...16, distance: 0.1, direction: Vector3(1, 0, 0), moment: Vector3(1, 0, 0))
        expectVector(magnet.field(at: 9.999), .zero, within: 0)
        expectVector(magnet.field(at: 10), .zero, within: 1e-12)
        expectVector(magnet.field(at: 16), .zero, within: 1e-12)
        // At rest 0.1 m east of the device, its axis along the line: 200 uT less 200 / 15^3.
        expectVector(magnet.field(at: 13), Vector3(200 - 200 / 3375.0, 0, 0), within: 1e-9)
        var last = Vector3.zero
        for time in stride(from: 9.9, to: 16.1, by: 0.001) {
            let field = magnet.field(at: time)
            #expect((field - last).length < 3, "\(time)")
            last = field
        }
    }

    /// A magnet in the room acts on a device that turns as its field turned into device axes: 1 A m^2 upwards, 0.5 m
    /// east.
    @Test(arguments: [(0.0, Vector3(0, 0, -0.8)), (90.0, Vector3(0, -0.8, 0))])
    func dipoleIsReadInDeviceAxes(tilt: Double, expected: Vector3) throws {
        let options = Fixtures.quiet()
        let still = Fixtures.still(tilt: tilt)
        let clean = try still.simulate(options).recording.magnetometer.values
        var near = options
        near.disturbances = [
            .dipole(position: Vector3(0.5, 0, 0), moment: Vector3(0, 0, 1))
        ]
        let disturbed = try still.simulate(near).recording.magnetometer.values
        for (one, other) in zip(disturbed, clean) { expectVector(one - other, expected, within: 2e-4) }
    }

    @Test func magnetAtTheSensorIsRefused() throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.disturbances = [.dipole(position: .zero, moment: Vector3(0, 0, 1))]
        #expect(throws: SensorLabError.self) { try Fixtures.still().simulate(options) }
        do { _ = try Fixtures.still().simulate(options) } catch { #expect(error.code == .magnetAtSensor) }
        options.disturbances = [.dipole(position: Vector3(0, 0, 0.02), moment: Vector3(0, 0, 1))]
        let recording = try Fixtures.still().simulate(options).recording
        #expect(recording.magnetometer.values.allSatisfy { $0.isFinite })
    }

    /// What is switched on changes the magnetometer alone.
    @Test func magnetsLeaveTheOtherSensorsAlone() throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        let clean = try Scenario.texting.simulate(options).recording
        options.magnetsComeNear = true
        options.buildingField = 4
        let disturbed = try Scenario.texting.simulate(options).recording
        #expect(disturbed.gyroscope == clean.gyroscope && disturbed.accelerometer == clean.accelerometer)
        #expect(disturbed.magnetometer.times == clean.magnetometer.times)
        let far = zip(disturbed.magnetometer.values, clean.magnetometer.values).filter { ($0 - $1).length > 15 }
        let part = Double(far.count) / Double(clean.magnetometer.count)
        #expect((0.1...0.6).contains(part), "\(part)")
    }
}
