import Calibration
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// Noise and drift with the parameters that were asked for, found again from the readings.
@Suite struct DriftTests {
    /// The Allan deviation of flicker noise is flat at 0.664 B. A day of one sample per second; at 8 to 64 s there are
    /// more than 600 independent differences per axis, 2000 in all: 4 / sqrt(2 * 2000) = 6 %, and 3 % ripple of the
    /// sum.
    @Test func instabilityHasItsFloor() {
        var process = BiasInstability(1e-4, random: RandomGenerator(seed: 8))
        let bias = (0..<86_400).map { _ in process.advance(by: 1) }
        let curves = (0..<3).map { axis in AllanDeviation.curve(of: bias.map { $0[axis] }, interval: 1) }
        for index in curves[0].indices where (8...64).contains(curves[0][index].tau) {
            let variance = curves.map { $0[index].deviation * $0[index].deviation }.reduce(0, +) / 3
            #expect((variance.squareRoot() / 0.664e-4 - 1).magnitude < 0.1, "at \(curves[0][index].tau) s")
        }
    }

    @Test func noInstabilityDrawsNothing() {
        var process = BiasInstability(0, random: RandomGenerator(seed: 8))
        #expect(process.advance(by: 1) == .zero)
    }

    /// N and K of a simulated hour at rest are those that went in: what `sensorlab noise` finds, within its own
    /// interval.
    @Test func noiseIsFoundAgain() throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.duration = 7200
        options.gyroscope.rate = 20
        options.device.gyroscopeBiasWalk = 1e-4
        options.leftOut = [.accelerometer, .magnetometer, .location, .gravity, .reference]
        let recording = try Fixtures.still().simulate(options).recording
        let noise = try #require(SensorNoise(recording: recording, sensor: .gyroscope))
        let density = options.device.gyroscopeReadout.noise.x / 20.0.squareRoot()
        for axis in noise.axes {
            // The fit's interval holds with 95 %, three axes and two numbers: widened by half for 99.9 %.
            #expect((axis.n.value / density - 1).magnitude < 0.03, "N = \(axis.n.value), expected \(density)")
            #expect((axis.k.value / 1e-4 - 1).magnitude < 0.35, "K = \(axis.k.value)")
        }
    }

    /// Neighbours 10 ms apart with a correlation time of 10 ms resemble each other by exp(-1); the spread stays.
    @Test func correlatedNoiseKeepsItsSpread() throws {
        var options = Fixtures.quiet(duration: 200)
        options.gyroscope.jitter = 0
        options.device.gyroscopeReadout.noise = Vector3(0.002, 0.002, 0.002)
        options.device.gyroscopeReadout.correlationTime = 0.01
        let values = try Fixtures.still().simulate(options).recording.gyroscope.values.map(\.y)
        let n = Double(values.count)
        let variance = values.reduce(0) { $0 + $1 * $1 } / n
        let neighbours = zip(values, values.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / n
        // Effective number of samples: n (1 - r^2) / (1 + r^2) with r = 0.37; four sigma.
        #expect((variance / 4e-6 - 1).magnitude < 4 * (2 / (0.76 * n)).squareRoot())
        #expect((neighbours / variance - Double.exp(-1)).magnitude < 4 / n.squareRoot())
    }

    /// Ten kelvin warmer with a time constant of 100 s: the bias is off by 63 % of 10 c after 100 s, by all of it in
    /// the end.
    @Test func biasFollowsTheTemperature() throws {
        var options = Fixtures.quiet(duration: 1200)
        options.device.gyroscopeTemperatureCoefficient = Vector3(1e-3, -2e-3, 0)
        options.device.accelerometerTemperatureCoefficient = Vector3(0, 0, 0.01)
        options.warmUp = WarmUp(rise: 10, timeConstant: 100)
        let simulated = try Fixtures.still().simulate(options)
        let gyroscope = simulated.recording.gyroscope
        expectVector(gyroscope.values[0], .zero, within: 2e-6)
        let at100 = gyroscope.values[gyroscope.index(atOrAfter: 100_000_000_000)]
        expectVector(at100, 6.32 * Vector3(1e-3, -2e-3, 0), within: 1e-5)
        expectVector(try #require(gyroscope.values.last), Vector3(1e-2, -2e-2, 0), within: 1e-5)
        expectVector(try #require(simulated.gyroscopeBias.values.last), Vector3(1e-2, -2e-2, 0), within: 1e-5)
        let (first, last) = (simulated.recording.accelerometer.values[0], simulated.recording.accelerometer.values.last)
        expectVector(try #require(last) - first, Vector3(0, 0, 0.1), within: 1e-4)
    }

    /// A part of the samples is lost (binomial, four sigma) and none between 3 and 5 s; the others are what they were,
    /// and the gyroscope, which takes the lost ones itself, does not smear its mean over the gap.
    @Test func samplesAreLost() throws {
        var options = Fixtures.quiet(duration: 60)
        options.device.gyroscopeIntegrates = true
        let whole = try Scenario.texting.simulate(options).recording
        options.gyroscope.dropOuts = [3...5]
        options.magnetometer.loss = 0.2
        let damaged = try Scenario.texting.simulate(options).recording
        #expect(!damaged.gyroscope.times.contains { (3_000_000_000...5_000_000_000).contains($0) })
        #expect(damaged.accelerometer == whole.accelerometer)
        let lost = 1 - Double(damaged.magnetometer.count) / Double(whole.magnetometer.count)
        #expect((lost - 0.2).magnitude < 4 * (0.2 * 0.8 / Double(whole.magnetometer.count)).squareRoot())
        #expect(Set(damaged.magnetometer.times).isSubset(of: Set(whole.magnetometer.times)))
        let after = damaged.gyroscope.index(atOrAfter: 5_000_000_001)
        let same = try #require(whole.gyroscope.times.firstIndex(of: damaged.gyroscope.times[after]))
        // Jitter of 0.3 ms of 10 ms: a mean over 10.4 instead of 10 ms.
        expectVector(damaged.gyroscope.values[after], whole.gyroscope.values[same], within: 0.05)
    }
}
