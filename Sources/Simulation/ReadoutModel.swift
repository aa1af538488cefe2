import Rotations

/// What happens between the physical quantity and the number in the log, beyond the calibration model: noise, saturation,
/// quantisation, in this order. The unit is the sensor's.
public struct ReadoutModel: Sendable, Hashable {
    /// Standard deviation of the white noise of one sample, per axis.
    public var noise: Vector3
    /// Readings are clamped to +- this; infinite for none.
    public var range: Double
    /// The size of one step; 0 for none.
    public var resolution: Double

    /// A read-out; without arguments an ideal one.
    public init(noise: Vector3 = .zero, range: Double = .infinity, resolution: Double = 0) {
        self.noise = noise
        self.range = range
        self.resolution = resolution
    }

    /// The reading of a raw value.
    func read(_ value: Vector3, random: inout RandomGenerator) -> Vector3 {
        func component(_ value: Double, _ sigma: Double) -> Double {
            // The number is drawn in any case, so that a noise of zero leaves the other draws as they are.
            let noisy = value + sigma * random.gaussian()
            let clamped = min(range, max(-range, noisy))
            return resolution > 0 ? (clamped / resolution).rounded() * resolution : clamped
        }
        return Vector3(component(value.x, noise.x), component(value.y, noise.y), component(value.z, noise.z))
    }
}
