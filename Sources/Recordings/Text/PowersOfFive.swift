/// 5^q for -27 <= q <= 27 as 128-bit fractions, for `DecimalNumber`.
///
/// The entries follow D. Lemire, Number Parsing at a Gigabyte per Second, Software: Practice and Experience 51 (2021),
/// section 5: for q >= 0 the power shifted until its highest bit is bit 127, exact here; for q < 0 the reciprocal,
/// 2^b / 5^-q rounded up, with b such that it has 128 bits.
struct PowersOfFive: Sendable {
    static let exponents = -27...27
    static let table = PowersOfFive()

    /// High and low half, index 2 (q + 27) and the one behind it.
    let halves: [UInt64]

    private init() {
        var halves: [UInt64] = []
        for q in Self.exponents {
            var power: UInt64 = 1
            for _ in 0..<abs(q) { power *= 5 }  // 5^27 < 2^63
            if q >= 0 {
                halves += [power << UInt64(power.leadingZeroBitCount), 0]
            } else {
                // floor(2^(z + 127) / 5^-q) + 1, 2^z being the next power of two above 5^-q: the quotient has 128 bits.
                let z = 64 - power.leadingZeroBitCount
                let (high, remainder) = power.dividingFullWidth((UInt64(1) << UInt64(z - 1), 0))
                let (low, _) = power.dividingFullWidth((remainder, 0))
                halves += [low == .max ? high + 1 : high, low &+ 1]
            }
        }
        self.halves = halves
    }
}
