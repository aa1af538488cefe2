import Evaluation
import RealModule
import Rotations
import Testing

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
