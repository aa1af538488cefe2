import Foundation
import Rotations
import Vocabulary

/// Random numbers that depend on a name alone: SplitMix64 (Steele, Lea, Flood 2014) from the name's FNV-1a hash.
struct StudyNoise {
    private var generator: SplitMix64

    init(seed name: String) {
        generator = SplitMix64(
            seed: name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }

    /// Uniform in [0, 1).
    mutating func uniform() -> Double { generator.uniform() }

    /// Standard normal (G. E. P. Box, M. E. Muller 1958).
    mutating func normal() -> Double { (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform()) }

    /// Three independent components of this standard deviation.
    mutating func vector(_ sigma: Double) -> Vector3 { sigma * Vector3(normal(), normal(), normal()) }
}
