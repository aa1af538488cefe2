import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("sensorlab: is the hard iron large or small?")
struct HardIronHypothesesTests {
    static let (large, small) = (4.0 * 4.0, 0.5 * 0.5)

    /// Heading and hard iron measured together by random rows, once with each prior.
    private struct LinearFilter {
        var covariance = PackedCovariance(count: 4)
        var state = [0.0, 0, 0, 0]
        /// Logarithm of the probability of all measurements, but for a constant.
        var likelihood = 0.0

        init(prior: Double) {
            covariance.reset(0..<1, variance: 0.3, count: 4)
            covariance.reset(1..<4, variance: prior, count: 4)
        }

        mutating func measure(_ h: PackedCovariance.Row, _ value: Double, variance: Double) {
            var expected = 0.0
            for k in 0..<h.count { expected += h.values[k] * state[h.indices[k]] }
            let s = covariance.variance(along: h) + variance
            likelihood -= 0.5 * (Double.log(s) + (value - expected) * (value - expected) / s)
            var correction = [0.0, 0, 0, 0]
            correction.withUnsafeMutableBufferPointer {
                covariance.update(along: h, innovation: value - expected, variance: variance, correction: $0)
            }
            for i in 0..<4 { state[i] += correction[i] }
        }

        var hypotheses: HardIronHypotheses {
            HardIronHypotheses(
                hardIron: Vector3(state[1], state[2], state[3]), covariance: covariance[block: 1, 1],
                withHeading: Vector3(covariance[0, 1], covariance[0, 2], covariance[0, 3]), large: large, small: small)
        }
    }

    /// The oracle is a second filter with the other prior, and the likelihood of each from its own innovations.
    @Test("equals two filters", arguments: 0..<8)
    func twoFilters(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var (wide, narrow) = (LinearFilter(prior: Self.large), LinearFilter(prior: Self.small))
        for _ in 0..<12 {
            var row = PackedCovariance.Row()
            row.append(1, at: 0)
            row.append(random.vector(0.2), from: 1)
            let value = 0.5 * random.gaussian()
            wide.measure(row, value, variance: 0.2)
            narrow.measure(row, value, variance: 0.2)
            let both = wide.hypotheses
            let odds = narrow.likelihood - wide.likelihood
            let probability = 1 / (1 + Double.exp(-odds))
            #expect((both.probabilityOfSmall - probability).magnitude < 1e-9)
            let difference = narrow.state[0] - wide.state[0]
            #expect((both.turn - probability * difference).magnitude < 1e-9)
            let mixture =
                probability * narrow.covariance[0, 0] + (1 - probability) * wide.covariance[0, 0]
                + probability * (1 - probability) * difference * difference
            #expect((wide.covariance[0, 0] + both.variance - mixture).magnitude < 1e-9)
        }
    }

    @Test("before anything is measured both are as probable and the answer is the filter's")
    func prior() {
        let both = LinearFilter(prior: Self.large).hypotheses
        #expect((both.probabilityOfSmall - 0.5).magnitude < 1e-12)
        #expect(both.turn == 0 && both.variance == 0)
    }

    @Test("a small prior that is not the smaller one leaves the filter's answer")
    func oneHypothesis() {
        for small in [0, Self.large, 2 * Self.large] {
            let both = HardIronHypotheses(
                hardIron: Vector3(1, 2, 3), covariance: .identity, withHeading: Vector3(0.1, 0, 0), large: Self.large,
                small: small)
            #expect(both.probabilityOfSmall == 0 && both.turn == 0 && both.variance == 0)
        }
    }

    /// A phone that is turned through many directions for two minutes.
    private static func turning(_ change: (inout SyntheticMotion) -> Void = { _ in }) -> SyntheticMotion {
        var motion = SyntheticMotion.phone(seconds: 120)
        motion.rate = { t in 2 * SyntheticMotion.lookingAround(t) }
        change(&motion)
        return motion
    }

    private static func probability(_ log: SyntheticMotion.Log) -> Double {
        var filter = SensorLabFilter()
        _ = filter.replay(log.input)
        return filter.hypotheses.probabilityOfSmall
    }

    /// A tenth of the field, on each axis and with each sign.
    @Test(
        "an offset fixed to the device is found to be one",
        arguments: [
            Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1),
            Vector3(0, 0, -1),
        ])
    func offset(axis: Vector3) throws {
        var log = Self.turning().log()
        for index in log.input.magnetometer.values.indices { log.input.magnetometer.values[index] += 6 * axis }
        #expect(Self.probability(log) < 0.1)
        // A filter that does not allow for it is worse.
        let track = try SensorLabFilterTests.run(log)
        let stubborn = try SensorLabFilterTests.run(log, ["hardIronSigma": 0.01])
        #expect(track.rmsError(log, from: 30) < 0.8 * stubborn.rmsError(log, from: 30))
    }

    /// The same size, fixed to the room: the field changes as the device is carried about.
    @Test("an uneven room is not taken for one", arguments: [0.0, 1, 2, 3])
    func unevenRoom(phase: Double) throws {
        let log = Self.turning { motion in
            motion.disturbance = { t in
                4 * Vector3(.sin(0.9 * t + phase), .cos(0.7 * t + phase), .sin(0.53 * t - phase))
            }
        }.log()
        #expect(Self.probability(log) > 0.7)
        let track = try SensorLabFilterTests.run(log)
        #expect(track.worstError(log, from: 30) < 4)
    }

    /// The gyroscope is lost for some seconds: the answer has no step, and goes on.
    @Test("the answer is continuous where the gyroscope is lost")
    func continuity() throws {
        var log = Self.turning().log()
        for index in log.input.magnetometer.values.indices { log.input.magnetometer.values[index] += Vector3(2, 1, -1) }
        let stream = log.input.gyroscope
        log.input.gyroscope = stream.clipped(to: 0...60_000_000_000)
        let after = stream.clipped(to: 61_000_000_000...Int64.max)
        for (time, value) in zip(after.times, after.values) { log.input.gyroscope.append(value, at: time) }
        let track = try SensorLabFilterTests.run(log)
        #expect(track.worstError(log, from: 61, to: 63) < 25)
        #expect(track.worstError(log, from: 90) < 6)
    }
}
