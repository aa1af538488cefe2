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
        // Bit 7 of a byte is set where it is no digit; what carries make of the bytes behind the first such one is not used.
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
