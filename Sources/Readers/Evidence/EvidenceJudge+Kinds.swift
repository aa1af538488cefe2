import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What a stream is, where the name of its columns says something else.
extension EvidenceJudge {
    /// `gx,gy,gz` are gravity, or an accelerometer in g, in some logs: always as long as gravity, and along the accelerometer or turning about.
    mutating func takeGravityFromRate() {
        guard doubts[.gyroscope] == .gravityOrRate, claims[.gyroscope]?.unit == nil, !recording.gyroscope.isEmpty,
            let reason = GravityEvidence.resemblance(
                of: recording.gyroscope, beside: recording.accelerometer,
                mayRest: assumptions.unit(of: .gyroscope) == nil)
        else { return }
        let kind: SensorKind = recording.accelerometer.isEmpty ? .accelerometer : .gravity
        guard let path = Recording.vectorPath(of: kind) else { return }
        let source = claims[.gyroscope]?.source ?? ""
        let isFree = recording[keyPath: path].isEmpty
        let stream = recording.gyroscope
        let provenance = recording.provenance[.gyroscope]
        recording = recording.without(.gyroscope)
        if isFree {
            recording[keyPath: path] = stream
            recording.provenance[kind] = provenance
            claims[kind] = claims[.gyroscope]
        }
        claims[.gyroscope] = nil
        warn(
            isFree ? .incompleteColumns : .secondStream,
            "\(source): they are no rates but as long as gravity (\(reason)): they are "
                + (isFree ? "read as \(kind.rawValue)" : "left out beside \(kind.rawValue)"),
            "if they are rates, say so: --columns gx=COLUMN,... (docs/guide/mapping.md)")
    }

    /// `acceleration, gravity included`: what changes its length as a moving device's acceleration does is no gravity.
    mutating func takeAccelerometerFromGravity() {
        guard claims[.gravity]?.sign == nil, !recording.gravity.isEmpty,
            let reason = GravityEvidence.unsteadiness(of: recording.gravity)
        else { return }
        // Beside an accelerometer it is somebody's low-pass of it.
        let isBeside =
            !recording.accelerometer.isEmpty
            && GravityEvidence.absence(
                from: recording.accelerometer, beside: VectorStream(),
                unit: assumptions.unit(of: .accelerometer) ?? claims[.accelerometer]?.unit?.value) == nil
        guard !isBeside else { return }
        warn(
            .noGravity, "gravity is no gravity alone (\(reason)): it is read as the accelerometer",
            "none needed: the accelerometer is read")
        let (stream, provenance, claim) = (
            recording.gravity, recording.provenance[.gravity], claims[.gravity]
        )
        recording = recording.without(.gravity)
        claims[.gravity] = nil
        if !recording.accelerometer.isEmpty, recording.linearAcceleration.isEmpty {
            recording.linearAcceleration = recording.accelerometer
            recording.provenance[.linearAcceleration] = recording.provenance[.accelerometer]
            claims[.linearAcceleration] = claims[.accelerometer]
        }
        recording.accelerometer = stream
        recording.provenance[.accelerometer] = provenance
        claims[.accelerometer] = claim
        claims[.accelerometer]?.note = "not gravity alone, whatever its name says: \(reason)"
    }
}

extension TableHead {
    /// The meaning of `gx,gy,gz` where another triple is the gyroscope's and these are as long as gravity in the first rows.
    var gravityCalledG: [String: SensorKind] {
        func positions(_ letter: String) -> [Int]? {
            let found = ["x", "y", "z"].compactMap { axis in
                names.firstIndex { $0.lowercased() == letter + axis }
            }
            return found.count == 3 ? found : nil
        }
        guard let g = positions("g"), fits(.gravity, g),
            ["w", "gyr", "gyro", "omega", "gyro_", "gyr_"].contains(where: { positions($0) != nil })
        else { return [:] }
        return ["g": positions("a") ?? positions("acc") ?? positions("acc_") == nil ? .accelerometer : .gravity]
    }
}
