import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log in its own units and signs, with its statements about them: the input of `EvidenceJudge`.
struct RawLog {
    /// Streams in the log's units and signs, attitudes already device to east-north-up.
    var recording = Recording()
    /// The statements about every three-axis stream.
    var claims: [SensorKind: StreamClaim] = [:]
    /// Ambiguities in the names of columns.
    var doubts: [SensorKind: TableSchema.Doubt] = [:]
    /// The clock of the first table.
    var clock: TableClock?
    /// Evidence for the unit of the first table's time, where the unit may be wrong.
    var assumedClock: AssumedClock?
    /// Whether the user gave the clock.
    var isClockGiven = false
    /// Whether nothing but the format's usual setting says at which rate the rows come.
    var isRateAssumed = false
    /// The columns of every table: of the time, and of the sensors.
    var tables: [(time: Int, sensors: [SensorKind: [Int]])] = []
    /// Unit and convention of the other streams, as text for reports.
    var notes: [SensorKind: (unit: String, convention: String, by: String, source: String)] = [:]

    /// Where it was recorded, by its metadata, else its first fix.
    var place: GeodeticPosition? { recording.metadata.place ?? recording.location.values.first?.place }

    /// Claims the units and signs of a platform for all three-axis streams: SI and microtesla, accelerations in g on
    /// iOS.
    mutating func claim(_ platform: SignConvention, by: String, source: (SensorKind) -> String) {
        for sensor in recording.sensors {
            guard let quantity = LogUnit.Quantity(of: sensor) else { continue }
            claims[sensor] = StreamClaim(
                source: source(sensor),
                unit: quantity == .acceleration && platform == .ios ? .gravities : quantity.unit,
                sign: SignConvention.applies(to: sensor) ? platform : nil, by: by)
            if sensor == .magnetometerCorrected { claims[sensor]?.isCalibrated = true }
        }
    }

    /// What is said of a magnetometer whose unit is not known.
    static func withoutUnit(_ sensor: SensorKind) -> String {
        "the \(sensor.rawValue) has no unit: directions are correct, strengths are not in microtesla"
    }

    mutating func warn(_ code: DiagnosticCode, place: String, _ message: String, advice: Advice? = nil) {
        recording.warnings.add(code, place: place, message, advice: advice)
    }
}

/// What a log or its format's documentation says about the unit and the sign of a stream, before the data are examined.
struct StreamClaim: Sendable {
    /// A statement and its source.
    struct Statement<Value: Sendable & Equatable>: Sendable {
        var value: Value
        /// As text for reports, such as `the header "Gyroscope X (deg/s)"`.
        var by: String
        /// Whether the header of a column says it, which programs leave as it is when they change a unit.
        var isOfHeader = false

        static func header(_ value: Value, _ name: String) -> Self {
            .init(value: value, by: "the header \"\(name)\"", isOfHeader: true)
        }
    }

    /// The file or columns.
    var source: String
    var unit: Statement<LogUnit>?
    /// The multiple of the unit that the log states, where it is not the unit itself.
    var scale: ScaledUnit?
    /// The sensor's full scale, where the log states it.
    var range: StatedRange?
    /// A stated unit that is not one of the sensor's, such as counts.
    var unread: Statement<String>?
    var sign: Statement<SignConvention>?
    /// More about the convention, as text for reports.
    var note: String?
    /// Whether the app writes either sign in one unit, and nothing tells which.
    var isOfEitherSign = false
    /// Whether the device removed its own offset from a magnetic field; `nil` where that is unknown.
    var isCalibrated: Bool?
}

extension StreamClaim {
    /// A unit and a sign from one source.
    init(source: String, unit: LogUnit?, sign: SignConvention? = nil, by: String, note: String? = nil) {
        self.init(
            source: source, unit: unit.map { Statement(value: $0, by: by) },
            sign: sign.map { Statement(value: $0, by: by) }, note: note)
    }
}

extension RawLog {
    /// The recording in SI units and microtesla with a recording's signs: the last step of every reader that uses
    /// evidence.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in the log, or its evidence contradicts itself.
    consuming func settled(name: String, _ options: ReadOptions) throws -> Recording {
        recording.metadata.take(options.stated)
        if let place = options.place { recording.metadata.replacePlace(by: place) }
        warnOfUnusedRate(name, options)
        dropZeroRates(name)
        dropLeadingZeros(name)
        recording.dropUnsetSensors(name)
        dropAbsentReadings(name)
        spreadArrivals(name)
        dropUnknownPlaces(name)
        guard !recording.sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: name,
                message: "found no sample of a sensor, expected at least one"
                    + (recording.warnings.last.map { " (\($0.message))" } ?? ""),
                advice: "see docs/reference/formats.md for the formats and sensors that are read")
        }
        var settled = try EvidenceJudge.settle(&self, name: name, options)
        settled.takePlaceAndDate()
        return settled
    }

    /// A rate that the user gives is for rows without a time.
    private mutating func warnOfUnusedRate(_ name: String, _ options: ReadOptions) {
        guard let rate = options.assumptions.rateHz else { return }
        switch clock {
        case .rows?, .rowCount?, .counter?: return
        default:
            warn(
                .assumedRate, place: name,
                "--assume rate=\(MagnitudeEvidence.shown(rate)) has no effect: the log has times of its own",
                advice: .columns(if: "they are wrong", "ax=COLUMN,ay=COLUMN,az=COLUMN"))
        }
    }

    /// Leaves out fixes at 0, 0 (in the sea off Ghana): receivers without a place write them.
    mutating func dropUnknownPlaces(_ name: String) {
        let fixes = recording.location
        let known = fixes.values.indices.filter {
            fixes.values[$0].place.latitude != 0 || fixes.values[$0].place.longitude != 0
        }
        let count = fixes.count - known.count
        guard count > 0 else { return }
        recording.location.times = known.map { fixes.times[$0] }
        recording.location.values = known.map { fixes.values[$0] }
        recording.provenance[.location]?.dropped += count
        warn(
            .zeroSamples, place: name,
            "location: \(count) fix(es) at latitude 0 and longitude 0, which mark an unknown place, are left out",
            advice: known.isEmpty ? .place : .none("the receiver had no place yet"))
    }

    /// Leaves out a derived stream that is zero throughout, since it is no evidence; later steps report a sensor that
    /// was off.
    private mutating func dropUnset(_ sensor: SensorKind, _ name: String) {
        guard [.gravity, .linearAcceleration, .magnetometerCorrected].contains(sensor), recording.sensors.count > 1
        else { return }
        recording = recording.without(sensor)
        claims[sensor] = nil
        warn(
            .zeroSamples, place: name, "\(sensor.rawValue): all samples are zero, and it is left out",
            advice: .none("the device did not compute it"))
    }

    /// Leaves out the zeros that phones write until a sensor has its first reading.
    private mutating func dropLeadingZeros(_ name: String) {
        for sensor in [
            SensorKind.accelerometer, .gravity, .linearAcceleration, .magnetometer, .magnetometerCorrected,
        ] {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            let zeros = recording[keyPath: path].values.prefix { $0 == .zero }.count
            guard zeros > 0 else { continue }
            guard zeros < recording[keyPath: path].count else {
                dropUnset(sensor, name)
                continue
            }
            recording[keyPath: path].times.removeFirst(zeros)
            recording[keyPath: path].values.removeFirst(zeros)
            recording.provenance[sensor]?.dropped += zeros
            warn(
                .zeroSamples, place: name,
                "\(sensor.rawValue): \(zeros) sample(s) of zeros at the beginning are left out",
                advice: .none("the sensor had no reading yet"))
        }
    }
}

extension Recording {
    /// Place and date from the fixes and the clock, where the log does not state them.
    fileprivate mutating func takePlaceAndDate() {
        if metadata.place == nil {
            // The first fix that is accurate enough for the declination, else the first one.
            let fix = location.values.first { $0.accuracy <= 1000 } ?? location.values.first
            metadata.place = fix?.place
            metadata.placeHasHeight = fix?.hasHeight ?? true
        }
        if metadata.date == nil, let zero = metadata.unixSecondsAtZero, let first = interval?.lowerBound {
            let seconds = zero + Double(first) * 1e-9
            // From 1990 on; an earlier clock was never set.
            if seconds > 631_152_000, seconds < 4e9 {
                metadata.date = CalendarDate(daysSince1970: Int(clamping: seconds / 86_400))
            }
        }
    }
}
