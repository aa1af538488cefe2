import Vocabulary

/// Numbers with a fixed number of decimals, written as bytes: the same digits as `printf("%.*f")`, without its cost.
///
/// printf rounds the exact binary value to the nearest decimal, ties to even. Here x 10^n is split into its rounded product
/// and the product's rounding error (which a fused multiply-add gives exactly), so that ties are decided exactly as well.
enum FixedDecimal {
    /// The most bytes that `write` needs for one number.
    static let capacity = 32

    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
    private static let integerPowers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    /// Writes a number and returns the bytes that were used.
    ///
    /// - Parameters:
    ///   - value: of any magnitude; from 2^53 / 10^decimals on its shortest exact text is written, and nothing where it is
    ///     not finite.
    ///   - decimals: 0...9.
    ///   - target: at least `capacity` bytes.
    @inline(__always)
    static func write(_ value: Double, decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard value.isFinite else { return 0 }
        let scale = powers[decimals]
        let product = value.magnitude * scale
        guard product < 0x1p53 else { return write(text: "\(value)", to: target) }
        var digits = UInt64.clamped(product)
        let beyondHalf = product - Double(digits) - 0.5
        if beyondHalf.magnitude > product * 0x1p-52 {
            if beyondHalf > 0 { digits += 1 }
        } else {
            let exact = beyondHalf + (-product).addingProduct(value.magnitude, scale)
            if exact > 0 || (exact == 0 && digits & 1 == 1) { digits += 1 }
        }
        var cursor = target
        if value.sign == .minus {
            cursor.pointee = UInt8(ascii: "-")
            cursor += 1
        }
        let (whole, part) = digits.quotientAndRemainder(dividingBy: integerPowers[decimals])
        cursor += write(whole, to: cursor)
        if decimals > 0 {
            cursor.pointee = UInt8(ascii: ".")
            // Two digits at a time: half as many divisions wait for each other.
            var rest = part
            var index = decimals
            while index > 1 {
                let (upper, pair) = rest.quotientAndRemainder(dividingBy: 100)
                cursor[index - 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair / 10)
                cursor[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair % 10)
                rest = upper
                index -= 2
            }
            if index == 1 { cursor[1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
            cursor += decimals + 1
        }
        return cursor - target
    }

    /// Writes an integer in decimal and returns the bytes that were used (at most 20).
    @inline(__always)
    static func write(_ number: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
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
    static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = write(value, decimals: decimals, to: base)
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// The number's text; empty where it is not finite.
    static func text(_ value: Double, decimals: Int) -> String {
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
