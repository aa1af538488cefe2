import Recordings
import SensorModels
import Vocabulary

/// Xsens' text exports: those of MT Manager (`// ` lines) and of Xsens and Movella DOT (`sep=,`, lines `Key:,value`),
/// then a header with `PacketCounter` or `SampleTimeFine`, separated by tabs, commas, semicolons or blanks.
///
/// Time is the 16-bit packet counter times the update rate, so that lost packets leave gaps; without that rate the
/// 32-bit counter of 0.1 ms, and a DOT's of microseconds. Specific force in m/s^2, the field in units of its own
/// strength, rates in rad/s (MT) or deg/s (DOT); sensor to east-north-up. `FreeAcc` is in the Earth's axes and is not
/// read.
enum XsensFormat: RecordingFormat {
    static let name = "Xsens text"
    /// The default update rate of MTw sensors, hertz.
    private static let usualRate = 100.0

    static func recognises(_ input: LogInput) -> Bool {
        // Other programs count packets too.
        guard let head = input.file.flatMap(head), !channels(head, isDot: false).isEmpty else { return false }
        let isFirst = ["PacketCounter", "SampleTimeFine"].contains(head.names.first)
        return isFirst || head.linesBefore > 0 && head.names.contains("PacketCounter")
    }

    private static func head(_ lines: LineReader) -> TableHead? { TableHead(behindPreamble: lines) }

    /// Larger steps are the microseconds of a DOT, which sends at most 120 times a second; an MT counts 10 000 per
    /// second.
    private static let smallestDotStep = 4000.0

    /// Whether the table is a DOT's, from the steps of its fine time.
    private static func isDot(_ head: TableHead, fine: Int?) -> Bool {
        guard let times = fine.map(head.numbers) else { return false }
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        return Percentile.upperMedian(steps).map { $0 >= smallestDotStep } ?? false
    }

    /// Whether a fine time advances.
    private static func counts(_ head: TableHead, _ fine: Int?) -> Bool {
        guard let times = fine.map(head.numbers) else { return false }
        return TimeColumn.rises(times)
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let head = head(lines) else { throw input.unrecognised }
        let fine = head.names.firstIndex(of: "SampleTimeFine")
        let isDot = isDot(head, fine: fine)
        var log = RawLog()
        let comments = lines.firstLines.prefix(head.linesBefore)
        func comment(_ key: String) -> String? { comments.compactMap { $0.components(after: key) }.first?.trimmedCell }
        log.recording.metadata.device = comment("ProductCode:").map { "Xsens \($0)" }
        if isDot {
            let tag = comment("DeviceTag:").map { $0.drop { ",;\t ".contains($0) } } ?? ""
            log.recording.metadata.device = tag.isEmpty ? "Xsens DOT" : "Xsens DOT \(tag)"
        }
        log.recording.metadata.other["device-id"] = comment("DeviceId:")
        if let system = comment("Coordinate system:"), system != "ENU" {
            throw lines.error(
                .unknownFrame, "found the coordinate system \(system.prefix(20)), expected ENU", "export it in ENU")
        }
        var rate = options.assumptions.rateHz
        if rate == nil, let text = comment("Update Rate:") {
            rate = Double(text.prefix { $0.isNumber || $0 == "." }).flatMap { (0.01...100_000).contains($0) ? $0 : nil }
        }
        let ticks = isDot ? 1e6 : rate == nil && counts(head, fine) ? 1e4 : nil
        guard let counter = ticks == nil ? head.names.firstIndex(of: "PacketCounter") : fine else {
            throw input.unrecognised
        }
        if rate == nil, ticks == nil {
            log.isRateAssumed = true
            log.warn(
                .assumedRate, place: lines.source.name, "the file does not give its rate; 100 Hz is assumed")
        }
        let schema = TableSchema(
            head: head, time: counter,
            clock: ticks.map { .counter(rateHz: $0, modulus: 1 << 32) }
                ?? .counter(rateHz: rate ?? usualRate, modulus: 65_536),
            channels: channels(head, isDot: isDot))
        guard !schema.channels.isEmpty else { throw input.unrecognised }
        try schema.read(lines, into: &log)
        log.recording.metadata.attitudeNorth = log.recording.attitude.isEmpty ? nil : .magnetic
        return try log.settled(name: input.name, options)
    }

    private static func channels(_ head: TableHead, isDot: Bool) -> [TableSchema.Channel] {
        let sensors: [(String, SensorKind, LogUnit)] = [
            ("Acc", .accelerometer, .metresPerSecondSquared),
            ("Gyr", .gyroscope, isDot ? .degreesPerSecond : .radiansPerSecond),
            ("Mag", .magnetometer, .normalised),
        ]
        let channels = sensors.compactMap { prefix, sensor, unit in
            head.columns(["X", "Y", "Z"].map { "\(prefix)_\($0)" }).map {
                TableSchema.Channel(
                    sensor, $0, source: "\(prefix)_X,Y,Z", unit: unit, by: "the manufacturer's documentation")
            }
        }
        let matrix = (1...3).flatMap { column in (1...3).map { "Mat[\($0)][\(column)]" } }
        let attitudes: [([String], OrientationForm)] = [
            ((0...3).map { "Quat_q\($0)" }, .quaternion), (["W", "X", "Y", "Z"].map { "Quat_\($0)" }, .quaternion),
            (matrix, .matrix), (["Roll", "Pitch", "Yaw"], .eulerDegrees),
            (["X", "Y", "Z"].map { "Euler_\($0)" }, .eulerDegrees),
        ]
        let attitude = attitudes.lazy.compactMap { names, form in
            head.columns(names).map {
                TableSchema.Channel(
                    .orientation(OrientationColumns(.attitude, $0, form: form)),
                    claim: StreamClaim(source: names[0], note: "sensor to east, magnetic north, up"))
            }
        }.first
        return channels + [attitude].compactMap { $0 }
    }
}
