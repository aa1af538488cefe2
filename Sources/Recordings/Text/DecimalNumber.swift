/// Decimal text to the nearest double.
///
/// Up to 19 digits are gathered in an integer w; w 10^q is then exact in double arithmetic where w < 2^53 and |q| <= 22
/// (W. D. Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990), and found with one or two 64 x 64-bit
/// products otherwise (D. Lemire, Number Parsing at a Gigabyte per Second, Software: Practice and Experience 51, 2021;
/// N. Mushtak and D. Lemire, Fast Number Parsing Without Fallback, 2022). Longer, smaller or larger numbers are left to
/// the standard library, which is exact too.
struct DecimalNumber {
    private let powers: UnsafePointer<Double>
    private let integerPowers: UnsafePointer<UInt64>
    private let fives: UnsafePointer<UInt64>
    /// The decimal point: a point or a comma.
    private let point: UInt8

    /// Calls `body` with a parser whose tables stay at one place for that long.
    static func withParser<Result>(
        point: UInt8 = UInt8(ascii: "."), _ body: (DecimalNumber) throws -> Result
    ) rethrows -> Result {
        try exactPowers.withUnsafeBufferPointer { powers in
            try smallPowers.withUnsafeBufferPointer { integerPowers in
                try PowersOfFive.table.halves.withUnsafeBufferPointer { fives in
                    try body(
                        DecimalNumber(
                            powers: powers.baseAddress!, integerPowers: integerPowers.baseAddress!,
                            fives: fives.baseAddress!, point: point))
                }
            }
        }
    }

    /// Reads the number that begins at `p` and moves `p` behind it; `nil` where there is none or it needs the slow way.
    ///
    /// Bytes up to 32 behind the number must be readable.
    @inline(__always)
    func parse(_ p: inout UnsafePointer<UInt8>) -> Double? {
        var s = p
        let negative = s.pointee == UInt8(ascii: "-")
        if negative { s += 1 }
        var w: UInt64 = 0
        let start = s
        // Few digits stand before the point: one by one, the branch predictor runs ahead of the loads.
        while s.pointee &- 48 < 10 {
            w = w &* 10 &+ UInt64(s.pointee &- 48)
            s += 1
        }
        var digits = s - start
        var exponent = 0
        if s.pointee == point {
            s += 1
            let fraction = s
            readDigits(&s, &w)
            exponent = fraction - s
            digits -= exponent
        }
        guard digits > 0 else { return nil }
        if digits > 19 {
            guard significantDigits(from: start, to: s) <= 19 else { return nil }
        }
        if s.pointee | 0x20 == UInt8(ascii: "e") {
            guard let power = readExponent(&s) else { return nil }
            exponent += power
        }
        let value: Double
        if w <= 1 << 53 && exponent <= 0 && exponent >= -22 {
            value = Double(Int64(truncatingIfNeeded: w)) / powers[-exponent]
        } else if let scaled = scale(w, exponent) {
            value = scaled
        } else {
            return nil
        }
        p = s
        // Without a branch, which random signs would mispredict.
        return Double(bitPattern: value.bitPattern | (negative ? 1 << 63 : 0))
    }

    /// Appends the digits at `s` to `w`, eight at a time; `w` is meaningless beyond 19 significant digits.
    @inline(__always)
    private func readDigits(_ s: inout UnsafePointer<UInt8>, _ w: inout UInt64) {
        while true {
            let bytes = UInt64(littleEndian: UnsafeRawPointer(s).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
            // Bit 7 of a byte is set where it is no digit; bytes behind the first such one do not matter.
            let others = ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
            if others == 0 {
                w = w &* 100_000_000 &+ eightDigits(bytes)
                s += 8
                continue
            }
            let count = others.trailingZeroBitCount >> 3
            if count == 0 { return }
            w = w &* integerPowers[count] &+ eightDigits(bytes << UInt64(64 - 8 * count))
            s += count
            return
        }
    }

    /// The number of eight digit values, the first in the lowest byte.
    @inline(__always)
    private func eightDigits(_ bytes: UInt64) -> UInt64 {
        let pairs = (bytes &* 10) &+ (bytes >> 8)
        let mask: UInt64 = 0x0000_00ff_0000_00ff
        let high = (pairs & mask) &* 0x000f_4240_0000_0064  // 100 + (1 000 000 << 32)
        let low = ((pairs >> 16) & mask) &* 0x0000_2710_0000_0001  // 1 + (10 000 << 32)
        return (high &+ low) >> 32
    }

    private func significantDigits(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int {
        var s = start
        var points = 0
        while s < end && (s.pointee == UInt8(ascii: "0") || s.pointee == point) { s += 1 }
        let first = s
        while s < end {
            if s.pointee == point { points += 1 }
            s += 1
        }
        return end - first - points
    }

    private func readExponent(_ s: inout UnsafePointer<UInt8>) -> Int? {
        var t = s + 1
        let negative = t.pointee == UInt8(ascii: "-")
        if negative || t.pointee == UInt8(ascii: "+") { t += 1 }
        var power = 0
        var count = 0
        while t.pointee &- 48 < 10 && count < 5 {
            power = power * 10 + Int(t.pointee &- 48)
            t += 1
            count += 1
        }
        guard count > 0 && count < 5 else { return nil }
        s = t
        return negative ? -power : power
    }

    /// w 10^q rounded to the nearest double, ties to even; `nil` outside the table. Lemire 2021, algorithm 1.
    @inline(never)
    private func scale(_ integer: UInt64, _ q: Int) -> Double? {
        if integer == 0 { return 0 }
        if integer <= 1 << 53 && q >= 0 && q <= 22 { return Double(integer) * powers[q] }
        guard PowersOfFive.exponents.contains(q) else { return nil }
        let zeros = integer.leadingZeroBitCount
        let w = integer << UInt64(zeros)
        let index = 2 * (q - PowersOfFive.exponents.lowerBound)
        var (high, low) = w.multipliedFullWidth(by: fives[index])
        if high & 0x1ff == 0x1ff {
            let second = w.multipliedFullWidth(by: fives[index + 1]).high
            let (sum, overflow) = low.addingReportingOverflow(second)
            low = sum
            if overflow { high += 1 }
        }
        let upper = high >> 63
        let shift = upper + 64 - 52 - 3
        var mantissa = high >> shift
        // floor(q log2 10) + 63, exact for all q of the table, and the bias of the exponent.
        var power = ((152_170 + 65_536) * q) >> 16 + 63 + Int(upper) - zeros + 1023
        if low <= 1 && q >= -4 && q <= 23 && mantissa & 3 == 1 && mantissa << shift == high {
            mantissa &= ~1  // halfway between two doubles: to the even one
        }
        mantissa = (mantissa + (mantissa & 1)) >> 1
        if mantissa >= 1 << 53 {
            mantissa = 1 << 52
            power += 1
        }
        return Double(sign: .plus, exponentBitPattern: UInt(power), significandBitPattern: mantissa & ((1 << 52) - 1))
    }

    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    private static let smallPowers: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

    /// Any spelling of a cell, trimmed: a number however long, an empty cell, a word for "no number".
    ///
    /// Not fast; for what `parse` leaves.
    static func slow(_ cell: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) -> Double {
        var text = String(decoding: cell, as: UTF8.self).trimmedCell
        if decimalComma { text = text.replacing(",", with: ".") }
        if text.isEmpty { return CellValue.missing }
        switch text.lowercased() {
        case "nan", "null", "nil", "none", "na", "n/a", "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity":
            return CellValue.notANumber
        default: break
        }
        // The standard library also reads hexadecimal numbers, which no log means.
        guard text.utf8.allSatisfy({ ($0 &- 48 < 10) || ".+-eE".utf8.contains($0) }), let value = Double(text) else {
            return CellValue.unreadable
        }
        return value.isFinite ? value : CellValue.notANumber
    }
}

extension String {
    /// Without surrounding blanks and one pair of quotation marks.
    var trimmedCell: String {
        var cell = self[...]
        func trim() {
            while let first = cell.first, first == " " || first == "\t" || first == "\r" { cell = cell.dropFirst() }
            while let last = cell.last, last == " " || last == "\t" || last == "\r" { cell = cell.dropLast() }
        }
        trim()
        if cell.count >= 2, cell.first == "\"", cell.last == "\"" {
            cell = cell.dropFirst().dropLast()
            trim()
        }
        return String(cell)
    }
}
