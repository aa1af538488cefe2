/// Where a walker is in the stride (two steps), as an angle that runs on: even, but for a slow wander of the cadence.
public struct GaitPhase: Sendable {
    /// Strides per second; steps come twice as often.
    public var strideFrequency: Double
    /// What the phase is ahead of an even cadence, radians.
    public var wander: [Oscillation.Harmonic] = []

    /// The phase in radians with its derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let omega = 2 * Double.pi * strideFrequency
        return wander.reduce(Jet(omega * time, rate: omega)) { $0 + $1.jet(at: time) }
    }
}

/// What walking does to one coordinate: harmonics of the stride under an envelope. All coordinates of a walker share the
/// phase, so that their harmonics keep their relation while the cadence wanders.
public struct GaitMotion: Sendable {
    /// One harmonic, amplitude * sin(order * phase + lead).
    public struct Harmonic: Sendable, Hashable {
        /// 1 for the stride, 2 for the step, and multiples.
        public var order: Int
        /// In the unit of the quantity.
        public var amplitude: Double
        /// Radians.
        public var lead: Double
    }

    /// Where the walker is in the stride.
    public var phase: GaitPhase
    /// What is added.
    public var harmonics: [Harmonic]
    /// 1 while walking, 0 while standing.
    public var envelope: MinimumJerkPath

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let envelope = envelope.jet(at: time)
        guard envelope != Jet(0) else { return envelope }
        let phase = phase.jet(at: time)
        let sum = harmonics.reduce(Jet(0)) { sum, harmonic in
            sum + harmonic.amplitude * (Double(harmonic.order) * phase + Jet(harmonic.lead)).sineAndCosine.sine
        }
        return envelope * sum
    }
}
