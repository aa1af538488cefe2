import Foundation
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// The motions by parameters.
@Suite struct ZooTests {
    static let kinds = Scenario.zoo.map(\.name)

    /// The motion of a scenario with some parameters set.
    static func motion(_ name: String, _ values: [String: Double] = [:], seed: UInt64 = 3) throws -> MotionPlan {
        try scenario(name, values).motion(options(seed))
    }

    static func scenario(_ name: String, _ values: [String: Double] = [:]) throws -> Scenario {
        var scenario = try Scenario.named(name)
        for (parameter, value) in values { try scenario.set(parameter, to: value) }
        return scenario
    }

    /// A device without errors; the field is 20 north and 40 down.
    static func options(_ seed: UInt64 = 3) -> SimulationOptions {
        var options = Fixtures.quiet()
        options.earthField = Vector3(0, 20, -40)
        options.seed = seed
        return options
    }

    // MARK: Each kind

    /// Readings are rounded to 1e-6 rad/s. At a steady rate the error is the same at all samples, at most 5e-7 rad/s
    /// per axis.
    @Test(arguments: kinds) func integratedGyroscopeIsTheReference(name: String) throws {
        let scenario = try Self.scenario(name)
        let recording = try scenario.simulate(Self.options()).recording
        var q = try #require(recording.reference.values.first)
        for index in 1..<recording.gyroscope.count {
            let seconds = Double(recording.gyroscope.times[index] - recording.gyroscope.times[index - 1]) * 1e-9
            q = (q * Quaternion(rotationVector: seconds * recording.gyroscope.values[index])).renormalized
        }
        let bound = Angle.degrees(5e-7 * 3.0.squareRoot() * scenario.defaultDuration)
        expectRotation(q, try #require(recording.reference.values.last), withinDegrees: bound)
    }

    /// Gravity, the acceleration of the way and the field in device axes, at the reference: force to 1e-5 m/s^2, field
    /// to 1e-4 microtesla, the reference to 1e-9.
    @Test(arguments: kinds) func forceAndFieldAreThoseOfTheReference(name: String) throws {
        let simulated = try Self.scenario(name, ["vibration": 0]).simulate(Self.options())
        let recording = simulated.recording
        #expect(recording.reference.times == recording.gyroscope.times)
        for index in stride(from: 0, to: recording.accelerometer.count, by: 97) {
            let time = Double(recording.accelerometer.times[index]) * 1e-9
            let force =
                simulated.motion.trajectory.acceleration(at: time) + Vector3(0, 0, simulated.gravity)
            let q = simulated.motion.trajectory.orientation(at: time)
            expectVector(recording.accelerometer.values[index], q.unrotate(force), within: 1e-5)
        }
        for index in stride(from: 0, to: recording.magnetometer.count, by: 97) {
            let q = simulated.motion.trajectory.orientation(at: Double(recording.magnetometer.times[index]) * 1e-9)
            expectVector(recording.magnetometer.values[index], q.unrotate(Vector3(0, 20, -40)), within: 1e-4)
        }
        for index in stride(from: 0, to: recording.reference.count, by: 97) {
            let q = simulated.motion.trajectory.orientation(at: Double(recording.reference.times[index]) * 1e-9)
            expectRotation(recording.reference.values[index], q, withinDegrees: Angle.degrees(4e-9))
        }
    }

    /// Heading, tilt and roll by their formulas, composed of turns about the axes of the earth and of the device, where
    /// nothing turns in steps; products of sines to rounding.
    @Test(arguments: Scenario.zoo.filter { kind in !kind.parameters.contains { $0.name == "move" } }.map(\.name))
    func anglesAreSinusoids(name: String) throws {
        let scenario = try Self.scenario(name)
        let trajectory = try Self.motion(name).trajectory
        func swing(_ prefix: String, _ time: Double, _ phase: Double = 0) -> Double {
            let amplitude = scenario.value(prefix.isEmpty ? "amplitude" : prefix + "Amplitude")
            let period = scenario.value(prefix.isEmpty ? "period" : prefix + "Period")
            return amplitude * Double.sin(2 * Double.pi * time / period + Angle.radians(phase))
        }
        for time in stride(from: 0.0, to: 100, by: 3.7) {
            var heading = scenario.value("heading") + scenario.value("rate") * time + swing("", time)
            if name == "drone" { heading += 40 * Double.sin(2 * Double.pi * time / 20) }
            let tilt = scenario.value("tilt") + swing("tilt", time)
            let roll = scenario.value("roll") + swing("roll", time, scenario.value("rollPhase"))
            func turn(_ axis: Vector3, _ degrees: Double) -> Quaternion {
                Quaternion(rotationVector: Angle.radians(degrees) * axis)
            }
            let q =
                turn(Vector3(0, 0, 1), -heading) * turn(Vector3(1, 0, 0), tilt) * turn(Vector3(0, 1, 0), roll)
            expectRotation(trajectory.orientation(at: time), q, withinDegrees: 1e-9)
        }
    }

    /// Heading after each step, degrees, where the motions that turn in steps rest.
    static let steps: [(name: String, headings: [(Double, Double)])] = [
        ("tripod", [(20, 10), (50, 50), (75, 20), (100, 120), (125, 90), (140, 10)]),
        ("table", [(40, 10), (75, 80), (95, 200), (115, 10)]),
        ("long-rest", [(270, 10), (290, 100)]),
        ("chair", [(11, 0), (21, 160), (41, 320), (61, 120)]),
        ("boat-swing-roll-1", [(19, 0), (25, 45), (190, 45)]),
        ("drive", [(10, 0), (30, 90), (60, 60), (90, 180), (140, 270), (170, 300)]),
    ]

    @Test(arguments: steps)
    func stepsEndWhereTheyShould(name: String, headings: [(Double, Double)]) throws {
        let trajectory = try Self.motion(name).trajectory
        for (time, heading) in headings {
            expectAngle(Angle.degrees(trajectory.heading.jet(at: time).value), heading, within: 1e-9)
        }
    }

    /// Rests are where nothing moves; a boat has none.
    @Test func restsAreStill() throws {
        for name in ["tripod", "table", "long-rest"] {
            let motion = try Self.motion(name)
            #expect(motion.rests.count >= 2)
            for rest in motion.rests {
                for time in stride(from: rest.lowerBound + 1e-6, to: rest.upperBound - 1e-6, by: 0.1) {
                    expectVector(motion.trajectory.angularRate(at: time), .zero, within: 1e-9)
                }
            }
        }
        #expect(try Self.motion("boat-swing").rests.isEmpty && Self.motion("drive").rests.isEmpty)
    }

    /// Turns of a walk have the stated spread: 30 seeds of 21 turns, within five standard errors; their start and their
    /// number are fixed.
    @Test func drawnTurnsHaveTheirSpread() throws {
        var squares: [Double] = []
        for seed in UInt64(1)...30 {
            let path = try Self.motion("hand-walk", seed: seed).trajectory.heading.path
            for turn in 0..<20 {
                let start = 5 + 7.1 * Double(turn)
                let difference = Angle.degrees(path.jet(at: start + 1.5).value - path.jet(at: start).value)
                squares.append(difference * difference)
            }
        }
        let spread = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
        #expect((spread / 60 - 1).magnitude < 5 / (2 * Double(squares.count)).squareRoot(), "\(spread)")
    }

    /// A car goes where its heading points: the spline smooths over 0.3 s, in a corner of 112 degrees/s at most.
    @Test func driveFollowsItsHeading() throws {
        let trajectory = try Self.motion("drive").trajectory
        for time in stride(from: 0.0, through: 180, by: 0.5) {
            let velocity = trajectory.velocity(at: time)
            let course = Angle.degrees(Double.atan2(y: velocity.x, x: velocity.y))
            let turning = Angle.degrees(trajectory.heading.jet(at: time).rate).magnitude
            expectAngle(course, Angle.degrees(trajectory.heading.jet(at: time).value), within: 0.1 + 0.05 * turning)
            #expect((velocity.length - 12 - 4 * Double.sin(0.1 * time)).magnitude < 0.5)
        }
    }

    // MARK: Signs, axis by axis

    /// Upright, camera east: gravity pushes along +y, north is on the left.
    @Test func uprightWithTheCameraEast() throws {
        let values = ["heading": 90.0, "amplitude": 0, "vibration": 0]
        let recording = try Self.scenario("pan", values).simulate(Self.options()).recording
        expectVector(recording.accelerometer.values[7] / 9.806, Vector3(0, 1, 0), within: 1e-3)
        expectVector(recording.magnetometer.values[7], Vector3(-20, -40, 0), within: 1e-4)
    }

    /// Flat, bow north, heeled to starboard by 90 degrees: the right edge is down.
    @Test func rollPutsTheRightEdgeDown() throws {
        let values = ["amplitude": 0.0, "heading": 0, "tilt": 0, "roll": 90, "vibration": 0]
        let recording = try Self.scenario("pan", values).simulate(Self.options()).recording
        expectVector(recording.accelerometer.values[7] / 9.806, Vector3(-1, 0, 0), within: 1e-3)
        expectVector(recording.magnetometer.values[7], Vector3(40, 20, 0), within: 1e-4)
    }

    /// Clockwise from above is negative about z; a bow that rises turns about +x, a right edge that sinks about +y.
    @Test func ratesHaveTheirSigns() throws {
        let turn = try Self.motion("even-turn", ["rate": 40]).trajectory.angularRate(at: 5)
        expectVector(turn, Vector3(0, 0, -Angle.radians(40)), within: 1e-9)
        let still = ["amplitude": 0.0, "tilt": 0, "heading": 0]
        let bow = try Self.motion("pan", still.merging(["tiltAmplitude": 5, "tiltPeriod": 10]) { $1 })
        expectVector(
            bow.trajectory.angularRate(at: 0), Vector3(Angle.radians(5) * 2 * Double.pi / 10, 0, 0), within: 1e-9)
        let heel = try Self.motion("pan", still.merging(["rollAmplitude": 5, "rollPeriod": 10]) { $1 })
        expectVector(
            heel.trajectory.angularRate(at: 0), Vector3(0, Angle.radians(5) * 2 * Double.pi / 10, 0), within: 1e-9)
    }

    /// A walker's way: up and down by 3 cm twice a stride, g less 0.03 (4 pi / 1.053)^2 at the top.
    @Test func walkerIsLightAtTheTop() throws {
        let trajectory = try Self.motion("hand-walk").trajectory
        let top = 1.053 / 8
        #expect((trajectory.position(at: top).z - 0.03).magnitude < 1e-9)
        let omega = 4 * Double.pi / 1.053
        #expect((trajectory.acceleration(at: top).z + 0.03 * omega * omega).magnitude < 1e-9)
    }

    // MARK: Parameters

    @Test func settingsAreChecked() throws {
        var scenario = try Scenario.named("boat-anchor-roll-15")
        try scenario.set("ROLLAMPLITUDE", to: 3)
        #expect(scenario.settings == ["boat-anchor-roll-15.rollAmplitude=3.0"])
        #expect(throws: SensorLabError.self) { try scenario.set("rollPeriod", to: 0) }
        #expect(throws: SensorLabError.self) { try scenario.set("rollPeriod", to: .nan) }
        do { try scenario.set("rolAmplitude", to: 3) } catch {
            #expect(error.code == .unknownParameter && error.advice.contains("rollAmplitude"))
        }
        var fixed = Scenario.car
        #expect(throws: SensorLabError.self) { try fixed.set("tilt", to: 3) }
        #expect(throws: SensorLabError.self) { try SensorSet.named("toaster") }
        do { _ = try RoomField.named("magent") } catch { #expect(error.advice.contains("did you mean magnet?")) }
        let recording = try scenario.simulate(Self.options()).recording
        #expect(recording.metadata.other["settings"] == "boat-anchor-roll-15.rollAmplitude=3.0")
    }

    /// Turns follow each other whatever is set: a turn ends at the latest where the next one begins.
    @Test(arguments: [("chair", 8.0), ("hand-walk", 60), ("tripod", 60), ("table", 3600)])
    func turnsDoNotOverlap(name: String, move: Double) throws {
        var values = ["move": move]
        if name != "tripod" && name != "table" { values["pause"] = 0.5 }
        _ = try Self.motion(name, values)
    }

    /// Names are unique, and every value of a kind lies in its range.
    @Test func kindsAreSound() {
        #expect(Set(Self.kinds).count == Self.kinds.count && Self.kinds.count >= 32)
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
        for kind in Scenario.all + Scenario.zoo {
            for parameter in kind.parameters { #expect(parameter.range.contains(parameter.value), "\(kind.name)") }
        }
    }
}
