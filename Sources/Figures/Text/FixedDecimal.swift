import Vocabulary

/// Numbers with a fixed number of decimals, written as bytes: the same digits as `printf("%.*f")`, without its cost.
///
/// printf rounds the exact binary value to the nearest decimal, ties to even. Here x 10^n is split into its rounded
/// product and the product's rounding error (which a fused multiply-add gives exactly), so that ties are decided
/// exactly as well.
package enum FixedDecimal {
    /// The most bytes that `write` needs for one number.
    package static let capacity = 32

    /// 10^decimals, 0...9. A constant if the number of decimals is one.
    @inline(__always)
    private static func power(_ decimals: Int) -> UInt64 {
        switch decimals {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        default: 1_000_000_000
        }
    }

    /// Writes a number and returns the bytes that were used. A literal number of decimals makes divisions into
    /// multiplications.
    ///
    /// - Parameters:
    ///   - value: of any magnitude; from 2^53 / 10^decimals on its shortest exact text is written, and nothing where it
    ///     is not finite.
    ///   - decimals: 0...9.
    ///   - target: at least `capacity` bytes.
    @inline(__always)
    static func write(_ value: Double, decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let power = power(decimals)
        let scale = Double(power)
        let product = value.magnitude * scale
        // The nearest integer and its distance, by a sum whose last bit is one: exact below 2^51.
        let shifted = product + 0x1p52
        let distance = (product - (shifted - 0x1p52)).magnitude
        var digits = shifted.bitPattern & (1 << 52 - 1)
        // Away from a tie the rounding of the product does not matter. The comparison is false for NaN.
        if !(product < 0x1p51 && distance < 0.5 - product * 0x1p-52) {
            guard value.isFinite else { return 0 }
            guard product < 0x1p53 else { return write(text: "\(value)", to: target) }
            digits = nearTie(value.magnitude, scale, product)
        }
        // Signs are random, so a branch would be mispredicted half of the time; instead the sign is written always and
        // overwritten by a positive number.
        target.pointee = UInt8(ascii: "-")
        var cursor = target + (value.sign == .minus ? 1 : 0)
        let (whole, part) = digits.quotientAndRemainder(dividingBy: power)
        cursor += write(whole, to: cursor)
        if decimals > 0 {
            cursor.pointee = UInt8(ascii: ".")
            cursor += 1
            writeDigits(part, count: decimals, to: cursor)
            cursor += decimals
        }
        return cursor - target
    }

    /// value x scale to the nearest integer, ties to even; exact, from the rounded product and its rounding error.
    @inline(never)
    private static func nearTie(_ value: Double, _ scale: Double, _ product: Double) -> UInt64 {
        var digits = UInt64.clamped(product)
        let beyondHalf = product - Double(digits) - 0.5
        if beyondHalf.magnitude > product * 0x1p-52 {
            if beyondHalf > 0 { digits += 1 }
        } else {
            let exact = beyondHalf + (-product).addingProduct(value, scale)
            if exact > 0 || (exact == 0 && digits & 1 == 1) { digits += 1 }
        }
        return digits
    }

    /// Writes an integer below 10^count with leading zeros, count 1...9; up to nine bytes are overwritten.
    @inline(__always)
    static func writeDigits(_ number: UInt64, count: Int, to target: UnsafeMutablePointer<UInt8>) {
        var (rest, cursor) = (number, target)
        if count == 9 {
            let first: UInt64
            (first, rest) = number.quotientAndRemainder(dividingBy: 100_000_000)
            cursor.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: first)
            cursor += 1
        } else {
            // Shifts the wanted digits to the front of eight.
            rest &*= power(8 - count)
        }
        UnsafeMutableRawPointer(cursor).storeBytes(of: eightDigits(rest).littleEndian, as: UInt64.self)
    }

    /// The text of an integer below 10^8 with leading zeros, the first digit in the lowest byte.
    ///
    /// All halves, pairs and digits at once, in the parts of one word; quotients by 100 and 10 as products that are
    /// exact below 10^4 and 100 (P. Khuong, How to print integers really fast, 2017).
    @inline(__always)
    private static func eightDigits(_ number: UInt64) -> UInt64 {
        let upper = number / 10_000
        let halves = upper | ((number &- 10_000 &* upper) &<< 32)
        let hundreds = ((halves &* 10_486) &>> 20) & 0x0000_007f_0000_007f
        let pairs = hundreds | ((halves &- 100 &* hundreds) &<< 16)
        let tens = ((pairs &* 103) &>> 10) & 0x000f_000f_000f_000f
        return (tens | ((pairs &- 10 &* tens) &<< 8)) &+ 0x3030_3030_3030_3030
    }

    /// Writes an integer in decimal and returns the bytes that were used (at most 20).
    @inline(__always)
    static func write(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        // The common case in tracks: angles and unit quaternions.
        if number < 10 {
            target.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
            return 1
        }
        if number < 1000 {
            let (upper, last) = number.quotientAndRemainder(dividingBy: 10)
            let (first, middle) = upper.quotientAndRemainder(dividingBy: 10)
            let skipped = first == 0 ? 1 : 0
            target.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: first)
            target[1 - skipped] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: middle)
            target[2 - skipped] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
            return 3 - skipped
        }
        return writeLong(number, to: target)
    }

    @inline(never)
    private static func writeLong(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var length = 1
        var bound = number
        while bound >= 10 {
            bound /= 10
            length += 1
        }
        var rest = number
        var index = length - 1
        while index >= 0 {
            target[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
        return length
    }

    /// Appends a number to UTF-8 bytes; nothing where it is not finite.
    package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = write(value, decimals: decimals, to: base)
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// The number's text; empty where it is not finite.
    package static func text(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(text: String, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        for byte in text.utf8.prefix(capacity) {
            target[count] = byte
            count += 1
        }
        return count
    }
}
