import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The sign of accelerometer and gravity: where they point at rest.
extension EvidenceJudge {
    mutating func decideSigns() throws {
        let evidence = signEvidence()
        for sensor in [SensorKind.gravity, .accelerometer, .linearAcceleration] {
            guard let path = Recording.vectorPath(of: sensor), !recording[keyPath: path].isEmpty else { continue }
            let sign = try self.sign(of: sensor, evidence)
            signs[sensor] = sign
            if sign.value == .ios { scale(sensor, by: -1) }
        }
    }

    /// From gravity where the log has it, since motion does not disturb it.
    private mutating func signEvidence() -> SignEvidence? {
        // A force far shorter than gravity points where the device accelerates.
        guard MagnitudeEvidence.medianLength(force).map({ $0 > Self.shortestGravity }) == true else { return nil }
        if let own = SignEvidence.fromAttitude(force, recording.attitude) { return own }
        if let own = SignEvidence.fromAttitude(force, recording.reference) { return own }
        return fieldSign(force)
    }

    /// Least length of gravity, m/s^2.
    private static let shortestGravity = 3.0

    /// The best indicator of the vertical: gravity, else the accelerometer.
    var force: VectorStream { recording.gravity.isEmpty ? recording.accelerometer : recording.gravity }

    /// The sign by the angle to the magnetic field.
    mutating func fieldSign(_ force: VectorStream) -> SignEvidence? {
        guard forceAxes == nil, fieldAxes == nil || !recording.magnetometerCorrected.isEmpty else { return nil }
        if !recording.magnetometerCorrected.isEmpty {
            return SignEvidence.fromField(force, recording.magnetometerCorrected, place: place)
        }
        let length = MagnitudeEvidence.medianLength(recording.magnetometer) ?? 0
        let isField = units[.magnetometer]?.value == .normalised || (15...120).contains(length)
        let asRead =
            isFieldCalibrated && isField ? SignEvidence.fromField(force, recording.magnetometer, place: place) : nil
        let isStated = claims[.accelerometer]?.sign != nil || claims[.gravity]?.sign != nil
        guard claims[.magnetometer]?.isCalibrated != true, !isStated, let hardIron = hardIron() else { return asRead }
        // A length like the Earth's field does not prove a calibration: half of it may be the device's own.
        guard asRead == nil || hardIron.isFirm && hardIron.offset.length > 0.3 * hardIron.radius else { return asRead }
        let parts = recording.magnetometer.evidenceParts
        return SignEvidence.fromField(
            force.within(parts), recording.magnetometer.within(parts).mapped { $0 - hardIron.offset },
            of: hardIron.text, place: place)
    }

    /// Whether the magnetometer's readings are a field that turns with the device.
    var isFieldCalibrated: Bool {
        guard fieldAxes == nil else { return false }
        return claims[.magnetometer]?.isCalibrated
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
            // South of the equator the field points up and the same angle means the other sign: no contradiction
            // without a place.
            if evidence.assumesNorth {
                warnOfHemisphere(sensor, said.value, evidence, "\(said.by) gives this sign")
                return said
            }
            throw contradiction(
                sensor, "\(said.by) says face up z \(said.value == .android ? "> 0" : "< 0")",
                "the \(evidence.text) shows the opposite",
                "\(said.value.rawValue) or --assume \(sensor.rawValue)=\(evidence.sign.rawValue)")
        }
        if sensor == .accelerometer, let gravity = signs[.gravity],
            let cosines = Cosines(
                recording.accelerometer, recording.gravity), cosines.isOneSided, cosines.median.magnitude > 0.5
        {
            // Gravity is reversed already, if it was not specific force.
            return .init(
                value: cosines.median > 0 ? .android : .ios,
                by: "cosine to gravity \(Cosines.shown(cosines.median)), whose sign is known: \(gravity.by)")
        }
        if let evidence, !evidence.assumesNorth { return .init(value: evidence.sign, by: evidence.text) }
        if !recording.gravity.isEmpty, signs.isEmpty, claims[sensor]?.isOfEitherSign != true {
            return try phoneSign(sensor, evidence)
        }
        if let evidence { return unstated(sensor, evidence) }
        if let other = signs[.gravity] ?? signs[.accelerometer] {
            return .init(value: other.value, by: "the sign of \(signs[.gravity] == nil ? "accelerometer" : "gravity")")
        }
        warn(
            .signUndecided,
            "the sign of the \(sensor.rawValue) is not known; specific force (face up z = +9.81) is assumed",
            advice: .otherSign(of: sensor.rawValue, as: "ios"))
        return .init(value: .android, by: "the log does not give it; specific force is assumed")
    }

    /// The unit of a phone's gravity gives the platform, and with it the sign: CoreMotion gives g, Android m/s^2. Where
    /// the angle to the field does not agree or does not decide, the user is asked, since a wrong sign mirrors the
    /// headings. Without a magnetometer there are none.
    private mutating func phoneSign(
        _ sensor: SensorKind, _ evidence: SignEvidence?
    ) throws -> StreamClaim.Statement<SignConvention> {
        let isG = units[sensor]?.value == .gravities
        let sign: SignConvention = isG ? .ios : .android
        let reason = isG ? "gravity in g is CoreMotion's" : "gravity in m/s^2 is Android's"
        if let evidence, evidence.sign == sign { return .init(value: sign, by: "\(reason); \(evidence.text) agrees") }
        guard !recording.magnetometer.isEmpty, !without.contains(.magnetometer) else {
            warn(
                .signUndecided,
                "the \(sensor.rawValue) is taken as \(isG ? "CoreMotion's" : "specific force"): \(reason); nothing else in the "
                    + "log confirms it",
                advice: .otherSign(of: SensorKind.accelerometer.rawValue, as: isG ? "g,android" : "ios"))
            return .init(value: sign, by: reason)
        }
        let doubt =
            evidence.map {
                "its \($0.finding) fits the other sign in the northern hemisphere, and the place is not known"
            }
            ?? "the angle to the magnetic field does not confirm it here"
        throw SensorLabError(
            .badData, code: .contradiction, place: name,
            message: "the sign of the \(sensor.rawValue) is not known: \(reason), but \(doubt)",
            advice:
                "give --assume accelerometer=\(isG ? "g,ios" : "android") if its z reads \(isG ? "-1 g" : "+9.81") lying "
                + "face up, --assume accelerometer=\(isG ? "g,android" : "ios") if \(isG ? "+1 g" : "-9.81")"
                + (evidence == nil ? "" : ", or --place LAT,LON"))
    }

    /// The sign where neither log nor format states it, and the angle to the field would need the place: CoreMotion's
    /// is taken where both the angle and the unit support it (CoreMotion gives g; other conventions do not point down),
    /// or where the app is known to write either sign.
    private mutating func unstated(
        _ sensor: SensorKind, _ evidence: SignEvidence
    ) -> StreamClaim.Statement<SignConvention> {
        let mayPointDown = units[sensor]?.value == .gravities || claims[sensor]?.isOfEitherSign == true
        let sign: SignConvention = evidence.sign == .ios && mayPointDown && !evidence.isWeak ? .ios : .android
        let reason =
            sign == evidence.sign
            ? evidence.text : mayPointDown ? "no firm evidence contradicts it" : "the unit is not CoreMotion's"
        if signs.isEmpty { warnOfHemisphere(sensor, sign, evidence, sign == evidence.sign ? nil : reason) }
        return .init(value: sign, by: "\(reason) (assumed: the place is not known)")
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
            advice: .placeOrSign(of: sensor.rawValue, as: sign == .android ? "ios" : "android"))
    }
}

/// The sign of accelerometer and gravity by the data: specific force (up at rest) or CoreMotion's.
struct SignEvidence {
    let sign: SignConvention
    /// The measurement, as text for reports.
    let finding: String
    /// The assumption behind the decision; empty where there is none.
    var supposition = ""
    /// Whether the evidence assumes the northern hemisphere, since no place is known; alone it decides nothing.
    let assumesNorth: Bool
    /// Whether it is too weak to reverse a sign that nothing else doubts: a small cosine to a field that may have an
    /// offset, or few readings of the field.
    var isWeak = false

    /// As text for reports.
    var text: String { finding + supposition }

    /// By the cosine between the force and the up direction of the device's own attitude.
    ///
    /// Both are in device axes, so that no place is needed; `nil` where one is missing or they do not agree.
    static func fromAttitude(_ force: VectorStream, _ attitude: QuaternionStream) -> SignEvidence? {
        guard !attitude.isEmpty else { return nil }
        guard let cosines = Cosines(force, attitude.directions(of: Vector3(0, 0, 1))), cosines.isOneSided,
            cosines.median.magnitude > 0.85
        else { return nil }
        return SignEvidence(
            sign: cosines.median > 0 ? .android : .ios,
            finding: "cosine to the device's own up \(Cosines.shown(cosines.median))", assumesNorth: false)
    }

    /// The cosine between acceleration and calibrated field: the field points down in the north, up in the south.
    ///
    /// - Parameters:
    ///   - name: what messages call the field.
    ///   - place: of the log; without it the field is assumed to point down. Near the magnetic equator, by the dipole's
    ///     inclination, nothing can be said.
    static func fromField(
        _ force: VectorStream, _ field: VectorStream, of name: String = "the calibrated field", place: GeodeticPosition?
    ) -> SignEvidence? {
        guard let cosines = Cosines(force, field), cosines.isOneSided, cosines.median.magnitude > 0.2 else {
            return nil
        }
        var south = false
        if let place {
            let dip = dipoleInclination(place)
            guard dip.magnitude > 25 else { return nil }
            south = dip < 0
        }
        let isUp = (cosines.median < 0) != south
        let hemisphere = place == nil ? ", in the northern hemisphere" : south ? ", field up here" : ", field down here"
        return SignEvidence(
            sign: isUp ? .android : .ios,
            finding: "cosine to \(name) \(Cosines.shown(cosines.median))", supposition: hemisphere,
            assumesNorth: place == nil,
            isWeak: cosines.median.magnitude < strong || field.count < fewest)
    }

    /// The sine of a dip of 25 degrees: nearer to the magnetic equator the field does not decide.
    private static let strong = 0.42
    /// Fewest readings of the field.
    private static let fewest = 20

    /// Degrees, down positive: tan I = 2 tan(geomagnetic latitude) of a dipole whose pole is at 80.7 N, 72.7 W
    /// (IGRF-13, 2020). Accurate to some 15 degrees, enough to tell down from up.
    static func dipoleInclination(_ place: GeodeticPosition) -> Double {
        let (latitude, pole) = (Angle.radians(place.latitude), Angle.radians(80.7))
        let sine =
            sin(latitude) * sin(pole) + cos(latitude) * cos(pole) * cos(Angle.radians(place.longitude + 72.7))
        let cosine = max(0, 1 - sine * sine).squareRoot()
        return Angle.degrees(atan2(2 * sine, cosine))
    }
}

/// The cosines between two streams at common times.
struct Cosines {
    let median: Double
    /// Whether nine in ten have the median's sign.
    let isOneSided: Bool

    init?(_ a: VectorStream, _ b: VectorStream) {
        guard !a.isEmpty, !b.isEmpty else { return nil }
        var cosines: [Double] = []
        var index = 0
        let step = max(1, a.count / 5000)
        for i in stride(from: 0, to: a.count, by: step) {
            while index + 1 < b.count && b.times[index + 1] <= a.times[i] { index += 1 }
            let apart = (b.times[index] - a.times[i]).magnitude
            guard apart <= 500_000_000 else { continue }
            let lengths = a.values[i].length * b.values[index].length
            if lengths > 0 { cosines.append(a.values[i].dot(b.values[index]) / lengths) }
        }
        guard let median = Percentile.upperMedian(cosines) else { return nil }
        self.median = median
        let negative = cosines.count { $0 < 0 }
        isOneSided = 10 * max(negative, cosines.count - negative) >= 9 * cosines.count
    }

    static func shown(_ value: Double) -> String {
        let hundredths = Int(clamping: (value.magnitude * 100).rounded())
        let digits = hundredths % 100
        return "\(value < 0 ? "-" : "+")\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }
}
