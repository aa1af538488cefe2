import Geodesy
import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct ARPanningTests {
    /// During a stop the camera looks at its place: aim 1.5, sway 0.6, steps and tremor, and a few metres of walk,
    /// which at the nearest place (0.8 km) are below 1.5 degrees. The azimuth comes from the plane triangle, 0.1
    /// degrees off at most.
    @Test func cameraLooksAtThePlacesOfInterest() throws {
        let motion = Fixtures.motion()
        let home = Scenario.arPanning.place
        #expect(motion.stops.count >= 12)
        #expect(Set(motion.stops.map(\.target)).count >= 8)
        for stop in motion.stops {
            let middle = (stop.interval.lowerBound + stop.interval.upperBound) / 2
            let q = motion.trajectory.orientation(at: middle)
            let east = (stop.target.position.longitude - home.longitude) * Double.cos(Angle.radians(home.latitude))
            let azimuth = Angle.degrees(Double.atan2(y: east, x: stop.target.position.latitude - home.latitude))
            expectAngle(q.heading(of: .camera).map(Angle.degrees), azimuth, within: 4)
            #expect(Angle.degrees(q.cameraElevation).magnitude < 15)
        }
    }

    @Test func deviceIsStillAtTheBeginning() throws {
        let simulated = try Scenario.arPanning.simulate(SimulationOptions(earthField: Fixtures.field))
        let rest = try #require(simulated.motion.rests.first)
        let gyroscope = simulated.recording.gyroscope.clipped(to: 0...Int64(clamping: rest.upperBound * 1e9))
        #expect(gyroscope.count > 450)
        let mean = gyroscope.values.reduce(.zero, +) / Double(gyroscope.count)
        // Four standard deviations of the mean of white noise, and of a walk of the bias over the rest (sqrt(T/3)).
        let sigma = 0.002 / Double(gyroscope.count).squareRoot() + 1e-5 * (rest.upperBound / 3).squareRoot()
        for axis in 0..<3 { #expect((mean[axis] - DeviceModel.iPhone5.gyroscope.bias[axis]).magnitude < 4 * sigma) }
        expectRotation(
            simulated.motion.trajectory.orientation(at: 0), simulated.motion.trajectory.orientation(at: 4.99),
            withinDegrees: 0)
    }

    /// No direction of the sphere is further than 30 degrees from a direction of the field in device axes: enough for
    /// an ellipsoid.
    @Test(arguments: [1, 2, 3] as [UInt64]) func waveTurnsThroughAllDirections(seed: UInt64) throws {
        #expect(try Fixtures.largestGap(of: Fixtures.motion(seed: seed)) < 30)
    }

    @Test func longLogsKeepGoing() {
        let motion = Fixtures.motion(duration: 3600)
        #expect((motion.stops.last?.interval.upperBound ?? 0) > 3590)
        #expect(motion.trajectory.position(at: 3600).length < 25)
    }
}
