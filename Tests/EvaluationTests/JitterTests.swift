import Evaluation
import RealModule
import Rotations
import Testing

@Suite("Jitter")
struct JitterTests {
    let times = (0..<6000).map { Int64($0) * 10_000_000 }

    func jitter(_ components: [[Double]]) -> Jitter {
        var jitter = Jitter()
        jitter.add(times: times, components: components)
        return jitter
    }

    @Test("an alternating +-3 about a ramp: 3 but for the window's own mean")
    func alternating() throws {
        let values = times.indices.map { 0.01 * Double($0) + ($0.isMultiple(of: 2) ? 3.0 : -3.0) }
        // 51 samples in the window, one more of the other sign: the mean is -+3/51, so r = 3 (1 + 1/51).
        let deviation = try #require(jitter([values]).standardDeviation)
        #expect((deviation - 3 * 52 / 51).magnitude < 1e-9)
    }

    @Test("a sine of frequency f keeps the part 1 - sinc(f T) of the window T")
    func sine() throws {
        let f = 3.0
        let values = times.map { Double.sin(2 * Double.pi * f * Double($0) * 1e-9) }
        // 51 samples of 10 ms: the discrete mean of a sine is sin(51 a) / (51 sin a) with a = pi f / 100.
        let a = Double.pi * f / 100
        let kept = 1 - Double.sin(51 * a) / (51 * Double.sin(a))
        let deviation = try #require(jitter([values]).standardDeviation)
        #expect((deviation - kept * 0.5.squareRoot()).magnitude < 2e-3)
    }

    @Test("components add in quadrature, straight motion does not count")
    func components() throws {
        let x = times.indices.map { $0.isMultiple(of: 2) ? 3.0 : -3.0 }
        let y = times.indices.map { 0.5 * Double($0) + ($0.isMultiple(of: 2) ? 4.0 : -4.0) }
        let deviation = try #require(jitter([x, y]).standardDeviation)
        #expect((deviation - 5 * 52.0 / 51).magnitude < 1e-9)
        #expect(jitter([x, y]).samples == 6000 - 50)
    }

    @Test("the reference's own tremor is taken off in quadrature, never below 0")
    func excess() throws {
        let five = jitter([times.indices.map { $0.isMultiple(of: 2) ? 5.0 : -5.0 }])
        let three = jitter([times.indices.map { $0.isMultiple(of: 2) ? 3.0 : -3.0 }])
        let excess = try #require(five.excess(over: three))
        #expect((excess - 4 * 52.0 / 51).magnitude < 1e-9)
        #expect(three.excess(over: five) == 0)
        #expect(five.excess(over: Jitter()) == nil)
    }

    @Test("angles are unrolled across north")
    func angles() throws {
        let headings = times.indices.map { Angle.radians($0.isMultiple(of: 2) ? 359 : 1) }
        var jitter = Jitter()
        jitter.add(times: times, angles: headings)
        let deviation = try #require(jitter.standardDeviation)
        #expect((Angle.degrees(deviation) - 52.0 / 51).magnitude < 1e-9)
    }

    @Test("a stretch shorter than the window, a gap and undefined values give no sample")
    func stretches() {
        var short = Jitter()
        short.add(times: Array(times.prefix(50)), components: [Array(repeating: 1.0, count: 50)])
        #expect(short.samples == 0)
        #expect(short.standardDeviation == nil)
        var values = Array(repeating: 1.0, count: 6000)
        values[3000] = .nan
        #expect(jitter([values]).samples == 6000 - 1 - 100)
        var empty = Jitter()
        empty.add(times: [], components: [[]])
        #expect(empty.samples == 0)
    }
}
