import SensorModels
import Vocabulary

/// Chooses among the streams of a log of ArduPilot those of one unit, and says what they are.
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

    /// The instance that is wanted; that it is there is checked when the log was read.
    static func unit(_ options: ReadOptions) -> Int {
        options.unit.flatMap(Int.init).flatMap { (0..<64).contains($0) ? $0 : nil } ?? 0
    }

    /// Puts the streams of the unit that is asked for, or of the first one, into the log.
    mutating func takeStreams(_ options: ReadOptions) throws {
        let unit = try log.vehicleUnit(streams.instances, primary: "0", options, place) ?? 0
        typealias Messages = ArduPilotMessages
        for (stream, sensor, column) in [
            (Messages.force, SensorKind.accelerometer, "AccX"), (Messages.fastForce, .accelerometer, "AccX"),
            (Messages.rate, .gyroscope, "GyrX"), (Messages.fastRate, .gyroscope, "GyrX"),
        ] {
            try take(stream, streams.count(stream, unit) > 0 ? unit : 0, as: sensor, column)
        }
        let compass = streams.count(Messages.field, unit) > 0 ? unit : 0
        try take(Messages.field, compass, as: .magnetometerCorrected, "MagX")
        try take(Messages.rawField, compass, as: .magnetometer, "MagX")
        try streams.takeAttitude(Messages.attitude, into: &log, &report)
        try streams.takeFixes(Messages.fixes, into: &log, &report)
        log.notes[.attitude] = ("deg", ForwardRightDown.attitudeNote, Self.by, Messages.attitude)
        log.notes[.location] = ("deg", "WGS-84, height above mean sea level", Self.by, Messages.fixes)
        log.recording.warnings += report.warnings
        log.takeNorthOfVehicle()
        ForwardRightDown.turn(&log.recording)
        describe()
    }

    private mutating func take(_ stream: String, _ instance: Int, as sensor: SensorKind, _ column: String) throws {
        guard log.recording.times(of: sensor).isEmpty,
            try streams.take(stream, instance, as: sensor, into: &log, &report)
        else { return }
        let message = String(stream.prefix { $0 != " " })
        let documented: LogUnit =
            switch LogUnit.Quantity(of: sensor) {
            case .acceleration: .metresPerSecondSquared
            case .rate: .radiansPerSecond
            default: .milligauss
            }
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

    /// The firmware, the time of day, and the parameters of the compass calibration.
    private mutating func describe() {
        log.recording.metadata.device = facts.firmware.map { "ArduPilot \($0)" }
        log.recording.metadata.unixSecondsAtZero = facts.unixSecondsAtZero
        for (name, value) in facts.parameters {
            log.recording.metadata.other[name.lowercased()] = "\(Float(value))"
        }
    }
}
