import SensorModels

/// SensorLog's JSON: an array of one object per row, every value a text.
enum SensorLogJSONFormat: RecordingFormat {
    static let name = "SensorLog JSON"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, let first = lines.head.first(where: { $0 > 32 }),
            first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        else { return false }
        let head = String(decoding: lines.head.prefix(1 << 14), as: UTF8.self)
        return ["\"loggingTime\"", "\"motionYaw\"", "\"accelerometerAccelerationX\"", "\"motionQuaternionW\""].contains
        {
            head.contains($0)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .file(let lines) = input else { throw input.unrecognised(RecordingFormats.names) }
        let objects = JSONObjects(lines)
        var rows = SensorLogRows()
        var members: [String: String] = [:]
        while try objects.next(&members) {
            rows.add(line: objects.count) { members[SensorLogRows.names[$0]] }
        }
        var log = try rows.finish(lines.source, lastLine: LastLineFinding())
        if let warning = objects.warning { log.recording.warnings.append(warning) }
        return try log.settled(name: input.name, options)
    }
}
