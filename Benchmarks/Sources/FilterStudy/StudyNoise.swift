import Foundation
import Rotations

/// Random numbers that depend on a name alone: SplitMix64 (Steele, Lea, Flood 2014) from the name's FNV-1a hash.
struct StudyNoise {
    private var state: UInt64

    init(seed name: String) {
        state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Standard normal (G. E. P. Box, M. E. Muller 1958).
    mutating func normal() -> Double { (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform()) }

    /// Three independent components of this standard deviation.
    mutating func vector(_ sigma: Double) -> Vector3 { sigma * Vector3(normal(), normal(), normal()) }
}
