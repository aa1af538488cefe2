import RealModule

/// Where a walker is in the stride (two steps), as an angle that runs on: even, but for a slow wander of the cadence.
public struct GaitPhase: Sendable {
    /// Strides per second; steps come twice as often.
    public var strideFrequency: Double
    /// What the phase is ahead of an even cadence, radians.
    public var wander: [Oscillation.Harmonic]

    /// An even cadence, in strides per second.
    public init(strideFrequency: Double, wander: [Oscillation.Harmonic] = []) {
        self.strideFrequency = strideFrequency
        self.wander = wander
    }

    /// The phase in radians with its derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let omega = 2 * Double.pi * strideFrequency
        return wander.reduce(Jet(omega * time, rate: omega)) { $0 + $1.jet(at: time) }
    }
}
