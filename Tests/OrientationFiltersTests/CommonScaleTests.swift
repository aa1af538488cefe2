import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("sensorlab: have the gyroscope's axes a scale error in common?")
struct CommonScaleTests {
    private typealias Index = SensorLabFilter.Index
    static let (own, common) = (0.003 * 0.003, 0.015 * 0.015)

    /// Heading, scale and hard iron measured together by random rows, once with each prior.
    private struct LinearFilter {
        var covariance = PackedCovariance(count: Index.count)
        var state = [Double](repeating: 0, count: Index.count)
        /// Logarithm of the probability of all measurements, but for a constant.
        var likelihood = 0.0

        init(common: Double) {
            covariance.reset(0..<Index.count, variance: 0.01, count: Index.count)
            covariance.reset(Index.scale..<Index.scale + 9, variance: own, count: Index.count)
            var row = PackedCovariance.Row()
            for k in 0..<3 { row.append(common.squareRoot(), at: Index.scale + 4 * k) }
            covariance.spread(along: row)
        }

        mutating func measure(_ h: PackedCovariance.Row, _ value: Double, variance: Double) {
            var expected = 0.0
            for k in 0..<h.count { expected += h.values[k] * state[h.indices[k]] }
            let s = covariance.variance(along: h) + variance
            likelihood -= 0.5 * (Double.log(s) + (value - expected) * (value - expected) / s)
            var correction = [Double](repeating: 0, count: Index.count)
            correction.withUnsafeMutableBufferPointer {
                covariance.update(along: h, innovation: value - expected, variance: variance, correction: $0)
            }
            for i in 0..<Index.count { state[i] += correction[i] }
        }

        var hardIron: Vector3 { Vector3(state[Index.hardIron], state[Index.hardIron + 1], state[Index.hardIron + 2]) }

        var withoutCommon: CommonScale? {
            CommonScale(
                trace: state[Index.scale] + state[Index.scale + 4] + state[Index.scale + 8], covariance: covariance,
                hardIron: hardIron, own: own, common: common)
        }
    }

    /// The oracle is a second filter without the common error, and the likelihood of each from its own innovations.
    @Test("equals two filters", arguments: 0..<8)
    func twoFilters(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var (with, without) = (LinearFilter(common: Self.common), LinearFilter(common: 0))
        for _ in 0..<20 {
            var row = PackedCovariance.Row()
            row.append(1, at: Index.attitude + 2)
            for k in 0..<3 { row.append(4 * random.gaussian(), at: Index.scale + 4 * k) }
            row.append(random.vector(0.2), from: Index.hardIron)
            let value = 0.1 * random.gaussian()
            with.measure(row, value, variance: 0.001)
            without.measure(row, value, variance: 0.001)
            let other = try #require(with.withoutCommon)
            let odds = Double.log(CommonScale.priorOdds) + without.likelihood - with.likelihood
            #expect((other.odds - odds).magnitude < 1e-8 * (1 + odds.magnitude))
            let heading = Index.attitude + 2
            #expect((with.state[heading] + other.turn - without.state[heading]).magnitude < 1e-10)
            #expect(
                (with.covariance[heading, heading] + other.variance - without.covariance[heading, heading]).magnitude
                    < 1e-10)
            #expect((other.hardIron - without.hardIron).length < 1e-10)
            for i in 0..<3 {
                let iron = Index.hardIron + i
                #expect((other.withHeading[i] - without.covariance[heading, iron]).magnitude < 1e-10)
                for j in 0..<3 {
                    let expected = without.covariance[iron, Index.hardIron + j]
                    #expect((other.covariance[i, j] - expected).magnitude < 1e-10)
                }
            }
        }
    }

    @Test("without one of the two variances there is no other hypothesis", arguments: [(0.0, 1.0), (1.0, 0.0)])
    func none(own: Double, common: Double) {
        let covariance = PackedCovariance(count: Index.count)
        #expect(CommonScale(trace: 0, covariance: covariance, hardIron: .zero, own: own, common: common) == nil)
    }

    /// A phone that is turned through many directions for two minutes, its gyroscope `scale` times too large.
    private static func log(scale: Double) -> SyntheticMotion.Log {
        var motion = SyntheticMotion.phone(seconds: 120)
        motion.rate = { t in 2 * SyntheticMotion.lookingAround(t) }
        var log = motion.log()
        for index in log.input.gyroscope.values.indices {
            log.input.gyroscope.values[index] = scale * log.input.gyroscope.values[index]
        }
        return log
    }

    private static func filter(_ log: SyntheticMotion.Log) -> SensorLabFilter {
        var filter = SensorLabFilter()
        _ = filter.replay(log.input)
        return filter
    }

    /// w = u - K u: a reading 2 % too large has K = 0.02 / 1.02.
    @Test("an error in common is found, with its sign", arguments: [0.98, 1.02])
    func found(scale: Double) throws {
        let log = Self.log(scale: scale)
        let filter = Self.filter(log)
        #expect((filter.state.scale.trace / 3 - (1 - 1 / scale)).magnitude < 0.004)
        #expect(try #require(filter.withoutCommonScale).odds < -3)
        let track = try SensorLabFilterTests.run(log)
        let stubborn = try SensorLabFilterTests.run(log, ["commonScaleSigma": 0])
        #expect(track.rmsError(log, from: 30) < 0.8 * stubborn.rmsError(log, from: 30))
    }

    @Test("a good gyroscope is found to be one")
    func good() throws {
        #expect(try #require(Self.filter(Self.log(scale: 1)).withoutCommonScale).odds > 1)
    }

    @Test("no more is learnt than a chip can have", arguments: [0.9, 1.1])
    func bounded(scale: Double) {
        let learnt = Self.filter(Self.log(scale: scale)).state.scale.trace / 3
        #expect((learnt.magnitude - SensorLabFilter.largestCommonScale).magnitude < 1e-9)
        #expect((learnt > 0) == (scale > 1))
    }
}
