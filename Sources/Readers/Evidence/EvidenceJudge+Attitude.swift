import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Attitudes that nothing but the names of their columns explains: what their numbers are, and whether z points up or down.
extension EvidenceJudge {
    /// Before the signs, which an attitude decides.
    mutating func decideAttitudes(isDocumented: Bool) throws {
        takeRotationVector()
        if !isDocumented { try decideAttitude() }
        try decideDown(.reference, \.reference)
    }

    private mutating func decideAttitude() throws {
        guard !recording.attitude.isEmpty else { return }
        let (count, dropped) = (recording.attitude.count, recording.provenance[.attitude]?.dropped ?? 0)
        if doubts[.attitude] == .rotationVector || doubts[.attitude] == .rotationVectorOrRate, 50 * dropped > count {
            recording = recording.without(.attitude)
            warn(
                .frameUndecided,
                "the device's attitude is left out: \(dropped) of \(count + dropped) triples are no rotation vector (longer than 1, or no numbers)",
                "if they are angles, nothing reads them; if they are rates, say so with --columns (docs/guide/mapping.md)"
            )
            return
        }
        switch AttitudeEvidence.verdict(
            recording.attitude, force: force, rate: recording.gyroscope,
            isOrderOpen: doubts[.attitude] == .orderOfNumbers)
        {
        case .kept: break
        case .read(let reading, let reason):
            recording.attitude.values = recording.attitude.values.map(reading.quaternion)
            frames[.attitude] = ("device to a level frame, read as \(reading.text)", reason)
            warn(
                .frameUndecided, "the device's attitude is read as \(reading.text): \(reason)",
                "none needed; to read it otherwise, say what the columns are with --columns (docs/guide/mapping.md)")
        case .unfit(let reason):
            recording = recording.without(.attitude)
            warn(
                .frameUndecided,
                "the device's attitude is left out: \(reason), and so does every other reading of its numbers (w first or last, earth "
                    + "to device)", "none needed: filters do not use it")
            return
        }
        try decideDown(.attitude, \.attitude)
    }

    /// The force points down in the frame of an attitude: CoreMotion's sign, or a frame whose z axis points down (north-east-down). Such a frame
    /// is turned to east-north-up, and the accelerometer stays as it is.
    /// - Throws: `SensorLabError` (bad data) where nothing decides between both: one of them mirrors the headings.
    private mutating func decideDown(
        _ sensor: SensorKind, _ path: WritableKeyPath<Recording, QuaternionStream>
    ) throws {
        let kind = recording.accelerometer.isEmpty ? SensorKind.gravity : .accelerometer
        guard let own = SignEvidence.fromAttitude(recording.vectors(of: kind), recording[keyPath: path]),
            own.sign == .ios
        else { return }
        let (sign, reason) = try signBesideDown(kind, own, sensor)
        guard let sign else {
            recording = recording.without(sensor)
            return
        }
        guard sign == .android else { return }
        recording[keyPath: path].values = recording[keyPath: path].values.map { Self.eastNorthUp * $0 }
        let text = "\(own.finding), and \(reason)"
        frames[sensor] = ("device to north, east, down (turned here)", text)
        warn(
            .frameUndecided,
            "the z axis of the \(sensor == .attitude ? "device's attitude" : "reference") points down (\(text)): it is taken as "
                + "north-east-down and turned to east-north-up; the \(kind.rawValue) stays as it is",
            "if the \(kind.rawValue) has CoreMotion's sign, give --assume \(kind.rawValue)=ios")
    }

    /// North, east, down to east, north, up.
    private static let eastNorthUp = Quaternion(0, 0.5.squareRoot(), 0.5.squareRoot(), 0)

    /// The sign of a force that points down in an attitude's frame, and why; `nil` where the user does without the attitude.
    private mutating func signBesideDown(
        _ kind: SensorKind, _ own: SignEvidence, _ attitude: SensorKind
    ) throws -> (SignConvention?, String) {
        if let assumed = assumptions.sign(of: kind) { return (assumed, "--assume gives the sign") }
        if let said = claims[kind]?.sign { return (said.value, said.by) }
        let field = fieldSign(force)
        if let field, !field.assumesNorth { return (field.sign, field.text) }
        guard units[kind]?.value == .gravities else {
            return (.android, "the unit of the \(kind.rawValue) is not CoreMotion's, which is g")
        }
        if field?.sign == .ios || field == nil && hasPhoneStreams {
            return (.ios, field?.text ?? "gravity in g is CoreMotion's")
        }
        if without.contains(attitude) { return (nil, "") }
        throw SensorLabError(
            .badData, code: .contradiction, place: name,
            message: "the \(kind.rawValue) points down in the frame of the "
                + "\(attitude == .attitude ? "device's attitude" : "reference") (\(own.finding)): it has CoreMotion's sign, or the frame's z axis "
                + "points down, and "
                + (field.map {
                    "its \($0.finding) is that of the other sign in the northern hemisphere, and no place is known"
                }
                    ?? "nothing else in the log tells them apart"),
            advice: "give --assume \(kind.rawValue)=g,android for a frame whose z axis points down (north-east-down), "
                + "--assume \(kind.rawValue)=g,ios for CoreMotion's sign, or --without \(attitude.rawValue)"
                + (field == nil ? "" : ", or --place LAT,LON"))
    }

    // MARK: Three columns

    /// `rotX, rotY, rotZ` are rates, or a rotation vector: half a turn is 1 long there, and it leaves the force along the vertical.
    private mutating func takeRotationVector() {
        guard doubts[.gyroscope] == .rotationVectorOrRate, !recording.gyroscope.isEmpty,
            recording.gyroscope.values.allSatisfy({ $0.lengthSquared <= 1 })
        else { return }
        let vectors = recording.gyroscope
        let attitude = QuaternionStream(
            times: vectors.times,
            values: vectors.values.map { Quaternion(max(0, 1 - $0.lengthSquared).squareRoot(), $0.x, $0.y, $0.z) })
        guard recording.attitude.isEmpty, let evidence = AttitudeEvidence(attitude, force: force),
            evidence.tilt() <= 5, vectors.values.contains(where: { $0.length > 0.1 })
        else { return }
        let source = claims[.gyroscope]?.source ?? ""
        recording = recording.without(.gyroscope)
        claims[.gyroscope] = nil
        recording.attitude = attitude
        frames[.attitude] = (
            "device to a level frame, a rotation vector (\(source))", "it leaves the specific force along the vertical"
        )
        recording.provenance[.attitude] = StreamProvenance(unit: "1", convention: "", decidedBy: "", source: source)
    }
}
