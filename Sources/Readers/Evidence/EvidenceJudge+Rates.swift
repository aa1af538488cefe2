import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The unit of a gyroscope: by what turns with it, the steps of a chip, impossible values, and the API of a phone.
extension EvidenceJudge {
    mutating func decideRates() throws {
        let isFieldCalibrated = isFieldCalibrated
        for sensor in [SensorKind.gyroscope, .gyroscopeCorrected] {
            guard let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty else { continue }
            if assumptions.unit(of: sensor) == nil, let angles = AngleWraps(recording[keyPath: path]) {
                try leaveOut(sensor, angles)
                continue
            }
            do {
                let unit = try decided(sensor) { judge in
                    try judge.rateUnit(sensor, judge.recording[keyPath: path], isFieldCalibrated)
                }
                guard let unit else { continue }
                units[sensor] = unit
                scale(sensor, by: unit.value.factor)
            } catch let error as SensorLabError where error.code == .unknownUnit && isLeftOut(sensor) {
                recording = recording.without(sensor)
            }
        }
    }

    /// Leaves out a gyroscope's columns that hold integrated angles.
    /// - Throws: `SensorLabError` (bad data) where the log has nothing else.
    private mutating func leaveOut(_ sensor: SensorKind, _ angles: AngleWraps) throws {
        let reason =
            "its readings go from \(MagnitudeEvidence.shown(angles.before)) to \(MagnitudeEvidence.shown(angles.after)) between "
            + "two samples and hardly change elsewhere: they are angles, not rates"
        let advice = Advice.rates(of: sensor.rawValue)
        guard recording.sensors.contains(where: { $0 != sensor }) else {
            throw SensorLabError(
                .badData, code: .noSamples, place: name,
                message: "the log has only a \(sensor.rawValue), and \(reason)",
                advice: advice.text)
        }
        warn(.unknownColumns, "the \(sensor.rawValue) is left out: \(reason)", advice: advice)
        claims[sensor] = nil
        recording = recording.without(sensor)
    }

    private mutating func rateUnit(
        _ sensor: SensorKind, _ rate: VectorStream, _ isFieldCalibrated: Bool
    ) throws -> StreamClaim.Statement<LogUnit> {
        if let assumed = assumptions.unit(of: sensor) { return .init(value: assumed, by: "--assume") }
        if rate.values.allSatisfy({ $0 == .zero }) {
            return .init(value: .radiansPerSecond, by: "all readings are zero, so any unit fits")
        }
        let claim = claims[sensor]
        let turning = TurningEvidence(
            rate: rate, recording: recording, isFieldCalibrated: isFieldCalibrated, isUnknown: claim?.unit == nil)
        let possible = RateEvidence(
            rate, direction: force,
            isStated: claim?.unit != nil)
        if let said = claim?.unit {
            if let turning, let scale = RateScale(turning.ratio, correlation: turning.correlation) {
                return try compared(said, of: sensor, with: scale, turning)
            }
            if let (unit, by) = firmUnit(sensor, rate) { return try compared(said, of: sensor, with: [unit], by: by) }
            guard let possible, [.radiansPerSecond, .degreesPerSecond].contains(said.value) else { return said }
            if possible.unit == nil {
                throw countsOfRate(sensor, "\(said.by) says \(said.value.rawValue), but \(possible.text)", nil)
            }
            guard let unit = possible.unit, unit != said.value else { return said }
            if possible.isByForce {
                warn(
                    .unitUndecided,
                    "the \(sensor.rawValue) is read as \(said.value.rawValue) (\(said.by)), but \(possible.text) says "
                        + unit.rawValue,
                    advice: .otherUnit(of: sensor.rawValue, as: unit.rawValue))
                return said
            }
            return try compared(said, of: sensor, with: [unit], by: possible.text)
        }
        let seen = seenScale(sensor, turning)
        if let unread = claim?.unread {
            if LogUnit.isCounts(unread.value) {
                throw countsOfRate(sensor, "\(unread.by) says \(unread.value)", seen ?? turningOfField(sensor))
            }
            guard let (scale, by) = seen, let unit = scale.unit else {
                throw unreadUnit(unread, of: sensor, likely: [])
            }
            warnOfUnread(unread, of: sensor, unit, by: by)
        }
        if let (scale, by) = seen { return try decided(sensor, by: by, scale, rate) }
        if let chip = RateResolution(rate) {
            guard possible == nil || possible?.unit == chip.unit || chip.unit == .millidegreesPerSecond else {
                throw undecided(sensor, "\(chip.text), but \(possible?.text ?? "") contradicts it", [chip.unit])
            }
            if hasPhoneInterface, chip.unit == .radiansPerSecond {
                return .init(value: chip.unit, by: "\(Self.phoneInterface); \(chip.text)")
            }
            warnOfResolution(sensor, chip.unit, chip.text)
            return .init(value: chip.unit, by: chip.text)
        }
        if rate.isWhole {
            if let (scale, by) = turningOfField(sensor) { return try decided(sensor, by: by, scale, rate) }
            throw countsOfRate(sensor, "its readings are whole numbers, which may be the sensor's own counts", nil)
        }
        if let possible {
            guard let unit = possible.unit else { throw countsOfRate(sensor, possible.text, nil) }
            if possible.isByForce {
                warnOfResolution(sensor, unit, "in rad/s such turns would move the specific force")
            }
            return .init(value: unit, by: possible.text)
        }
        if let (scale, by) = turningOfField(sensor) { return try decided(sensor, by: by, scale, rate) }
        if sensor == .gyroscopeCorrected, let raw = units[.gyroscope] {
            return .init(value: raw.value, by: "the unit of the gyroscope")
        }
        if hasPhoneInterface { return .init(value: .radiansPerSecond, by: Self.phoneInterface) }
        // Boards that print deg/s print g; those that print m/s^2 print rad/s.
        let force =
            units[.accelerometer]?.value == .metresPerSecondSquared ? recording.accelerometer : VectorStream()
        if let quiet = RateNoise(rate, beside: force)?.text ?? RateNoise.calmness(of: rate, beside: force) {
            warnOfResolution(sensor, .radiansPerSecond, quiet)
            return .init(value: .radiansPerSecond, by: quiet)
        }
        let turn = SteadyTurn(rate).flatMap { $0.hasRest ? MagnitudeEvidence.shown($0.length) : nil }
        if let standing = standingClock() { throw standing }
        throw undecided(
            sensor,
            turn.map { "it turns steadily at \($0) units, as on a turntable, which fits deg/s and rad/s" }
                ?? "its readings fit deg/s and rad/s", [.degreesPerSecond, .radiansPerSecond])
    }

    /// Whether the user excludes a rate, or the one that the device derived it from.
    private func isLeftOut(_ sensor: SensorKind) -> Bool {
        without.contains(sensor) || sensor == .gyroscopeCorrected && without.contains(.gyroscope)
    }

    /// Whether the log has streams that only the API of a phone, or of a sensor hub that follows it, gives.
    var hasPhoneStreams: Bool {
        !recording.gravity.isEmpty || hadLinearAcceleration && kinds[.accelerometer] == nil
    }

    private static let phoneInterface =
        "the log has gravity, linear acceleration or a corrected sensor too: a phone's interface, which gives rad/s"

    /// Whether the log has those, or one sensor both raw and corrected.
    private var hasPhoneInterface: Bool {
        hasPhoneStreams || !recording.gyroscopeCorrected.isEmpty || !recording.magnetometerCorrected.isEmpty
    }

    /// The scale by a raw magnetometer that turns with the gyroscope about an offset.
    private mutating func turningOfField(_ sensor: SensorKind) -> (RateScale, String)? {
        guard sensor == .gyroscope, let hardIron = hardIron(),
            let scale = hardIron.rateFactor.flatMap({ RateScale($0, correlation: hardIron.rateCorrelation) })
        else { return nil }
        return (scale, "the turning of \(hardIron.text)")
    }

    /// The scale by what turns with the rate. A field as long as the Earth's may include some of the device's own,
    /// which biases the turns; about a fitted offset it is more accurate.
    private mutating func seenScale(_ sensor: SensorKind, _ turning: TurningEvidence?) -> (RateScale, String)? {
        guard let turning else { return nil }
        if turning.isOfField, claims[.magnetometer]?.isCalibrated != true, recording.magnetometerCorrected.isEmpty,
            let fitted = turningOfField(sensor), (hardIron()?.rateCorrelation ?? 0) > turning.correlation
        {
            return fitted
        }
        return RateScale(turning.ratio, correlation: turning.correlation).map {
            ($0, "the turning of the \(turning.of)")
        }
    }

    /// Least correlation with the rate's turns that no other motion reaches.
    private static let firmCorrelation = 0.9

    /// The unit by evidence that may contradict the log: a raw field or the specific force that turns with the rate.
    private mutating func firmUnit(_ sensor: SensorKind, _ rate: VectorStream) -> (LogUnit, String)? {
        if sensor == .gyroscope, let hardIron = hardIron(), hardIron.rateCorrelation > Self.firmCorrelation,
            let (scale, by) = turningOfField(sensor), let unit = scale.unit
        {
            return (unit, by)
        }
        guard
            let turning = TurningEvidence(
                rate: rate, recording: recording, isFieldCalibrated: false, isUnknown: true),
            turning.correlation > Self.firmCorrelation,
            let unit = RateScale(turning.ratio, correlation: turning.correlation)?.unit
        else { return nil }
        return (unit, "the turning of the \(turning.of)")
    }

    private func decided(
        _ sensor: SensorKind, by reason: String, _ scale: RateScale, _ rate: VectorStream
    ) throws -> StreamClaim.Statement<LogUnit> {
        guard case .unit(let unit) = scale else {
            let isWhole = rate.isWhole
            throw countsOfRate(
                sensor,
                isWhole
                    ? "its readings are whole numbers, which may be the sensor's own counts"
                    : "its readings fit no unit",
                (scale, reason))
        }
        return .init(value: unit, by: reason)
    }

    /// Compares the stated unit with the observed turn.
    private func compared(
        _ said: StreamClaim.Statement<LogUnit>, of sensor: SensorKind, with scale: RateScale, _ turning: TurningEvidence
    ) throws -> StreamClaim.Statement<LogUnit> {
        let by = "the turning of the \(turning.of)"
        switch scale {
        case .unit(let unit):
            let ratio = turning.ratio / said.value.factor
            guard unit == said.value, !(0.7...1.4).contains(ratio) else {
                return try compared(said, of: sensor, with: [unit], by: by)
            }
            // No other unit explains it.
            return .init(
                value: said.value, by: "\(said.by); \(by) is \(MagnitudeEvidence.shown(ratio)) times as much")
        case .counts where (0.4...2.5).contains(turning.ratio / said.value.factor):
            return .init(value: said.value, by: "\(said.by); \(by) agrees")
        case .counts: throw countsOfRate(sensor, "\(said.by) says \(said.value.rawValue)", (scale, by))
        }
    }

    private mutating func warnOfResolution(_ sensor: SensorKind, _ unit: LogUnit, _ reason: String) {
        warn(
            .unitByResolution,
            "the \(sensor.rawValue) is taken as \(unit.rawValue) since \(reason), and nothing else decides it",
            advice: .otherUnit(of: sensor.rawValue, as: unit == .radiansPerSecond ? "deg/s" : "rad/s"))
    }

    /// The error for a rate in the sensor's own counts, with the counts per unit where the log turned.
    private func countsOfRate(_ sensor: SensorKind, _ finding: String, _ seen: (scale: RateScale, by: String)?)
        -> SensorLabError
    {
        let ask = "--assume \(sensor.rawValue)="
        var (message, advice) = (
            "",
            "give the counts per unit, \(ask)deg/s/131 for 131 counts per deg/s (MPU chips: 131, 65.5, 32.8 or 16.4, by range)"
        )
        if case .counts(let fitted, isFirm: true)? = seen?.scale {
            let near = GyroscopeChips.near(fitted)
            message = "; \(seen?.by ?? "") fits \(MagnitudeEvidence.shown(fitted)) counts per deg/s"
            advice =
                near.isEmpty
                ? "give the counts per unit, \(ask)deg/s/\(GyroscopeChips.shown(fitted)) as fitted"
                : "give the counts, \(near.map { ask + $0 }.joined(separator: " or ")) "
                    + (near.count > 1 ? "both near the fit" : "near the fit")
        }
        return SensorLabError(
            .badData, code: .unknownUnit, place: name,
            message: "the unit of the \(sensor.rawValue) is not known: \(finding)\(message)",
            advice:
                "\(advice), or the unit, \(ask)deg/s, or \(ask)mrad/s, or leave it out: --without \(sensor.rawValue)")
    }

    mutating func warnOfUnread(
        _ unread: StreamClaim.Statement<String>, of sensor: SensorKind, _ unit: LogUnit, by reason: String
    ) {
        warn(
            .unitUndecided,
            "\(unread.by) says \"\(HeaderLine.shown(unread.value))\", which is no unit of the \(sensor.rawValue): it is read as "
                + "\(unit.rawValue) by \(reason)",
            advice: .otherUnit(of: sensor.rawValue, as: unit.rawValue))
    }

    /// The error for a stated unit that is not one of the sensor's.
    func unreadUnit(
        _ unread: StreamClaim.Statement<String>, of sensor: SensorKind, likely: [LogUnit]
    ) -> SensorLabError {
        let units = LogUnit.Quantity(of: sensor).map(LogUnit.units) ?? []
        let options = (likely.isEmpty ? units : likely).prefix(2).map { "--assume \(sensor.rawValue)=\($0.rawValue)" }
            .joined(separator: " or ")
        return SensorLabError(
            .badData, code: .unknownUnit, place: name,
            message:
                "the unit of the \(sensor.rawValue) is not known: \(unread.by) says \"\(HeaderLine.shown(unread.value))\", "
                + "expected \(LogUnit.list(for: sensor))",
            advice: "give the unit: \(options)")
    }

    /// The stated unit, where the evidence agrees.
    func compared(
        _ said: StreamClaim.Statement<LogUnit>, of sensor: SensorKind, with plausible: [LogUnit], by evidence: String,
        whose: String = ""
    ) throws -> StreamClaim.Statement<LogUnit> {
        if plausible.contains(said.value) { return .init(value: said.value, by: "\(said.by); \(evidence) agrees") }
        let meant = plausible.map(\.rawValue).joined(separator: " or ")
        throw contradiction(
            sensor, "\(said.by) says \(said.value.rawValue)", "\(whose)\(evidence) says \(meant)",
            "\(plausible[0].rawValue) or --assume \(sensor.rawValue)=\(said.value.rawValue)")
    }

    func contradiction(
        _ sensor: SensorKind, _ one: String, _ other: String, _ choices: String
    ) -> SensorLabError {
        SensorLabError(
            .badData, code: .contradiction, place: name,
            message: "the \(sensor.rawValue): \(one), but \(other)",
            advice: "choose with --assume \(sensor.rawValue)=\(choices)")
    }
}
