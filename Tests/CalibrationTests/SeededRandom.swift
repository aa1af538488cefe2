import RealModule
import Rotations

/// SplitMix64 (Steele, Lea & Flood 2014) with a Gaussian by Box-Muller: the same numbers on every system.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

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
