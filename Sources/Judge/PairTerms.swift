import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What a term says of the readings of two streams together, and of the clock: nats of (clock, first, second).
struct PairTerm {
    var term: Term
    var first, second: Int
    /// `nats[clock][first reading * second readings + second reading]`; one clock for terms that no clock changes.
    var nats: [[Double]]
    /// How many hypotheses the second stream has.
    var width: Int
    var reason: String

    /// Of a hypothesis of one of the streams beside one of the other.
    func nats(of stream: Int, _ own: Int, beside other: Int, _ clock: Int) -> Double {
        nats[nats.count > 1 ? clock : 0][stream == first ? own * width + other : other * width + own]
    }
}

/// The terms of two streams of a log, each measured once in the log's own units.
struct PairTerms {
    private(set) var terms: [PairTerm] = []
    private let all: [Candidate]
    private let log: UnreadLog
    /// Constant parts of fields that turn with a rate, in the field's unit.
    private var centres: [Int: Vector3] = [:]
    /// Streams that turn with a rate as they are: their axes are the rate's.
    private var turned: Set<Int> = []

    init(_ all: [Candidate], _ log: UnreadLog) {
        (self.all, self.log) = (all, log)
        for i in all.indices {
            for j in all.indices where i != j && all[i].stream.direction == nil {
                if !all[i].stream.hasOtherAxes, !all[j].stream.hasOtherAxes {
                    addTurning(of: j, with: i)
                    addUp(i, j)
                }
                guard all[j].stream.direction == nil else { continue }
                addMotion(i, j)
                addComposition(i, j)
                guard i < j else { continue }
                addFamily(i, j)
                add(.once, i, j, "a log has a sensor once") { one, other, _ in
                    one.kind == other.kind && one.kind != .other ? -2.5 : 0
                }
            }
        }
        addFieldDirection()
    }

    /// Nats of every pair of hypotheses, and clock where they depend on it, relative to the best; down to the cap.
    private mutating func add(
        _ term: Term, _ i: Int, _ j: Int, _ reason: String, clocks: [Double] = [1],
        _ nats: (Hypothesis, Hypothesis, Double) -> Double
    ) {
        guard !log.without.contains(term) else { return }
        var tables = clocks.map { clock in
            all[i].hypotheses.flatMap { a in all[j].hypotheses.map { nats(a, $0, clock) } }
        }
        let most = tables.map { $0.max() ?? 0 }.max() ?? 0
        for table in tables.indices { tables[table] = tables[table].map { max($0 - most, -term.cap) } }
        terms.append(
            PairTerm(term: term, first: i, second: j, nats: tables, width: all[j].hypotheses.count, reason: reason))
    }

    // MARK: Turning

    /// A force, a field about its constant part, or an attitude against a rate.
    private mutating func addTurning(of j: Int, with i: Int) {
        guard all[i].may(.gyroscope) else { return }
        if all[j].stream.direction == .fixed {
            addTurning(of: j, with: i, "attitude", isCentreFree: false) { _ in true }
            return
        }
        guard all[j].stream.direction == nil else { return }
        if all[j].may(.accelerometer) || all[j].may(.gravity) {
            addTurning(of: j, with: i, "force", isCentreFree: false) { $0.hasGravity }
        }
        if all[j].may(.magnetometer) {
            addTurning(of: j, with: i, "field", isCentreFree: true) { $0 == .magnetometer }
        }
    }

    private mutating func addTurning(
        of j: Int, with i: Int, _ name: String, isCentreFree: Bool, _ isIt: (Kind) -> Bool
    ) {
        guard let turns = Turns(rate: all[i].stream.samples, vector: all[j].stream.samples) else { return }
        guard let turning = Turning(turns, isCentreFree: isCentreFree), turning.correlation > Turning.leastCorrelation
        else {
            if name == "force" { addStillness(of: j, with: i, turns) }
            return
        }
        if turning.correlation > Turning.firmCorrelation {
            turned.insert(j)
            if isCentreFree { addLength(of: j, with: i, turning.centre) }
        }
        let reason =
            "the \(name) turns \(shown(turning.factor)) times as far as the rate says "
            + "(correlation \(shown(turning.correlation)))"
        add(.turning, i, j, reason, clocks: log.clocks.map { $0.factor }) { rate, vector, clock in
            guard rate.kind == .gyroscope, isIt(vector.kind) else { return 0 }
            return turning.nats(rate.unit.factor.map { $0 * clock })
        }
    }

    /// A force that turns less than the rate says: the rate is in a smaller unit, or the force turns with the device,
    /// as on a swing, whose radius is then a metre or so.
    private mutating func addStillness(of j: Int, with i: Int, _ turns: Turns) {
        guard let (most, turn) = turns.largest, most > 0 else { return }
        let swing = turns.swing
        let weight = 1 - max(0, swing.correlation) * max(0, swing.correlation)
        add(
            .turning, i, j, "the force turns at most \(shown(most)) times as far as the rate says",
            clocks: log.clocks.map { $0.factor }
        ) { rate, force, clock in
            guard rate.kind == .gyroscope, force.kind.hasGravity, let factor = rate.unit.factor else { return 0 }
            let over = max(0, .log(factor * clock / most)) / 0.6
            // Turns of less than a degree or two are noise, and less than ten samples a second do not add up to a turn.
            let size = factor * clock * turn / 0.03 * min(1, 0.1 / (turns.interval * clock))
            return -weight * min(1, size * size) * min(3, 0.5 * over * over)
        }
        guard swing.correlation > 0.8, swing.radius > 0 else { return }
        add(
            .motion, i, j,
            "the force grows with the square of the rate (correlation \(shown(swing.correlation))), as on a swing"
        ) { rate, force, _ in
            guard rate.kind == .gyroscope, force.kind == .accelerometer, let rate = rate.unit.factor,
                let force = force.unit.factor
            else { return -1 }
            return Density.normal(.log(swing.radius * force / (rate * rate)), .log(0.7), 1.3)
        }
    }

    /// A field's strength about the constant part that its turns show, where its own readings show none.
    private mutating func addLength(of j: Int, with i: Int, _ centre: Vector3) {
        guard let radius = FieldCentre(all[j].stream.samples, about: centre)?.strength else { return }
        centres[j] = centre
        guard all[j].centre == nil else { return }
        add(.length, i, j, "the part of the field that turns with the rate is \(shown(radius)) long") { _, field, _ in
            guard field.kind == .magnetometer, let factor = field.unit.factor else { return Density.unknown }
            let strength = Double.log(radius * factor)
            return Density.mixture(0.9, strength, .log(46), 0.35, strength, .log(55), 0.7)
        }
    }

    // MARK: Directions

    /// A force against the up of an attitude; a frame whose z axis points down says the opposite.
    private mutating func addUp(_ i: Int, _ j: Int) {
        guard all[j].stream.direction == .up, all[i].may(.accelerometer) || all[i].may(.gravity),
            let cosine = MeanCosine(all[i].stream.samples, all[j].stream.samples)
        else { return }
        guard cosine.mean.magnitude > 0.5 else {
            return add(.direction, i, j, "its angle to the attitude's third axis changes") { force, _, _ in
                force.kind.hasGravity ? -2.3 : 0
            }
        }
        let weight = 5 * cosine.mean.magnitude
        add(.direction, i, j, "cosine to the attitude's third axis \(shown(cosine.mean))") { force, frame, _ in
            force.kind.hasGravity && (force.isReversed == (cosine.mean > 0)) != frame.isReversed ? -weight : 0
        }
    }

    /// The most probable force against the most probable field, which points down in the north.
    private mutating func addFieldDirection() {
        guard !log.isNearMagneticEquator, let i = all.strongestForce, let j = all.strongest(.magnetometer), i != j,
            !all[i].stream.hasOtherAxes, !all[j].stream.hasOtherAxes
        else { return }
        let known = all[j].centre ?? centres[j]
        guard let cosine = MeanCosine(all[i].stream.samples, all[j].stream.samples, about: known ?? .zero) else {
            return
        }
        guard cosine.deviation < 0.45 else {
            add(.direction, i, j, "its angle to the field changes") { force, field, _ in
                force.kind.hasGravity && field.kind == .magnetometer ? -1.5 : 0
            }
            return
        }
        let isNorthern = log.isNorthern ?? true
        // Where the turns do not confirm them, a board's magnetometer may have other axes (3 %).
        let isBoard =
            !all.contains { $0.isOfPhone || $0.best?.unit.symbol == "rad/s" }
            && all.contains { $0.best?.kind == .gyroscope }
        let most = isBoard && !turned.isSuperset(of: [i, j]) ? -Double.log(0.03) : 8
        let weight = min(log.isNorthern == nil ? 2.5 : 8, most) * cosine.mean.magnitude
        let isUp = (cosine.mean < 0) == isNorthern
        let place = log.isNorthern == nil ? "in the north, where most logs are," : "there"
        let reason = "cosine to the field \(shown(cosine.mean)), which \(place) points \(isNorthern ? "down" : "up")"
        let candidate = all[j]
        add(.direction, i, j, reason) { force, field, _ in
            force.kind.hasGravity && field.kind == .magnetometer && force.isReversed == isUp
                && (known != nil || candidate.isField(in: field.unit)) ? -weight : 0
        }
    }

    // MARK: Sizes

    /// A device that is moved turns: ln(median rate) is normal about ln(1.2 unrest), the unrest in units of gravity. A
    /// third is only shaken, by an engine or by steps, and turns by less.
    private mutating func addMotion(_ i: Int, _ j: Int) {
        let (force, median) = (all[i].profile, all[j].profile.median)
        guard all[i].may(.accelerometer), all[j].may(.gyroscope), force.busy > 0, force.rest > 0 else { return }
        let reason = "median rate \(shown(median)) beside a force that varies by \(shown(force.busy))"
        add(.motion, i, j, reason) { one, rate, _ in
            guard one.kind == .accelerometer || one.kind == .linearAcceleration, rate.kind == .gyroscope else {
                return 0
            }
            guard let factor = rate.unit.factor else { return -2 }
            let gravity = one.unit.factor.map { ReadingUnit.gravity / $0 } ?? force.rest
            let unrest = Double.log(1.2 * 3.0.squareRoot() * force.busy / gravity + 1e-6)
            let turn = Double.log(median * factor + 1e-9)
            let moved = Density.mixture(0.65, turn, unrest, 1.2, turn, unrest - 2.5, 2)
            // About the vertical it turns without moving the force, and no turn about its centre accelerates it.
            let free = Density.normal(turn, unrest + 2.5, 2)
            let share = one.kind == .accelerometer ? 0.15 : 0.5
            return .log((1 - share) * .exp(moved) + share * .exp(free)) + 1.2
        }
    }

    private mutating func addComposition(_ i: Int, _ j: Int) {
        guard all[i].may(.accelerometer),
            all[j].may(.gravity) || all[j].may(.linearAcceleration) || all[j].may(.accelerometer),
            let parts = Composition(all[i].stream.samples, all[j].stream.samples)
        else { return }
        add(.composition, i, j, parts.reason) { one, other, _ in parts.nats(one, other) }
    }

    // MARK: Units of one log

    private mutating func addFamily(_ i: Int, _ j: Int) {
        let (a, b) = (all[i], all[j])
        if (a.stream.units.isEmpty) == (b.stream.units.isEmpty) {
            add(.family, i, j, "forces of one log have one unit") { one, other, _ in
                one.kind.isForce && other.kind.isForce && !one.unit.isAbout(other.unit) ? -5 : 0
            }
        }
        if a.stream.units.isEmpty, b.stream.units.isEmpty, !all.contains(where: { $0.isOfPhone }) {
            add(.family, i, j, "m/s^2 goes with rad/s, g with deg/s") { one, other, _ in
                guard one.kind.isForce != other.kind.isForce else { return 0 }
                let (force, rate) = one.kind.isForce ? (one, other) : (other, one)
                guard rate.kind == .gyroscope else { return 0 }
                let (unit, partner) = (force.unit.symbol, rate.unit.symbol)
                return unit == "m/s^2" && partner == "deg/s" || unit == "g" && partner == "rad/s" ? -0.7 : 0
            }
        }
        if a.profile.isWhole, b.profile.isWhole {
            add(.family, i, j, "factory settings of an MPU are 16384 counts per g and 131 per deg/s") { one, other, _ in
                let symbols = [one.unit.symbol, other.unit.symbol]
                return symbols.contains("g/16384") && symbols.contains("deg/s/131") ? 2 : 0
            }
            add(.family, i, j, "MAVLink's whole numbers are mg, mrad/s and mG") { one, other, _ in
                let symbols = [one.unit.symbol, other.unit.symbol]
                return symbols.contains("mg") && (symbols.contains("mrad/s") || symbols.contains("mG")) ? 1.5 : 0
            }
        }
        if a.isCoreMotion != b.isCoreMotion, (a.isCoreMotion ? b : a).stream.units.isEmpty {
            add(.family, i, j, "Core Motion gives g, rad/s and uT") { one, other, _ in
                let (force, partner) = a.isCoreMotion ? (one, other) : (other, one)
                guard force.kind.isForce, force.isReversed, force.unit.symbol == "g",
                    partner.kind == .magnetometer || partner.kind == .gyroscope
                else { return 0 }
                return partner.unit.factor == 1 ? 0 : -3.5
            }
        }
        if a.isOfPhone != b.isOfPhone {
            add(.family, i, j, "phones give gravity or linear acceleration, uT and rad/s") { one, other, _ in
                let partner = a.isOfPhone ? other : one
                guard partner.kind == .magnetometer || partner.kind == .gyroscope else { return 0 }
                return partner.unit.factor == 1 ? 0 : -2.5
            }
        }
    }
}

extension [Candidate] {
    /// The stream that is most probably of a kind; `nil` where none may be.
    func strongest(_ kind: Kind) -> Int? {
        indices.filter { self[$0].may(kind) }.max { self[$0].lead(of: kind) < self[$1].lead(of: kind) }
    }

    /// What is most probably an accelerometer or gravity.
    var strongestForce: Int? {
        func lead(_ index: Int) -> Double {
            Swift.max(self[index].lead(of: .accelerometer), self[index].lead(of: .gravity))
        }
        return indices.filter { lead($0) > -Posterior.pruned }.max { lead($0) < lead($1) }
    }
}

extension Candidate {
    /// Whether it is named as what only the interface of a phone gives.
    var isOfPhone: Bool { stream.name[.gravity] == 0 || stream.name[.linearAcceleration] == 0 }

    /// The best reading by this stream alone.
    var best: Hypothesis? {
        hypotheses.indices.max { nats[$0] < nats[$1] }.map { hypotheses[$0] }
    }

    /// How far the best reading of a kind is above the best of all; 0 or less.
    func lead(of kind: Kind) -> Double {
        let best = hypotheses.indices.lazy.filter { hypotheses[$0].kind == kind }.map { nats[$0] }.max() ?? -.infinity
        return best - (nats.max() ?? 0)
    }

    /// Whether a kind is worth a measurement.
    func may(_ kind: Kind) -> Bool { lead(of: kind) > -Posterior.pruned }

    /// The constant part of a field, by its own readings; `nil` where they do not show it.
    var centre: Vector3? { stream.isCalibrated == true ? .zero : profile.sphere?.centre }

    /// Whether the direction of the readings is the field's: as long as the Earth's.
    func isField(in unit: ReadingUnit) -> Bool {
        unit.factor.map { (20.0...70).contains(profile.median * $0) } ?? false
    }
}

extension Turning {
    /// ln p(factor | factor of the unit) over that of unrelated streams (14 nats wide), and 3 nats times the
    /// correlation for the relation itself. `nil`: counts.
    func nats(_ unit: Double?) -> Double {
        guard let unit else { return 3 * correlation }
        let x = Double.log(factor / unit)
        // Turns of less than half a degree may be anything; those that follow the rate closely seldom are of another
        // size.
        let most = 0.93 + 0.6 * max(0, correlation - 0.9)
        let sound = most * min(1, max(0.01, (size - 0.002) / 0.008))
        return 3 * correlation + Density.mixture(sound, x, 0, deviation, x, 0, 1.2 + 8 * (most - sound)) + .log(14)
    }
}

/// Accelerometer = gravity + linear acceleration: how two forces fit together.
struct Composition {
    /// Smoothed vectors of both at common times, and the correlation and ratio of their quick parts.
    private let slow: [(Vector3, Vector3)]
    private let correlation, ratio: Double

    init?(_ whole: VectorStream, _ part: VectorStream) {
        guard whole.count >= 30, part.count >= 30, let first = whole.times.first, let last = whole.times.last else {
            return nil
        }
        var pairs: [(Vector3, Vector3)] = []
        var next = 0
        for index in Swift.stride(from: 0, to: part.count, by: max(1, part.count / 4000)) {
            let time = part.times[index]
            guard time >= first, time <= last else { continue }
            while next + 1 < whole.count, whole.times[next + 1] <= time { next += 1 }
            pairs.append((whole.values[next], part.values[index]))
        }
        guard pairs.count >= 30 else { return nil }
        let width = max(3, min(51, pairs.count / 10))
        var slow: [(Vector3, Vector3)] = []
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for start in Swift.stride(from: 0, through: pairs.count - width, by: width) {
            let window = pairs[start..<start + width]
            let mean = (
                window.reduce(Vector3.zero) { $0 + $1.0 } / Double(width),
                window.reduce(Vector3.zero) { $0 + $1.1 } / Double(width)
            )
            slow.append(mean)
            for (a, b) in window {
                let (x, y) = (a - mean.0, b - mean.1)
                xx += x.lengthSquared
                yy += y.lengthSquared
                xy += x.dot(y)
            }
        }
        self.slow = slow
        correlation = xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : 0
        ratio = yy > 0 ? (xx / yy).squareRoot() : 0
    }

    var reason: String { "changes of both correlate by \(shown(correlation))" }

    func nats(_ whole: Hypothesis, _ part: Hypothesis) -> Double {
        guard whole.kind == .accelerometer, let a = whole.unit.factor, let b = part.unit.factor else { return 0 }
        let (one, other) = (whole.isReversed ? -a : a, part.isReversed ? -b : b)
        switch part.kind {
        case .gravity, .accelerometer:
            let apart = slow.map { (one * $0.0 - other * $0.1).length }.sorted()
            let x = apart[apart.count / 2] / ReadingUnit.gravity
            let nats = max(Density.mixture(0.9, x, 0, 0.08, x, 0, 1) + 0.7, -Term.composition.cap)
            // Two accelerometers of one log need not be in one place: that they agree says nothing.
            return part.kind == .gravity ? nats : min(0, nats)
        case .linearAcceleration:
            guard correlation.magnitude > 0.6, ratio > 0 else { return 0 }
            guard correlation * one * other > 0 else { return -4 * correlation.magnitude }
            return 4 * correlation.magnitude * (Density.normal(.log(ratio * a / b), 0, 0.4) + 1.8)
        default: return 0
        }
    }
}
