import Judge
import Recordings
import SensorModels
import Vocabulary

/// What the posterior decides and states beside the rules.
extension EvidenceJudge {
    /// Multiplies a stream, and notes the factor.
    mutating func scale(_ sensor: SensorKind, by factor: Double) {
        guard let path = Recording.vectorPath(of: sensor) else { return }
        recording[keyPath: path].scale(by: factor)
        factors[sensor, default: 1] *= factor
    }

    /// The unit by the rules; where they would ask, the posterior's, if it is at least `enough` probable.
    ///
    /// - Throws: the rules' question, with the most probable units, where none is.
    mutating func decided(
        _ sensor: SensorKind, _ rules: (inout EvidenceJudge) throws -> StreamClaim.Statement<LogUnit>?
    ) throws -> StreamClaim.Statement<LogUnit>? {
        do {
            return try rules(&self)
        } catch var error as SensorLabError where error.code == .unknownUnit && !without.contains(sensor) {
            let units = judgedUnits(of: sensor)
            guard let best = units.first else { throw error }
            if best.probability >= Self.enough, let (unit, counts) = LogUnit.counted(best.symbol, of: sensor) {
                let reason = judged.marginal(of: origins[sensor] ?? sensor)?.evidence.first?.reason ?? ""
                let other = units.dropFirst().first { LogUnit.counted($0.symbol, of: sensor) != nil }
                warn(
                    .unitUndecided,
                    "the \(sensor.rawValue) is read as \(best.symbol), which is \(Self.percent(best.probability)) probable: \(reason)",
                    advice: other.map { .otherUnit(of: sensor.rawValue, as: $0.symbol) })
                if let counts { scale(sensor, by: 1 / counts) }
                return .init(value: unit, by: "\(reason), among others: \(Self.percent(best.probability)) probable")
            }
            let shown = units.prefix(2).filter { $0.probability >= 0.01 }.map {
                "\($0.symbol) \(Self.percent($0.probability))"
            }
            if !shown.isEmpty { error.message += "; most probable: \(shown.joined(separator: ", "))" }
            throw error
        }
    }

    /// Least probability of a unit that is used without asking.
    private static let enough = 0.99

    private static func percent(_ probability: Double) -> String {
        probability > 0.995 ? "over 99 %" : "\(Int(clamping: (100 * probability).rounded())) %"
    }

    /// The units of a sensor with their probabilities, given its kind and the clock as read; the most probable first.
    private func judgedUnits(of sensor: SensorKind) -> [(symbol: String, probability: Double)] {
        guard let kind = Kind(sensor), let marginal = judged.marginal(of: origins[sensor] ?? sensor) else { return [] }
        var units: [(symbol: String, probability: Double)] = []
        for outcome in marginal.outcomes where outcome.hypothesis.kind == kind && outcome.clock == 1 {
            let symbol = outcome.hypothesis.unit.symbol
            if let index = units.firstIndex(where: { $0.symbol == symbol }) {
                units[index].probability += outcome.probability
            } else {
                units.append((symbol, outcome.probability))
            }
        }
        return units.sorted { $0.probability > $1.probability }
    }

    /// Notes how probable every stream's reading is.
    mutating func noteProbabilities() {
        for sensor in recording.sensors {
            let factor = units[sensor]?.value == .normalised ? nil : factors[sensor] ?? 1
            judged.note(sensor, from: origins[sensor] ?? sensor, factor: factor, in: &recording)
        }
    }
}

extension RawLog {
    /// A recording in SI units and a recording's signs that its format documents, with their probabilities.
    consuming func documented(by definition: String, _ options: ReadOptions) -> Recording {
        claim(.android, by: definition) { $0.rawValue }
        let judged = posterior(options, isDocumented: true)
        for sensor in judged.sensors { judged.note(sensor, from: sensor, factor: 1, in: &recording) }
        return recording
    }
}

extension JudgedLog {
    /// Notes how probable a stream's reading is, what speaks for it, and which options read it otherwise.
    /// - Parameters:
    ///   - origin: what the stream was before its kind was decided.
    ///   - factor: by which its readings were multiplied, with the sign; `nil` for a field of its own strength.
    func note(_ sensor: SensorKind, from origin: SensorKind, factor: Double?, in recording: inout Recording) {
        guard var provenance = recording.provenance[sensor], let kind = Kind(sensor),
            let marginal = marginal(of: origin)
        else { return }
        let read = ReadingUnit(symbol: provenance.unit, factor: factor?.magnitude, share: 0)
        let isReversed = kind.isForce && factor.map { $0 < 0 } == true
        var probability = 0.0
        provenance.offers = []
        for (clock, hypothesis, share) in marginal.outcomes {
            if clock == 1, hypothesis.kind == kind, hypothesis.unit.isAbout(read), hypothesis.isReversed == isReversed {
                probability += share
            } else if clock == 1, share >= 0.001, let option = Self.option(sensor, kind, hypothesis) {
                provenance.offers.append(ReadingOffer(option: option, probability: rounded(share, 1e4)))
            }
        }
        provenance.probability = rounded(min(1, probability), 1e4)
        provenance.evidence = marginal.evidence.map {
            ReadingEvidence(term: $0.term.rawValue, nats: rounded($0.nats, 100), reason: $0.reason)
        }
        recording.provenance[sensor] = provenance
    }

    /// The option that reads a stream so; `nil` where there is none.
    private static func option(_ sensor: SensorKind, _ kind: Kind, _ hypothesis: Hypothesis) -> String? {
        guard hypothesis.kind == kind, hypothesis.unit.factor != nil,
            LogUnit.counted(hypothesis.unit.symbol, of: sensor) != nil
        else { return nil }
        let sign = kind.isForce ? hypothesis.isReversed ? ",ios" : ",android" : ""
        return "--assume \(sensor.rawValue)=\(hypothesis.unit.symbol)\(sign)"
    }

    private func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}

extension Kind {
    /// Of a sensor whose samples are vectors.
    init?(_ sensor: SensorKind) {
        switch sensor {
        case .accelerometer: self = .accelerometer
        case .gravity: self = .gravity
        case .linearAcceleration: self = .linearAcceleration
        case .gyroscope, .gyroscopeCorrected: self = .gyroscope
        case .magnetometer, .magnetometerCorrected: self = .magnetometer
        case .attitude, .location, .heading, .reference, .arPose, .geospatialPose: return nil
        }
    }
}
