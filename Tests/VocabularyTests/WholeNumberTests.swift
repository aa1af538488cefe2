import Testing
import Vocabulary

@Suite("Numbers that data decide, as integers")
struct WholeNumberTests {
    @Test(
        "towards zero; the end of the range beyond it; 0 for NaN",
        arguments: [
            (0, 0), (-0.9, 0), (1.999, 1), (-1.999, -1), (0x1p53, 9_007_199_254_740_992), (.nan, 0),
            (9.2e18, 9_200_000_000_000_000_000), (0x1p63, .max), (1e300, .max), (.infinity, .max), (-0x1p63, .min),
            (-1e300, .min), (-.infinity, .min), (Double.leastNonzeroMagnitude, 0),
        ] as [(Double, Int)])
    func clamping(_ value: Double, _ expected: Int) {
        #expect(Int(clamping: value) == expected)
        #expect(Int64(clamping: value) == Int64(expected))
    }

    @Test("as the standard library's conversion where that has an answer")
    func reference() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: generator.next())
            let expected = Int64(exactly: value.rounded(.towardZero))
            #expect(Int64(clamping: value) == expected ?? (value > 0 ? .max : value < 0 ? .min : 0), "\(value)")
            let whole = Double(Int64(truncatingIfNeeded: generator.next() >> (generator.next() % 64)))
            #expect(Int64(clamping: whole / 1000) == Int64(exactly: (whole / 1000).rounded(.towardZero)), "\(whole)")
        }
    }

    @Test("of narrower types too")
    func narrow() {
        #expect(Int16.clamped(1e9) == .max && Int16.clamped(-32_769) == .min && Int16.clamped(.nan) == 0)
        #expect(UInt64.clamped(-1) == 0 && UInt64.clamped(4_503_599_627_370_497) == 4_503_599_627_370_497)
        #expect(UInt8.clamped(255.9) == 255 && UInt8.clamped(256) == 255)
    }

    @Test("arithmetic of stamps stays at the ends of the range")
    func stamps() {
        #expect(LogTime.sum(.max, 1) == .max && LogTime.sum(.min, -1) == .min && LogTime.sum(3, -5) == -2)
        #expect(LogTime.difference(.min, 1) == .min && LogTime.difference(.max, -1) == .max)
        #expect(LogTime.difference(0, .min) == .max && LogTime.difference(3, 5) == -2)
        #expect(LogTime.product(5, .max) == .max && LogTime.product(-5, .max) == .min && LogTime.product(3, -4) == -12)
        #expect(LogTime.product(.min, -1) == .max && LogTime.product(0, .min) == 0)
        // Two stamps of a recording, as far apart as they can be.
        #expect(LogTime.difference(LogTime.limit, -LogTime.limit) == 2 * LogTime.limit)
    }
}
