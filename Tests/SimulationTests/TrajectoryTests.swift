import RealModule
import Rotations
import TestSupport
import Testing

@testable import Simulation

@Suite struct TrajectoryTests {
    /// Central differences of the position over h = 1 ms: the error is h^2/6 of the third, h^2/12 of the fourth
    /// derivative. The fastest harmonics (11 Hz, 0.03 mm) and the ends of movements (jerk 60 d/T^3) stay below 1e-3
    /// m/s^2.
    @Test func accelerationIsTheSecondDerivativeOfThePosition() {
        let trajectory = Fixtures.motion().trajectory
        let h = 1e-3
        for time in stride(from: 0.0137, to: 110, by: 0.0731) {
            let before = trajectory.position(at: time - h)
            let here = trajectory.position(at: time)
            let after = trajectory.position(at: time + h)
            expectVector(trajectory.velocity(at: time), (after - before) / (2 * h), within: 2e-5)
            expectVector(trajectory.acceleration(at: time), (after - 2 * here + before) / (h * h), within: 1.5e-2)
        }
    }

    /// The velocity gained over the log is the integral of the acceleration: Simpson's rule on 1 ms. Where a movement
    /// begins, the jerk jumps (60 d/T^3, at most 10 m/s^3), which costs the rule up to 1e-7 m/s there.
    @Test func integratedAccelerationIsTheVelocity() {
        let trajectory = Fixtures.motion().trajectory
        var velocity = trajectory.velocity(at: 0)
        var position = trajectory.position(at: 0)
        let h = 1e-3
        for step in 0..<60_000 {
            let t = Double(step) * h
            let a = (
                trajectory.acceleration(at: t), trajectory.acceleration(at: t + h / 2),
                trajectory.acceleration(at: t + h)
            )
            position += h * velocity + (h * h / 6) * (a.0 + 2 * a.1)
            velocity += (h / 6) * (a.0 + 4 * a.1 + a.2)
        }
        expectVector(velocity, trajectory.velocity(at: 60), within: 1e-6)
        expectVector(position, trajectory.position(at: 60), within: 1e-5)
    }

    /// The analytic rate against the rotation between two instants 0.2 ms apart: the error is h^2/24 of the rate's
    /// second derivative, at most 2e-8 rad/s * (2 pi 11)^2.
    @Test func angularRateIsTheDerivativeOfTheOrientation() {
        let trajectory = Fixtures.motion().trajectory
        let h = 1e-4
        for time in stride(from: 0.0137, to: 110, by: 0.0731) {
            let step = trajectory.orientation(at: time - h).conjugate * trajectory.orientation(at: time + h)
            expectVector(trajectory.angularRate(at: time), step.rotationVector / (2 * h), within: 1e-5)
        }
    }

    /// Integrating the analytic rate by the fourth-order Magnus method (two Gauss points; Hairer, Lubich, Wanner,
    /// Geometric Numerical Integration, IV.7) at 1 kHz comes back to the orientation.
    @Test func integratedAngularRateIsTheOrientation() {
        let trajectory = Fixtures.motion().trajectory
        var q = trajectory.orientation(at: 0)
        let h = 1e-3
        let offset = Double.sqrt(3) / 6
        for step in 0..<110_000 {
            let middle = (Double(step) + 0.5) * h
            let early = trajectory.angularRate(at: middle - offset * h)
            let late = trajectory.angularRate(at: middle + offset * h)
            // Body rates multiply from the right, which turns the sign of the commutator round.
            let vector = (h / 2) * (early + late) + (Double.sqrt(3) * h * h / 12) * early.cross(late)
            q = (q * Quaternion(rotationVector: vector)).renormalized
        }
        expectRotation(q, trajectory.orientation(at: 110), withinDegrees: 1e-6)
    }

    @Test func anglesAreThoseOfTheConventions() {
        let upright = Trajectory.orientation(heading: Angle.radians(70), tilt: Double.pi / 2, roll: Angle.radians(20))
        expectAngle(upright.heading(of: .camera).map(Angle.degrees), 70, within: 1e-12)
        expectAngle(upright.roll.map(Angle.degrees), 20, within: 1e-12)
        expectAngle(Angle.degrees(upright.cameraElevation), 0, within: 1e-12)
        let flat = Trajectory.orientation(heading: Angle.radians(70), tilt: 0, roll: 0)
        expectAngle(flat.heading(of: .top).map(Angle.degrees), 70, within: 1e-12)
        expectAngle(Rho.classic(down: flat.down).map(Angle.degrees), 180, within: 1e-6)
        let raised = Trajectory.orientation(heading: 0, tilt: Angle.radians(110), roll: 0)
        expectAngle(Angle.degrees(raised.cameraElevation), 20, within: 1e-12)
        expectAngle(Rho.classic(down: raised.down).map(Angle.degrees), 70, within: 1e-6)
    }

    /// A human motion: no faster than a hand, and not still.
    @Test func motionStaysWithinWhatAHandDoes() {
        let motion = Fixtures.motion()
        var largestRate = 0.0
        var largestAcceleration = 0.0
        for time in stride(from: 0.0, to: 110, by: 0.01) {
            largestRate = max(largestRate, motion.trajectory.angularRate(at: time).length)
            largestAcceleration = max(largestAcceleration, motion.trajectory.acceleration(at: time).length)
            #expect(motion.trajectory.position(at: time).length < 25)
        }
        #expect((2...9).contains(largestRate), "\(largestRate) rad/s")
        #expect((1...8).contains(largestAcceleration), "\(largestAcceleration) m/s^2")
    }
}
