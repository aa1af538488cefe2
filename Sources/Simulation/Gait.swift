/// The phase of a walker's stride (two steps), as an angle that keeps growing: at an even rate except for a slow wander
/// of the cadence.
public struct GaitPhase: Sendable {
    /// Strides per second; the step frequency is twice that.
    public var strideFrequency: Double
    /// Lead over an even cadence, radians.
    public var wander: [Oscillation.Harmonic] = []

    /// The phase in radians and its derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let omega = 2 * Double.pi * strideFrequency
        return wander.reduce(Jet(omega * time, rate: omega)) { $0 + $1.jet(at: time) }
    }
}

/// The effect of walking on one coordinate: harmonics of the stride under an envelope.
///
/// All coordinates of a walker share the phase, so that their harmonics keep their relation while the cadence wanders.
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

    /// Phase of the stride.
    public var phase: GaitPhase
    /// Harmonics that are summed.
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
