import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("sensorlab: ways back from a wrong horizon, field or heading")
struct SensorLabRecoveryTests {
    /// The first force is read in the middle of a jerk of 1.2 g, which puts the horizon 45 degrees off and, where the
    /// field dips by 62 degrees, the heading by up to a quarter turn. Jerks along eight directions; every heading must
    /// be good after 8 s.
    @Test("a first force in the middle of a jerk", arguments: [0.0, 45, 90, 135, 180, 225, 270, 315])
    func jerkAtStart(direction: Double) throws {
        let angle = Angle.radians(direction)
        let jerk = 12 * Vector3(.cos(angle), .sin(angle), 0)
        var motion = SyntheticMotion.phone(seconds: 30)
        let steady = motion.acceleration
        motion.acceleration = { t in steady(t) + (t < 0.2 ? jerk : .zero) }
        let log = motion.log()
        var filter = SensorLabFilter(parameters: Self.exact)
        let track = filter.replay(log.input)
        #expect(filter.state.isLevel)
        #expect((filter.state.levelled * filter.state.levelled).sum().squareRoot() > SensorLabFilter.wrongHorizon)
        #expect(try track.headingError(log, at: 8).magnitude < 10)
        #expect(track.worstError(log, from: 15) < 6)
    }

    @Test("a good start is not begun again")
    func goodStart() throws {
        let log = SyntheticMotion.phone(seconds: 10).log()
        var filter = SensorLabFilter(parameters: Self.exact)
        _ = filter.replay(log.input)
        #expect(filter.state.isLevel)
        #expect((filter.state.levelled * filter.state.levelled).sum().squareRoot() < SensorLabFilter.wrongHorizon)
    }

    /// For 12 s, longer than the filter takes to learn a field, a magnet holds the field at right angles and nearly
    /// level; the Earth's field then differs from the learnt one by more than the gate for magnets.
    @Test("a field that was learnt beside a magnet does not lock the Earth's field out")
    func wrongFirstField() throws {
        var motion = SyntheticMotion.phone(seconds: 90)
        motion.disturbance = { t in t < 12 ? Vector3(30, -22, 40) : .zero }
        let log = motion.log()
        let track = try SensorLabFilterTests.run(log, ["recoveryTime": 20])
        #expect(try track.headingError(log, at: 11).magnitude > 60)
        #expect(try track.headingError(log, at: 60).magnitude < 8)
    }

    /// The orientation of a converged filter is turned about the vertical: magnitude and dip of the field stay as
    /// learnt, so the heading must be wrong, not the field.
    @Test("a heading that the learnt field contradicts is given up within seconds", arguments: [40.0, -70, 120])
    func divergedHeading(degrees: Double) throws {
        let log = SyntheticMotion.phone(seconds: 60).log()
        let split: Int64 = 40_000_000_000
        var filter = SensorLabFilter(parameters: Self.exact)
        _ = filter.replay(log.input.clipped(to: 0...split))
        #expect(filter.state.covariance[2, 2].squareRoot() < 0.15)
        let q = try #require(filter.state.orientation)
        filter.state.orientation = Quaternion.aboutVertical(Angle.radians(degrees)) * q
        let track = filter.replay(log.input.clipped(to: (split + 1)...Int64.max))
        #expect(try track.headingError(log, at: 41).magnitude > 0.7 * degrees.magnitude)
        #expect(try track.headingError(log, at: 48).magnitude < 10)
    }

    @Test("steadiness: counts the time in one field, starts anew in another")
    func steadiness() {
        func block(_ field: Vector3) -> FieldBlock {
            var block = FieldBlock()
            block.add(field, for: 0.25)
            return block
        }
        var steadiness = FieldSteadiness()
        for _ in 0..<40 { steadiness.observe(block(SyntheticMotion.field)) }
        // After k blocks of 0.25 s the mean lacks 1 / 1.25^k of the field, less than a fifth of itself from k = 9 on.
        #expect(steadiness.time == 0.25 * 31)
        steadiness.observe(block(SyntheticMotion.field + Vector3(20, 0, 0)))
        #expect(steadiness.time == 0)
    }

    @Test("spread adds d d^T")
    func spread() {
        var covariance = PackedCovariance(count: 5)
        covariance.addNoise(1, from: 2)
        var d = PackedCovariance.Row()
        d.append(2, at: 1)
        d.append(Vector3(3, 0, -1), from: 2)
        covariance.spread(along: d)
        let expected = [0, 2, 3, 0, -1]
        for i in 0..<5 {
            for j in 0..<5 {
                let own = i == j && i > 1 ? 1.0 : 0
                #expect(covariance[i, j] == Double(expected[i] * expected[j]) + own)
            }
        }
    }

    private static var exact: SensorLabFilter.Parameters {
        var parameters = SensorLabFilter.Parameters()
        parameters.latency = 0
        return parameters
    }
}

extension FilterInput {
    fileprivate func clipped(to interval: ClosedRange<Int64>) -> FilterInput {
        FilterInput(
            gyroscope: gyroscope.clipped(to: interval), accelerometer: accelerometer.clipped(to: interval),
            magnetometer: magnetometer.clipped(to: interval))
    }
}
