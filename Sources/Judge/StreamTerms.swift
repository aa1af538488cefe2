import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A three-axis stream as the log gives it, with what the log says of it.
public struct UnreadStream: Sendable {
    /// In the log's unit and sign, at the times as read.
    public var samples: VectorStream
    /// ln of the likelihood of its name under each kind; kinds that are not in it have the lowest.
    public var name: [Kind: Double] = [:]
    /// Where the name stands, as text for reports.
    public var nameReason = ""
    /// The units that the log's statement may mean: one, or several where it is ambiguous, as `* 1000` is.
    public var units: [ReadingUnit] = []
    /// Who states the unit, as text for reports.
    public var unitReason = ""
    /// Nats by which the statement speaks against other units of the quantity.
    public var unitWeight = Term.unit.cap
    /// Whether the log states a force that points down at rest (true) or up (false).
    public var isReversed: Bool?
    /// Who states the sign, as text for reports.
    public var signReason = ""
    /// Whether its writer is known to give either sign, so that most logs' sign says nothing.
    public var isOfEitherSign = false
    /// Whether a field's constant part was removed; `nil` where that is not known.
    public var isCalibrated: Bool?
    /// What an attitude in the log gives; such a stream is evidence alone.
    public var direction: Direction?
    /// Whether more than the names of the columns says what the stream is.
    public var isDocumented = false

    /// A direction of the room in device axes, by an attitude.
    public enum Direction: Sendable {
        /// Fixed, and not vertical.
        case fixed
        case up
    }

    /// Whether its axes are known not to be the other sensors', so that its direction says nothing about theirs.
    public var hasOtherAxes = false
    /// Of what the user states: readings that do not fit are impossible.
    public var constraint: Constraint?

    /// A statement that the data cannot contradict.
    public struct Constraint: Sendable {
        /// Of the named kind; `nil` leaves it to the evidence.
        public var unit: ReadingUnit?
        /// Whether force points down at rest; `nil` leaves it to the evidence.
        public var isReversed: Bool?

        /// A unit, a sign, or both.
        public init(unit: ReadingUnit? = nil, isReversed: Bool? = nil) {
            (self.unit, self.isReversed) = (unit, isReversed)
        }
    }

    /// A stream of which the log says nothing.
    public init(_ samples: VectorStream) { self.samples = samples }
}

/// What a term says of the readings of one stream, in nats.
struct StreamTerm {
    var term: Term
    var nats: [Double]
    var reason: String
}

/// A stream with its possible readings and the sum of what speaks for each.
struct Candidate {
    var stream: UnreadStream
    var profile: Profile
    var hypotheses: [Hypothesis]
    var terms: [StreamTerm] = []
    var nats: [Double] = []
    /// Whether any length is more probable than that of the readings in this unit.
    var unfit: [Bool] = []

    /// `nil` for a stream without information: zeros, or one vector throughout.
    init?(_ stream: UnreadStream, without: Set<Term>) {
        guard let profile = Profile(stream.samples) else { return nil }
        (self.stream, self.profile) = (stream, profile)
        guard stream.direction == nil else {
            // The third axis of an attitude's frame points up, or down.
            hypotheses = [false, true].map {
                Hypothesis(kind: .other, unit: ReadingUnit.units(of: .other)[0], isReversed: $0)
            }
            nats = [0, .log(stream.isDocumented ? 0.002 : 0.1)]
            unfit = [false, false]
            return
        }
        // A unit says its quantity, too: that of the named kind.
        let named = stream.name.max { $0.value < $1.value }?.key
        func isNamed(_ kind: Kind) -> Bool { named.map { $0 == kind || $0.isForce && kind.isForce } ?? false }
        hypotheses = Hypothesis.all(
            with: stream.units + [stream.constraint?.unit].compactMap { $0 }, of: isNamed, isWhole: profile.isWhole)
        add(.baseRate, "kinds and units of most logs") { .log($0.kind.share) + .log($0.unit.share) }
        let least = (stream.name.values.max() ?? 0) - Term.name.cap
        add(.name, stream.nameReason) { stream.name[$0.kind] ?? least }
        if !stream.units.isEmpty {
            add(.unit, stream.unitReason) { hypothesis in
                // A wrong unit is still of the right quantity.
                guard isNamed(hypothesis.kind) else { return -Term.unit.cap }
                return stream.units.contains { hypothesis.unit.isAbout($0) } ? 0 : -stream.unitWeight
            }
        }
        addLength()
        if stream.samples.count >= 10 {
            addVariation()
            addRange()
            addNoise()
            addWraps()
            addAxis()
        }
        if stream.samples.count >= 5 { addResolution() }
        unfit = hypotheses.map { $0.kind.hasGravity && $0.unit.factor != nil && length($0) < Density.unknown - 2 }
        terms.removeAll { without.contains($0.term) }
        nats = hypotheses.indices.map { index in terms.reduce(0) { $0 + $1.nats[index] } }
        if let constraint = stream.constraint {
            for (index, hypothesis) in hypotheses.enumerated() {
                let fits =
                    (constraint.unit.map { isNamed(hypothesis.kind) && hypothesis.unit.isAbout($0) } ?? true)
                    && (constraint.isReversed.map { hypothesis.isReversed == $0 || !hypothesis.kind.isForce } ?? true)
                if !fits || hypothesis.kind == .other { nats[index] -= 60 }
            }
        }
    }

    /// The attitudes of phones have frames whose third axis points up.
    mutating func pointUp() {
        if stream.direction != nil { nats = [0, min(nats[1], .log(0.005))] }
    }

    /// Whether the readings are an iPhone's, by their steps.
    var isCoreMotion: Bool { stream.direction == nil && profile.lattice.fits(Chips.coreMotion) == true }

    /// Whether its steps are a board's chip's, in g, or its decimals are few, as boards print them; programs of iPhones
    /// print all digits.
    var isOfBoard: Bool {
        let gravities = Hypothesis(
            kind: .accelerometer, unit: ReadingUnit(symbol: "g", factor: ReadingUnit.gravity, share: 0),
            isReversed: false)
        return !isCoreMotion && (profile.lattice.hasFewDecimals || profile.error(of: gravities) ?? 1 < 1e-3)
    }

    private mutating func add(_ term: Term, _ reason: String, _ nats: (Hypothesis) -> Double) {
        let values = hypotheses.map(nats)
        guard let most = values.max() else { return }
        terms.append(StreamTerm(term: term, nats: values.map { max($0 - most, -term.cap) }, reason: reason))
    }

    /// The length at rest against gravity's, the field's and usual rates.
    ///
    /// ln(length) is normal about ln 9.81 with 2 % and what the rest leaves; of a field ln(46 microtesla) with 0.27,
    /// about its own constant part where that is known; of rates and of linear acceleration broad. A stream without a
    /// unit has the broad density over 24 nats, which every unit has to beat. A rate's quietest parts are an offset, or
    /// the motion of a device that never rests. A force of zero at rest has no length that a unit could be known by.
    private mutating func addLength() {
        let p = profile
        let sphere = stream.name[.magnetometer] == nil ? nil : p.sphere
        let radius = sphere.map { "; \(shown($0.radius)) about a centre" } ?? ""
        let candidate = self
        add(.length, "length at rest \(shown(p.rest)), median \(shown(p.median))\(radius)") { candidate.length($0) }
    }

    /// Of the Earth's rotation, rad/s.
    private static let earthRate = 7.2921e-5

    private func length(_ hypothesis: Hypothesis) -> Double {
        let p = profile
        let rest = Double.log(max(p.rest, 1e-300))
        guard let factor = hypothesis.unit.factor else {
            if hypothesis.unit.symbol == ReadingUnit.normalised {
                return Density.mixture(0.9, .log(p.median), 0, 0.15, .log(p.median), 0, 0.4)
            }
            // A row of a rotation and a quaternion's vector have the length 1 or less.
            return hypothesis.kind == .other
                ? Density.mixture(0.8, 0, 0, 24 / 2.507, rest, 0, 0.01) : Density.unknown
        }
        let unit = Double.log(factor)
        if p.isZeroAtRest, hypothesis.kind.isForce { return Density.unknown }
        switch hypothesis.kind {
        case .accelerometer:
            let gravity = Double.log(ReadingUnit.gravity)
            let calm = p.quiet * 3.0.squareRoot() / max(p.rest, 1e-300)
            let spread = min(1, p.spread / max(p.rest, 1e-300))
            let deviation = (0.02 * 0.02 + 0.25 * calm * calm + spread * spread).squareRoot()
            // A device that is never at rest; quiet readings of another length have a wrong scale.
            let loose = min(0.35, (0.2 * 0.2 + 9 * calm * calm + spread * spread).squareRoot())
            return Density.mixture(0.96, rest + unit, gravity, deviation, rest + unit, gravity, loose)
        case .gravity:
            let gravity = Double.log(ReadingUnit.gravity)
            return Density.mixture(0.85, rest + unit, gravity, 0.004, rest + unit, gravity, 0.05)
        case .linearAcceleration:
            // What a hand or a vehicle leaves of rest; a short log may have no rest.
            return Density.mixture(0.75, rest + unit, .log(0.15), 1.4, rest + unit, .log(4), 0.8)
        case .gyroscope:
            // One vector nearly throughout is an offset, seldom a turntable's rate; or, without one, the Earth's.
            let earth = Density.normal(rest + unit, .log(Self.earthRate), 0.05) - .log(100)
            return p.constancy > 0.97 && stream.samples.count >= 100
                ? max(earth, Density.mixture(0.9, rest + unit, .log(0.01), 1.1, rest + unit, .log(0.5), 1.2))
                : Density.mixture(0.5, rest + unit, .log(0.01), 1.3, rest + unit, .log(0.3), 1.3)
        case .magnetometer:
            if let radius = p.sphere?.radius {
                let field = .log(radius) + unit
                return Density.mixture(0.9, field, .log(46), 0.27, field, .log(55), 0.6)
            }
            let field = .log(p.median) + unit
            return stream.isCalibrated == true
                ? Density.mixture(0.9, field, .log(46), 0.27, field, .log(60), 0.7)
                : Density.mixture(0.6, field, .log(46), 0.3, field, .log(120), 1.1)
        case .other: return Density.unknown
        }
    }

    /// The relative scatter of the lengths, and how much of the readings a mean over some hundred keeps: gravity is
    /// constant, a rate's length is not; linear acceleration averages out, specific force keeps gravity.
    private mutating func addVariation() {
        let (variation, steadiness) = (profile.variation, profile.steadiness)
        let scatter = Double.log(variation + 1e-5)
        let lasting = profile.lasting
        let speed = self.speed
        let reason = "its length varies by \(shown(100 * variation)) %; means keep \(shown(100 * steadiness)) %"
        add(.variation, reason) { hypothesis in
            switch hypothesis.kind {
            case .gravity:
                Density.mixture(0.7, scatter, .log(0.0005), 1.3, scatter, .log(0.02), 1)
                    + Density.mixture(0.9, steadiness, 1, 0.1, steadiness, 0.5, 0.4)
            case .accelerometer:
                Density.mixture(0.6, scatter, .log(0.06), 1.2, scatter, .log(0.004), 1.2)
                    + Density.mixture(0.85, steadiness, 1, 0.1, steadiness, 0.5, 0.3)
            case .linearAcceleration:
                Density.normal(scatter, .log(0.8), 0.6)
                    + Density.mixture(0.8, steadiness, lasting, 0.2, steadiness, 0.5, 0.4)
                    + speed(hypothesis.unit.factor)
            case .magnetometer: Density.normal(scatter, .log(0.06), 1.1)
            case .gyroscope:
                steadiness > 0.9
                    ? Density.mixture(0.75, scatter, .log(0.8), 0.6, scatter, .log(0.08), 1.5)
                    : Density.normal(scatter, .log(0.8), 0.6)
            case .other: Density.normal(scatter, .log(0.3), 1.8)
            }
        }
    }

    /// What linear acceleration adds up to is a speed: some 20 m/s, beside an offset of 0.3 m/s^2.
    private func speed(_ factor: Double?) -> Double {
        guard let factor else { return 0 }
        let change = max(0, profile.drift * factor - 0.3) * profile.duration / 20
        return -0.5 * change * change
    }

    /// The largest readings against what a kind reaches, one-sided; and 16 bits of their steps against the ranges that
    /// chips have.
    private mutating func addRange() {
        let most = profile.top
        let top = Double.log(max(most, 1e-300))
        let isBeyond = most > 32768 * 3.0.squareRoot()
        let step = profile.step.flatMap { profile.isWhole || profile.lattice.isRounding($0) ? nil : $0 }
        let reason = step.map { ", a range of \(shown(32_768 * $0)) in 16 bits" } ?? ""
        add(.range, "readings of up to \(shown(most))\(reason)") { hypothesis in
            // Chips give 16 bits for an axis, hardly ever more.
            guard let factor = hypothesis.unit.factor else { return isBeyond ? -4 : -0.7 }
            let ofSteps = step.map { Chips.rangeNats(of: hypothesis.kind, 32_768 * $0 * factor) } ?? 0
            let limits: ClosedRange<Double>
            switch hypothesis.kind {
            case .gyroscope: limits = 0.002...12
            case .linearAcceleration: limits = 0.03...40
            case .accelerometer: limits = 1e-9...80
            case .gravity: limits = 1e-9...12
            case .magnetometer, .other: return ofSteps
            }
            let value = top + .log(factor)
            let over = max(0, value - .log(limits.upperBound)) / 0.5
            let under = max(0, .log(limits.lowerBound) - value) / 0.7
            return ofSteps - 0.5 * (over * over + under * under)
        }
    }

    /// Angles jump by a whole circle; nothing that a sensor measures does.
    private mutating func addWraps() {
        guard let wraps = AngleWraps(stream.samples) else { return }
        let reason =
            "they go from \(shown(wraps.before)) to \(shown(wraps.after)) between two samples and hardly change elsewhere"
        add(.wraps, "angles: \(reason)") { $0.kind == .other ? 0 : -Term.wraps.cap }
    }

    /// A field along an axis throughout: a device lies flat, but its field does not point along one of its axes, as a
    /// temperature beside two zeros does. Of all directions 3 a da are at the angle a from an axis; of what is no field
    /// as many from one tenth of an angle to the next.
    private mutating func addAxis() {
        let angle = profile.angleToAxis
        let share = min(1, 27 * angle * angle)
        add(.direction, "it is \(shown(angle / ReadingUnit.degree)) degrees from an axis") { hypothesis in
            hypothesis.kind == .magnetometer ? .log(0.95 * share + 0.05) : 0
        }
    }

    /// A gyroscope's scatter in the quietest windows: a chip's noise of 0.005 deg/s per root hertz over tens of hertz,
    /// rounding, and what a hand leaves of rest.
    private mutating func addNoise() {
        let quiet = profile.quiet
        // Constant readings have none.
        guard quiet > 1e-9 * profile.rest else { return }
        let scatter = Double.log(quiet)
        add(.noise, "scatter in its quietest parts \(shown(quiet))") { hypothesis in
            guard hypothesis.kind == .gyroscope, let factor = hypothesis.unit.factor else { return 0 }
            let value = scatter + .log(factor)
            // A hand or a vehicle shakes more than a chip: the upper tail is open.
            let under = max(0, .log(0.0002) - value) / 0.7
            return -0.5 * under * under
        }
    }

    /// Steps of readings: one count of a known chip is 2.5 nats for a unit, and up to 9 where all digits agree, as a
    /// random step is within a relative error e of a chip's with a probability of about 3 e. Whole numbers are counts,
    /// fractions are none, though fields may be printed in a scale of their own.
    private mutating func addResolution() {
        let p = profile
        func isOfChip(_ kind: Kind, _ factor: Double) -> Bool {
            // Whole thousandths of a g are an LSM303's counts; decimals are anybody's.
            if p.isWhole, kind == .accelerometer, factor == ReadingUnit.gravity / 1000 { return true }
            return Chips.steps(of: kind).contains { step in
                p.step.map { ($0 * factor / step - 1).magnitude < 0.003 } ?? (p.lattice.fits(step / factor) == true)
            }
        }
        let isOfOnes = p.isWhole && p.step ?? 1 < 1.5
        let isCounted = p.isWhole && p.rest > 150
        let isCoreMotion = self.isCoreMotion
        let reason =
            isCoreMotion
            ? "steps of 1/65536, as CoreMotion's g"
            : p.isWhole ? "whole numbers" : p.step.map { "steps of \(shown($0))" } ?? "fractions without a common step"
        add(.resolution, reason) { hypothesis in
            guard let factor = hypothesis.unit.factor else {
                guard hypothesis.unit.symbol == ReadingUnit.counts else { return 0 }
                return isOfOnes ? isCounted ? 2 : 0.5 : hypothesis.kind == .magnetometer ? -2 : -4
            }
            if isCoreMotion, hypothesis.kind.isForce, hypothesis.isReversed, hypothesis.unit.symbol == "g" {
                // Few apps turn it, and no chip has these steps.
                return 5.5
            }
            let isNear = isOfChip(hypothesis.kind, factor)
            let nats = p.error(of: hypothesis).map { min(9, -.log($0) - 1.2) }
            return max(isNear ? isOfOnes && !isCounted ? 1 : 2.5 : 0, nats ?? 0)
        }
    }
}

extension Profile {
    /// The relative error within which the steps are those of a chip; `nil` for whole numbers and where they are none.
    func error(of hypothesis: Hypothesis) -> Double? {
        isWhole ? nil : Chips.ranges(of: hypothesis.kind, in: hypothesis.unit).compactMap(lattice.error).min()
    }
}

/// As text with three significant digits.
package func shown(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "0" }
    var (scale, places) = (1.0, 0)
    while value.magnitude * scale < 100, places < 12 {
        scale *= 10
        places += 1
    }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(clamping: rounded))" : "\(rounded)"
}
