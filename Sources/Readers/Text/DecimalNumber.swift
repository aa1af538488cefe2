import Recordings
import Vocabulary

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

    /// Calls `body` with a parser whose tables stay at one address for that time.
    static func withParser<Result>(
        point: UInt8 = UInt8(ascii: "."), _ body: (DecimalNumber) throws -> Result
    ) rethrows -> Result {
        try exactPowers.withUnsafeBufferPointer { powers in
            try smallPowers.withUnsafeBufferPointer { integerPowers in
                try PowersOfFive.halves.withUnsafeBufferPointer { fives in
                    try body(
                        DecimalNumber(
                            powers: powers.baseAddress!, integerPowers: integerPowers.baseAddress!,
                            fives: fives.baseAddress!, point: point))
                }
            }
        }
    }

    /// Reads the number that begins at `p` and moves `p` past it; `nil` where there is none or it needs the slow way.
    ///
    /// The 32 bytes after the number must be readable.
    @inline(__always)
    func parse(_ p: inout UnsafePointer<UInt8>) -> Double? {
        let start = p
        let (value, end) = number(at: start)
        p = end
        return end == start ? nil : value
    }

    /// The number that begins at `start` and the byte after it, which is `start` itself where there is no number or it
    /// needs the slow way. Readable bytes as for `parse`.
    @inline(__always)
    func number(at start: UnsafePointer<UInt8>) -> (value: Double, end: UnsafePointer<UInt8>) {
        // 1 for a minus and 0 for all else, by arithmetic: signs are random, a branch would be mispredicted half of the
        // time.
        let minus = (UInt64(start.pointee ^ UInt8(ascii: "-")) &- 1) &>> 63
        let digits = start + Int(truncatingIfNeeded: minus)
        let whole = EightDigits(at: digits)
        let fraction = EightDigits(at: digits + whole.count + 1)
        let end = digits + whole.count + 1 + fraction.count
        // What loggers write: 1 to 7 digits, the point, 1 to 7 digits, no exponent. 14 digits are exact as a double,
        // and so is the power of ten: the quotient is the nearest double.
        guard UInt(bitPattern: whole.count &- 1) < 7, digits[whole.count] == point,
            UInt(bitPattern: fraction.count &- 1) < 7, end.pointee | 0x20 != UInt8(ascii: "e")
        else { return general(at: start) }
        let w = whole.value &* integerPowers[fraction.count] &+ fraction.value
        let value = Double(Int64(truncatingIfNeeded: w)) / powers[fraction.count]
        return (Double(bitPattern: value.bitPattern | (minus &<< 63)), end)
    }

    /// As `number`, for all other spellings: integers, many digits, exponents.
    @inline(never)
    private func general(at p: UnsafePointer<UInt8>) -> (value: Double, end: UnsafePointer<UInt8>) {
        let nothing = (0.0, p)
        let negative = p.pointee == UInt8(ascii: "-")
        var s = negative ? p + 1 : p
        var w: UInt64 = 0
        let start = s
        readDigits(&s, &w)
        var digits = s - start
        var exponent = 0
        if s.pointee == point {
            s += 1
            let fraction = s
            readDigits(&s, &w)
            exponent = fraction - s
            digits -= exponent
        }
        guard digits > 0 else { return nothing }
        if digits > 19 {
            guard significantDigits(from: start, to: s) <= 19 else { return nothing }
        }
        if s.pointee | 0x20 == UInt8(ascii: "e") {
            guard let power = readExponent(&s) else { return nothing }
            exponent += power
        }
        let value: Double
        if w <= 1 << 53 && exponent <= 0 && exponent >= -22 {
            value = Double(Int64(truncatingIfNeeded: w)) / powers[-exponent]
        } else if let scaled = scale(w, exponent) {
            value = scaled
        } else {
            return nothing
        }
        return (negative ? -value : value, s)
    }

    /// Appends the digits at `s` to `w`, eight at a time; `w` is meaningless beyond 19 significant digits.
    @inline(__always)
    private func readDigits(_ s: inout UnsafePointer<UInt8>, _ w: inout UInt64) {
        while true {
            let digits = EightDigits(at: s)
            guard digits.count > 0 else { return }
            w = w &* integerPowers[digits.count] &+ digits.value
            s += digits.count
            if digits.count < 8 { return }
        }
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
        1e20, 1e21, 1e22,
    ]

    private static let smallPowers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
    ]

    /// Any spelling of a cell, trimmed: a number of any length, an empty cell, a word for "no number".
    ///
    /// Slow; for cells that `parse` does not read.
    static func slow(_ cell: UnsafeBufferPointer<UInt8>, decimalComma: Bool = false) -> Double {
        slow(String(decoding: cell, as: UTF8.self), decimalComma: decimalComma)
    }

    /// As `slow` for the bytes of a cell.
    static func slow(_ cell: String, decimalComma: Bool = false) -> Double {
        var text = GroupedDigits.decimal(cell.trimmedCell, decimalComma: decimalComma)
        if text.isEmpty { return CellValue.missing }
        // The typographic minus sign.
        if text.hasPrefix("\u{2212}") { text = "-" + text.dropFirst() }
        switch text.lowercased() {
        case "nan", "null", "nil", "none", "na", "n/a", "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity":
            return CellValue.notANumber
        default: break
        }
        // The standard library also reads hexadecimal numbers, which do not occur in logs.
        guard text.utf8.allSatisfy({ ($0 &- 48 < 10) || ".+-eE".utf8.contains($0) }), let value = Double(text) else {
            return CellValue.unreadable
        }
        return value.isFinite ? value : CellValue.notANumber
    }
}

extension String {
    /// The parts between commas, trimmed.
    var commaCells: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmedCell }
    }

    /// With decimal points in place of decimal commas.
    var withDecimalPoint: String {
        String(decoding: utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    }
}

/// Up to eight decimal digits at once, in the bytes of one word (SWAR: arithmetic on all bytes of a register).
///
/// Three multiplications in place of a loop, whose end a branch predictor would have to guess for every number.
struct EightDigits {
    /// Digits as 0...9, the first in the lowest byte; other bytes are 10 or more.
    private let bytes: UInt64
    /// How many digits there are before the first other byte, 0...8.
    let count: Int

    /// Eight bytes must be readable.
    @inline(__always)
    init(at p: UnsafePointer<UInt8>) {
        bytes = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
        // Bit 7 of a byte is set where it is no digit; carries spoil the bytes after the first such one, which are not
        // used.
        let others = ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
        count = others.trailingZeroBitCount >> 3
    }

    /// The number that the digits make. Precondition: `count` > 0.
    @inline(__always)
    var value: UInt64 {
        let word = bytes &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let pairs = (word &* 10) &+ (word >> 8)
        let mask: UInt64 = 0x0000_00ff_0000_00ff
        let high = (pairs & mask) &* 0x000f_4240_0000_0064  // 100 + (1 000 000 << 32)
        let low = ((pairs >> 16) & mask) &* 0x0000_2710_0000_0001  // 1 + (10 000 << 32)
        return (high &+ low) >> 32
    }
}

/// 5^q for -27 <= q <= 27 as 128-bit fractions, for `DecimalNumber`.
///
/// The entries follow D. Lemire, Number Parsing at a Gigabyte per Second, Software: Practice and Experience 51 (2021),
/// section 5: for q >= 0 the power shifted until its highest bit is bit 127, exact here; for q < 0 the reciprocal,
/// 2^b / 5^-q rounded up, with b such that it has 128 bits.
enum PowersOfFive {
    static let exponents = -27...27

    /// High and low half, index 2 (q + 27) and the next one.
    static let halves: [UInt64] = exponents.flatMap { q -> [UInt64] in
        var power: UInt64 = 1
        for _ in 0..<abs(q) { power *= 5 }  // 5^27 < 2^63
        if q >= 0 { return [power << UInt64(power.leadingZeroBitCount), 0] }
        // floor(2^(z + 127) / 5^-q) + 1, 2^z being the next power of two above 5^-q: the quotient has 128 bits.
        let z = 64 - power.leadingZeroBitCount
        let (high, remainder) = power.dividingFullWidth((UInt64(1) << UInt64(z - 1), 0))
        let (low, _) = power.dividingFullWidth((remainder, 0))
        return [low == .max ? high + 1 : high, low &+ 1]
    }
}

extension DecimalTime {
    /// Reads the time that begins at `p` and moves `p` past it; `nil` where there is none or it needs the slow way.
    @inline(__always)
    static func parse(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        let isNegative = p.pointee == UInt8(ascii: "-")
        let start = p + (isNegative ? 1 : 0)
        let first = EightDigits(at: start)
        guard first.count > 0 else { return nil }
        var whole = first.value
        var s = start + first.count
        while s.pointee &- 48 < 10 && s - start <= 10 {
            whole = whole &* 10 &+ UInt64(s.pointee &- 48)
            s += 1
        }
        guard s - start <= 10 && whole <= 4_000_000_000 else { return nil }
        var nanoseconds: UInt64 = 0
        if s.pointee == UInt8(ascii: ".") {
            s += 1
            let decimals = EightDigits(at: s)
            if decimals.count > 0 { nanoseconds = decimals.value }
            var places = decimals.count
            s += places
            if places == 8 && s.pointee &- 48 < 10 {
                nanoseconds = nanoseconds &* 10 &+ UInt64(s.pointee &- 48)
                s += 1
                places = 9
                guard s.pointee &- 48 >= 10 else { return nil }
            }
            while places < 9 {
                nanoseconds = nanoseconds &* 10
                places += 1
            }
        }
        let time = Int64(truncatingIfNeeded: whole &* 1_000_000_000 &+ nanoseconds)
        p = s
        return isNegative ? -time : time
    }

    /// As `parse`, for integer nanoseconds.
    @inline(__always)
    static func parseInteger(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        var s = p
        let negative = s.pointee == UInt8(ascii: "-")
        if negative { s += 1 }
        var whole: Int64 = 0
        let start = s
        while s.pointee &- 48 < 10 {
            whole = whole &* 10 &+ Int64(s.pointee &- 48)
            s += 1
        }
        guard s > start && s - start <= 18 || s - start == 19 && whole >= 0 && whole <= limit && start.pointee < 53
        else { return nil }
        p = s
        return negative ? -whole : whole
    }
}

/// Numbers whose digits are grouped by thousands: `1,234.5`, `1.234,5`, `1'234.5`, `1 234`.
enum GroupedDigits {
    /// A number as `Double` reads it: with a decimal point and without thousands separators; other text may stay as it
    /// is.
    /// - Parameter decimalComma: the number has a comma in place of the point.
    static func decimal(_ text: String, decimalComma: Bool) -> String {
        plain(text, decimalComma: decimalComma) ?? (decimalComma ? text.withDecimalPoint : text)
    }

    /// The number without thousands separators and with a decimal point; `nil` for every other text.
    /// - Parameter decimalComma: the number has a comma in place of the point.
    static func plain(_ text: String, decimalComma: Bool) -> String? {
        let (point, others): (Character, String) = decimalComma ? (",", ".") : (".", ",")
        // Nearly all cells have no such mark, and bytes are compared faster than characters.
        guard text.utf8.contains(where: { $0 > 127 || $0 == others.utf8.first || "' ".utf8.contains($0) }) else {
            return nil
        }
        guard let mark = text.first(where: { others.contains($0) || blanks.contains($0) }) else { return nil }
        let parts = text.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty, parts.dropFirst().allSatisfy(isDigits) else { return nil }
        let sign = parts[0].hasPrefix("-") || parts[0].hasPrefix("+") ? parts[0].prefix(1) : ""
        let groups = parts[0].dropFirst(sign.count).split(separator: mark, omittingEmptySubsequences: false)
        // Zero has no thousands.
        guard groups.count > 1, groups.allSatisfy(isDigits), (1...3).contains(groups[0].count),
            !groups[0].hasPrefix("0"),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return sign + groups.joined() + (parts.count > 1 ? "." + parts[1] : "")
    }

    /// Marks that are never a decimal point, thin spaces among them.
    private static let blanks = "'’ \u{A0}\u{2009}\u{202F}"

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 &- 48 < 10 }
    }
}
