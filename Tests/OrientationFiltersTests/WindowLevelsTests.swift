import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

/// How well magnetometer and gyroscope are calibrated, as one of three levels each.
@Suite("Levels of calibration")
struct WindowLevelsTests {
    /// Of a phone with a few microtesla of iron and some bias.
    private func window() -> SlidingWindow {
        var motion = SyntheticMotion.phone(seconds: 30.2, seed: 5)
        motion.gyroscopeBias = Vector3(0.001, 0, -0.001)
        var log = motion.log()
        log.input.magnetometer.values = log.input.magnetometer.values.map { $0 + Vector3(2, -1, 1.5) }
        var parameters = TrajectoryParameters()
        (parameters.roomDegreesOfFreedom, parameters.retryEvery) = (0, 0)
        var filter = FixedLagFilter(parameters: parameters)
        _ = filter.replay(log.input)
        var window = filter.state.window
        window.integrals.removeLast()
        return window
    }

    /// Evidence, heading and variance at another level as the covariances give them, against the equations solved
    /// again with that level's prior: the same but for what is not linear, a twentieth of the evidence's difference and
    /// of a sigma of the heading.
    @Test("what another level of the hard iron would say", arguments: [(1, 0), (1, 2), (2, 0), (2, 1)])
    func otherLevels(from: Int, to level: Int) throws {
        var window = window()
        let work = WindowWorkspace(window)
        func solved(_ level: Int) throws -> (cost: Double, heading: Double, variance: Double) {
            window.solution.noise.hardIronLevel = level
            try #require(window.settle(work, 30, 1e-7) != nil)
            let cost = try #require(window.evidence(work))
            let last = try #require(window.nodes.last).orientation
            let heading = (Quaternion.aboutVertical(window.constants.north) * last).canonical.twistAboutVertical
            return (cost, heading, window.headingVariance(work))
        }
        let before = try solved(from)
        let change = window.change(toLevel: level, work)
        let after = try solved(level)
        #expect((change.cost - (after.cost - before.cost)).magnitude < 0.05 * change.cost.magnitude + 0.2)
        #expect((change.heading - (after.heading - before.heading)).magnitude < 0.05 * before.variance.squareRoot())
        #expect((change.variance - (after.variance - before.variance)).magnitude < 0.05 * before.variance)
        #expect(window.change(toLevel: level, work).cost == 0)
    }

    /// As for the iron.
    @Test("what the other levels of the bias would say", arguments: [0, 1, 2])
    func otherBiasLevels(from: Int) throws {
        var window = window()
        let work = WindowWorkspace(window)
        func solved(_ level: Int) throws -> Double {
            window.solution.noise.biasLevel = level
            try #require(window.settle(work, 30, 1e-7) != nil)
            return try #require(window.evidence(work))
        }
        let before = try solved(from)
        let best = window.otherBiasLevel(work)
        let others = TrajectoryParameters.levels.filter { $0 != from }
        let costs = try others.map { try #require(window.cost(ofBiasLevel: $0, work)) }
        let after = try others.map { try solved($0) - before }
        for (cost, truth) in zip(costs, after) { #expect((cost - truth).magnitude < 0.05 * truth.magnitude + 0.2) }
        #expect(best == (after[0] < after[1] ? others[0] : others[1]))
    }

    /// A phone with 150 microtesla of iron lies still, then turns: the field that it reads fits all levels for as long.
    @Test("a device that has not turned does not know its heading")
    func still() throws {
        var motion = SyntheticMotion.phone(seconds: 60, seed: 6)
        motion.rate = { t in t < 40 ? .zero : SyntheticMotion.lookingAround(t) }
        motion.acceleration = { _ in .zero }
        var log = motion.log()
        log.input.magnetometer.values = log.input.magnetometer.values.map { $0 + Vector3(75, -90, 93) }
        var filter = FixedLagFilter()
        let track = filter.replay(log.input)
        for (time, estimate) in zip(track.times, track.estimates) where time < 40_000_000_000 {
            let error = (estimate.orientation * log.truth(at: time).conjugate).canonical.twistAboutVertical
            #expect(error.magnitude < 3 * estimate.headingSigma)
        }
        let last = try #require(track.estimates.last)
        #expect(last.headingSigma < Angle.radians(10))
    }
}
