import Judge
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What the `Metadata` of a Sensor Logger recording says: a table of one row, or the last object of the JSON export.
struct SensorLoggerMetadata {
    private let values: [String: String]

    init(values: [String: String]) { self.values = values }

    /// From the bytes of `Metadata.csv`; empty where there is no row.
    init(csv bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("\u{feff}") { text.removeFirst() }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard lines.count >= 2 else {
            values = [:]
            return
        }
        let dialect = TableDialect(header: lines[0], rows: [])
        values = Dictionary(
            zip(dialect.cells(lines[0]), dialect.cells(lines[1])), uniquingKeysWith: { first, _ in first })
    }

    /// `nil` where the metadata do not say it.
    var platform: SignConvention? {
        values["platform"].flatMap { SignConvention(rawValue: $0.lowercased()) }
    }

    /// iOS values turned to Android's signs on export (an option since version 1.29).
    var isStandardised: Bool { values["standardisation"]?.lowercased() == "true" }

    /// Quaternions follow since version 1.51.
    var isAttitudeStandardised: Bool {
        let parts = (values["appVersion"] ?? "").split(separator: ".").compactMap { Int($0) }
        guard isStandardised, parts.count >= 2 else { return isStandardised }
        return parts[0] > 1 || parts[0] == 1 && parts[1] >= 51
    }

    func apply(to metadata: inout RecordingMetadata) {
        metadata.device = values["device name"]
        metadata.operatingSystem = platform?.rawValue
        metadata.start = values["recording time"]
        if let time = metadata.start { metadata.date = CalendarDate(time) }
        for key in ["appVersion", "recording timezone", "standardisation"] {
            if let value = values[key], !value.isEmpty {
                metadata.other[key.lowercased().replacing(" ", with: "-")] = value
            }
        }
    }
}

/// Units, signs and frames of Sensor Logger (its documentation, `tszheichoi/awesome-sensor-logger`; measured on
/// samples): m/s^2, rad/s, microtesla; on iOS g for the uncalibrated accelerometer, and CoreMotion's signs unless
/// standardised.
struct SensorLoggerConventions {
    /// The kind of sensor that a part is read as, by the name of its file or its JSON objects: every three-axis part as
    /// an accelerometer.
    static func kind(ofPart name: String) -> SensorKind? {
        switch name.lowercased() {
        case "accelerometer", "accelerometeruncalibrated", "totalacceleration", "gravity", "gyroscope",
            "gyroscopeuncalibrated", "magnetometer", "magnetometeruncalibrated":
            return .accelerometer
        case "orientation": return .attitude
        case "location": return .location
        case "compass": return .heading
        default: return nil
        }
    }

    /// The sensors of the three-axis parts that a log has, by the names of these.
    /// - Parameter names: in lower case.
    static func sensors(ofParts names: Set<String>) -> [(name: String, sensor: SensorKind)] {
        func has(_ name: String) -> Bool { names.contains(name.lowercased()) }
        let raw = "AccelerometerUncalibrated"
        var parts: [(name: String, sensor: SensorKind)] = [
            ("Accelerometer", .linearAcceleration), ("Gravity", .gravity),
            (has(raw) ? raw : "TotalAcceleration", .accelerometer),
        ]
        for (name, raw, corrected) in [
            ("Gyroscope", SensorKind.gyroscope, SensorKind.gyroscopeCorrected),
            ("Magnetometer", .magnetometer, .magnetometerCorrected),
        ] {
            parts.append((name + "Uncalibrated", raw))
            parts.append((name, has(name + "Uncalibrated") ? corrected : raw))
        }
        return parts.filter { has($0.name) }
    }

    /// `nil` where neither metadata nor data decide it.
    let platform: SignConvention?
    let by: String
    private let metadata: SensorLoggerMetadata

    /// - Parameter parts: the streams in the log's units, attitudes in the log's frame.
    init(_ metadata: SensorLoggerMetadata, raw: VectorStream, gravity: VectorStream, attitude: QuaternionStream) {
        self.metadata = metadata
        if let platform = metadata.platform {
            self.platform = platform
            by = "Metadata: platform \(platform.rawValue)\(metadata.isStandardised ? ", standardised" : "")"
        } else if let length = MagnitudeEvidence.medianLength(raw), (0.5...2).contains(length) {
            platform = .ios
            by = "the uncalibrated accelerometer is in g, which the app writes only on iOS"
        } else {
            // Both platforms' attitudes have z up.
            let up = attitude.directions(of: Vector3(0, 0, 1))
            let cosine = MeanCosine(gravity.isEmpty ? raw : gravity, up)?.mean ?? 0
            platform = cosine.magnitude > 0.8 ? cosine > 0 ? .android : .ios : nil
            by = platform == nil ? "" : "cosine to the device's own up \(Judge.shown(cosine))"
        }
    }

    /// The sign of accelerations; `nil` leaves it to the evidence.
    var sign: SignConvention? { metadata.isStandardised ? .android : platform }

    /// Device to east-north-up is Android's attitude; iOS' has x to true north and y to the west.
    var attitudeTurn: Quaternion? {
        platform == .ios && !metadata.isAttitudeStandardised ? .aboutVertical(.pi / 2) : nil
    }

    var attitudeNote: String {
        attitudeTurn == nil
            ? "device to east, \(attitudeNorth.rawValue) north, up"
            : "device to x true north, y west, z up (turned here)"
    }

    /// What the system gives; standardised frames of iOS keep its true north (the app's documentation).
    var attitudeNorth: North { platform == .ios ? .true : .magnetic }

    func claim(_ sensor: SensorKind, source: String, isRaw: Bool) -> StreamClaim {
        let documentation = "the app's documentation"
        var claim = StreamClaim(source: source)
        switch LogUnit.Quantity(of: sensor) {
        case .acceleration:
            let isG = isRaw && platform == .ios && !metadata.isStandardised
            if !isRaw || platform != nil {
                claim.unit = .init(
                    value: isG ? .gravities : .metresPerSecondSquared, by: isRaw ? by : documentation)
            }
            claim.sign = sign.map { .init(value: $0, by: by) }
            claim.isOfEitherSign = sign == nil
        case .rate: claim.unit = .init(value: .radiansPerSecond, by: documentation)
        case .field:
            claim.unit = .init(value: .microtesla, by: documentation)
            claim.isCalibrated = !isRaw
            if !isRaw { claim.note = "calibrated by the device" }
        case nil: break
        }
        return claim
    }
}
