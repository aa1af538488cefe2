import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// Errors that are set one by one, each on a pose that a person can picture.
@Suite struct SensorErrorTests {
    static func still(_ change: (inout SimulationOptions) throws -> Void) throws -> Recording {
        var options = Fixtures.quiet()
        try change(&options)
        return try Fixtures.still().simulate(options).recording
    }

    /// Face up, two percent too much on z: 9.8026 * 1.02.
    @Test func scaleErrorMakesReadingsLarger() throws {
        let recording = try Self.still { options throws(SensorLabError) in
            try options.setScaleError(Vector3(1, 1, 2), of: .accelerometer)
        }
        expectVector(recording.accelerometer.values[0], Vector3(0, 0, 9.8026 * 1.02), within: 1e-4)
    }

    /// A magnetometer turned by 90 degrees about z: what is at y (25.1 north) is read at -x, what is at x at y.
    @Test func misalignmentTurnsTheAxes() throws {
        let recording = try Self.still { options throws(SensorLabError) in
            try options.setMisalignment(Vector3(0, 0, 90), of: .magnetometer)
        }
        expectVector(recording.magnetometer.values[0], Vector3(-25.1, 0.4, -37.9), within: 1e-4)
    }

    /// The calibration that the truth names undoes both.
    @Test func truthUndoesTheErrors() throws {
        var options = Fixtures.quiet()
        try options.setScaleError(Vector3(3, -2, 1), of: .gyroscope)
        try options.setMisalignment(Vector3(2, -1, 3), of: .gyroscope)
        let ideal = try Scenario.texting.simulate(Fixtures.quiet()).recording.gyroscope.values
        let simulated = try Scenario.texting.simulate(options)
        for (raw, true_) in zip(simulated.recording.gyroscope.values, ideal) {
            expectVector(simulated.device.gyroscope.apply(raw), true_, within: 3e-6)
        }
    }

    @Test func onlySensorsOfThreeAxesAreSet() {
        var options = SimulationOptions()
        #expect(throws: SensorLabError.self) { try options.setScaleError(.zero, of: .gravity) }
        #expect(throws: SensorLabError.self) { try options.setScaleError(Vector3(-100, 0, 0), of: .gyroscope) }
        #expect(throws: SensorLabError.self) { try SimulationOptions.sampling(of: .reference) }
        #expect(throws: SensorLabError.self) { try SimulationOptions.readout(of: .location) }
        #expect(throws: SensorLabError.self) { try options.setBiasInstability(1, of: .magnetometer) }
    }

    /// Each sensor's stamps are late by its own delay; what is read stays.
    @Test func delaysArePerSensor() throws {
        let onTime = try Self.still { _ in }
        let late = try Self.still { options in
            options.accelerometer.delay = 0.05
            options.magnetometer.delay = -0.01
        }
        #expect(late.accelerometer.times == onTime.accelerometer.times.map { $0 + 50_000_000 })
        #expect(late.magnetometer.times == onTime.magnetometer.times.map { $0 - 10_000_000 })
        #expect(late.gyroscope.times == onTime.gyroscope.times)
        #expect(late.accelerometer.values == onTime.accelerometer.values)
    }

    /// The Nexus 5 as it is: 198.6 Hz without jitter, magnetometer 30 ms late, steps of 1.5e-5 rad/s; nothing of that
    /// before.
    @Test func effectsAreOffUntilAskedFor() throws {
        var options = SimulationOptions(earthField: Fixtures.field)
        options.device = .nexus5
        options.duration = 20
        let plain = try Fixtures.still().simulate(options).recording
        #expect(plain.gyroscope.count == 2001)
        for effect in DeviceEffect.allCases { options.enable(effect) }
        let full = try Fixtures.still().simulate(options).recording
        #expect(full.gyroscope.count == Int(clamping: 20 * 198.6) + 1)
        #expect(full.magnetometer.times.first == 30_000_000)
        // Readings are written to 1e-6 rad/s: half of that from a multiple of the step.
        for value in full.gyroscope.values {
            let steps = value.x / 1.5e-5
            #expect((steps - steps.rounded()).magnitude * 1.5e-5 < 0.6e-6)
        }
        #expect(options.warmUp.rise > 0 && options.device.gyroscopeInstability > 0)
    }

    @Test func placesAreATable() {
        let table = PointOfInterest.table(of: [
            PointOfInterest(id: "A", name: "A", position: GeodeticPosition(latitude: 1.5, longitude: -2, height: 3))
        ])
        #expect(table == "name,lat,lon,alt\nA,1.5,-2.0,3.0\n")
    }
}
