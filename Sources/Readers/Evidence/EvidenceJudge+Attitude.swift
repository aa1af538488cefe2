import Foundation
import Judge
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Undocumented attitudes: what their numbers are, and whether z points up or down.
extension EvidenceJudge {
    /// Runs before the signs, which an attitude decides.
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
                "the \(attitudeName) is left out: \(dropped) of \(count + dropped) triples are no rotation vector (longer "
                    + "than 1, or no numbers)",
                advice: .columns(if: "they are rates", nil))
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
                .frameUndecided, "the \(attitudeName) is read as \(reading.text): \(reason)",
                advice: .columns(if: "that is wrong", nil))
        case .unfit(let reason):
            recording = recording.without(.attitude)
            warn(
                .frameUndecided,
                "the \(attitudeName) is left out: \(reason), and so does every other reading of its numbers (w first or "
                    + "last, earth to device)", advice: .none("filters do not use it"))
            return
        }
        try decideDown(.attitude, \.attitude)
    }

    /// Turns an attitude whose third axis points down, as of north-east-down frames, to east-north-up.
    /// - Throws: `SensorLabError` (bad data) where neither direction is probable: the wrong one mirrors the headings.
    private mutating func decideDown(
        _ sensor: SensorKind, _ path: WritableKeyPath<Recording, QuaternionStream>
    ) throws {
        guard !recording[keyPath: path].isEmpty, let down = judged.pointsDown(sensor) else { return }
        let kind = (recording.accelerometer.isEmpty ? SensorKind.gravity : .accelerometer).rawValue
        let name = sensor == .attitude ? attitudeName : "reference"
        let isDown = down.probability > 0.5
        switch Margin(isDown ? down.probability : 1 - down.probability) {
        case .ask where without.contains(sensor): recording = recording.without(sensor)
        case .ask:
            throw SensorLabError(
                .badData, code: .contradiction, place: self.name,
                message: "the third axis of the \(name) points down with \(Margin.shown(down.probability)) "
                    + "(\(down.reason)), or the \(kind) has CoreMotion's sign",
                advice: "give --assume \(kind)=android for a frame whose z axis points down (north-east-down), "
                    + "--assume \(kind)=ios for CoreMotion's sign, or --without \(sensor.rawValue)"
                    + (place == nil ? ", or --place LAT,LON" : "; check that --place is LAT,LON, the latitude first"))
        case .warn, .use:
            guard isDown else { return }
            recording[keyPath: path].values = recording[keyPath: path].values.map { Self.eastNorthUp * $0 }
            frames[sensor] = ("device to north, east, down (turned here)", down.reason)
            warn(
                .frameUndecided,
                "the z axis of the \(name) points down (\(down.reason)): it is taken as north-east-down and turned to "
                    + "east-north-up; the \(kind) stays as it is",
                advice: .otherSign(of: kind, as: "ios"))
        }
    }

    /// North, east, down to east, north, up.
    private static let eastNorthUp = Quaternion(0, 0.5.squareRoot(), 0.5.squareRoot(), 0)

    // MARK: Three columns

    /// Decides whether `rotX, rotY, rotZ` are rates or a rotation vector, whose length is 1 at half a turn and which
    /// leaves the force along the vertical.
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
            "device to a level frame, a rotation vector (\(source))", "with it the specific force is vertical"
        )
        recording.provenance[.attitude] = StreamProvenance(unit: "1", convention: "", decidedBy: "", source: source)
    }
}

/// What the numbers of a device's attitude are, by the specific force: rotated from device to earth it must have one
/// vertical, and the attitude must turn with the gyroscope.
struct AttitudeEvidence {
    /// Meanings of four numbers that were read as w, x, y, z.
    enum Reading: CaseIterable {
        case asRead, scalarLast, inverse, inverseScalarLast

        func quaternion(_ q: Quaternion) -> Quaternion {
            switch self {
            case .asRead: q
            case .scalarLast: Quaternion(q.z, q.w, q.x, q.y)
            case .inverse: q.conjugate
            case .inverseScalarLast: Quaternion(q.z, -q.w, -q.x, -q.y)
            }
        }

        /// As text for reports.
        var text: String {
            switch self {
            case .asRead: "w, x, y, z, device to earth"
            case .scalarLast: "x, y, z, w, device to earth"
            case .inverse: "w, x, y, z, earth to device"
            case .inverseScalarLast: "x, y, z, w, earth to device"
            }
        }
    }

    /// The consequence for the attitude.
    enum Verdict: Equatable {
        /// It fits, or nothing decides.
        case kept
        /// It is to be read so, for the given reason.
        case read(Reading, String)
        /// No reading of it fits, for the given reason.
        case unfit(String)
    }

    /// Angles between the force and the vertical, degrees: largest that fits, largest that fits clearly, and least that
    /// rules out this device's attitude.
    private static let (fitting, clear, foreign) = (10.0, 6.0, 20.0)
    /// An attitude and a reading that are less apart in time belong together, nanoseconds.
    fileprivate static let longestGap: UInt64 = 100_000_001
    private static let mostPairs = 40_000

    private var times: [Int64] = []
    private var pairs: [(attitude: Quaternion, force: Vector3)] = []

    /// `nil` where too few attitudes have a force nearby.
    init?(_ attitude: QuaternionStream, force: VectorStream) {
        guard !force.isEmpty else { return nil }
        for index in stride(from: 0, to: attitude.count, by: max(1, attitude.count / Self.mostPairs)) {
            guard let force = force.value(near: attitude.times[index], within: Self.longestGap) else { continue }
            times.append(attitude.times[index])
            pairs.append((attitude.values[index], force))
        }
        guard pairs.count >= 10 else { return nil }
    }

    /// Median angle between the vertical and the force in the earth frame, from 1 s means, degrees.
    func tilt(_ reading: Reading = .asRead) -> Double {
        let earth = VectorStream(
            times: times, values: pairs.map { reading.quaternion($0.attitude).rotate($0.force) })
        let means = earth.means(of: 1_000_000_000, fewest: 1).values
        let forces = (means.count >= 5 ? means : earth.values).compactMap(\.normalized)
        guard let median = Percentile.upperMedian(forces.map(\.z)) else { return 180 }
        let angles = forces.map { Angle.degrees(acos(max(-1, min(1, median < 0 ? -$0.z : $0.z)))) }
        return Percentile.upperMedian(angles) ?? 180
    }

    /// Whether the attitude turns with the rate (true) or against it (false); `nil` where it shows neither.
    private static func turns(_ attitude: QuaternionStream, _ reading: Reading, with rate: VectorStream) -> Bool? {
        let turned = QuaternionStream(times: attitude.times, values: attitude.values.map(reading.quaternion))
        let direction = turned.directions(of: RawLog.oblique)
        let parts = direction.evidenceParts
        return Turning.isWithRate(rate.within(parts), direction.within(parts))
    }

    /// - Parameters:
    ///   - force: gravity or specific force, of either sign, in any unit.
    ///   - rate: in any unit.
    ///   - isOrderOpen: the columns are numbered, so that w may be the first or the last.
    static func verdict(
        _ attitude: QuaternionStream, force: VectorStream, rate: VectorStream, isOrderOpen: Bool
    ) -> Verdict {
        guard let evidence = AttitudeEvidence(attitude, force: force) else { return .kept }
        let tilt = evidence.tilt()
        let others = (isOrderOpen ? [.scalarLast, .inverse, .inverseScalarLast] : [Reading.inverse])
            .map { (reading: $0, tilt: evidence.tilt($0)) }.sorted { $0.tilt < $1.tilt }
        let shown = { (degrees: Double) in "\(Int(clamping: degrees.rounded())) degrees" }
        let fitting = others.filter { $0.tilt <= clear && tilt >= 3 * max($0.tilt, 1) }
        if let first = fitting.first {
            let best = fitting.filter { $0.tilt <= 3 * max(first.tilt, 1) }
            let found =
                best.count == 1 ? first : best.first { turns(attitude, $0.reading, with: rate) == true } ?? first
            return .read(
                found.reading,
                "the specific force is then \(shown(found.tilt)) from the vertical, and \(shown(tilt)) if read as w, x, y, z of device to earth"
            )
        }
        if tilt <= Self.fitting {
            guard turns(attitude, .asRead, with: rate) == false,
                let found = others.first(where: {
                    $0.tilt <= max(clear, 1.5 * tilt) && turns(attitude, $0.reading, with: rate) == true
                })
            else { return .kept }
            return .read(
                found.reading,
                "it then turns with the gyroscope, and against it if read as w, x, y, z of device to earth")
        }
        return tilt <= foreign
            ? .kept : .unfit("it leaves the specific force \(shown(tilt)) from the vertical")
    }
}

/// The direction of an attitude's y axis by the magnetic field: north in east-north-up, west where x is north, and
/// arbitrary where the device counts from its initial direction.
struct FrameEvidence {
    /// The azimuth of magnetic north in the attitude's frame, degrees clockwise from its y axis, (-180, 180].
    let northDegrees: Double

    /// The frame of an attitude, by that azimuth.
    enum Frame {
        case eastNorthUp, northWestUp, relative
    }

    /// Degrees: the attitude's own errors, the declination, and the rest of the device's own field.
    private static let tolerance = 20.0
    private static let fewest = 50
    /// Least resultant length of the azimuths; a drifting frame or a disturbed field gives less.
    private static let leastConcentration = 0.9

    /// `nil` where too few readings agree on a north.
    /// - Parameter field: without the device's own field, in any unit.
    init?(attitude: QuaternionStream, field: VectorStream) {
        guard !attitude.isEmpty else { return nil }
        var (east, north, count) = (0.0, 0.0, 0)
        for index in stride(from: 0, to: field.count, by: max(1, field.count / 5000)) {
            guard let orientation = attitude.value(near: field.times[index], within: AttitudeEvidence.longestGap) else {
                continue
            }
            let earth = orientation.rotate(field.values[index])
            let horizontal = (earth.x * earth.x + earth.y * earth.y).squareRoot()
            // A nearly vertical field has no azimuth.
            guard horizontal > 0.2 * earth.length else { continue }
            (east, north, count) = (east + earth.x / horizontal, north + earth.y / horizontal, count + 1)
        }
        let resultant = (east * east + north * north).squareRoot()
        guard count >= Self.fewest, resultant >= Self.leastConcentration * Double(count) else { return nil }
        northDegrees = Angle.degrees(atan2(east, north))
    }

    var frame: Frame {
        if northDegrees.magnitude <= Self.tolerance { return .eastNorthUp }
        return (northDegrees - 90).magnitude <= Self.tolerance ? .northWestUp : .relative
    }

    /// As text for reports.
    var text: String {
        "the magnetic field lies \(Int(clamping: northDegrees.rounded())) degrees clockwise of its y axis"
    }
}
