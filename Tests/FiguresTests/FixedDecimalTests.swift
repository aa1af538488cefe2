import Foundation
import Testing

@testable import Figures

@Suite struct FixedDecimalTests {
    private func expectPrintf(_ value: Double, _ decimals: Int) {
        #expect(FixedDecimal.text(value, decimals: decimals) == String(format: "%.\(decimals)f", value))
    }

    @Test func roundsAsPrintf() {
        var state: UInt64 = 0x1234_5678_9ABC_DEF1
        func random() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) * 0x1p-53
        }
        for _ in 0..<20_000 {
            expectPrintf(2 * random() - 1, 9)
            expectPrintf(360 * random(), 6)
            expectPrintf((random() - 0.5) * pow(10, 12 * random() - 6), 6)
        }
    }

    /// Every number of decimals, at sizes where the product has all its 53 bits and beyond.
    @Test func roundsAsPrintfAtEverySize() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for decimals in 0...9 {
            for _ in 0..<4000 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let value = Double(bitPattern: (state & ~(0x7FF << 52)) | ((1023 - 40 + state % 93) << 52))
                guard value.magnitude * pow(10, Double(decimals)) < 0x1p53 else { continue }
                expectPrintf(value, decimals)
            }
        }
    }

    @Test func integersOfEveryLength() {
        var numbers: [UInt64] = [0, .max]
        var power: UInt64 = 1
        for _ in 0..<19 {
            numbers += [power, power * 10 - 1, power * 7 + power / 3]
            power *= 10
        }
        for number in numbers {
            let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
                buffer.baseAddress.map { base in
                    let count = FixedDecimal.write(number, to: base)
                    return String(decoding: buffer[..<count], as: UTF8.self)
                }
            }
            #expect(text == String(number))
        }
    }

    /// Ties in binary (0.5 and its like are exact) go to the even digit; decimal ties are none in binary.
    @Test(arguments: [
        0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 0.125, 0.375, 0.0000005, 0.0000015, 1.0000005, 0.9999995, 0.99999949999999999,
        359.9999995, 359.99999949, 1e-300, -1e-12, 999_999.9999995, 9_007_199_254.740991, 1.0 / 3, 2.0 / 3,
    ])
    func edges(_ value: Double) {
        for decimals in 0...9 where value.magnitude < 9e6 || decimals <= 6 { expectPrintf(value, decimals) }
    }

    /// Multiples of 2^-10 with nine decimals: every one needs ten, so that many are exact ties.
    @Test func exactTies() {
        for number in 1..<2048 { expectPrintf(Double(number) / 1024, 9) }
    }

    @Test func beyondItsRangeTheTextIsExact() {
        #expect(Double(FixedDecimal.text(1.5e300, decimals: 9)) == 1.5e300)
        #expect(FixedDecimal.text(.nan, decimals: 9).isEmpty)
        #expect(FixedDecimal.text(-.infinity, decimals: 6).isEmpty)
    }
}
