import RealModule
import Rotations
import SensorModels
import Testing

@testable import Evaluation

@Suite("Heading lag")
struct HeadingLagTests {
    /// A hand that pans: 0.2 to 0.9 Hz, up to 100 degrees/s.
    func heading(_ t: Double) -> Double {
        0.8 * Double.sin(2 * Double.pi * 0.2 * t) + 0.3 * Double.sin(2 * Double.pi * 0.53 * t + 1)
            + 0.1 * Double.sin(2 * Double.pi * 0.9 * t + 2)
    }

    func lag(_ seconds: Double, hertz: Double = 60, offset: Double = 0, noise: Double = 0) -> HeadingLag? {
        let times = (0..<3000).map { Int64(Double($0) * 1e9 / hertz) }
        let estimates = times.enumerated().map { index, time in
            // A deterministic noise of the wanted size, alternating quickly.
            heading(Double(time) * 1e-9 - seconds) + offset + noise * Double.sin(Double(index * index))
        }
        return HeadingLag(
            times: times, estimates: estimates, references: times.map { heading(Double($0) * 1e-9) })
    }

    @Test(
        "a known delay, late positive, below the sampling interval", arguments: [-0.09, -0.004, 0, 0.0033, 0.05, 0.2])
    func known(_ delay: Double) throws {
        let result = try #require(lag(delay))
        // The parabola is exact to the fourth order of the correlation: 0.1 ms at 60 Hz for a hand's motion.
        #expect((result.milliseconds - 1000 * delay).magnitude < 0.1)
        #expect(result.correlation > 0.999)
    }

    @Test("four shifts at once give the bits of one after the other, with unknown rates at the ends and in between")
    func fourShifts() {
        for hole in [false, true] {
            var (first, second) = ([Double](), [Double]())
            for k in 0..<500 {
                first.append(k < 12 || k >= 480 ? .nan : heading(0.02 * Double(k)))
                second.append(k < 5 || k >= 491 ? .nan : heading(0.02 * Double(k) - 0.05) + 0.01 * Double(k % 7))
            }
            if hole { second[200] = .nan }
            let (reference, estimate) = (HeadingRates(first), HeadingRates(second))
            for shifts in [[-30, -10, 10, 30], [-3, -2, -1, 0, 1, 2], [-470, 0, 3, 600], [7]] {
                let single = shifts.flatMap { reference.correlations(with: estimate, shifts: [$0]) }
                let found = reference.correlations(with: estimate, shifts: shifts)
                #expect(found.map(\.bitPattern) == single.map(\.bitPattern))
            }
        }
    }

    @Test("a constant offset, also across north, changes nothing")
    func offset() throws {
        let result = try #require(lag(0.05, offset: 3.1))
        #expect((result.milliseconds - 50).magnitude < 0.1)
    }

    @Test("noise lowers the correlation and leaves the delay")
    func noise() throws {
        let result = try #require(lag(0.05, noise: 0.01))
        #expect((result.milliseconds - 50).magnitude < 3)
        #expect(result.correlation < (try #require(lag(0.05))).correlation)
    }

    @Test("the delay of a low-pass y = w y + (1 - w) x is w / (1 - w) samples for slow motion")
    func lowPass() throws {
        let times = (0..<6000).map { Int64($0) * 10_000_000 }
        let references = times.map { heading(Double($0) * 1e-9) }
        var y = references[0]
        let estimates = references.map { x in
            y = 0.8 * y + 0.2 * x
            return y
        }
        let result = try #require(HeadingLag(times: times, estimates: estimates, references: references))
        // 4 samples of 10 ms at frequency 0; the motion's 0.2 to 0.9 Hz are within 2 % of that.
        #expect((result.milliseconds - 40).magnitude < 1)
    }

    @Test("gaps and undefined headings are left out")
    func gaps() throws {
        var times = (0..<3000).map { Int64($0) * 16_666_667 }
        for index in 1000..<3000 { times[index] += 4_000_000_000 }
        var estimates = times.map { heading(Double($0) * 1e-9 - 0.03) }
        for index in 500..<560 { estimates[index] = .nan }
        let result = try #require(
            HeadingLag(times: times, estimates: estimates, references: times.map { heading(Double($0) * 1e-9) }))
        #expect((result.milliseconds - 30).magnitude < 0.2)
    }

    @Test("no turn, no delay; and none for another motion")
    func undefined() {
        let times = (0..<3000).map { Int64($0) * 16_666_667 }
        let still = times.map { _ in 1.0 }
        #expect(HeadingLag(times: times, estimates: still, references: still) == nil)
        let moving = times.map { heading(Double($0) * 1e-9) }
        #expect(HeadingLag(times: times, estimates: still, references: moving) == nil)
        #expect(HeadingLag(times: [], estimates: [], references: []) == nil)
        #expect(HeadingLag(times: [0, 1, 2], estimates: [0, 1, 2], references: [0, 1, 2]) == nil)
    }
}

/// A clock that jumps costs nothing and changes nothing.
@Suite("Headings across a hole")
struct HeadingHoleTests {
    private func heading(_ t: Double) -> Double { 0.8 * Double.sin(1.3 * t) + 0.3 * Double.sin(3.3 * t + 1) }

    /// Twenty seconds at 50 Hz, a hole of whole steps, twenty more.
    private func times(hole: Int64) -> [Int64] {
        (0..<2000).map { Int64($0) * 20_000_000 + ($0 < 1000 ? 0 : hole) }
    }

    private func lag(hole: Int64) throws -> HeadingLag {
        let times = times(hole: hole)
        let seconds = times.map { Double($0 % 1_000_000_000_000) * 1e-9 }
        return try #require(
            HeadingLag(
                times: times, estimates: seconds.map { heading($0 - 0.07) }, references: seconds.map { heading($0) }))
    }

    @Test("the delay is the same to the bit for a hole of 20 s and of 30 years")
    func sameDelay() throws {
        let short = try lag(hole: 20_000_000_000_000)
        #expect((short.milliseconds - 70).magnitude < 1)
        #expect(try lag(hole: 1_000_000_000_000_000_000) == short)
    }

    @Test("two headings agree as well across a hole of 30 years")
    func agreement() throws {
        func agreement(hole: Int64) throws -> HeadingAgreement {
            let times = times(hole: hole)
            func series(_ name: String, _ late: Double) -> HeadingSeries {
                HeadingSeries(
                    name: name,
                    samples: SampleStream(
                        times: times, values: times.map { heading(Double($0 % 1_000_000_000_000) * 1e-9 - late) }))
            }
            return try #require(HeadingAgreement(series("a", 0), series("b", 0.1)))
        }
        let short = try agreement(hole: 1_000_000_000_000)
        #expect(try agreement(hole: 1_000_000_000_000_000_000) == short)
        #expect((try #require(short.delayMilliseconds) - 100).magnitude < 3)
    }

    @Test("stamps nanoseconds apart are no sampling")
    func nanoseconds() {
        let times = (0..<2000).map { Int64($0) * 3 }
        let headings = times.map { heading(Double($0) * 1e7) }
        #expect(HeadingLag(times: times, estimates: headings, references: headings) == nil)
    }
}
