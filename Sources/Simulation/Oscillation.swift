import RealModule
import Rotations
import Vocabulary

/// A band-limited movement: a sum of sinusoids under an envelope that starts and ends smoothly.
public struct Oscillation: Sendable {
    /// One sinusoid, amplitude * sin(2 pi frequency t + phase).
    public struct Harmonic: Sendable, Hashable {
        /// In the unit of the quantity.
        public var amplitude: Double
        /// Hertz.
        public var frequency: Double
        /// Radians.
        public var phase = 0.0

        /// Value and derivatives at a time in seconds.
        public func jet(at time: Double) -> Jet {
            let omega = 2 * Double.pi * frequency
            let angle = omega * time + phase
            let s = amplitude * Double.sin(angle)
            let c = amplitude * Double.cos(angle)
            return Jet(s, rate: omega * c, acceleration: -omega * omega * s)
        }
    }

    /// The sinusoids that are summed.
    public var harmonics: [Harmonic]
    /// The factor of their sum, usually between 0 and 1.
    public var envelope: MinimumJerkPath

    /// Sinusoids under an envelope.
    public init(_ harmonics: [Harmonic], envelope: MinimumJerkPath) {
        self.harmonics = harmonics
        self.envelope = envelope
    }

    /// Noise of a given root mean square that repeats only after hours: `count` sinusoids spread evenly over a band,
    /// with random phases and with frequencies moved at random within their part of the band.
    public static func band(
        _ frequencies: ClosedRange<Double>, rootMeanSquare: Double, count: Int, random: inout RandomGenerator
    ) -> [Harmonic] {
        let amplitude = rootMeanSquare * (2 / Double(count)).squareRoot()
        let width = (frequencies.upperBound - frequencies.lowerBound) / Double(count)
        return (0..<count).map { index in
            let frequency = frequencies.lowerBound + width * (Double(index) + random.uniform())
            return Harmonic(amplitude: amplitude, frequency: frequency, phase: random.uniform(0, 2 * Double.pi))
        }
    }

    /// One sinusoid under an envelope.
    init(_ amplitude: Double, _ frequency: Double, _ phase: Double = 0, envelope: MinimumJerkPath) {
        self.init([Harmonic(amplitude: amplitude, frequency: frequency, phase: phase)], envelope: envelope)
    }

    /// The motion of a hand that holds something: sway below 1.2 Hz and physiological tremor of 7 to 11 Hz, as root
    /// mean squares; the defaults are angles.
    static func hand(
        sway: Double = Angle.radians(0.6), tremor: Double = Angle.radians(0.03), envelope: MinimumJerkPath,
        random: inout RandomGenerator
    ) -> Oscillation {
        let sway = band(0.15...1.2, rootMeanSquare: sway, count: 5, random: &random)
        let tremor = band(7...11, rootMeanSquare: tremor, count: 4, random: &random)
        return Oscillation(sway + tremor, envelope: envelope)
    }

    /// Value and derivatives at a time in seconds.
    public func jet(at time: Double) -> Jet {
        let envelope = envelope.jet(at: time)
        guard envelope != Jet(0) else { return envelope }
        var sum = Jet(0)
        for harmonic in harmonics { sum = sum + harmonic.jet(at: time) }
        return envelope * sum
    }
}

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
