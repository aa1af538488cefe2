import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("lowpass: y = 0.8 y + 0.2 x on vectors, each sensor at its own rate")
struct LowPassFilterTests {
    @Test("the first sample passes, then 0.8 of the old and 0.2 of the new")
    func recursion() throws {
        var filter = LowPassFilter()
        filter.update(accelerometer: Vector3(0, 0, 10), at: 0)
        #expect(filter.state.force == Vector3(0, 0, 10))
        filter.update(accelerometer: Vector3(5, 0, 0), at: 10)
        expectVector(try #require(filter.state.force), Vector3(1, 0, 8), within: 1e-15)
        filter.update(magnetometer: Vector3(0, 20, -40), at: 10)
        #expect(filter.state.field == Vector3(0, 20, -40))
        filter.update(accelerometer: Vector3(5, 0, 0), at: 20)
        // 0.8 * (1, 0, 8) + 0.2 * (5, 0, 0); the field is held.
        expectVector(try #require(filter.state.force), Vector3(1.8, 0, 6.4), within: 1e-14)
        #expect(filter.state.field == Vector3(0, 20, -40))
        filter.update(magnetometer: Vector3(10, 0, 0), at: 20)
        expectVector(try #require(filter.state.field), Vector3(2, 16, -32), within: 1e-14)
    }

    @Test("the weights are parameters; 0 is the compass")
    func weights() throws {
        let log = SyntheticMotion(seconds: 3, accelerometerNoise: 0.5, magnetometerNoise: 1).log()
        let entry = try #require(FilterCatalogue.entry(named: "lowpass"))
        let compass = try #require(FilterCatalogue.entry(named: "compass")).run(log.input)
        let unfiltered = try entry.run(log.input, parameters: ["accelerometerweight": 0, "magnetometerWeight": 0])
        #expect(unfiltered.times == compass.times)
        for (a, b) in zip(unfiltered.estimates, compass.estimates) {
            expectRotation(a.orientation, b.orientation, withinDegrees: 1e-9)
        }
        let filtered = try entry.run(log.input)
        // Noise of white samples shrinks by sqrt((1 - w) / (1 + w)) = 1/3.
        #expect(filtered.rmsError(log, from: 1) < 0.5 * compass.rmsError(log, from: 1))
    }

    @Test("headings of 359 and 1 degree average to 0, not to 180")
    func wrap() throws {
        var filter = LowPassFilter()
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 0)
        for k in 0..<200 {
            // A top edge that points to 359 or 1: north lies 1 degree to its right or left.
            let angle = Angle.radians(k.isMultiple(of: 2) ? 1 : -1)
            filter.update(magnetometer: 22 * Vector3(.sin(angle), .cos(angle), -2), at: Int64(k))
            let heading = try #require(filter.estimate?.orientation.heading(of: .top))
            expectAngle(Angle.degrees(heading), 0, within: 1.000001)
        }
        // The steady state swings by (1 - w) / (1 + w) = 0.2 / 1.8 of the amplitude.
        let last = try #require(filter.estimate?.orientation.heading(of: .top))
        expectAngle(Angle.degrees(last), 1.0 / 9, within: 1e-4)
    }

    @Test("no statement about what it cannot know")
    func silence() throws {
        let estimate = try #require(Pose.all[0].track("lowpass").estimates.last)
        #expect(estimate.gyroscopeBias == .zero)
        #expect(estimate.rest == .unknown && estimate.disturbed == .unknown)
    }

    @Test("a field along the vertical gives no heading, and no orientation")
    func degenerate() {
        var filter = CompassFilter()
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 0)
        #expect(filter.estimate == nil)
        filter.update(magnetometer: Vector3(0, 0, -50), at: 0)
        #expect(filter.estimate == nil)
        filter.update(accelerometer: .zero, at: 1)
        filter.update(magnetometer: Vector3(0, 20, -50), at: 1)
        #expect(filter.estimate == nil)
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 2)
        #expect(filter.estimate != nil)
    }
}

extension Pose {
    func track(_ name: String) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: name)).run(log(gyroscope: true))
    }
}
