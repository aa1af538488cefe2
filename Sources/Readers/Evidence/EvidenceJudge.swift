import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Decides unit and sign of every stream: by the user's assumption, else by the log's statement, else by the data.
///
/// The data check the log's statement; a contradiction is an error, since a wrong unit makes every number wrong.
struct EvidenceJudge {
    var recording: Recording
    var claims: [SensorKind: StreamClaim]
    let assumptions: [Assumption]
    let place: GeodeticPosition?
    let name: String
    /// Sensors that the user excludes: undecided ones among them are left out.
    let without: Set<SensorKind>
    var units: [SensorKind: StreamClaim.Statement<LogUnit>] = [:]
    var signs: [SensorKind: StreamClaim.Statement<SignConvention>] = [:]
    /// Of the raw magnetometer, in its unit so far; the outer `nil`: not yet computed.
    var knownHardIron: HardIronEvidence??
    /// Why a stream is of another kind than its name says.
    var kinds: [SensorKind: String] = [:]
    /// Axes of the raw magnetometer, where they are not the gyroscope's.
    var fieldAxes: SensorAxesEvidence?
    /// The same of gravity or the accelerometer.
    var forceAxes: SensorAxesEvidence?
    /// The columns of every table: of the time, and of the sensors.
    var tables: [(time: Int, sensors: [SensorKind: [Int]])]
    /// Ambiguities in the names of columns.
    let doubts: [SensorKind: TableSchema.Doubt]
    /// The clock of the first table, and whether the user gave it.
    let clock: TableClock?
    let isClockGiven: Bool
    /// The frame of an attitude that the data showed, and the reason.
    var frames: [SensorKind: (convention: String, by: String)] = [:]
    /// The posterior of the streams as the log has them.
    let judged: JudgedLog
    /// What each stream was before its kind was decided, and what it was multiplied by, with the sign.
    var origins: [SensorKind: SensorKind] = [:]
    var factors: [SensorKind: Double] = [:]
    /// Whether the log has, or had, a stream that only the API of a phone gives.
    private(set) var hadLinearAcceleration = false

    /// - Returns: the recording in SI units and microtesla, with a recording's signs and provenances.
    /// - Throws: `SensorLabError` (bad data) for evidence that contradicts itself.
    static func settle(_ raw: inout RawLog, name: String, _ options: ReadOptions) throws -> Recording {
        var judge = EvidenceJudge(
            recording: raw.recording, claims: raw.claims, assumptions: options.assumptions,
            place: raw.place, name: name,
            without: options.without, tables: raw.tables, doubts: raw.doubts, clock: raw.clock,
            isClockGiven: raw.isClockGiven || options.assumptions.rateHz != nil, judged: raw.posterior(options))
        let isDocumented = !Self.unexplained.contains(raw.notes[.attitude]?.by ?? "")
        // The judge is the only owner of the streams now, so that they are scaled in place.
        raw.recording = Recording()
        judge.takeScales()
        judge.decideKinds()
        judge.decideSpeeds()
        judge.hadLinearAcceleration = !judge.recording.linearAcceleration.isEmpty
        try judge.decideRateAxes()
        try judge.decideUnits()
        judge.compareAxes()
        try judge.decideAttitudes(isDocumented: isDocumented)
        try judge.decideSigns()
        try judge.compareClock()
        try judge.decideRates()
        judge.warnOfClock(raw.assumedClock)
        judge.warnOfDown()
        judge.finish(raw)
        judge.decideFrame(isDocumented: isDocumented)
        judge.noteProbabilities()
        return judge.recording
    }

    // MARK: Kinds by direction and length

    /// Reads acceleration without gravity as such: apps and watches call it 'acceleration' too, and filters would take
    /// it for specific force.
    private mutating func decideKinds() {
        takeGravityFromRate()
        takeAccelerometerFromGravity()
        takeGravityByAnotherName()
        guard !recording.accelerometer.isEmpty,
            let reason = GravityEvidence.absence(
                from: recording.accelerometer, beside: recording.gravity,
                unit: assumptions.unit(of: .accelerometer) ?? claims[.accelerometer]?.unit?.value,
                mayBeWrong: assumptions.unit(of: .accelerometer) == nil)
        else { return }
        let isFree = recording.linearAcceleration.isEmpty
        warn(
            .noGravity,
            "the accelerometer's readings have no gravity in them (\(reason)): "
                + (isFree
                    ? "they are read as linearAcceleration" : "they are left out, since there is linearAcceleration"))
        if isFree {
            copy(.accelerometer, as: .linearAcceleration)
            recording.standIns[.accelerometer] = .linearAcceleration
            kinds[.accelerometer] = reason
        }
        claims[.accelerometer] = nil
        recording = recording.withoutSamples(of: .accelerometer)
    }

    /// ROS and data sets call specific force 'linear acceleration': the length decides, not the name.
    private mutating func takeGravityByAnotherName() {
        guard !recording.linearAcceleration.isEmpty,
            let reason = GravityEvidence.presence(
                in: recording.linearAcceleration,
                unit: assumptions.unit(of: .linearAcceleration) ?? claims[.linearAcceleration]?.unit?.value)
        else { return }
        guard recording.accelerometer.isEmpty else {
            warn(
                .secondStream,
                "the linear acceleration has gravity in it (\(reason)): it is left out",
                advice: .none("the accelerometer is read"))
            claims[.linearAcceleration] = nil
            recording = recording.without(.linearAcceleration)
            return
        }
        copy(.linearAcceleration, as: .accelerometer)
        claims[.accelerometer]?.note = "with gravity, against its name: \(reason)"
        claims[.linearAcceleration] = nil
        recording = recording.without(.linearAcceleration)
    }

    // MARK: Speeds by the distance between fixes

    private mutating func decideSpeeds() {
        guard let evidence = SpeedEvidence(recording.location) else { return }
        for index in recording.location.values.indices { recording.location.values[index].speed *= evidence.factor }
        warn(
            .unitUndecided,
            "the fixes' speed is read as \(evidence.unit): it is \(MagnitudeEvidence.shown(evidence.ratio)) times the speed between "
                + "the fixes in m/s", advice: .unitInHeader("speed (\(evidence.unit))"))
    }

    // MARK: Units by length

    private mutating func decideUnits() throws {
        for sensor in SensorKind.allCases {
            guard let quantity = LogUnit.Quantity(of: sensor), quantity != .rate,
                let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty
            else { continue }
            let found = try decided(sensor) { judge in
                let unit = try judge.unit(of: sensor, judge.recording[keyPath: path])
                if unit == nil { try judge.ask(sensor) }
                return unit
            }
            guard let unit = found else {
                recording = recording.without(sensor)
                continue
            }
            units[sensor] = unit
            warnOfAssumed(sensor, unit.value, recording[keyPath: path])
            scale(sensor, by: unit.value.factor)
            if sensor == .magnetometer { knownHardIron = knownHardIron??.scaled(by: unit.value.factor) }
            if unit.value == .normalised {
                warn(
                    .normalisedField,
                    "the \(sensor.rawValue) has no unit (about 1 in the field where it was calibrated): directions are "
                        + "correct, strengths are not in microtesla")
            }
        }
    }

    /// Warns where the user's unit makes gravity implausibly long or short; the stream is read in that unit.
    private mutating func warnOfAssumed(_ sensor: SensorKind, _ unit: LogUnit, _ stream: VectorStream) {
        guard assumptions.unit(of: sensor) != nil, sensor == .accelerometer || sensor == .gravity,
            let evidence = MagnitudeEvidence(stream, of: sensor, isCalibrated: nil), !evidence.plausible.contains(unit),
            let median = MagnitudeEvidence.medianLength(stream)
        else { return }
        warn(
            .unitUndecided,
            "the \(sensor.rawValue) is read as \(unit.rawValue) by --assume, but then its median length is "
                + "\(MagnitudeEvidence.shown(median * unit.factor)) m/s^2, and gravity is 9.8",
            advice: .countsPerUnit(of: sensor.rawValue))
    }

    private mutating func unit(of sensor: SensorKind, _ stream: VectorStream) throws -> StreamClaim.Statement<LogUnit>?
    {
        let claim = claims[sensor]
        if let assumed = assumptions.unit(of: sensor) { return .init(value: assumed, by: "--assume") }
        // The sensor was off; later steps report it.
        if let unit = LogUnit.Quantity(of: sensor)?.unit, stream.values.allSatisfy({ $0 == .zero }) {
            return .init(value: unit, by: "all readings are zero, so any unit fits")
        }
        let evidence = MagnitudeEvidence(stream, of: sensor, isCalibrated: claim?.isCalibrated)
        if let unread = claim?.unread, let evidence, evidence.plausible.count == 1, !LogUnit.isCounts(unread.value) {
            warnOfUnread(unread, of: sensor, evidence.plausible[0], by: "its \(evidence.text)")
        } else if let unread = claim?.unread {
            guard !without.contains(sensor) else { return nil }
            throw LogUnit.isCounts(unread.value)
                ? unknownScale(
                    sensor, said: "\(unread.by) says \(unread.value)", fitsNone: evidence?.plausible.isEmpty == true,
                    MagnitudeEvidence.medianLength(stream) ?? 0)
                : unreadUnit(unread, of: sensor, likely: evidence?.plausible ?? [])
        }
        if let said = claim?.unit {
            guard let evidence else { return said }
            guard !evidence.plausible.isEmpty else {
                try doubt(said, of: sensor, stream)
                return said
            }
            let agreed = try compared(said, of: sensor, with: evidence.plausible, by: evidence.text, whose: "its ")
            if sensor == .magnetometer { try compareField(said) }
            return agreed
        }
        if let evidence, evidence.plausible.count == 1 {
            let unit = evidence.plausible[0]
            if sensor == .magnetometer, claim?.isCalibrated != true {
                try doubtCounts(stream, unit, evidence)
                if try isTooShort(stream, unit, evidence) { return nil }
            }
            return .init(value: unit, by: evidence.text)
        }
        if sensor == .magnetometer, let evidence, evidence.plausible.count > 1 {
            return try fieldUnit(stream, evidence)
        }
        // The device derives it from the accelerometer, in the accelerometer's unit.
        if sensor == .linearAcceleration, let other = units[.accelerometer] ?? units[.gravity] {
            return .init(value: other.value, by: "the unit of accelerometer and gravity")
        }
        return nil
    }

    /// A median length above this multiple of gravity is in counts, whatever the header says.
    private static let mostGravities = 20.0

    /// Warns of gravity whose length is implausible in the stated unit and in every other one.
    /// - Throws: `SensorLabError` (bad data) where no motion explains it.
    private mutating func doubt(_ said: StreamClaim.Statement<LogUnit>, of sensor: SensorKind, _ stream: VectorStream)
        throws
    {
        guard sensor == .accelerometer || sensor == .gravity, let median = MagnitudeEvidence.medianLength(stream) else {
            return
        }
        let length = median * said.value.factor
        guard length < Self.mostGravities * LogUnit.gravities.factor else {
            guard !without.contains(sensor) else { return }
            throw unknownScale(sensor, said: "\(said.by) says \(said.value.rawValue)", median)
        }
        warn(
            .unitUndecided,
            "the \(sensor.rawValue) is read as \(said.value.rawValue) (\(said.by)), but then its median length is "
                + "\(MagnitudeEvidence.shown(length)) m/s^2, and gravity is 9.8",
            advice: length < LogUnit.gravities.factor / 2
                ? .withoutGravity(sensor.rawValue) : .otherUnit(of: sensor.rawValue, as: LogUnit.gravities.rawValue))
    }

    /// Throws for a sensor whose readings fit no unit; linear acceleration, which no filter needs, is left out.
    private mutating func ask(_ sensor: SensorKind) throws {
        guard !without.contains(sensor) else { return }
        let median = MagnitudeEvidence.medianLength(recording.vectors(of: sensor)) ?? 0
        let usual = LogUnit.Quantity(of: sensor).map { [$0.unit] } ?? []
        guard sensor == .linearAcceleration else { throw unknownScale(sensor, median) }
        warn(
            .unitUndecided, "the \(sensor.rawValue) is left out: the log does not give its unit",
            advice: .unit(of: sensor.rawValue, as: usual.first?.rawValue ?? ""))
    }

    /// The error for readings whose length fits no unit: they may be counts.
    /// - Parameter said: the log's statement about the unit.
    private func unknownScale(
        _ sensor: SensorKind, said: String = "the log does not give it", fitsNone: Bool = true, _ median: Double
    ) -> SensorLabError {
        let isField = LogUnit.Quantity(of: sensor) == .field
        // Sensors of 16 bits with a range of a power of two have these counts per g.
        let perG = [256.0, 1024, 2048, 4096, 8192, 16384].first { (0.85...1.18).contains(median / $0) }
        let counts = perG.map { ": these may be the sensor's own counts, \(Int(clamping: $0)) per g" } ?? ""
        let example =
            isField
            ? "uT/10 for ten counts per microtesla, or a.u. for directions alone"
            : "g/\(Int(clamping: perG ?? 16384)) for \(perG == nil ? "16384 counts per g" : "these counts")"
        return SensorLabError(
            .badData, code: .unknownUnit, place: name,
            message: "the unit of the \(sensor.rawValue) is not known: \(said), and its median length "
                + "\(fitsNone ? "" : "is ")\(MagnitudeEvidence.shown(median))\(fitsNone ? " fits no unit" : "")"
                + (isField ? "" : counts),
            advice: (sensor == .accelerometer && median < 5
                ? "if gravity was removed, name its columns linx,liny,linz, else " : "")
                + "give it, such as --assume \(sensor.rawValue)=\(example), or leave it out: --without \(sensor.rawValue)"
        )
    }

    // MARK: Frame of the attitude

    /// The sources that `TableSchema` gives for columns that only their names explain.
    private static let unexplained: Set<String> = ["", "the header"]

    /// Decides the attitude's north by the field: x may be north in an undocumented frame, and where the field lies
    /// elsewhere the attitude counts from its initial direction.
    /// - Parameter isDocumented: more than the names of the columns documents the frame.
    private mutating func decideFrame(isDocumented: Bool) {
        guard !recording.metadata.attitudeIsRelative, !recording.attitude.isEmpty else { return }
        guard let evidence = calibratedField().flatMap({ FrameEvidence(attitude: recording.attitude, field: $0) })
        else {
            guard !isDocumented else { return }
            recording.metadata.attitudeNorth = nil
            recording.metadata.attitudeIsRelative = true
            recording.provenance[.attitude]?.convention = "device to a level frame of unknown north"
            recording.provenance[.attitude]?.decidedBy =
                "the frame is not documented, and the log has no calibrated field that shows it"
            warn(
                .arbitraryNorth,
                "nothing documents the frame of the device's attitude, and no calibrated magnetic field beside it shows where north "
                    + "is in it")
            return
        }
        switch evidence.frame {
        case .eastNorthUp:
            recording.metadata.attitudeNorth = recording.metadata.attitudeNorth ?? .magnetic
        case .northWestUp where !isDocumented:
            recording.attitude.values = recording.attitude.values.map { .aboutVertical(.pi / 2) * $0 }
            recording.metadata.attitudeNorth = .magnetic
            recording.provenance[.attitude]?.convention = "device to x north, y west, z up (turned here)"
            recording.provenance[.attitude]?.decidedBy = evidence.text
            warn(
                .frameUndecided,
                "nothing documents the frame of the device's attitude; \(evidence.text): x is taken for north, and the "
                    + "attitude turned to east-north-up", advice: .noMagnets)
        case .northWestUp, .relative:
            // A documented attitude may be disturbed, or the magnetometer beside it.
            guard !isDocumented || evidence.northDegrees.magnitude > Self.largestDisturbance else { return }
            recording.metadata.attitudeNorth = nil
            recording.metadata.attitudeIsRelative = true
            recording.provenance[.attitude]?.convention = "device to a level frame of unknown north"
            recording.provenance[.attitude]?.decidedBy = evidence.text
            warn(
                .arbitraryNorth, "the device's attitude does not count from north: \(evidence.text)")
        }
    }

    /// Degrees.
    private static let largestDisturbance = 60.0

    /// The field without the device's own field; `nil` where the log has none.
    private mutating func calibratedField() -> VectorStream? {
        guard fieldAxes == nil else { return nil }
        if !recording.magnetometerCorrected.isEmpty { return recording.magnetometerCorrected }
        guard !recording.attitude.isEmpty, !recording.magnetometer.isEmpty else { return nil }
        if claims[.magnetometer]?.isCalibrated == true { return recording.magnetometer }
        guard let hardIron = hardIron(), hardIron.isFirm else { return nil }
        return recording.magnetometer.mapped { $0 - hardIron.offset }
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
                unit: provenance.unit, convention: "without gravity, not specific force: read as \(other.rawValue)",
                decidedBy: "\(kinds[sensor] ?? "the app's documentation"); \(provenance.decidedBy)",
                source: provenance.source)
        }
        for (sensor, entry) in raw.notes where !recording.times(of: sensor).isEmpty {
            note(
                sensor,
                StreamProvenance(
                    unit: entry.unit, convention: entry.convention, decidedBy: entry.by, source: entry.source))
        }
        for (sensor, frame) in frames {
            recording.provenance[sensor]?.convention = frame.convention
            recording.provenance[sensor]?.decidedBy = frame.by
        }
    }

    /// Keeps the counts of dropped samples and steps back.
    private mutating func note(_ sensor: SensorKind, _ provenance: StreamProvenance) {
        var provenance = provenance
        provenance.dropped = recording.provenance[sensor]?.dropped ?? 0
        provenance.stepsBack = recording.provenance[sensor]?.stepsBack ?? 0
        recording.provenance[sensor] = provenance
    }

    mutating func warn(_ code: DiagnosticCode, _ message: String, advice: Advice? = nil) {
        recording.warnings.add(code, place: name, message, advice: advice)
    }
}
