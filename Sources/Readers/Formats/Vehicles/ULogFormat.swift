import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// PX4's ULog: accelerometer and gyroscope of the vehicle's primary unit, magnetometers, attitude and location.
///
/// Microseconds since boot. m/s^2 (specific force), rad/s and gauss in the body's axes (`ForwardRightDown`). `--unit N`
/// reads the accelerometer, gyroscope and magnetometer of instance N instead; `PX4Messages` tells the messages.
enum ULogFormat: RecordingFormat {
    static let name = "ULog"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file?.head.starts(with: ULogReader.magic) == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var reader = ULogReader(lines)
        try reader.read()
        var assembly = ULogAssembly(reader.streams.takeAll(), reader.facts, lines.source)
        assembly.describe()
        assembly.log.warn(ofDamage: reader.damage, isCut: reader.isCut, lines.source.name)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: input.name, options)
    }
}

/// Chooses the streams of one unit from a ULog, and describes them.
struct ULogAssembly {
    private var streams: VehicleStreams
    private let facts: ULogReader.Facts
    private let place: String
    private var report: DamageReport
    fileprivate(set) var log = RawLog()

    private static let by = "PX4's message definition"
    /// From this version on (1.12) `sensor_mag` is the sensor's own field; before, its driver had corrected it.
    private static let firstWithRawField: UInt32 = 0x010c_0000

    init(_ streams: VehicleStreams, _ facts: ULogReader.Facts, _ source: ByteSource) {
        self.streams = streams
        self.facts = facts
        place = source.name
        report = DamageReport(source, lastLine: LastLineFinding())
        report.addUnreadable(streams.unreadable)
    }

    // MARK: What the log says about itself

    /// Adds the board, the firmware, and the parameters of the magnetometers' calibration.
    mutating func describe() {
        let device = ["sys_name", "ver_hw"].compactMap { facts.texts[$0] }.joined(separator: " ")
        log.recording.metadata.device = device.isEmpty ? nil : device
        log.recording.metadata.other["firmware"] = facts.texts["ver_sw_branch"] ?? facts.texts["ver_sw"]
        for (name, value) in facts.parameters where name.hasPrefix("CAL_MAG") {
            log.recording.metadata.other[name.lowercased()] = "\(Float(value))"
        }
    }

    // MARK: Streams

    /// Puts the streams of the requested unit, or of the primary one, into the log.
    mutating func takeStreams(_ options: ReadOptions) throws {
        let instances = (0..<64).filter { instance in
            [PX4Messages.force, PX4Messages.rate, PX4Messages.rawField].contains {
                streams.vectors.count($0, instance) > 0
            }
        }
        let unit = try log.vehicleUnit(instances, primary: "the primary one", options, place)
        if let unit { try takeSingle(unit) }
        try take(PX4Messages.combinedForce, 0, as: .accelerometer, .metresPerSecondSquared)
        try take(PX4Messages.combinedRate, 0, as: .gyroscope, .radiansPerSecond)
        try takeSingle(instances.first ?? 0)
        try takeFields(unit)
        try streams.attitudes.take(PX4Messages.attitude, as: .attitude, into: &log, &report)
        log.notes[.attitude] = ("1", ForwardRightDown.attitudeNote, Self.by, PX4Messages.attitude)
        try takeFixes()
        log.recording.load = streams.takeLoad(PX4Messages.loads)
        log.recording.warnings += report.warnings
        ForwardRightDown.turn(&log.recording)
        warnOfDropouts()
    }

    /// Takes accelerometer and gyroscope of one instance, unless they are there already.
    private mutating func takeSingle(_ instance: Int) throws {
        if try take(PX4Messages.force, instance, as: .accelerometer, .metresPerSecondSquared) {
            log.recording.rotate(\.accelerometer, by: boardRotation)
        }
        if try take(PX4Messages.rate, instance, as: .gyroscope, .radiansPerSecond) {
            log.recording.rotate(\.gyroscope, by: boardRotation)
        }
    }

    /// - Returns: whether the stream is there now.
    @discardableResult
    private mutating func take(
        _ name: String, _ instance: Int, as sensor: SensorKind, _ unit: LogUnit
    ) throws -> Bool {
        guard log.recording.times(of: sensor).isEmpty,
            try streams.vectors.take(name, instance, as: sensor, into: &log, &report)
        else { return false }
        log.claims[sensor] = StreamClaim(
            source: instance > 0 ? "\(name)[\(instance)]" : name, unit: unit,
            sign: sensor == .accelerometer ? .android : nil, by: Self.by, note: ForwardRightDown.note)
        if unit == .gauss { log.claims[sensor]?.isCalibrated = sensor == .magnetometerCorrected }
        return true
    }

    // MARK: Magnetometers

    /// Takes the corrected field, and the raw one of the same sensor: the unit's, else the one that the vehicle uses.
    private mutating func takeFields(_ unit: Int?) throws {
        let primary = primaryMagnetometer
        let raw = unit.flatMap { streams.vectors.count(PX4Messages.rawField, $0) > 0 ? $0 : nil } ?? primary
        let isRaw = facts.numbers["ver_sw_release"].map { $0 >= Self.firstWithRawField } ?? true
        // Since version 1.13 each of several magnetometers has its corrected field.
        let corrected = unit.flatMap { streams.vectors.count(PX4Messages.field, $0) > 0 ? $0 : nil } ?? 0
        if unit == nil || raw == primary || corrected == unit {
            try take(PX4Messages.field, corrected, as: .magnetometerCorrected, .gauss)
            try take(PX4Messages.combinedField, 0, as: .magnetometerCorrected, .gauss)
        }
        let count = streams.vectors.count(PX4Messages.rawField, raw)
        guard unit != nil || 2 * count >= log.recording.magnetometerCorrected.count else {
            if isRaw, count > 0 {
                log.warn(
                    .secondStream, place: place,
                    "magnetometer: the raw field (sensor_mag, \(count) samples) was logged far less often than the "
                        + "corrected one and is left out", advice: .fullRate(unit: raw))
            }
            return
        }
        guard isRaw || log.recording.magnetometerCorrected.isEmpty else { return }
        let sensor = isRaw ? SensorKind.magnetometer : .magnetometerCorrected
        guard let rotation = magnetometerRotation(raw) else {
            log.warn(
                .frameUndecided, place: place,
                "magnetometer: the rotation of sensor_mag[\(raw)] has an unknown number; the sensor is left out",
                advice: .mounting)
            return
        }
        guard try take(PX4Messages.rawField, raw, as: sensor, .gauss) else { return }
        log.recording.rotate(isRaw ? \.magnetometer : \.magnetometerCorrected, by: rotation)
    }

    /// The instance that the vehicle uses: the one named by its messages or parameters, else the first one.
    private var primaryMagnetometer: Int {
        let number =
            facts.values["\(PX4Messages.field)[0].device_id"]?.value
            ?? facts.values["sensor_selection[0].mag_device_id"]?.value
            ?? facts.parameters["CAL_MAG_PRIME"].flatMap { Int64(exactly: $0) }
        return (0..<64).first { instance in
            number != nil && facts.values["\(PX4Messages.rawField)[\(instance)].device_id"]?.value == number
        } ?? 0
    }

    // MARK: Axes

    /// Board to body: the mounting, then the fine angles.
    private var boardRotation: Quaternion {
        func angle(_ axis: String) -> Double { facts.parameters["SENS_BOARD_\(axis)_OFF"] ?? 0 }
        let number = facts.parameters["SENS_BOARD_ROT"].flatMap { Int(exactly: $0) } ?? 0
        return Quaternion(roll: angle("X"), pitch: angle("Y"), yaw: angle("Z"))
            * (Mounting.rotation(number) ?? .identity)
    }

    /// Sensor to body: a magnetometer with a mounting of its own (an external one), else the board's.
    private func magnetometerRotation(_ instance: Int) -> Quaternion? {
        let device = facts.values["\(PX4Messages.rawField)[\(instance)].device_id"]?.value
        let slot = (0..<4).first { slot in
            device != nil && facts.parameters["CAL_MAG\(slot)_ID"].flatMap { Int64(exactly: $0) } == device
        }
        guard let slot, let mounting = facts.parameters["CAL_MAG\(slot)_ROT"], mounting >= 0 else {
            return boardRotation
        }
        return Int(exactly: mounting).flatMap(Mounting.rotation)
    }

    // MARK: Location and time

    private mutating func takeFixes() throws {
        for name in PX4Messages.fixes where log.recording.location.isEmpty {
            guard try streams.fixes.take(name, as: .location, into: &log, &report) else { continue }
            log.notes[.location] = ("deg", "WGS-84, height above the ellipsoid", Self.by, name)
            if let (time, microseconds) = facts.values["\(name)[0].time_utc_usec"] {
                log.recording.metadata.unixSecondsAtZero = (Double(microseconds) - Double(time) / 1000) * 1e-6
            }
        }
        log.takeNorthOfVehicle()
    }

    // MARK: Dropouts

    /// Warns where the logger could not keep up, with the sensors that lost samples.
    private mutating func warnOfDropouts() {
        guard let longest = facts.dropouts.max(by: { $0.length < $1.length }) else { return }
        let sensors = log.recording.sensors.filter { sensor in
            let times = log.recording.times(of: sensor)
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            guard let usual = Percentile.upperMedian(steps.map(Double.init)) else { return false }
            return facts.dropouts.contains { dropout in
                let next = times.prefixLength { $0 <= dropout.after }
                return next > 0 && next < times.count && Double(times[next] - times[next - 1]) > 1.5 * usual
            }
        }
        func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds / 1_000_000) / 1000)" }
        let lost = sensors.isEmpty ? "no sensor read here" : sensors.map(\.rawValue).joined(separator: ", ")
        let total = facts.dropouts.reduce(0) { $0 + $1.length }
        let start = LogTime.difference(longest.after, log.recording.interval?.lowerBound ?? 0)
        log.warn(
            .loggerDropout, place: place,
            "\(lost): the logger could not keep up \(facts.dropouts.count) time(s), \(seconds(total)) s in all; "
                + "the longest dropout is \(seconds(longest.length)) s from \(seconds(start)) s after the start")
    }
}

/// How a sensor is mounted on its vehicle, by the numbers of MAVLink's MAV_SENSOR_ORIENTATION, which PX4's parameters
/// `SENS_BOARD_ROT` and `CAL_MAGn_ROT` use.
enum Mounting {
    /// Roll, pitch, yaw in degrees, by number.
    private static let angles: [(Double, Double, Double)] = [
        (0, 0, 0), (0, 0, 45), (0, 0, 90), (0, 0, 135), (0, 0, 180), (0, 0, 225), (0, 0, 270), (0, 0, 315),
        (180, 0, 0), (180, 0, 45), (180, 0, 90), (180, 0, 135), (0, 180, 0), (180, 0, 225), (180, 0, 270),
        (180, 0, 315),
        (90, 0, 0), (90, 0, 45), (90, 0, 90), (90, 0, 135), (270, 0, 0), (270, 0, 45), (270, 0, 90), (270, 0, 135),
        (0, 90, 0), (0, 270, 0), (0, 180, 90), (0, 180, 270), (90, 90, 0), (180, 90, 0), (270, 90, 0), (90, 180, 0),
        (270, 180, 0), (90, 270, 0), (180, 270, 0), (270, 270, 0), (90, 180, 90), (90, 0, 270), (90, 68, 293),
        (0, 315, 0), (90, 315, 0),
    ]

    /// Sensor axes to the vehicle's, both forward, right, down; `nil` for an undefined number.
    static func rotation(_ number: Int) -> Quaternion? {
        guard angles.indices.contains(number) else { return nil }
        let (roll, pitch, yaw) = angles[number]
        return Quaternion(roll: roll, pitch: pitch, yaw: yaw)
    }
}
