import Rotations
import SensorModels
import Vocabulary

/// Decides the unit and the sign of every stream: by the user's assumption, else by the log's statement, else by the data.
///
/// The log's statement is checked against the data; a contradiction is an error, since a wrong unit would make every number
/// false.
struct EvidenceJudge {
    private var recording: Recording
    private let claims: [SensorKind: StreamClaim]
    private let assumptions: [Assumption]
    private let place: GeodeticPosition?
    private let name: String
    private var units: [SensorKind: StreamClaim.Statement<LogUnit>] = [:]
    private var signs: [SensorKind: StreamClaim.Statement<SignConvention>] = [:]

    /// - Returns: the recording in SI, microtesla and a recording's signs, with the provenance of every stream.
    /// - Throws: `SensorLabError` (bad data) for evidence that contradicts itself.
    static func settle(_ raw: inout RawLog, name: String, assumptions: [Assumption]) throws -> Recording {
        var judge = EvidenceJudge(
            recording: raw.recording, claims: raw.claims, assumptions: assumptions,
            place: raw.recording.metadata.place ?? raw.recording.location.values.first?.place, name: name)
        // The streams belong to the judge alone now: they are scaled where they are.
        raw.recording = Recording()
        try judge.decideUnits()
        try judge.decideSigns()
        try judge.decideRates()
        judge.finish(raw)
        return judge.recording
    }

    // MARK: Units by length

    private mutating func decideUnits() throws {
        for sensor in SensorKind.allCases {
            guard let quantity = LogUnit.Quantity(of: sensor), quantity != .rate,
                let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty
            else { continue }
            guard let unit = try unit(of: sensor, recording[keyPath: path]) else {
                leaveOut(sensor)
                continue
            }
            units[sensor] = unit
            recording[keyPath: path].scale(by: unit.value.factor)
            if unit.value == .normalised {
                warn(
                    .normalisedField,
                    "the \(sensor.rawValue) has no unit (about 1 in the field where it was calibrated): directions are "
                        + "correct, strengths are not in microtesla",
                    "do not compare its strength with a model of the field")
            }
        }
    }

    private func unit(of sensor: SensorKind, _ stream: VectorStream) throws -> StreamClaim.Statement<LogUnit>? {
        let claim = claims[sensor]
        if let assumed = assumptions.unit(of: sensor) { return .init(value: assumed, by: "--assume") }
        let evidence = MagnitudeEvidence(stream, of: sensor, isCalibrated: claim?.isCalibrated)
        if let said = claim?.unit {
            guard let evidence, !evidence.plausible.isEmpty else { return said }
            return try compared(said, of: sensor, with: evidence.plausible, by: evidence.text, whose: "its ")
        }
        if let evidence, evidence.plausible.count == 1 {
            return .init(value: evidence.plausible[0], by: evidence.text)
        }
        // What the device derived from the accelerometer has its unit.
        if sensor == .linearAcceleration, let other = units[.accelerometer] ?? units[.gravity] {
            return .init(value: other.value, by: "the unit of accelerometer and gravity")
        }
        return nil
    }

    /// What the log says of a unit where the evidence agrees.
    private func compared(
        _ said: StreamClaim.Statement<LogUnit>, of sensor: SensorKind, with plausible: [LogUnit], by evidence: String,
        whose: String = ""
    ) throws -> StreamClaim.Statement<LogUnit> {
        if plausible.contains(said.value) { return .init(value: said.value, by: "\(said.by); \(evidence) agrees") }
        let meant = plausible.map(\.rawValue).joined(separator: " or ")
        throw contradiction(
            sensor, "\(said.by) says \(said.value.rawValue)", "\(whose)\(evidence) says \(meant)",
            "\(said.value.rawValue) or --assume \(sensor.rawValue)=\(plausible[0].rawValue)")
    }

    private mutating func leaveOut(_ sensor: SensorKind) {
        let length =
            MagnitudeEvidence.medianLength(recording.vectors(of: sensor)).map(MagnitudeEvidence.shown) ?? "none"
        warn(
            .unitUndecided,
            "the \(sensor.rawValue) is left out: the log does not give its unit, and its median length \(length) "
                + "does not decide it",
            "give it, such as --assume \(sensor.rawValue)=\(LogUnit.Quantity(of: sensor) == .field ? "uT" : "m/s^2")")
        recording = recording.without(sensor)
    }

    // MARK: Signs

    private mutating func decideSigns() throws {
        let evidence = signEvidence()
        for sensor in [SensorKind.gravity, .accelerometer, .linearAcceleration] {
            guard let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty else { continue }
            let sign = try self.sign(of: sensor, evidence)
            signs[sensor] = sign
            if sign.value == .ios { recording[keyPath: path].scale(by: -1) }
        }
    }

    /// From gravity where the log has it: motion does not disturb it.
    private func signEvidence() -> SignEvidence? {
        let force = recording.gravity.isEmpty ? recording.accelerometer : recording.gravity
        if let own = SignEvidence.fromAttitude(force, recording.attitude) { return own }
        if let own = SignEvidence.fromAttitude(force, recording.reference) { return own }
        if !recording.magnetometerCorrected.isEmpty {
            return SignEvidence.fromField(force, recording.magnetometerCorrected, place: place)
        }
        let length = MagnitudeEvidence.medianLength(recording.magnetometer) ?? 0
        let isField = units[.magnetometer]?.value == .normalised || (15...120).contains(length)
        guard isFieldCalibrated, isField else { return nil }
        return SignEvidence.fromField(force, recording.magnetometer, place: place)
    }

    private var isFieldCalibrated: Bool {
        claims[.magnetometer]?.isCalibrated
            ?? (15...85).contains(MagnitudeEvidence.medianLength(recording.magnetometer) ?? 0)
    }

    private mutating func sign(
        of sensor: SensorKind, _ evidence: SignEvidence?
    ) throws -> StreamClaim.Statement<SignConvention> {
        if let assumed = assumptions.sign(of: sensor) { return .init(value: assumed, by: "--assume") }
        if let said = claims[sensor]?.sign {
            guard let evidence else { return said }
            if evidence.text == said.by { return said }
            if evidence.sign == said.value {
                return .init(value: said.value, by: "\(said.by); \(evidence.text) agrees")
            }
            // In the south the field points up and the same angle means the other sign: no contradiction without a place.
            if evidence.assumesNorth {
                warnOfHemisphere(sensor, said.value, evidence, "\(said.by) says so")
                return said
            }
            throw contradiction(
                sensor, "\(said.by) says face up z \(said.value == .android ? "> 0" : "< 0")",
                "the \(evidence.text) says the opposite",
                "\(said.value.rawValue) or --assume \(sensor.rawValue)=\(evidence.sign.rawValue)")
        }
        if let evidence, !evidence.assumesNorth { return .init(value: evidence.sign, by: evidence.text) }
        if let evidence { return unstated(sensor, evidence) }
        if let other = signs[.gravity] ?? signs[.accelerometer] {
            return .init(value: other.value, by: "the sign of \(signs[.gravity] == nil ? "accelerometer" : "gravity")")
        }
        warn(
            .signUndecided,
            "the sign of the \(sensor.rawValue) is not known; specific force (face up z = +9.81) is assumed",
            "if the log has CoreMotion's sign, give --assume \(sensor.rawValue)=ios")
        return .init(value: .android, by: "nothing in the log; specific force is assumed")
    }

    /// Neither log nor format says the sign, and the angle to the field would need the place: CoreMotion's sign is taken
    /// where both the angle and the unit support it (CoreMotion gives g; other conventions do not point down), or the
    /// app is known to write either sign.
    private mutating func unstated(
        _ sensor: SensorKind, _ evidence: SignEvidence
    ) -> StreamClaim.Statement<SignConvention> {
        let mayPointDown = units[sensor]?.value == .gravities || claims[sensor]?.isOfEitherSign == true
        let sign: SignConvention = evidence.sign == .ios && mayPointDown ? .ios : .android
        let reason = sign == evidence.sign ? evidence.text : "the unit is not CoreMotion's"
        if signs.isEmpty { warnOfHemisphere(sensor, sign, evidence, sign == evidence.sign ? nil : reason) }
        return .init(value: sign, by: "\(reason) (assumed: no place is known)")
    }

    private mutating func warnOfHemisphere(
        _ sensor: SensorKind, _ sign: SignConvention, _ evidence: SignEvidence, _ reason: String?
    ) {
        let hemisphere = sign == evidence.sign ? "northern" : "southern"
        warn(
            .signByHemisphere,
            "the \(sensor.rawValue) is taken as \(sign == .android ? "specific force" : "CoreMotion's")"
                + "\(reason.map { ", since \($0)" } ?? ""): its \(evidence.finding) fits that in the \(hemisphere) "
                + "hemisphere alone, and no place is known",
            "give --place LAT,LON, or --assume \(sensor.rawValue)=\(sign == .android ? "ios" : "android") for the other "
                + "sign")
    }

    // MARK: Rates

    private mutating func decideRates() throws {
        let isFieldCalibrated = isFieldCalibrated
        for sensor in [SensorKind.gyroscope, .gyroscopeCorrected] {
            guard let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty else { continue }
            let unit = try rateUnit(sensor, recording[keyPath: path], isFieldCalibrated)
            units[sensor] = unit
            recording[keyPath: path].scale(by: unit.value.factor)
        }
    }

    private mutating func rateUnit(
        _ sensor: SensorKind, _ rate: VectorStream, _ isFieldCalibrated: Bool
    ) throws -> StreamClaim.Statement<LogUnit> {
        if let assumed = assumptions.unit(of: sensor) { return .init(value: assumed, by: "--assume") }
        let turning = TurningEvidence(
            rate: rate, recording: recording, isFieldCalibrated: isFieldCalibrated,
            isUnknown: claims[sensor]?.unit == nil)
        let seen = turning.flatMap { turning in
            LogUnit.units(of: .rate).first { (0.4...2.5).contains(turning.ratio / $0.factor) }
        }
        if let said = claims[sensor]?.unit {
            guard let turning, let seen else { return said }
            return try compared(said, of: sensor, with: [seen], by: "the turning of the \(turning.of)")
        }
        if let turning, let seen { return .init(value: seen, by: "the turning of the \(turning.of)") }
        warn(
            .unitUndecided,
            "the unit of the \(sensor.rawValue) is not known; rad/s is assumed",
            "if the log has degrees per second, give --assume \(sensor.rawValue)=deg/s")
        return .init(value: .radiansPerSecond, by: "nothing in the log; rad/s is assumed")
    }

    // MARK: Results

    private mutating func finish(_ raw: RawLog) {
        for (sensor, unit) in units {
            let claim = claims[sensor]
            var convention = CanonicalColumns.convention(of: sensor).convention
            var decidedBy = "unit: \(unit.by)"
            if let sign = signs[sensor] {
                convention = sensor == .linearAcceleration && sign.value == .android ? convention : sign.value.text
                decidedBy += sign.by == unit.by ? "" : "; sign: \(sign.by)"
            }
            if let note = claim?.note { convention += ", \(note)" }
            note(
                sensor,
                StreamProvenance(
                    unit: unit.value.rawValue, convention: convention, decidedBy: decidedBy,
                    source: claim?.source ?? ""))
        }
        for (sensor, other) in recording.standIns {
            guard let provenance = recording.provenance[other] else { continue }
            recording.provenance[sensor] = StreamProvenance(
                unit: provenance.unit, convention: "without gravity, no specific force: read as \(other.rawValue)",
                decidedBy: "the app's documentation; \(provenance.decidedBy)", source: provenance.source)
        }
        for (sensor, entry) in raw.notes where !recording.times(of: sensor).isEmpty {
            note(
                sensor,
                StreamProvenance(
                    unit: entry.unit, convention: entry.convention, decidedBy: entry.by, source: entry.source))
        }
    }

    /// What was counted on reading stays.
    private mutating func note(_ sensor: SensorKind, _ provenance: StreamProvenance) {
        var provenance = provenance
        provenance.dropped = recording.provenance[sensor]?.dropped ?? 0
        provenance.stepsBack = recording.provenance[sensor]?.stepsBack ?? 0
        recording.provenance[sensor] = provenance
    }

    private mutating func warn(_ code: DiagnosticCode, _ message: String, _ advice: String) {
        recording.warnings.append(Warning(code: code, place: name, message: message, advice: advice))
    }

    private func contradiction(
        _ sensor: SensorKind, _ one: String, _ other: String, _ choices: String
    ) -> SensorLabError {
        SensorLabError(
            .badData, code: .contradiction, place: name,
            message: "the \(sensor.rawValue): \(one), but \(other)",
            advice: "decide with --assume \(sensor.rawValue)=\(choices)")
    }
}

extension VectorStream {
    /// Every value times a factor, in place.
    fileprivate mutating func scale(by factor: Double) {
        guard factor != 1 else { return }
        values.withUnsafeMutableBufferPointer { values in
            for index in values.indices {
                let v = values[index]
                values[index] = Vector3(v.x * factor, v.y * factor, v.z * factor)
            }
        }
    }
}
