/// A seeded generator whose numbers are the same on every machine: xoshiro256** (D. Blackman, S. Vigna, ACM TOMS 47(4),
/// 2021), seeded through SplitMix64 as its authors recommend.
///
/// Every sensor draws from its own stream, so that leaving one out does not change the numbers of the others.
public struct RandomGenerator: RandomNumberGenerator, Sendable {
    @usableFromInline var s0: UInt64
    @usableFromInline var s1: UInt64
    @usableFromInline var s2: UInt64
    @usableFromInline var s3: UInt64
    @usableFromInline var spare: Double?

    /// Stream number `stream` of a seed: equal arguments give equal numbers, different ones independent numbers.
    public init(seed: UInt64, stream: UInt64 = 0) {
        var mixer = SplitMix64(seed: seed)
        // The stream enters after the seed was mixed, so that (seed, stream + 1) is not (seed + 1, stream).
        mixer = SplitMix64(seed: mixer.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
        s0 = mixer.next()
        s1 = mixer.next()
        s2 = mixer.next()
        s3 = mixer.next()
    }

    /// The generator in a given state, not all zero.
    init(state: (UInt64, UInt64, UInt64, UInt64)) { (s0, s1, s2, s3) = state }

    /// 64 random bits.
    @inlinable
    public mutating func next() -> UInt64 {
        let product = s1 &* 5
        let result = ((product << 7) | (product >> 57)) &* 9
        let shifted = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = (s3 << 45) | (s3 >> 19)
        return result
    }

    /// A number evenly spread over [0, 1), a multiple of 2^-53.
    @inlinable
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number evenly spread over the half-open interval from `low` to `high`.
    @inlinable
    public mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

    /// A number of the standard normal distribution: Marsaglia's polar method (G. Marsaglia, T. Bray, SIAM Review 6,
    /// 1964). The logarithm is `PortableLogarithm`, since those of mathematical libraries differ in the last bit.
    public mutating func gaussian() -> Double {
        if let number = spare {
            spare = nil
            return number
        }
        while true {
            let u = 2 * uniform() - 1
            let v = 2 * uniform() - 1
            let squared = u * u + v * v
            guard squared < 1, squared > 0 else { continue }
            let factor = (-2 * PortableLogarithm.log(squared) / squared).squareRoot()
            spare = v * factor
            return u * factor
        }
    }
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014): 64 bits of state from any seed, the same
/// numbers on every machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    /// A generator that begins at a seed.
    public init(seed: UInt64) { state = seed }

    /// 64 random bits.
    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number evenly spread over [0, 1), a multiple of 2^-53.
    @inlinable
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number evenly spread over `0..<bound`, by the high word of a product (its bias is below bound / 2^64).
    @inlinable
    public mutating func next(below bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }
}

/// The natural logarithm by the four operations of IEEE 754 alone, hence with the same bits on every machine.
enum PortableLogarithm {
    /// ln x for finite x > 0, within 4 units of the last place.
    ///
    /// x = m 2^k with m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1) / (m + 1)). With |argument| <= 0.1716 the term
    /// of order 21 is the last one above 2^-53 of the first.
    static func log(_ x: Double) -> Double {
        var m = x.significand
        var k = Double(x.exponent)
        if m > 1.414_213_562_373_095_1 {
            m /= 2
            k += 1
        }
        let z = (m - 1) / (m + 1)
        let square = z * z
        var sum = 0.0
        var order = 21.0
        while order >= 3 {
            sum = square * (sum + 1 / order)
            order -= 2
        }
        return k * 0.693_147_180_559_945_3 + 2 * (z + z * sum)
    }
}
