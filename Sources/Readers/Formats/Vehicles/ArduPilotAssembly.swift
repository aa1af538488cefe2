import Recordings
import SensorModels
import Vocabulary

/// Chooses the streams of one unit from a log of ArduPilot, and describes them.
struct ArduPilotAssembly {
    private var streams: VehicleStreams
    private let facts: DataFlashFacts
    private let place: String
    private var report: DamageReport
    var log = RawLog()

    private static let by = "ArduPilot's message definition"

    init(_ streams: VehicleStreams, _ facts: DataFlashFacts, _ report: DamageReport, _ place: String) {
        (self.streams, self.facts, self.report, self.place) = (streams, facts, report, place)
        self.report.addUnreadable(streams.unreadable)
    }

    /// The wanted instance; whether it exists is checked after the log was read.
    static func unit(_ options: ReadOptions) -> Int {
        options.unit.flatMap(Int.init).flatMap { (0..<64).contains($0) ? $0 : nil } ?? 0
    }

    /// Puts the streams of the requested unit, or of the first one, into the log.
    mutating func takeStreams(_ options: ReadOptions) throws {
        let unit = try log.vehicleUnit(streams.instances, primary: "0", options, place) ?? 0
        typealias Messages = ArduPilotMessages
        for (stream, sensor, column) in [
            (Messages.force, SensorKind.accelerometer, "AccX"), (Messages.fastForce, .accelerometer, "AccX"),
            (Messages.rate, .gyroscope, "GyrX"), (Messages.fastRate, .gyroscope, "GyrX"),
        ] {
            try take(stream, streams.vectors.count(stream, unit) > 0 ? unit : 0, as: sensor, column)
        }
        let compass = streams.vectors.count(Messages.field, unit) > 0 ? unit : 0
        try take(Messages.field, compass, as: .magnetometerCorrected, "MagX")
        try take(Messages.rawField, compass, as: .magnetometer, "MagX")
        try streams.attitudes.take(Messages.attitude, as: .attitude, into: &log, &report)
        try streams.fixes.take(Messages.fixes, as: .location, into: &log, &report)
        log.recording.load = streams.takeLoad(Messages.loads)
        log.notes[.attitude] = ("deg", ForwardRightDown.attitudeNote, Self.by, Messages.attitude)
        log.notes[.location] = ("deg", "WGS-84, height above mean sea level", Self.by, Messages.fixes)
        log.recording.warnings += report.warnings
        log.takeNorthOfVehicle()
        ForwardRightDown.turn(&log.recording)
        describe()
    }

    private mutating func take(_ stream: String, _ instance: Int, as sensor: SensorKind, _ column: String) throws {
        guard log.recording.times(of: sensor).isEmpty,
            try streams.vectors.take(stream, instance, as: sensor, into: &log, &report)
        else { return }
        let message = String(stream.prefix { $0 != " " })
        let quantity = LogUnit.Quantity(of: sensor)
        let documented = quantity == .field ? .milligauss : quantity?.unit
        let stated = facts.unit(of: message, column, sensor)
        var claim = StreamClaim(
            source: instance > 0 ? "\(message)[\(instance)]" : message, unit: stated ?? documented,
            by: stated == nil ? Self.by : "the log's FMTU message", note: ForwardRightDown.note)
        if sensor == .accelerometer { claim.sign = .init(value: .android, by: Self.by) }
        if claim.unit?.value.quantity == .field {
            claim.isCalibrated = sensor == .magnetometerCorrected
            claim.note =
                sensor == .magnetometer
                ? "\(ForwardRightDown.note), the vehicle's offsets taken out again" : ForwardRightDown.note
        }
        log.claims[sensor] = claim
    }

    /// Adds the firmware, the time of day, and the parameters of the compass calibration.
    private mutating func describe() {
        log.recording.metadata.device = facts.firmware.map { "ArduPilot \($0)" }
        log.recording.metadata.unixSecondsAtZero = facts.unixSecondsAtZero
        for (name, value) in facts.parameters {
            log.recording.metadata.other[name.lowercased()] = "\(Float(value))"
        }
    }
}

/// Which of ArduPilot's messages hold which sensor (its "Onboard Message Log Messages").
///
/// `IMU` has accelerometer and gyroscope, `ACC` and `GYR` have them at their full rate; `MAG` has the field after the
/// vehicle's offsets, and these; `ATT` roll, pitch and yaw; `GPS` fixes. A number behind the name, or a field `I`, is
/// the instance: `IMU2` is instance 1.
enum ArduPilotMessages {
    /// The streams as `VehicleStreams` has them.
    static let force = "IMU"
    static let rate = "IMU gyroscope"
    static let fastForce = "ACC"
    static let fastRate = "GYR"
    static let field = "MAG"
    static let rawField = "MAG raw"
    static let attitude = "ATT"
    static let fixes = "GPS"

    /// What the motors take, the better one first: the current of the first battery (`CURR` in old logs), the throttle
    /// of a copter or a plane.
    static let loads: [(name: String, kind: VehicleLoad.Kind)] = [
        ("BAT", .current), ("CURR", .current), ("CTUN", .throttle),
    ]

    private static let wanted = [force, fastForce, fastRate, field, attitude, fixes] + loads.map(\.name)

    /// The message without its number, and the instance; `nil` for messages that are not read.
    static func sensor(of name: String) -> (base: String, instance: Int)? {
        if wanted.contains(name) { return (name, 0) }
        guard let number = name.last?.wholeNumberValue, (1...9).contains(number) else { return nil }
        let base = String(name.dropLast())
        return wanted.contains(base) ? (base, number - 1) : nil
    }

    /// Whether a message, without its number, has samples of accelerometer, gyroscope or magnetometer.
    static func isOfSensors(_ base: String) -> Bool { [force, fastForce, fastRate, field].contains(base) }

    static func isWanted(parameter name: String) -> Bool {
        name.isParameter(beginningWith: [
            "COMPASS_OFS", "COMPASS_DIA", "COMPASS_ODI", "COMPASS_SCALE", "COMPASS_ORIENT", "COMPASS_DEC",
        ])
    }

    /// The clock of a message: microseconds, in old logs milliseconds; in GPS messages of those the vehicle's clock is
    /// `T`, beside the GPS week. `nil` for a message without one.
    static func clock(_ columns: [String]) -> (column: Int, exponent: Int)? {
        for name in ["SampleUS", "TimeUS"] {
            if let column = columns.firstIndex(of: name) { return (column, 3) }
        }
        if columns.contains("Week") { return columns.firstIndex(of: "T").map { ($0, 6) } }
        return columns.firstIndex(of: "TimeMS").map { ($0, 6) }
    }

    /// Amperes, or a throttle in some unit.
    private static func load<Field>(
        _ name: String, _ find: (String) -> Field?
    ) -> SampleRecipe<Field>.Value? {
        guard name != "CTUN" else { return (find("ThO") ?? find("ThrOut")).map { .amount($0, factor: 1) } }
        // While it had the throttle too, the current was a whole number of hundredths.
        let isWhole = ["ThrOut", "Thr", "Throttle"].contains { find($0) != nil }
        return find("Curr").map { .amount($0, factor: isWhole ? 0.01 : 1) }
    }

    /// How a message's samples are read.
    /// - Parameters:
    ///   - unit: the wanted instance; the first one is read too, for sensors without such an instance.
    ///   - number: a column's number; `nil` where it cannot be read.
    static func recipes<Field>(
        of name: String, _ columns: [String], unit: Int, _ streams: inout VehicleStreams,
        _ number: (Int) -> Field?
    ) -> [SampleRecipe<Field>] {
        guard let (base, fixed) = sensor(of: name) else { return [] }
        func find(_ name: String) -> Field? { columns.firstIndex(of: name).flatMap(number) }
        func axes(_ stem: String) -> AxisFields<Field>? {
            guard let x = find(stem + "X"), let y = find(stem + "Y"), let z = find(stem + "Z") else { return nil }
            return AxisFields(x: x, y: y, z: z)
        }
        let instanceField = find("I")
        let clock = clock(columns)
        let time = clock.flatMap { number($0.column) }
        func recipe(_ stream: Int, _ instance: Int, _ value: SampleRecipe<Field>.Value) -> SampleRecipe<Field> {
            SampleRecipe(
                stream: stream, instance: instance, instanceField: instanceField, time: time,
                exponent: clock?.exponent ?? 3, value: value)
        }
        /// One recipe for every wanted instance that the message may be of; the others are only counted.
        func recipes(_ vectors: [(String, SampleRecipe<Field>.Value)]) -> [SampleRecipe<Field>] {
            guard time != nil else { return [] }
            let wanted = Set([unit, 0]).filter { instanceField != nil || $0 == fixed }.sorted()
            let read = vectors.flatMap { stream, value in
                wanted.map { recipe(streams.vectors.index(stream, $0), $0, value) }
            }
            return read.isEmpty && !vectors.isEmpty ? [recipe(0, fixed, .nothing)] : read
        }
        switch base {
        case force, fastForce, fastRate:
            return recipes(
                [
                    axes("Acc").map { (base, .vector($0)) },
                    axes("Gyr").map { (base == force ? rate : base, .vector($0)) },
                ].compactMap { $0 })
        case field:
            guard let corrected = axes("Mag") else { return [] }
            // MOfsX in old logs, MOX in new ones: the field of the motors' current.
            let raw = axes("Ofs").map { offsets in
                SampleRecipe<Field>.Value.difference(corrected, minus: offsets, and: axes("MOfs") ?? axes("MO"))
            }
            return recipes([(field, .vector(corrected))] + (raw.map { [(rawField, $0)] } ?? []))
        case attitude:
            guard fixed == 0, time != nil, let roll = find("Roll"), let pitch = find("Pitch"), let yaw = find("Yaw")
            else { return [] }
            return [recipe(streams.attitudes.index(attitude), 0, .rollPitchYaw(roll, pitch, yaw))]
        case "BAT", "CURR", "CTUN":
            guard fixed == 0, time != nil, let value = load(base, find) else { return [] }
            var found = recipe(streams.amounts.index(base), 0, value)
            found.instanceField = find("Inst") ?? find("Instance") ?? instanceField
            return [found]
        default:
            guard fixed == 0, let latitude = find("Lat"), let longitude = find("Lng") ?? find("Lon") else { return [] }
            let fields = FixFields(
                latitude: latitude, longitude: longitude, altitude: find("Alt"), accuracy: nil, speed: find("Spd"),
                course: find("GCrs"), courseAccuracy: nil, kind: find("Status"))
            return [recipe(streams.fixes.index(fixes), 0, .fix(fields))]
        }
    }
}
