import Judge
import Recordings
import SensorModels
import Vocabulary

/// What `info` states of every stream: how probable its reading is, and why.
extension EvidenceJudge {
    /// Notes how probable every stream's reading is.
    mutating func noteProbabilities() {
        for sensor in recording.sensors {
            let factor = units[sensor]?.value == .normalised ? nil : factors[sensor] ?? 1
            judged.note(sensor, as: kind(of: sensor), from: origin(of: sensor), factor: factor, in: &recording)
        }
    }
}

extension RawLog {
    /// A recording in SI units and a recording's signs that its format documents, with their probabilities.
    consuming func documented(by definition: String, _ options: ReadOptions) -> Recording {
        claim(.android, by: definition) { $0.rawValue }
        let judged = posterior(options, isDocumented: true)
        for sensor in judged.sensors { judged.note(sensor, as: Kind(sensor), from: sensor, factor: 1, in: &recording) }
        return recording
    }
}

extension JudgedLog {
    /// Notes how probable a stream's reading is, what speaks for it, and which options read it otherwise.
    /// - Parameters:
    ///   - origin: what the stream was before its kind was decided.
    ///   - factor: by which its readings were multiplied, with the sign; `nil` for a field of its own strength.
    func note(
        _ sensor: SensorKind, as kind: Kind?, from origin: SensorKind, factor: Double?, in recording: inout Recording
    ) {
        guard var provenance = recording.provenance[sensor], let kind, let marginal = marginal(of: origin)
        else { return }
        let read = ReadingUnit(symbol: provenance.unit, factor: factor?.magnitude, share: 0)
        let isReversed = kind.isForce && factor.map { $0 < 0 } == true
        var (probability, all) = (0.0, 0.0)
        provenance.offers = []
        // The clock that was decided; its own probability is apart.
        for (clock, hypothesis, share) in marginal.outcomes where clock == 1 {
            all += share
            if hypothesis.kind == kind, hypothesis.unit.isAbout(read), hypothesis.isReversed == isReversed {
                probability += share
            } else if share >= 0.005, isOffered(hypothesis.unit, of: origin, as: kind),
                let option = Self.option(sensor, kind, hypothesis)
            {
                provenance.offers.append(ReadingOffer(option: option, probability: rounded(share, 1e4)))
            }
        }
        provenance.probability = rounded(min(1, probability / max(all, 1e-300)) * clockProbability, 1e4)
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
        case .attitude, .location, .heading, .reference, .referenceHeading, .arPose, .geospatialPose: return nil
        }
    }
}
