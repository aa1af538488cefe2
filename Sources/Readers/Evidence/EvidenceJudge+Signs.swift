import Judge
import Recordings
import SensorModels
import Vocabulary

/// The sign of accelerometer and gravity: where they point at rest.
extension EvidenceJudge {
    /// Turns forces that point down to specific force.
    /// - Throws: `SensorLabError` (bad data) where neither sign is probable, and headings depend on it.
    mutating func decideSigns() throws {
        for sensor in [SensorKind.gravity, .accelerometer, .linearAcceleration] {
            guard !recording.vectors(of: sensor).isEmpty else { continue }
            let sign = try self.sign(of: sensor)
            signs[sensor] = sign
            if sign.value == .ios { scale(sensor, by: -1) }
        }
    }

    /// The best indicator of the vertical: gravity, else the accelerometer.
    var force: VectorStream { recording.gravity.isEmpty ? recording.accelerometer : recording.gravity }

    private mutating func sign(of sensor: SensorKind) throws -> StreamClaim.Statement<SignConvention> {
        if let assumed = assumptions.sign(of: sensor) { return .init(value: assumed, by: "--assume") }
        let said = claims[sensor]?.sign
        guard let kind = kind(of: sensor), let marginal = marginal(of: sensor) else {
            return said ?? .init(value: .android, by: "the log does not give it; specific force is assumed")
        }
        let down = marginal.isReversed(kind)
        let (sign, probability): (SignConvention, Double) = down > 0.5 ? (.ios, down) : (.android, 1 - down)
        let reason = marginal.ofSign.reason(beside: [.baseRate])
        let margin = Margin(probability)
        let other: SignConvention = sign == .android ? .ios : .android
        if let said, said.value == sign {
            if margin != .use, signs.isEmpty, !marginal.ofSign.objection.isEmpty {
                warn(
                    .signUndecided,
                    "the \(sensor.rawValue) is read with \(Self.owner(sign)) sign (\(said.by)), but that is "
                        + "\(Margin.shown(probability)) probable: \(marginal.ofSign.objection)",
                    advice: .otherSign(of: sensor.rawValue, as: other.rawValue))
            }
            return said
        }
        if said == nil, margin == .ask, signs.isEmpty, !recording.magnetometer.isEmpty,
            !without.contains(.magnetometer), !without.contains(sensor)
        {
            throw question(sensor, sign, other, probability, marginal)
        }
        if margin != .use || said != nil, signs.isEmpty {
            warn(
                .signUndecided,
                (said.map { "\($0.by) gives the other one, but the sign" } ?? "the sign")
                    + " of the \(sensor.rawValue) is \(Self.owner(sign)) with \(Margin.shown(probability)): \(reason)"
                    + (said != nil && margin != .use ? "; it is read as stated" : ""),
                advice: place == nil
                    ? .placeOrSign(of: sensor.rawValue, as: other.rawValue)
                    : .otherSign(of: sensor.rawValue, as: other.rawValue))
        }
        if let said, margin != .use { return said }
        return .init(value: sign, by: reason)
    }

    /// Whose sign it is, as text for messages.
    private static func owner(_ sign: SignConvention) -> String {
        sign == .android ? "specific force's" : "CoreMotion's"
    }

    private func question(
        _ sensor: SensorKind, _ sign: SignConvention, _ other: SignConvention, _ probability: Double,
        _ marginal: Marginal
    ) -> SensorLabError {
        SensorLabError(
            .badData, code: .contradiction, place: name,
            message: "the sign of the \(sensor.rawValue) is not known: \(Self.owner(sign)) is "
                + "\(Margin.shown(probability)) probable \(marginal.ofSign.reasons(beside: [.baseRate]))",
            advice: "give --assume \(sensor.rawValue)=android if its z is positive lying face up, --assume "
                + "\(sensor.rawValue)=ios if it is negative"
                + (place == nil ? ", or --place LAT,LON" : "; check that --place is LAT,LON, the latitude first"))
    }
}
