import Judge
import Recordings
import SensorModels
import Vocabulary

/// Streams whose readings contradict the names of their columns.
extension EvidenceJudge {
    /// Moves every stream to the kind that it most probably is: apps and watches call acceleration without gravity
    /// 'acceleration', data sets call specific force 'linear acceleration', and some programs call gravity `gx,gy,gz`.
    ///
    /// - Throws: `SensorLabError` (bad data) where nothing usable is left.
    mutating func decideKinds() throws {
        for sensor in judged.sensors where doubts[sensor] == .hint { try decideHint(sensor) }
        let sensors = judged.sensors.filter { !recording.vectors(of: $0).isEmpty }
        for sensor in sensors { doubtKind(of: sensor) }
        let moves = sensors.compactMap { sensor in move(of: sensor) }
        let (before, claimed) = (recording, claims)
        for move in moves {
            recording = recording.without(move.from)
            claims[move.from] = nil
        }
        for move in moves {
            let free = move.to.first { recording.vectors(of: $0).isEmpty }
            if let free, let path = Recording.vectorPath(of: free) {
                recording[keyPath: path] = before.vectors(of: move.from)
                recording.provenance[free] = before.provenance[move.from]
                claims[free] = claimed[move.from]
                claims[free]?.note = "against its name: \(move.reason)"
                origins[free] = move.from
                readAs[free] = move.kind
            }
            try warn(of: move, readAs: free, claimed[move.from]?.source ?? move.from.rawValue)
        }
    }

    /// What a stream is judged to be.
    func kind(of sensor: SensorKind) -> Kind? { readAs[sensor] ?? Kind(sensor) }

    /// What a stream was named, before its kind was decided.
    func origin(of sensor: SensorKind) -> SensorKind { origins[sensor] ?? sensor }

    /// The posterior of a stream; `nil` where its numbers carry no information.
    func marginal(of sensor: SensorKind) -> Marginal? { judged.marginal(of: origin(of: sensor)) }

    /// What a stream is named, what it may be read as instead (nothing: it is left out), and why.
    private struct Move {
        var from: SensorKind
        var kind: Kind
        var to: [SensorKind]
        var reason: String
    }

    /// Reads a stream whose name only hints at the sensor where its readings agree; else it is left out.
    /// - Throws: `SensorLabError` (bad data) where nothing else is in the log.
    private mutating func decideHint(_ sensor: SensorKind) throws {
        let source = claims[sensor]?.source ?? sensor.rawValue
        let marginal = judged.marginal(of: sensor)
        let probability =
            marginal?.kinds.filter { kind in
                Kind(sensor).map { $0 == kind.kind || $0.isForce && kind.kind.isForce } == true
            }.reduce(0) { $0 + $1.probability } ?? 0
        if let marginal, Margin(probability) != .ask {
            warn(
                .incompleteColumns,
                "\(source): they are read as the \(sensor.rawValue), which is \(Margin.shown(probability)) probable "
                    + "\(marginal.ofKind.reasons(beside: [.name, .baseRate]))",
                advice: .columns(if: "they are something else", nil))
            return
        }
        claims[sensor] = nil
        recording = recording.without(sensor)
        recording.lostSensors.insert(sensor)
        let message =
            "columns that may be the \(sensor.rawValue)'s are not read: \(source) (\(Margin.shown(probability)) probable)"
        let advice = Advice.columns(if: "they are its axes", nil)
        guard !recording.sensors.isEmpty else {
            throw SensorLabError(.badData, code: .noSensors, place: name, message: message, advice: advice.text)
        }
        warn(.incompleteColumns, message, advice: advice)
    }

    /// Warns of a stream that is read as what its name says, and may as well be something else.
    private mutating func doubtKind(of sensor: SensorKind) {
        guard doubts[sensor] != .hint, let named = Kind(sensor), let marginal = judged.marginal(of: sensor),
            !isWithoutGravity(sensor, marginal)
        else { return }
        let kinds = marginal.kinds.filter { $0.kind != named && !($0.kind == .gravity && named == .accelerometer) }
        let share = kinds.reduce(0) { $0 + $1.probability }
        guard let other = kinds.first, Margin(1 - share) == .ask, Margin(other.probability) == .ask else { return }
        let reason =
            other.kind == marginal.kinds[0].kind
            ? marginal.ofKind.reason(beside: [.name, .baseRate]) : marginal.ofKind.objection
        warn(
            other.kind == .linearAcceleration ? .noGravity : .incompleteColumns,
            "the \(sensor.rawValue) may be \(other.kind.text): that is \(Margin.shown(other.probability)) probable\(reason.isEmpty ? "" : " (\(reason))")",
            advice: .columns(if: "that is so", nil))
    }

    /// Whether a stream named an accelerometer is rather linear acceleration: tilts by a force without gravity are
    /// wrong, while a force that is left out is missed.
    private func isWithoutGravity(_ sensor: SensorKind, _ marginal: Marginal) -> Bool {
        guard sensor == .accelerometer, let best = marginal.kinds.first else { return false }
        return best.kind == .linearAcceleration && best.probability > 0.5
    }

    private func move(of sensor: SensorKind) -> Move? {
        guard let named = Kind(sensor), let marginal = judged.marginal(of: sensor), let best = marginal.kinds.first,
            best.kind != named,
            Margin(best.probability) != .ask || isWithoutGravity(sensor, marginal),
            // A still accelerometer's readings are gravity alone.
            !(named == .accelerometer && best.kind == .gravity)
        else { return nil }
        let to: [SensorKind] =
            switch best.kind {
            case .accelerometer: [.accelerometer]
            case .gravity: named == .gyroscope ? [.accelerometer, .gravity] : [.gravity]
            case .linearAcceleration: [.linearAcceleration]
            case .gyroscope, .magnetometer, .other: []
            }
        return Move(from: sensor, kind: best.kind, to: to, reason: marginal.ofKind.reason(beside: [.name, .baseRate]))
    }

    private mutating func warn(of move: Move, readAs kind: SensorKind?, _ source: String) throws {
        let other = move.to.first
        let (from, reason) = (move.from.rawValue, move.reason)
        let unit = LogUnit.Quantity(of: move.from).map { $0 == .rate ? .degreesPerSecond : $0.unit }
        let readings = Advice.readings(of: from, as: unit?.rawValue ?? "UNIT")
        if kind == .linearAcceleration, move.from == .accelerometer {
            recording.standIns[.accelerometer] = .linearAcceleration
            kinds[.accelerometer] = reason
        }
        guard let kind else {
            guard !recording.sensors.isEmpty else {
                throw SensorLabError(
                    .badData, code: .noSamples, place: name,
                    message: "the log has only a \(from), and its readings are none (\(reason))",
                    advice: readings.text)
            }
            warn(
                other == nil ? .unknownColumns : .secondStream,
                other.map {
                    "the \(from) is \($0.rawValue) (\(reason)): it is left out, since the log has that already"
                }
                    ?? "the \(from) is left out: its readings are none (\(reason))",
                advice: other == nil ? readings : .none("the other stream is read"))
            return
        }
        switch move.from {
        case .gyroscope, .gyroscopeCorrected, .magnetometer, .magnetometerCorrected:
            warn(
                .incompleteColumns, "\(source): they are read as \(kind.rawValue), since \(reason)",
                advice: .columns(if: "they are rates", "gx=COLUMN,gy=COLUMN,gz=COLUMN"))
        case .linearAcceleration where kind == .accelerometer: break
        default:
            warn(
                .noGravity,
                kind == .linearAcceleration
                    ? "the \(from)'s readings have no gravity in them (\(reason)): they are read as \(kind.rawValue)"
                    : "the \(from) is read as the \(kind.rawValue), since \(reason)",
                advice: kind == .accelerometer ? .none("the accelerometer is read") : nil)
        }
    }
}

extension Kind {
    /// As text for messages.
    fileprivate var text: String {
        switch self {
        case .accelerometer: "an accelerometer"
        case .gravity: "gravity"
        case .linearAcceleration: "acceleration without gravity"
        case .gyroscope: "a gyroscope"
        case .magnetometer: "a magnetometer"
        case .other: "no sensor's vector"
        }
    }
}

extension TableHead {
    /// The meaning of `gx,gy,gz` where other columns are the gyroscope's and these are as long as gravity in the first
    /// rows.
    var gravityCalledG: [String: SensorKind] {
        let plain = names.map { $0.lowercased() }
        func positions(_ letter: String) -> [Int]? { plain.positions(of: ["x", "y", "z"].map { letter + $0 }) }
        guard let g = positions("g"), isGravity(g),
            ["w", "gyr", "gyro", "omega", "gyro_", "gyr_"].contains(where: { positions($0) != nil })
        else { return [:] }
        return ["g": positions("a") ?? positions("acc") ?? positions("acc_") == nil ? .accelerometer : .gravity]
    }
}
