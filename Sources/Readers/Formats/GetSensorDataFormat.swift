import Recordings
import SensorModels
import Vocabulary

/// GetSensorData's logs (IPIN competitions) and the EvAAL interface's lines: `ACCE;app time;sensor time;x;y;z;accuracy`,
/// `%` comments. The sensor's time counts. Android's signs and, unless the magnitude says g, its units.
enum GetSensorDataFormat: RecordingFormat {
    static let name = "GetSensorData/IPIN"

    static func recognises(_ input: LogInput) -> Bool {
        let data = input.firstLines.first { !$0.isEmpty && !$0.hasPrefix("%") }
        if let data, let tag = data.split(separator: ";").first, tag.count == 4, data.contains(";") {
            return tags.contains(String(tag))
        }
        return input.firstLines.contains { $0.hasPrefix("%") && $0.contains("'ACCE;") }
    }

    private static let tags: Set<String> = [
        "ACCE", "GYRO", "MAGN", "AHRS", "PRES", "LIGH", "PROX", "HUMI", "TEMP", "SOUN", "GNSS", "WIFI", "BLUE", "BLE4",
        "RFID", "POSI", "IMUX", "IMUL",
    ]

    private static let sensors: [(tag: StaticString, sensor: SensorKind)] = [
        ("ACCE", .accelerometer), ("GYRO", .gyroscope), ("MAGN", .magnetometer),
    ]

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let saysUnit = lines.firstLines.contains { $0.hasPrefix("%") && $0.contains("Acc_X(m/s^2)") }
        let cells = LineCells(lines, separator: UInt8(ascii: ";"))
        var collector = SampleCollector()
        var log = RawLog()
        // From the app's clock to the sensors', for lines whose own stamps are of another clock.
        var offset: Int64?
        while try cells.next() {
            if cells.bytes(0).first == UInt8(ascii: "%") { continue }
            guard cells.count >= 3, cells.bytes(0).count == 4 else {
                collector.unreadable.add(line: cells.lineNumber)
                continue
            }
            let line = cells.lineNumber
            if cells.isEqual(0, "GNSS") {
                guard let offset, let time = cells.time(1, exponent: 9) else {
                    collector.unreadable.add(line: line)
                    continue
                }
                let fix = SampleRules.fix(
                    latitude: cells.number(3), longitude: cells.number(4), altitude: cells.number(5),
                    accuracy: cells.number(7), speed: cells.number(8), course: cells.number(6))
                collector.addFix(fix, at: LogTime.sum(time, offset), line: line)
                continue
            }
            let sensor = sensors.first { cells.isEqual(0, $0.tag) }?.sensor
            guard sensor != nil || cells.isEqual(0, "AHRS") else { continue }
            guard let time = cells.time(2, exponent: 9), cells.count >= 6 else {
                collector.unreadable.add(line: line)
                continue
            }
            if offset == nil, let app = cells.time(1, exponent: 9) { offset = time - app }
            if let sensor {
                collector.add(sensor, cells.number(3), cells.number(4), cells.number(5), at: time, line: line)
            } else {
                collector.addAttitude(
                    [cells.number(6), cells.number(7), cells.number(8)], .vector, at: time, line: line)
            }
        }
        try collector.finish(lines.source, lastLine: cells.lastLine, into: &log)
        AndroidClaims.add(to: &log, source: "ACCE;GYRO;MAGN;AHRS")
        if !saysUnit { log.claims[.accelerometer]?.unit = nil }
        return try log.settled(name: input.name, options)
    }
}
