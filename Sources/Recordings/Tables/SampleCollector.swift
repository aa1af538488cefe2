import Rotations
import SensorModels
import Vocabulary

/// Gathers streams sample by sample, where a log is no table: lines of several kinds, JSON objects, rows of snapshots.
///
/// The rules are those of tables: numbers that are none leave a sample out, stamps that step back leave out the fewest
/// samples that restore the order, and everything is counted.
struct SampleCollector {
    private struct Stream<Value: Sendable> {
        var times: [Int64] = []
        var values: [Value] = []
        var damage = StreamDamage()

        mutating func append(_ value: Value, _ time: Int64, _ line: Int) {
            if let last = times.last {
                if time < last { damage.backwards.add(line: line) }
                if time == last { damage.equalStamps.add(line: line) }
            }
            times.append(time)
            values.append(value)
        }

        mutating func finish() -> SampleStream<Value> {
            if damage.backwards.count > 0 {
                let kept = longestOrderedSubsequence(of: times)
                damage.outOfOrder = times.count - kept.count
                times = kept.map { times[$0] }
                values = kept.map { values[$0] }
            }
            return SampleStream(times: times.trimmed(), values: values.trimmed())
        }
    }

    private var vectors: [SensorKind: Stream<Vector3>] = [:]
    private var quaternions = Stream<Quaternion>()
    private var headings = Stream<Double>()
    private var fixes = Stream<LocationFix>()
    /// Lines or objects that could not be read.
    var unreadable = Finding()
    /// Samples whose group has the stamp of the one before: the same sample again.
    private(set) var snapshots = 0

    /// Beyond this a number is a slip of the pen and no reading.
    private static let limit = 1e7

    /// Adds a sample; numbers that are not finite say why (`CellValue`).
    /// - Parameter isSnapshot: an equal stamp means the same sample, which is left out.
    mutating func add(
        _ sensor: SensorKind, _ x: Double, _ y: Double, _ z: Double, at time: Int64, line: Int, isSnapshot: Bool = false
    ) {
        var stream = vectors[sensor] ?? Stream()
        vectors[sensor] = nil  // so that the arrays below are not shared
        defer { vectors[sensor] = stream }
        if isSnapshot, stream.times.last == time {
            snapshots += 1
            return
        }
        guard x.isFinite, y.isFinite, z.isFinite else {
            Self.note([x, y, z], line, &stream.damage)
            return
        }
        guard max(x.magnitude, y.magnitude, z.magnitude) < Self.limit else {
            stream.damage.invalid.add(line: line)
            return
        }
        stream.append(Vector3(x, y, z), time, line)
    }

    /// Adds the device's attitude; `numbers` in the order of the form.
    mutating func addAttitude(
        _ numbers: [Double], _ form: QuaternionDecoder.Form, turn: Quaternion? = nil, at time: Int64, line: Int,
        isSnapshot: Bool = false
    ) {
        if isSnapshot, quaternions.times.last == time { return }
        guard numbers.allSatisfy(\.isFinite) else {
            Self.note(numbers, line, &quaternions.damage)
            return
        }
        guard let q = QuaternionDecoder.value(numbers, form, turn) else {
            quaternions.damage.invalid.add(line: line)
            return
        }
        quaternions.append(q, time, line)
    }

    /// Adds the device's heading, degrees; negative ones are none.
    mutating func addHeading(degrees: Double, at time: Int64, line: Int, isSnapshot: Bool = false) {
        guard degrees.isFinite, degrees >= 0, degrees <= 360, !(isSnapshot && headings.times.last == time) else {
            return
        }
        headings.append(Angle.radians(degrees), time, line)
    }

    /// Adds a fix; what is negative of accuracy, speed and course is not known.
    mutating func addFix(
        latitude: Double, longitude: Double, altitude: Double = .nan, accuracy: Double = .nan, speed: Double = .nan,
        course: Double = .nan, at time: Int64, line: Int, isSnapshot: Bool = false
    ) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 360, !(isSnapshot && fixes.times.last == time) else {
            return
        }
        func known(_ value: Double) -> Double { value.isFinite && value >= 0 ? value : .nan }
        let fix = LocationFix(
            place: GeodeticPosition(latitude: latitude, longitude: longitude, height: altitude.isFinite ? altitude : 0),
            accuracy: known(accuracy), speed: known(speed), course: known(course))
        fixes.append(fix, time, line)
    }

    func count(of sensor: SensorKind) -> Int { vectors[sensor]?.values.count ?? 0 }

    private static func note(_ numbers: [Double], _ line: Int, _ damage: inout StreamDamage) {
        if numbers.allSatisfy(CellValue.isMissing) { return }
        if numbers.contains(where: CellValue.isUnreadable) {
            damage.unreadable.add(line: line)
        } else if numbers.contains(where: { $0.isNaN && !CellValue.isMissing($0) }) {
            damage.notANumber.add(line: line)
        } else {
            damage.incomplete.add(line: line)
        }
    }

    /// Hands the streams over, with a warning for everything that was counted.
    mutating func finish(_ source: ByteSource, lastLine: LastLineFinding, into log: inout RawLog) throws {
        var report = DamageReport(place: source.name, sourceDamage: source.damage, lastLine: lastLine)
        report.addUnreadable(unreadable)
        for sensor in SensorKind.allCases {
            guard var stream = vectors[sensor], let path = Recording.vectorPath(of: sensor) else { continue }
            log.recording[keyPath: path] = stream.finish()
            try report.add(stream.damage, of: sensor.rawValue, samples: stream.values.count, columns: [])
            log.note(stream.damage, of: sensor)
        }
        log.recording.attitude = quaternions.finish()
        try finish(quaternions.damage, .attitude, &report, &log)
        log.recording.heading = headings.finish()
        try finish(headings.damage, .heading, &report, &log)
        log.recording.location = fixes.finish()
        try finish(fixes.damage, .location, &report, &log)
        log.recording.warnings += report.warnings
    }

    private func finish(
        _ damage: StreamDamage, _ sensor: SensorKind, _ report: inout DamageReport, _ log: inout RawLog
    ) throws {
        let count = log.recording.times(of: sensor).count
        guard count > 0 || damage.dropped > 0 else { return }
        try report.add(damage, of: sensor.rawValue, samples: count, columns: [])
        log.note(damage, of: sensor)
    }
}

extension RawLog {
    fileprivate mutating func note(_ damage: StreamDamage, of sensor: SensorKind) {
        var provenance =
            recording.provenance[sensor] ?? StreamProvenance(unit: "", convention: "", decidedBy: "", source: "")
        provenance.dropped = damage.dropped
        provenance.stepsBack = damage.backwards.count
        recording.provenance[sensor] = provenance
    }
}
