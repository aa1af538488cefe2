import Rotations
import SensorModels

/// Sensor Logger's JSON export: an array of one object per sample, every value a text, `sensor` its name, the metadata the
/// last object. The payloads that the app pushes (`name`, `values`) too.
enum SensorLoggerJSONFormat: RecordingFormat {
    static let name = "Sensor Logger JSON"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let first = lines.head.first(where: { $0 > 32 }),
            first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        else { return false }
        let head = String(decoding: lines.head.prefix(4096), as: UTF8.self)
        return (head.contains("\"seconds_elapsed\"") && head.contains("\"sensor\""))
            || (head.contains("\"values\"") && head.contains("\"name\"") && head.contains("\"time\""))
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .file(let lines) = input else { throw input.unrecognised(RecordingFormats.names) }
        let objects = JSONObjects(lines)
        var assembly = SensorLoggerAssembly()
        // One collector per part: several parts have one kind of value.
        var parts: [String: SampleCollector] = [:]
        var members: [String: String] = [:]
        while try objects.next(&members) {
            guard let name = members["sensor"] ?? members["name"] else { continue }
            if name == "Metadata" {
                assembly.metadata = SensorLoggerMetadata(values: members)
                continue
            }
            guard let part = SensorLoggerConventions.part(of: name) else { continue }
            var collector = parts[name] ?? SampleCollector()
            parts[name] = nil
            defer { parts[name] = collector }
            guard let time = members["time"].flatMap({ DecimalTime.parse($0, exponent: 0) }) else {
                collector.unreadable.add(line: objects.count)
                continue
            }
            func number(_ key: String) -> Double {
                guard var text = members[key] else { return CellValue.missing }
                return text.withUTF8 { DecimalNumber.slow($0) }
            }
            let line = objects.count
            switch part {
            case .attitude:
                let numbers = ["qw", "qx", "qy", "qz"].map(number)
                collector.addAttitude(numbers, .quaternion, at: time, line: line)
            case .location:
                collector.addFix(
                    latitude: number("latitude"), longitude: number("longitude"), altitude: number("altitude"),
                    accuracy: number("horizontalAccuracy"), speed: number("speed"), course: number("bearing"), at: time,
                    line: line)
            case .heading: collector.addHeading(degrees: number("magneticBearing"), at: time, line: line)
            default: collector.add(.accelerometer, number("x"), number("y"), number("z"), at: time, line: line)
            }
        }
        for name in parts.keys.sorted() {
            var log = RawLog()
            try parts[name]?.finish(lines.source, lastLine: LastLineFinding(), into: &log)
            assembly.warnings += log.recording.warnings.map { $0.renamed("accelerometer", name) }
            switch SensorLoggerConventions.part(of: name) {
            case .attitude:
                assembly.attitude = log.recording.attitude
                assembly.note("orientation", log.recording.provenance[.attitude])
            case .location: assembly.location = log.recording.location
            case .heading: assembly.heading = log.recording.heading
            default: assembly.add(name, log.recording.accelerometer, log.recording.provenance[.accelerometer])
            }
        }
        if let warning = objects.warning { assembly.warnings.append(warning) }
        return try assembly.log(suffix: "").settled(name: input.name, options)
    }
}
