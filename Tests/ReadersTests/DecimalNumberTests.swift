import Testing
import Vocabulary

@testable import Readers

/// Every number is the nearest double: the standard library, which is exact, is the oracle.
struct DecimalNumberTests {
    private func parse(_ text: String) -> Double? {
        var bytes = Array(text.utf8)
        let count = bytes.count
        bytes += [UInt8](repeating: 0, count: 40)
        bytes[count] = UInt8(ascii: ",")
        return bytes.withUnsafeBufferPointer { buffer in
            DecimalNumber.withParser { parser in
                var p = buffer.baseAddress.unsafelyUnwrapped
                guard let value = parser.parse(&p) else {
                    return DecimalNumber.slow(UnsafeBufferPointer(rebasing: buffer[0..<count]))
                }
                return p - buffer.baseAddress.unsafelyUnwrapped == count ? value : nil
            }
        }
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0", "1", "-1", "9.80665", "1e5", "1E-5", "-2.5e+3", ".5", "5.", "000012.5",
        "0.000000000000000000012345678901234567", "123456789012345678", "1234567890123456789", "12345678901234567890",
        "9007199254740993", "9007199254740992.999999999", "0.1", "0.30000000000000004", "5e-324",
        "2.2250738585072014e-308",
        "1.7976931348623157e308", "8.5e-27", "1e22", "1e23", "1e-22", "1e-23", "4503599627370496.5",
        "4503599627370497.5",
        "4503599627370498.5", "9007199254740991.5", "18014398509481990", "7.2057594037927933e16",
        "6.631236846766476e-16",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
    ])
    func hardNumbers(_ text: String) throws {
        let expected = try #require(Double(text))
        #expect(parse(text)?.bitPattern == expected.bitPattern)
    }

    @Test func shortestFormsOfRandomDoubles() {
        var random = SplitMix64(seed: 1)
        var wrong = 0
        for _ in 0..<300_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            if parse(value.description)?.bitPattern != value.bitPattern { wrong += 1 }
            let sensor = (random.uniform() - 0.5) * 100
            if parse(sensor.description)?.bitPattern != sensor.bitPattern { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    /// Decimal texts of every length, most of which are no shortest form, and many near halfway between two doubles.
    @Test func randomDigits() {
        var random = SplitMix64(seed: 2)
        var wrong = 0
        for _ in 0..<300_000 {
            var text = random.next() % 2 == 0 ? "-" : ""
            text += String(random.next() >> (random.next() % 60 + 4))
            text += "." + String(random.next() >> (random.next() % 64))
            if random.next() % 4 == 0 { text += "e\(Int(random.next() % 60) - 30)" }
            guard let expected = Double(text) else { continue }
            if parse(text)?.bitPattern != expected.bitPattern { wrong += 1 }
        }
        // The exact middle between neighbouring doubles of 2^53 ... 2^63: ties go to the even one.
        for _ in 0..<100_000 {
            let shift = random.next() % 10 + 1
            let middle = ((random.next() | 1 << 63) >> 10 | 1) << shift
            let text = String(middle >> 1)
            guard let expected = Double(text) else { continue }
            if parse(text)?.bitPattern != expected.bitPattern { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: ["", "  ", "\"\"", "\t"])
    func emptyCells(_ text: String) { #expect(CellValue.isMissing(DecimalNumber.slow(text))) }

    @Test(arguments: ["nan", "NaN", "NULL", "inf", "-Infinity", "N/A", "1e999", " nan "])
    func wordsForNoNumber(_ text: String) {
        let value = DecimalNumber.slow(text)
        #expect(value.isNaN && !CellValue.isMissing(value) && !CellValue.isUnreadable(value))
    }

    @Test(arguments: ["x", "1.2.3", "0x10", "--1", "1,5", "1e", "e5", "12:30", "1_000", "٣", "."])
    func unreadableCells(_ text: String) { #expect(CellValue.isUnreadable(DecimalNumber.slow(text))) }

    @Test func blanksAndQuotationMarksAreNoMatter() {
        #expect(DecimalNumber.slow(" \"-1.5\" ") == -1.5)
        #expect(DecimalNumber.slow("+3") == 3)
    }
}

extension DecimalNumber {
    fileprivate static func slow(_ text: String) -> Double {
        Array(text.utf8).withUnsafeBufferPointer { DecimalNumber.slow($0) }
    }
}
