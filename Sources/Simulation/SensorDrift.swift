import RealModule
import Rotations
import Vocabulary

/// Flicker noise of a bias, per axis: a sum of first-order Gauss-Markov processes with correlation times spread evenly
/// on a logarithmic scale from 0.5 s to half an hour. In between, the power density is B^2 / (2 pi f).
///
/// There the Allan deviation is flat, B sqrt(2 ln 2 / pi) = 0.664 B (IEEE Std 952-1997, annex C.1.3).
struct BiasInstability {
    /// Ratio of neighbouring correlation times: the density is smooth within 3 %.
    private static let ratio = 4.0
    private static let times = (0..<7).map { 0.5 * Double.pow(ratio, Double($0)) }

    private let sigma: Double
    private var parts: [Vector3]
    private var random: RandomGenerator

    /// - Parameter instability: B in the sensor's unit; 0 for none.
    init(_ instability: Double, random: RandomGenerator) {
        // Each part adds v / (2 f ln ratio) to the two-sided density B^2 / (2 pi f).
        sigma = instability * (Double.log(Self.ratio) / Double.pi).squareRoot()
        self.random = random
        parts = []
        for _ in Self.times { parts.append(sigma * self.random.gaussianVector()) }
    }

    /// The bias after `seconds` more, in the sensor's unit.
    mutating func advance(by seconds: Double) -> Vector3 {
        guard sigma > 0 else { return .zero }
        var sum = Vector3.zero
        for index in parts.indices {
            let decay = Double.exp(-max(0, seconds) / Self.times[index])
            parts[index] =
                decay * parts[index]
                + (sigma * (1 - decay * decay).squareRoot()) * random.gaussianVector()
            sum += parts[index]
        }
        return sum
    }
}

/// The warming of a device in use, dT = rise (1 - exp(-t / time constant)), which its biases follow.
public struct WarmUp: Sendable, Hashable {
    /// Final rise of the temperature, kelvin.
    public var rise: Double
    /// The time in which 63 % of the rise is reached, seconds, > 0.
    public var timeConstant: Double

    /// A rise in kelvin within a time in seconds.
    public init(rise: Double, timeConstant: Double = 300) {
        self.rise = rise
        self.timeConstant = timeConstant
    }

    /// The temperature rise since time 0 at a time in seconds, kelvin.
    public func difference(at time: Double) -> Double { rise * (1 - Double.exp(-max(0, time) / timeConstant)) }
}
