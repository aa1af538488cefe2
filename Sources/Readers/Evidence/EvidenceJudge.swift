import Judge
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Decides kind, unit and sign of every stream by the user's assumption, else by the posterior of everything that log
/// and readings say, and a margin (`Margin`): used, used with a warning, or asked about.
struct EvidenceJudge {
    var recording: Recording
    var claims: [SensorKind: StreamClaim]
    let assumptions: [Assumption]
    let place: GeodeticPosition?
    let name: String
    /// Sensors that the user excludes: undecided ones among them are left out.
    let without: Set<SensorKind>
    /// The attitude's name in messages.
    let attitudeName: String
    var units: [SensorKind: StreamClaim.Statement<LogUnit>] = [:]
    var signs: [SensorKind: StreamClaim.Statement<SignConvention>] = [:]
    /// Why a stream is of another kind than its name says.
    var kinds: [SensorKind: String] = [:]
    /// Axes of the raw magnetometer, where they are not the gyroscope's.
    var fieldAxes: SensorAxesEvidence?
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
    var judged = JudgedLog()
    /// What moved streams were named, and what they are.
    var origins: [SensorKind: SensorKind] = [:]
    var readAs: [SensorKind: Kind] = [:]
    /// What each stream was multiplied by, with the sign.
    var factors: [SensorKind: Double] = [:]
    /// Units that are asked for; their sensors are left out.
    var questions: [SensorLabError] = []

    /// Whether the log has streams that only the API of a phone, or of a sensor hub that follows it, gives.
    var hasPhoneStreams: Bool {
        !recording.gravity.isEmpty || !recording.linearAcceleration.isEmpty && kinds[.accelerometer] == nil
    }

    /// - Returns: the recording in SI units and microtesla, with a recording's signs and provenances.
    /// - Throws: `SensorLabError` (bad data) for evidence that contradicts itself.
    static func settle(_ raw: inout RawLog, name: String, _ options: ReadOptions) throws -> Recording {
        var judge = EvidenceJudge(
            recording: raw.recording, claims: raw.claims, assumptions: options.assumptions,
            place: raw.place, name: name,
            without: options.without, attitudeName: options.attitudeName, tables: raw.tables, doubts: raw.doubts,
            clock: raw.clock,
            isClockGiven: raw.isClockGiven || options.assumptions.rateHz != nil)
        let isDocumented = raw.isAttitudeDocumented
        // The judge is the only owner of the streams now, so that they are scaled in place.
        raw.recording = Recording()
        try judge.decideRateAxes()
        let clocks = raw.clocks(options)
        judge.judgeStreams(of: &raw, options, clocks: clocks)
        if judge.leaveOutCopies() { judge.judgeStreams(of: &raw, options, clocks: clocks) }
        let isScaled = try judge.decideClock(raw.assumedClock)
        let turned = judge.compareAxes()
        if isScaled || !turned.isEmpty { judge.judgeStreams(of: &raw, options, turned: turned) }
        try judge.decideKinds()
        judge.decideSpeeds()
        judge.decideUnits([.acceleration, .field])
        if judge.questions.isEmpty {
            try judge.decideAttitudes(isDocumented: isDocumented)
            try judge.decideSigns()
        }
        judge.decideUnits([.rate])
        if let error = SensorLabError.all(judge.questions) { throw error }
        judge.warnOfStretches()
        judge.warnOfDown()
        judge.finish(raw)
        if !options.stated.statesAttitudeNorth { judge.decideFrame(isDocumented: isDocumented) }
        judge.noteProbabilities()
        return judge.recording
    }

    /// Computes the posterior of the streams as they are now; the probability of a clock that was decided stays.
    private mutating func judgeStreams(
        of raw: inout RawLog, _ options: ReadOptions, turned: Set<SensorKind> = [],
        clocks: [(factor: Double, nats: Double)] = [(1, 0)]
    ) {
        let probability = judged.clockProbability
        raw.recording = recording
        judged = raw.posterior(options, turned: turned, clocks: clocks)
        raw.recording = Recording()
        judged.clockProbability = probability
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
                "nothing documents the frame of the \(attitudeName), and no calibrated magnetic field beside it shows where north "
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
                "nothing documents the frame of the \(attitudeName); \(evidence.text): x is taken for north, and the "
                    + "attitude turned to east-north-up", advice: .noMagnets)
        case .northWestUp, .relative:
            // A documented attitude may be disturbed, or the magnetometer beside it.
            guard !isDocumented || evidence.northDegrees.magnitude > Self.largestDisturbance else { return }
            recording.metadata.attitudeNorth = nil
            recording.metadata.attitudeIsRelative = true
            recording.provenance[.attitude]?.convention = "device to a level frame of unknown north"
            recording.provenance[.attitude]?.decidedBy = evidence.text
            warn(
                .arbitraryNorth, "the \(attitudeName) does not count from north: \(evidence.text)")
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
        return FieldCentre(inPartsOf: recording.magnetometer, rate: recording.gyroscope).map { found in
            recording.magnetometer.mapped { $0 - found.centre }
        }
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
        let field: SensorKind = recording.magnetometer.isEmpty ? .magnetometerCorrected : .magnetometer
        guard let unit = units[field]?.value else { return }
        let stated = recording.metadata.fieldStrength
        recording.metadata.fieldStrength = unit == .normalised ? stated ?? strength(of: field) : nil
    }

    /// The strength of a field about the device's own, where the log turned enough, else of all that is measured.
    private func strength(of sensor: SensorKind) -> Double? {
        let field = recording.vectors(of: sensor)
        let found = FieldCentre(inPartsOf: field, rate: recording.gyroscope)?.strength
        return (found ?? Percentile.upperMedian(field.values.map(\.length))).flatMap { $0 > 0 ? $0 : nil }
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
