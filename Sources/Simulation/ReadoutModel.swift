import RealModule
import Rotations

/// What happens between the physical quantity and the number in the log, beyond the calibration model: noise, saturation,
/// quantisation, in this order. The unit is the sensor's.
public struct ReadoutModel: Sendable, Hashable {
    /// Standard deviation of the noise of one sample, per axis.
    public var noise: Vector3
    /// The time in which the noise's correlation falls to 1/e, seconds; 0 for white noise. A sensor with a low-pass of its
    /// own has neighbouring samples that resemble each other.
    public var correlationTime: Double
    /// Readings are clamped to +- this; infinite for none.
    public var range: Double
    /// The size of one step; 0 for none.
    public var resolution: Double

    /// A read-out; without arguments an ideal one.
    public init(
        noise: Vector3 = .zero, correlationTime: Double = 0, range: Double = .infinity, resolution: Double = 0
    ) {
        self.noise = noise
        self.correlationTime = correlationTime
        self.range = range
        self.resolution = resolution
    }

    /// The noise after some more seconds, in units of its standard deviation, from what it was.
    ///
    /// The numbers are drawn in any case, so that a noise of zero leaves the other draws as they are.
    func noise(after previous: Vector3?, seconds: Double, random: inout RandomGenerator) -> Vector3 {
        let fresh = random.gaussianVector()
        guard correlationTime > 0, let previous else { return fresh }
        let kept = Double.exp(-max(0, seconds) / correlationTime)
        return kept * previous + (1 - kept * kept).squareRoot() * fresh
    }

    /// The reading of a raw value with a noise in units of its standard deviation.
    func read(_ value: Vector3, noise unit: Vector3) -> Vector3 {
        func component(_ value: Double, _ noise: Double) -> Double {
            let clamped = min(range, max(-range, value + noise))
            return resolution > 0 ? (clamped / resolution).rounded() * resolution : clamped
        }
        return Vector3(
            component(value.x, noise.x * unit.x), component(value.y, noise.y * unit.y),
            component(value.z, noise.z * unit.z))
    }
}
