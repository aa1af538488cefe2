import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Gathers streams sample by sample, where a log is no table: lines of several kinds, JSON objects, rows of snapshots.
struct SampleCollector {
    private var vectors: [SensorKind: StreamGatherer<Vector3>] = [:]
    private var orientations: [SensorKind: StreamGatherer<Quaternion>] = [:]
    private var heading: StreamGatherer<Double>?
    private var location: StreamGatherer<LocationFix>?
    /// Lines or objects that could not be read.
    var unreadable = Finding()

    /// Adds a sample of three axes; the payload of a number that is not finite says why (`CellValue`).
    /// - Parameter isSnapshot: an equal stamp means the same sample, which is left out.
    mutating func add(
        _ sensor: SensorKind, _ x: Double, _ y: Double, _ z: Double, at time: Int64, line: Int, isSnapshot: Bool = false
    ) {
        vectors[sensor, default: StreamGatherer()].add(
            SampleRules.vector(x, y, z), at: time, line: line, isSnapshot: isSnapshot)
    }

    /// Adds the device's attitude, or a reference's orientation; `numbers` in the order of the form.
    mutating func addAttitude(
        _ numbers: [Double], _ form: OrientationForm, turn: Quaternion? = nil, of sensor: SensorKind = .attitude,
        at time: Int64, line: Int, isSnapshot: Bool = false
    ) {
        let reading = SampleRules.orientation(numbers, form, turn: turn)
        orientations[sensor, default: StreamGatherer()].add(reading, at: time, line: line, isSnapshot: isSnapshot)
    }

    /// Adds the device's heading, degrees.
    mutating func addHeading(degrees: Double, at time: Int64, line: Int, isSnapshot: Bool = false) {
        Self.add(SampleRules.heading(degrees: degrees), to: &heading, time, line, isSnapshot)
    }

    /// Adds a location fix as `SampleRules.fix` makes it.
    mutating func addFix(_ fix: Reading<LocationFix>, at time: Int64, line: Int, isSnapshot: Bool = false) {
        Self.add(fix, to: &location, time, line, isSnapshot)
    }

    private static func add<Value>(
        _ reading: Reading<Value>, to stream: inout StreamGatherer<Value>?, _ time: Int64, _ line: Int,
        _ isSnapshot: Bool
    ) {
        if stream == nil { stream = StreamGatherer() }
        stream?.add(reading, at: time, line: line, isSnapshot: isSnapshot)
    }

    func count(of sensor: SensorKind) -> Int { vectors[sensor]?.count ?? 0 }

    /// In parts: takes out the samples of three axes up to a stamp.
    mutating func release(upTo limit: Int64) -> Recording {
        var part = Recording()
        for sensor in vectors.keys {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            part[keyPath: path] = vectors[sensor]?.release(upTo: limit) ?? VectorStream()
        }
        return part
    }

    /// In parts: what was left out of each stream so far.
    var damage: [StreamDamage] {
        get { SensorKind.allCases.map { vectors[$0]?.damage ?? StreamDamage() } }
        set { for (sensor, damage) in zip(SensorKind.allCases, newValue) { vectors[sensor]?.damage = damage } }
    }

    private func report(_ source: ByteSource, _ lastLine: LastLineFinding, isInParts: Bool) -> DamageReport {
        var report = DamageReport(source, lastLine: lastLine, isInParts: isInParts)
        report.addUnreadable(unreadable)
        return report
    }

    /// In parts: the warnings of what was left out so far.
    func warningsOfParts(_ source: ByteSource, lastLine: LastLineFinding) throws -> [Warning] {
        var report = report(source, lastLine, isInParts: true)
        for sensor in SensorKind.allCases {
            guard let stream = vectors[sensor] else { continue }
            try report.add(stream.damage, of: sensor.rawValue, samples: stream.releasedCount, columns: [])
        }
        return report.warnings
    }

    /// Hands over the streams, with a warning for everything that was counted.
    mutating func finish(_ source: ByteSource, lastLine: LastLineFinding, into log: inout RawLog) throws {
        var report = report(source, lastLine, isInParts: false)
        func take<Value: RecordedValue>(_ stream: consuming StreamGatherer<Value>?, _ sensor: SensorKind) throws {
            guard var stream else { return }
            try log.recording.take(stream.finish(), stream.damage, of: sensor, reporting: &report)
        }
        for sensor in SensorKind.allCases { try take(vectors.removeValue(forKey: sensor), sensor) }
        for sensor in [SensorKind.attitude, .reference] { try take(orientations.removeValue(forKey: sensor), sensor) }
        try take(heading.take(), .heading)
        try take(location.take(), .location)
        log.recording.warnings += report.warnings
    }
}
