import RealModule
import Rotations
import Vocabulary

/// SplitMix64 with a Gaussian by Box-Muller.
struct SeededRandom: RandomNumberGenerator {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    mutating func gaussian() -> Double {
        let radius = (-2 * Double.log(1 - uniform(0...0.999_999_999_999))).squareRoot()
        return radius * Double.cos(2 * Double.pi * uniform(0...1))
    }

    mutating func gaussianVector() -> Vector3 { Vector3(gaussian(), gaussian(), gaussian()) }

    /// A rotation that is uniform over all rotations.
    mutating func rotation() -> Quaternion {
        Quaternion(gaussian(), gaussian(), gaussian(), gaussian()).normalized ?? .identity
    }
}
