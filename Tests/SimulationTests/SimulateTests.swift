import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Simulation

@Suite struct SimulateTests {
    /// Strapdown integration of what the log holds, w_k over t_k - t_(k-1), against the log's reference.
    @Test func integratedGyroscopeIsTheReference() throws {
        let recording = try Scenario.arPanning.simulate(Fixtures.quiet()).recording
        var q = try #require(recording.reference.values.first)
        var worst = 0.0
        for index in 1..<recording.gyroscope.count {
            let seconds = Double(recording.gyroscope.times[index] - recording.gyroscope.times[index - 1]) * 1e-9
            q = (q * Quaternion(rotationVector: seconds * recording.gyroscope.values[index])).renormalized
            worst = max(worst, Angle.degrees(q.angle(to: recording.reference.values[index])))
        }
        // The rounding of the readings to 1e-6 rad/s alone is left: 3e-7 * 0.01 s * sqrt(11000) = 2e-5 degrees.
        #expect(worst < 1e-4, "\(worst) degrees")
    }

    /// With the rate at its instant instead of the mean since the last one, the trapezoid stays within 0.01 degrees
    /// too.
    @Test func integratedInstantaneousGyroscopeIsTheReference() throws {
        var options = Fixtures.quiet()
        options.device.gyroscopeIntegrates = false
        options.gyroscope = SamplingModel(rate: 1000, jitter: 0)
        let recording = try Scenario.arPanning.simulate(options).recording
        var q = try #require(recording.reference.values.first)
        var worst = 0.0
        for index in 1..<recording.gyroscope.count {
            let mean = (recording.gyroscope.values[index - 1] + recording.gyroscope.values[index]) / 2
            q = (q * Quaternion(rotationVector: 0.001 * mean)).renormalized
            worst = max(worst, Angle.degrees(q.angle(to: recording.reference.values[index])))
        }
        #expect(worst < 0.01, "\(worst) degrees")
    }

    /// At rest the specific force points up: heading does not matter, the pose does. Gravity at 41.375 N, 80 m is
    /// 9.8026.
    @Test(arguments: [
        (0.0, 0.0, Vector3(0, 0, 1)), (90.0, 0.0, Vector3(0, 1, 0)), (180.0, 0.0, Vector3(0, 0, -1)),
        (90.0, 90.0, Vector3(1, 0, 0)), (90.0, -90.0, Vector3(-1, 0, 0)), (90.0, 180.0, Vector3(0, -1, 0)),
    ])
    func specificForceAtRestPointsUp(tilt: Double, roll: Double, up: Vector3) throws {
        for heading in [0.0, 77, 200] {
            let scenario = Fixtures.still(heading: heading, tilt: tilt, roll: roll)
            let recording = try scenario.simulate(Fixtures.quiet()).recording
            for force in recording.accelerometer.values { expectVector(force, 9.8026 * up, within: 1e-4) }
            for gravity in recording.gravity.values { expectVector(gravity, 9.80665 * up, within: 2e-5) }
            for rate in recording.gyroscope.values { expectVector(rate, .zero, within: 0) }
        }
    }

    /// The field is 0.4 east, 25.1 north, 37.9 down.
    @Test(arguments: [
        (0.0, 0.0, Vector3(0.4, 25.1, -37.9)), (90.0, 0.0, Vector3(-25.1, 0.4, -37.9)),
        (180.0, 0.0, Vector3(-0.4, -25.1, -37.9)), (0.0, 90.0, Vector3(0.4, -37.9, -25.1)),
        (90.0, 90.0, Vector3(-25.1, -37.9, -0.4)),
    ])
    func magnetometerSeesTheField(heading: Double, tilt: Double, expected: Vector3) throws {
        let recording = try Fixtures.still(heading: heading, tilt: tilt).simulate(Fixtures.quiet()).recording
        #expect(recording.magnetometer.count == 101)
        for field in recording.magnetometer.values { expectVector(field, expected, within: 1e-4) }
    }

    /// The device's calibration undoes what the simulation did, within the rounding of the log.
    @Test func calibrationModelsUndoTheErrors() throws {
        var device = DeviceModel.iPhone5
        device.gyroscope.scale = Matrix3(diagonal: Vector3(1.01, 0.98, 1.02))
        device.accelerometer.scale = Matrix3(diagonal: Vector3(0.99, 1.02, 1.01))
        let raw = try Scenario.arPanning.simulate(Fixtures.quiet(device)).recording
        let ideal = try Scenario.arPanning.simulate(Fixtures.quiet()).recording
        #expect(raw.magnetometer.times == ideal.magnetometer.times)
        for index in stride(from: 0, to: 5000, by: 7) {
            expectVector(
                device.magnetometer.apply(raw.magnetometer.values[index]), ideal.magnetometer.values[index],
                within: 3e-4)
            expectVector(
                device.gyroscope.apply(raw.gyroscope.values[index]), ideal.gyroscope.values[index], within: 3e-6)
            expectVector(
                device.accelerometer.apply(raw.accelerometer.values[index]), ideal.accelerometer.values[index],
                within: 3e-5)
        }
        let length = raw.magnetometer.values[0].length
        #expect(length > 250, "the raw field of a phone is mostly its own: \(length)")
    }

    /// Mean, spread and whiteness of the noise on a device at rest, each within four of its own standard deviations.
    @Test func noiseHasItsStatistics() throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.device.gyroscopeBiasWalk = 0
        options.duration = 200
        let recording = try Fixtures.still(tilt: 60).simulate(options).recording
        let device = options.device
        for (sensor, sigma) in [
            (SensorKind.accelerometer, device.accelerometerReadout.noise), (.gyroscope, device.gyroscopeReadout.noise),
            (.magnetometer, device.magnetometerReadout.noise),
        ] {
            let values = recording.vectors(of: sensor).values
            let n = Double(values.count)
            let mean = values.reduce(.zero, +) / n
            for axis in 0..<3 {
                let residuals = values.map { $0[axis] - mean[axis] }
                let variance = residuals.reduce(0) { $0 + $1 * $1 } / (n - 1)
                let neighbours = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / n
                #expect(
                    (variance / (sigma[axis] * sigma[axis]) - 1).magnitude < 4 * (2 / n).squareRoot(),
                    "\(sensor) \(axis)")
                #expect((neighbours / variance).magnitude < 4 / n.squareRoot(), "\(sensor) \(axis)")
            }
        }
    }

    @Test func gyroscopeBiasWalks() throws {
        var options = Fixtures.quiet(duration: 400)
        options.device.gyroscopeBiasWalk = 1e-3
        let simulated = try Fixtures.still().simulate(options)
        #expect(simulated.gyroscopeBias.times == simulated.recording.gyroscope.times)
        let bias = simulated.gyroscopeBias.values
        let steps = zip(bias, bias.dropFirst()).map { ($1 - $0).lengthSquared }
        // Mean square per second and axis is the square of the walk: a chi-square of 3n degrees of freedom.
        let perSecond = steps.reduce(0, +) / 3 / 400
        #expect((perSecond / 1e-6 - 1).magnitude < 4 * (2 / Double(3 * steps.count)).squareRoot())
        let last = try #require(simulated.recording.gyroscope.values.last)
        expectVector(last, try #require(bias.last), within: 1e-6)
    }

    @Test func saturationAndQuantisation() throws {
        var options = Fixtures.quiet()
        options.device.accelerometerReadout = ReadoutModel(range: 9)
        options.device.magnetometerReadout = ReadoutModel(resolution: 0.5)
        let recording = try Fixtures.still().simulate(options).recording
        expectVector(try #require(recording.accelerometer.values.first), Vector3(0, 0, 9), within: 0)
        expectVector(try #require(recording.magnetometer.values.first), Vector3(0.5, 25, -38), within: 0)
    }

    @Test func disturbanceActsInItsInterval() throws {
        var options = Fixtures.quiet()
        let clean = try Scenario.arPanning.simulate(options).recording.magnetometer
        options.disturbances = [.attached(AttachedMagnet(interval: 40...50, field: Vector3(30, -10, 5)))]
        let disturbed = try Scenario.arPanning.simulate(options).recording.magnetometer
        for index in clean.times.indices {
            let time = Double(clean.times[index]) * 1e-9
            let difference = disturbed.values[index] - clean.values[index]
            if time <= 40 || time >= 50 { expectVector(difference, .zero, within: 0) }
            if time >= 40.5 && time <= 49.5 { expectVector(difference, Vector3(30, -10, 5), within: 2e-4) }
        }
    }
}
