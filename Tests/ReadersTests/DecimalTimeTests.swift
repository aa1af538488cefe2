import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Times are exact: no floating point on the way.
struct DecimalTimeTests {
    @Test(arguments: [
        ("0", 0), ("0.0035", 3_500_000), ("58202.2837", 58_202_283_700_000), ("-1.5", -1_500_000_000),
        ("1464872308.123456789", 1_464_872_308_123_456_789), ("0.0000000005", 1), ("0.00000000049999", 0),
        ("-0.0000000005", -1), ("1e-3", 1_000_000), ("1.5E2", 150_000_000_000), ("  7 ", 7_000_000_000),
        ("4000000001", 4_000_000_001_000_000_000), ("00000000000001.5", 1_500_000_000), (".25", 250_000_000),
        ("0.1234567891", 123_456_789), ("0.9999999999", 1_000_000_000), ("1.e1", 10_000_000_000),
    ])
    func seconds(_ text: String, _ expected: Int64) {
        #expect(DecimalTime.parse(text) == expected)
        #expect(fast(text) ?? expected == expected)
    }

    @Test(arguments: ["", "x", "1.2.3", "1e", "99999999999", "-", "nan", "1e400", "12:30", "1e+-3"])
    func noTimes(_ text: String) {
        #expect(DecimalTime.parse(text) == nil)
    }

    @Test func otherUnits() {
        #expect(DecimalTime.parse("1403636579758555392", exponent: 0) == 1_403_636_579_758_555_392)
        #expect(DecimalTime.parse("1500.25", exponent: 6) == 1_500_250_000)
    }

    @Test func textAndBack() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<50_000 {
            let time = Int64(bitPattern: random.next()) >> (random.next() % 60 + 2)
            let text = LogTime.text(time)
            #expect(DecimalTime.parse(text) == time)
            #expect(fast(text) ?? time == time)
        }
    }

    private func fast(_ text: String) -> Int64? {
        var bytes = Array(text.utf8)
        let count = bytes.count
        bytes += [44, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        return bytes.withUnsafeBufferPointer { buffer in
            var p = buffer.baseAddress.unsafelyUnwrapped
            guard let time = DecimalTime.parse(&p), p - buffer.baseAddress.unsafelyUnwrapped == count else {
                return nil
            }
            return time
        }
    }
}
