import Foundation
import Rotations
import SensorModels
import Testing

@testable import OrientationFilters

@Suite("fixed-lag: the search for other solutions")
struct WindowSearchTests {
    private static let second: Int64 = 1_000_000_000
    private static let log = FixedLagFilterTests.log(seconds: 42).input
    /// Just behind a node.
    private static let time = 40 * second + 20_000_000

    /// With all retries waiting.
    private func searching() -> FixedLagFilter {
        var filter = FixedLagFilter()
        _ = filter.replay(Self.log.clipped(to: 0...Self.time))
        filter.state.window.waiting = SlidingWindow.Retry.allBits
        return filter
    }

    /// Seven retries take a sample each for where they begin, and one more at least for each width and each noise.
    @Test("no sample does a whole search, and the search ends before the next node")
    func spread() {
        var filter = searching()
        var samples = 0
        for (time, rate) in zip(Self.log.gyroscope.times, Self.log.gyroscope.values) where time > Self.time {
            guard filter.state.window.isSearching else { break }
            filter.update(gyroscope: rate, at: time)
            samples += 1
        }
        #expect(samples >= 14)
        #expect(samples < 97)
    }

    @Test("a state saved amid a search goes on to the bit")
    func resume() throws {
        var first = searching()
        let middle = Self.time + 50_000_000
        _ = first.replay(Self.log.clipped(to: (Self.time + 1)...middle))
        #expect(first.state.window.isSearching && first.state.window.waiting != SlidingWindow.Retry.allBits)
        var second = FixedLagFilter()
        second.state = try JSONDecoder().decode(FixedLagFilter.State.self, from: JSONEncoder().encode(first.state))
        let rest = Self.log.clipped(to: (middle + 1)...Int64.max)
        #expect(first.replay(rest).estimates.map(\.orientation) == second.replay(rest).estimates.map(\.orientation))
        #expect(first.state == second.state)
    }

    /// With two samples a second, the next node finishes what the last one began.
    @Test("a log of two samples a second finds its iron, too")
    func slow() throws {
        var motion = SyntheticMotion.phone(seconds: 90)
        motion.rate = { t in SyntheticMotion.lookingAround(0.2 * t) * 0.2 }
        (motion.gyroscopeRate, motion.accelerometerRate, motion.magnetometerRate) = (2, 2, 2)
        motion.acceleration = { _ in .zero }
        var log = motion.log()
        log.input.magnetometer.values = log.input.magnetometer.values.map { $0 + FixedLagFilterTests.iron }
        var filter = FixedLagFilter()
        _ = filter.replay(log.input)
        #expect(filter.state.window.turn > 4)
        let found = try #require(filter.calibration)
        #expect((found.hardIron - FixedLagFilterTests.iron).length < 3 * found.hardIronSigma.length + 1)
    }
}

extension FilterInput {
    fileprivate func clipped(to range: ClosedRange<Int64>) -> FilterInput {
        FilterInput(
            gyroscope: gyroscope.clipped(to: range), accelerometer: accelerometer.clipped(to: range),
            magnetometer: magnetometer.clipped(to: range))
    }
}
