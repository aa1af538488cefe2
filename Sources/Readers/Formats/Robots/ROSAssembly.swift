import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Chooses the topics of one unit from a log of ROS, decides which clock holds, and describes the streams.
struct ROSAssembly {
    /// Those with anything to read, by name.
    private let topics: [ROSTopic]
    private let source: ByteSource
    private let place: String
    var log = RawLog()

    private static let by = "the message's definition"
    /// Clocks that differ by more than this are not the same, seconds.
    private static let sameClock = 1.0

    init(_ topics: [ROSTopic], _ source: ByteSource) {
        self.source = source
        place = source.name
        self.topics = topics.filter(\.isGiven).sorted { $0.name < $1.name }
    }

    var isEmpty: Bool { topics.isEmpty }

    private func topics(_ kind: ROSTopic.Kind) -> [ROSTopic] { topics.filter { $0.kind == kind } }

    // MARK: Units

    /// The topics of the unit that is asked for, or of the most complete one.
    private mutating func choose(_ options: ReadOptions) throws -> [ROSTopic] {
        let (imus, fields) = (topics(.imu), topics(.magneticField))
        // A magnetometer belongs to a unit; where there are several, or nothing else, it can be chosen by itself.
        let names = (imus + (fields.count > 1 || imus.isEmpty ? fields : [])).map(\.name)
        let imu = imus.max { Self.completeness($0, fields) < Self.completeness($1, fields) }
        let field = imu.map { Self.nearest(to: $0, of: fields) } ?? fields.first
        let primary = [imu, field].compactMap { $0?.name }.joined(separator: " with ")
        guard let unit = try log.unit(names, primary: primary, options, place) else {
            return [imu, field].compactMap { $0 } + fix(for: imu ?? field)
        }
        if let imu = imus.first(where: { $0.name == unit }) {
            return [imu] + [Self.nearest(to: imu, of: fields)].compactMap { $0 } + fix(for: imu)
        }
        guard let field = fields.first(where: { $0.name == unit }) else { return [] }
        return [Self.nearest(to: field, of: imus)].compactMap { $0 } + [field] + fix(for: field)
    }

    private func fix(for topic: ROSTopic?) -> [ROSTopic] {
        let fixes = topics(.fix)
        return (topic.map { Self.nearest(to: $0, of: fixes) } ?? fixes.first).map { [$0] } ?? []
    }

    /// Accelerometer and gyroscope count most, then a magnetometer in the same frame, then an attitude; of equal ones
    /// the first counts.
    private static func completeness(_ imu: ROSTopic, _ fields: [ROSTopic]) -> Int {
        (ROSTopic.isGiven(imu.forces) ? 8 : 0) + (ROSTopic.isGiven(imu.rates) ? 4 : 0)
            + (fields.contains { $0.frame == imu.frame } ? 2 : 0) + (ROSTopic.isGiven(imu.attitudes) ? 1 : 0)
    }

    /// The topic in the same frame, else the one whose name has most parts in common.
    private static func nearest(to topic: ROSTopic, of others: [ROSTopic]) -> ROSTopic? {
        func nearness(_ other: ROSTopic) -> Int {
            let parts = zip(topic.name.split(separator: "/"), other.name.split(separator: "/"))
            return parts.prefix { $0 == $1 }.count + (topic.frame == other.frame ? 1000 : 0)
        }
        return others.max { nearness($0) < nearness($1) }
    }

    // MARK: Streams

    /// Puts the streams of the unit into the log.
    mutating func takeStreams(_ options: ReadOptions) throws {
        let chosen = try choose(options)
        let usesStamps = decideClock(chosen)
        var collector = SampleCollector()
        for topic in chosen { add(topic, usesStamps ? topic.stamps : topic.logged, to: &collector) }
        try collector.finish(source, lastLine: LastLineFinding(), into: &log)
        for topic in chosen { turn(topic) }
        warnOfFrames(chosen)
        takeTimeOfDay(chosen, usesStamps)
    }

    private mutating func add(_ topic: ROSTopic, _ times: [Int64], to collector: inout SampleCollector) {
        func add(_ values: [Vector3], _ sensor: SensorKind, _ unit: LogUnit, _ field: String) {
            guard ROSTopic.isGiven(values) else { return }
            for (time, v) in zip(times, values) where time != DecimalTime.unreadable {
                collector.add(sensor, v.x, v.y, v.z, at: time, line: 0)
            }
            log.claims[sensor] = StreamClaim(
                source: "\(topic.name) \(field)", unit: unit, sign: sensor == .accelerometer ? .android : nil,
                by: Self.by,
                note: axes(topic).note(topic.frame ?? ""))
        }
        add(topic.forces, .accelerometer, .metresPerSecondSquared, "linear_acceleration")
        add(topic.rates, .gyroscope, .radiansPerSecond, "angular_velocity")
        add(topic.fields, .magnetometer, .tesla, "magnetic_field")
        if ROSTopic.isGiven(topic.attitudes) {
            for (time, q) in zip(times, topic.attitudes) where time != DecimalTime.unreadable {
                collector.addAttitude([q.w, q.x, q.y, q.z], .quaternion, at: time, line: 0)
            }
            log.notes[.attitude] = (
                "1", "device to east-north-up (REP 103), \(axes(topic).note(topic.frame ?? ""))", Self.by,
                "\(topic.name) orientation"
            )
        }
        for (time, fix) in zip(times, topic.fixes) where time != DecimalTime.unreadable {
            collector.addFix(fix, at: time, line: 0)
        }
        if topic.kind == .fix {
            log.notes[.location] = ("deg", "WGS-84, height above the ellipsoid", Self.by, topic.name)
        }
        // Also those without a stamp where the others have one.
        collector.unreadable.count += topic.unreadable.count + times.count { $0 == DecimalTime.unreadable }
    }

    // MARK: Axes

    private func axes(_ topic: ROSTopic) -> ROSAxes { ROSAxes(frame: topic.frame ?? "") }

    private mutating func turn(_ topic: ROSTopic) {
        let axes = axes(topic)
        let paths: [WritableKeyPath<Recording, VectorStream>] =
            switch topic.kind {
            case .imu: [\.accelerometer, \.gyroscope]
            case .magneticField: [\.magnetometer]
            case .fix: []
            }
        for path in paths { log.recording[keyPath: path].values.change(axes.device) }
        if topic.kind == .imu { log.recording.attitude.values.change(axes.attitude) }
    }

    /// Warns where the magnetometer's frame is not the accelerometer's: these messages do not give the rotation between
    /// them.
    private mutating func warnOfFrames(_ chosen: [ROSTopic]) {
        guard let imu = chosen.first(where: { $0.kind == .imu })?.frame,
            let field = chosen.first(where: { $0.kind == .magneticField })?.frame, imu != field
        else { return }
        log.warn(
            .frameUndecided, place: place,
            "the magnetometer is in the frame \"\(field)\", accelerometer and gyroscope in \"\(imu)\": the turn between the "
                + "frames is not read, their axes are taken as parallel",
            advice: .oneFrame)
    }

    // MARK: Clocks

    /// Whether the messages' own stamps are used, which transport does not delay: all topics must have them, from one
    /// clock. Else the recorder's times are used.
    private mutating func decideClock(_ chosen: [ROSTopic]) -> Bool {
        let withoutStamps = chosen.filter { $0.stamps.allSatisfy { $0 == DecimalTime.unreadable } }
        let lags = chosen.compactMap(\.lag)
        var reason: String?
        if let first = withoutStamps.first {
            reason = "the messages of \(first.name) have no header.stamp"
        } else if let least = lags.min(), let most = lags.max(), most - least > Self.sameClock {
            reason = "the stamps of \(chosen.map(\.name).joined(separator: ", ")) have different clocks"
        }
        guard let reason, chosen.allSatisfy({ $0.logged.contains { $0 != DecimalTime.unreadable } }) else {
            log.recording.metadata.clock = "nanoseconds: header.stamp"
            return true
        }
        log.recording.metadata.clock = "nanoseconds: the recorder's log_time (\(reason))"
        log.warn(
            .recorderStamps, place: place,
            "\(reason): the times at which the recorder got the messages are used, which the transport delays")
        return false
    }

    /// Times after 2001 are Unix time; else the recorder's may be.
    private mutating func takeTimeOfDay(_ chosen: [ROSTopic], _ usesStamps: Bool) {
        guard let first = log.recording.interval.map({ Double($0.lowerBound) * 1e-9 }) else { return }
        if first > 1e9 {
            log.recording.metadata.unixSecondsAtZero = 0
        } else if usesStamps, let lag = chosen.first?.lag, first + lag > 1e9 {
            log.recording.metadata.unixSecondsAtZero = lag
        }
    }
}

/// The axes of a frame by its name (REP 103, REP 105), and how they become the device's: x right, y forward (the top
/// edge), z up.
enum ROSAxes: String {
    /// Every body: x forward, y left, z up; attitudes against east, north, up.
    case forwardLeftUp = "forward, left, up"
    /// `..._ned`: x forward, y right, z down; attitudes against north, east, down.
    case forwardRightDown = "forward, right, down"
    /// `..._optical`, `..._optical_frame`, of cameras: x right, y down, z forward.
    case rightDownForward = "right, down, forward"

    init(frame: String) {
        let name = frame.lowercased()
        if name.hasSuffix("_ned") {
            self = .forwardRightDown
        } else if name.hasSuffix("_optical") || name.hasSuffix("_optical_frame") {
            self = .rightDownForward
        } else {
            self = .forwardLeftUp
        }
    }

    /// Exact: components change places and signs.
    func device(_ v: Vector3) -> Vector3 {
        switch self {
        case .forwardLeftUp: Vector3(-v.y, v.x, v.z)
        case .forwardRightDown: ForwardRightDown.device(v)
        case .rightDownForward: Vector3(v.x, v.z, -v.y)
        }
    }

    /// Device to east-north-up: the frame's attitude after the turn from the device's axes to the frame's.
    func attitude(_ q: Quaternion) -> Quaternion {
        let half = 0.5.squareRoot()
        return switch self {
        case .forwardLeftUp: q * Quaternion(half, 0, 0, -half)
        case .forwardRightDown: ForwardRightDown.attitude(q)
        case .rightDownForward: q * Quaternion(half, half, 0, 0)
        }
    }

    /// The note on the axes in a stream's provenance.
    func note(_ frame: String) -> String {
        (frame.isEmpty ? "" : "axes of \(frame): ") + "\(rawValue) (turned here)"
    }
}
