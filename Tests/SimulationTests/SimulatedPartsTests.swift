import Recordings
import SensorModels
import Testing
import Vocabulary

@testable import Simulation

@Suite("A simulated log part by part")
struct SimulatedPartsTests {
    /// Lost samples, a drop-out over the first boundary, late sensors, an AR session.
    private var options: SimulationOptions {
        var options = SimulationOptions()
        options.duration = 150
        options.accelerometer.loss = 0.1
        options.gyroscope.dropOuts = [55...70]
        options.gyroscope.delay = 0.02
        options.magnetometer.delay = 3
        options.accelerometer.delay = 8
        options.location.sampling.loss = 0.2
        options.arSession = ARSessionModel(yaw: 0.1, drift: 0.001)
        options.device.gyroscopeInstability = 1e-4
        return options
    }

    @Test("the samples do not depend on the length of the parts", arguments: [Int64(7), 61, 1000])
    func lengths(seconds: Int64) throws {
        for withoutGyroscope in [false, true] {
            var options = options
            options.withoutGyroscope = withoutGyroscope
            let whole = try Scenario.arPanning.simulate(options)
            let parts = try SimulatedParts(.arPanning, options, .inParts, length: seconds * 1_000_000_000)
            var (log, bias) = (Recording(), VectorStream())
            while let part = try parts.next() {
                log.append(part)
                bias.append(parts.biases)
            }
            for sensor in SensorKind.allCases {
                #expect(log.times(of: sensor) == whole.recording.times(of: sensor), "\(sensor)")
                #expect(log.vectors(of: sensor) == whole.recording.vectors(of: sensor), "\(sensor)")
            }
            #expect(log.reference.values == whole.recording.reference.values)
            #expect(log.arPoses.values == whole.recording.arPoses.values)
            #expect(bias == whole.gyroscopeBias && parts.lastBias == bias.values.last)
            #expect(Set(parts.columns) == Set(whole.recording.sensors))
        }
    }

    @Test("a log in parts may be longer than one in memory")
    func limits() throws {
        var options = SimulationOptions()
        options.duration = 7 * 86_400
        let rates: [WritableKeyPath<SimulationOptions, SamplingModel>] = [
            \.accelerometer, \.gyroscope, \.magnetometer, \.location.sampling,
        ]
        for path in rates { options[keyPath: path].rate = 0.1 }
        #expect(throws: SensorLabError.self) { try Scenario.turntable.simulate(options) }
        #expect(try Scenario.turntable.parts(options).next() != nil)
        options.duration = 32 * 86_400
        #expect(throws: SensorLabError.self) { try Scenario.turntable.parts(options) }
    }
}
