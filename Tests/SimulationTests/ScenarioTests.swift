import Geodesy
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// What holds for every motion, and what each of them is known for.
@Suite struct ScenarioTests {
    static let names = (Scenario.all + Scenario.zoo.filter { kind in !Scenario.all.contains { $0.name == kind.name } })
        .map(\.name)

    static func motion(_ name: String, seed: UInt64 = 3, duration: Double? = nil, headings: Int = 8) throws
        -> MotionPlan
    {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.seed = seed
        options.duration = duration
        options.headings = headings
        return try Scenario.named(name).motion(options)
    }

    /// Central differences over 1 ms. The error of the second one is h^2/12 of the fourth derivative: 0.7 m/s^2 at 18
    /// Hz give 1e-3 m/s^2, the jerk that jumps at the ends of movements (60 d/T^3, at most 40 m/s^3) 1.3e-2; that of
    /// the first one h^2/6 of the third.
    @Test(arguments: names) func accelerationIsTheSecondDerivativeOfThePosition(name: String) throws {
        let trajectory = try Self.motion(name).trajectory
        let h = 1e-3
        for time in stride(from: 0.0137, to: 60, by: 0.0731) {
            let (before, here) = (trajectory.position(at: time - h), trajectory.position(at: time))
            let after = trajectory.position(at: time + h)
            expectVector(trajectory.velocity(at: time), (after - before) / (2 * h), within: 5e-5)
            expectVector(trajectory.acceleration(at: time), (after - 2 * here + before) / (h * h), within: 1.5e-2)
        }
    }

    /// The rotation between two instants 0.2 ms apart: h^2/6 of the second derivative of the rate, 10 degrees/s at 18
    /// Hz.
    @Test(arguments: names) func angularRateIsTheDerivativeOfTheOrientation(name: String) throws {
        let trajectory = try Self.motion(name).trajectory
        let h = 1e-4
        for time in stride(from: 0.0137, to: 60, by: 0.0731) {
            let step = trajectory.orientation(at: time - h).conjugate * trajectory.orientation(at: time + h)
            expectVector(trajectory.angularRate(at: time), step.rotationVector / (2 * h), within: 2e-5)
        }
    }

    /// The gyroscope of a device without errors, integrated, is the reference: only its rounding to 1e-6 rad/s is left,
    /// 3e-7 * 0.01 s * sqrt(n) = 2e-5 degrees for 10,000 samples.
    @Test(arguments: Scenario.all.filter(\.parameters.isEmpty).map(\.name))
    func integratedGyroscopeIsTheReference(name: String) throws {
        let recording = try Scenario.named(name).simulate(Fixtures.quiet()).recording
        var q = try #require(recording.reference.values.first)
        for index in 1..<recording.gyroscope.count {
            let seconds = Double(recording.gyroscope.times[index] - recording.gyroscope.times[index - 1]) * 1e-9
            q = (q * Quaternion(rotationVector: seconds * recording.gyroscope.values[index])).renormalized
        }
        expectRotation(q, try #require(recording.reference.values.last), withinDegrees: 1e-4)
    }

    @Test(arguments: names) func seedsGiveTheSameMotionAgain(name: String) throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.duration = 40
        let scenario = try Scenario.named(name)
        let first = try scenario.simulate(options).recording
        #expect(Fixtures.fingerprint(try scenario.simulate(options).recording) == Fixtures.fingerprint(first))
        #expect(first.metadata.other["scenario"] == name)
        #expect(throws: SensorLabError.self) {
            options.duration = scenario.minimumDuration / 2
            _ = try scenario.simulate(options)
        }
    }

    /// During a rest nothing moves but by the sensors' noise.
    @Test(arguments: ["turntable", "compass-swing", "figure-eight", "car"]) func restsAreStill(name: String) throws {
        let motion = try Self.motion(name)
        #expect(motion.rests.count >= 2)
        for rest in motion.rests {
            for time in stride(from: rest.lowerBound + 1e-6, to: rest.upperBound - 1e-6, by: 0.05) {
                expectVector(motion.trajectory.angularRate(at: time), .zero, within: 1e-9)
                expectVector(motion.trajectory.acceleration(at: time), .zero, within: 1e-9)
            }
        }
    }

    /// On the turntable at 180 degrees/s, 0.1 m off the axis with the top edge outwards: the force points to the axis,
    /// which is along -y, and is 0.1 pi^2.
    @Test func turntableTurnsEvenlyAndPullsInwards() throws {
        let motion = try Self.motion("turntable", duration: 100)
        // 10 s of rest, then 8 s of rate and 3 s of rest in turn: the seventh rate, clockwise 180, from 76 to 84 s.
        for time in [78.0, 80, 82] {
            expectVector(motion.trajectory.angularRate(at: time), Vector3(0, 0, -Double.pi), within: 1e-9)
            expectVector(
                motion.trajectory.specificForce(at: time, gravity: 9.8),
                Vector3(0, -0.1 * Double.pi * Double.pi, 9.8), within: 1e-9)
        }
    }

    @Test(arguments: [8, 24]) func compassSwingStopsAtEvenHeadings(headings: Int) throws {
        let motion = try Self.motion("compass-swing", duration: 300, headings: headings)
        #expect(motion.rests.count == 2 * headings + 1)
        for (index, rest) in motion.rests.enumerated() {
            let q = motion.trajectory.orientation(at: (rest.lowerBound + rest.upperBound) / 2)
            let step = index <= headings ? index : 2 * headings - index
            expectAngle(q.heading(of: .top).map(Angle.degrees), Double(step) * 360 / Double(headings), within: 1e-3)
            #expect(Angle.degrees(Vector3(0, 0, 1).angle(to: -q.down)) < 1)
        }
    }

    /// Between the turns the camera looks about level and keeps its heading within the sway of a hand (0.6 degrees).
    @Test func turnTestTurnsBy45Degrees() throws {
        let motion = try Self.motion("turn-test")
        func heading(_ time: Double) -> Double {
            motion.trajectory.orientation(at: time).heading(of: .camera).map(Angle.degrees) ?? .nan
        }
        let pauses = stride(from: 0.0, to: 90, by: 0.1).filter { motion.trajectory.heading.path.jet(at: $0).rate == 0 }
        var levels: [Double] = []
        for time in pauses {
            let level = Angle.degrees(motion.trajectory.heading.path.jet(at: time).value)
            expectAngle(heading(time), level, within: 3)
            if levels.last != level { levels.append(level) }
        }
        #expect(levels.count >= 16)
        for (one, next) in zip(levels, levels.dropFirst()) {
            #expect(((next - one).magnitude - 45).magnitude < 1e-9)
        }
        #expect((levels.max() ?? 0) - (levels.min() ?? 0) > 359)
    }

    /// No direction of the sphere is further than 30 degrees from one of the field in device axes: enough for an
    /// ellipsoid.
    @Test(arguments: [1, 2, 3] as [UInt64]) func figureEightSeesAllDirections(seed: UInt64) throws {
        #expect(try Fixtures.largestGap(of: Self.motion("figure-eight", seed: seed)) < 30)
    }

    /// A car goes where it looks, at the speeds of a town. The phone is half a metre before the axis that it turns
    /// about: at 0.5 rad/s and 3 m/s it drifts outwards by atan(0.25 / 3), 4.8 degrees.
    @Test func carDrivesWhereItLooks() throws {
        let motion = try Self.motion("car")
        var fastest = 0.0
        for time in stride(from: 15.0, to: 240, by: 0.25) {
            let velocity = motion.trajectory.velocity(at: time)
            fastest = max(fastest, velocity.length)
            guard velocity.length > 3 else { continue }
            let course = Angle.degrees(Double.atan2(y: velocity.x, x: velocity.y))
            expectAngle(
                motion.trajectory.orientation(at: time).heading(of: .camera).map(Angle.degrees), course, within: 5.5)
        }
        #expect((8...16).contains(fastest), "\(fastest) m/s")
    }

    /// A walker stays in the room and looks where he goes within what sway and swing take away.
    @Test(arguments: ["ar-walking", "texting", "phoning", "swinging", "pocket", "back-pocket"])
    func walkersStayInTheRoom(name: String) throws {
        let motion = try Self.motion(name)
        let carrier = try #require(motion.trajectory.carrier)
        for time in stride(from: 6.0, to: 120, by: 0.25) {
            #expect(motion.trajectory.position(at: time).length < 6)
            let (vx, vy) = (motion.trajectory.east.jet(at: time).rate, motion.trajectory.north.jet(at: time).rate)
            let course = Angle.degrees(Double.atan2(y: vx, x: vy))
            expectAngle(Angle.degrees(carrier.course.jet(at: time).value), course, within: 3)
        }
    }

    /// Another place: another field and gravity, and the places of interest at the same distance as before.
    @Test func placesOfInterestMoveAlong() throws {
        var options = SimulationOptions()
        let home = Scenario.arPanning.motion(options)
        let sydney = GeodeticPosition(latitude: -33.8, longitude: 151.2, height: 10)
        options.place = sydney
        let moved = try Scenario.arPanning.simulate(options)
        #expect(moved.recording.metadata.place == sydney)
        #expect(moved.earthField.z > 40, "the field points up in the south: \(moved.earthField)")
        #expect(moved.motion.places.map(\.name) == home.places.map(\.name))
        for (new, old) in zip(moved.motion.places, home.places) {
            let line = sydney.local(of: new.position)
            expectVector(line, Scenario.arPanning.place.local(of: old.position), within: 0.02)
        }
    }
}

extension GeodeticPosition {
    /// East, north, up of this place, metres.
    fileprivate func local(of other: GeodeticPosition) -> Vector3 {
        LocalFrame(origin: self).local(other)
    }
}
