import RealModule
import Rotations
import Vocabulary

/// What tests draw at random; every draw is fixed by the seed.
extension SplitMix64 {
    /// Normal with mean 0 and standard deviation 1 (Box and Muller 1958).
    public mutating func gaussian() -> Double {
        let u = Double.random(in: 1e-300..<1, using: &self)
        let v = Double.random(in: 0..<1, using: &self)
        return (-2 * Double.log(u)).squareRoot() * Double.cos(2 * Double.pi * v)
    }

    /// Normal in each component.
    public mutating func vector(_ sigma: Double) -> Vector3 {
        Vector3(sigma * gaussian(), sigma * gaussian(), sigma * gaussian())
    }

    /// Uniform over all rotations.
    public mutating func rotation() -> Quaternion {
        Quaternion(gaussian(), gaussian(), gaussian(), gaussian()).normalized ?? .identity
    }
}
