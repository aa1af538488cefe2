import RealModule

/// How a device grows warm in use: dT = rise (1 - exp(-t / time constant)), and its biases with it.
public struct WarmUp: Sendable, Hashable {
    /// How much warmer it becomes in the end, kelvin.
    public var rise: Double
    /// After which time 63 % of that are reached, seconds, > 0.
    public var timeConstant: Double

    /// A rise in kelvin within a time in seconds.
    public init(rise: Double, timeConstant: Double = 300) {
        self.rise = rise
        self.timeConstant = timeConstant
    }

    /// How much warmer than at time 0 it is at a time in seconds, kelvin.
    public func difference(at time: Double) -> Double { rise * (1 - Double.exp(-max(0, time) / timeConstant)) }
}
