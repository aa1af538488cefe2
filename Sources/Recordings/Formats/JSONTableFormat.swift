import Foundation
import SensorModels
import Vocabulary

/// A JSON array of objects with the same members, one per row: `[{"utime": 1, "accel": [0.1, 0.2, 9.8], "gyro": {"x": 0, ...}}, ...]`. Arrays
/// of three numbers are x, y and z. It is read as the table that has the members' names as its header.
enum JSONTableFormat: RecordingFormat {
    static let name = "JSON objects"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(names) != nil }

    /// The members of the first object, where those behind it have them too; `nil` for every other log.
    private static func names(_ lines: LineReader) -> [String]? {
        guard let first = lines.head.first(where: { $0 > 32 }), first == UInt8(ascii: "["),
            let head = try? LineReader(try ByteSource(bytes: Array(lines.head), name: lines.source.name))
        else { return nil }
        let objects = JSONObjects(head, keepsArrays: true)
        var members: [String: String] = [:]
        guard (try? objects.next(&members)) == true else { return nil }
        let names = members.keys.sorted()
        guard names.count >= 4, names.count < 1000, (try? objects.next(&members)) == true,
            members.keys.sorted() == names,
            !SensorColumns(names, ignoring: []).channels.isEmpty
        else { return nil }
        return names
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let names = names(lines) else { throw input.unrecognised }
        let objects = JSONObjects(lines, keepsArrays: true)
        var table = LineTable(header: LineTable.row(names))
        var members: [String: String] = [:]
        while try objects.next(&members) { table.add(LineTable.row(names.map { members[$0] ?? "" })) }
        // The last object is whole: its row ends as the others do.
        table.add("")
        var recording = try table.recording(of: lines, options, else: input)
        recording.metadata.format = name
        if let warning = objects.warning { recording.warnings.append(warning) }
        return recording
    }
}

/// Edge Impulse's JSON (data acquisition format): the interval in milliseconds, names and units of the axes, then the rows.
enum EdgeImpulseFormat: RecordingFormat {
    static let name = "Edge Impulse"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let head = input.jsonHead(4096) else { return false }
        return ["\"payload\"", "\"interval_ms\"", "\"sensors\"", "\"values\""].allSatisfy(head.contains)
    }

    private struct File: Decodable {
        struct Payload: Decodable {
            struct Sensor: Decodable {
                var name: String
                var units: String?
            }
            var device_name: String?
            var interval_ms: Double
            var sensors: [Sensor]
            var values: [[Double]]
        }
        var payload: Payload
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var text = Data()
        while let line = try lines.nextLine() { text.append(contentsOf: Array((line + "\n").utf8)) }
        guard let payload = try? JSONDecoder().decode(File.self, from: text).payload,
            payload.interval_ms.isFinite, payload.interval_ms > 0
        else {
            throw lines.error(
                .unknownFormat, "found JSON of Edge Impulse that is damaged, or has one number per row",
                "export the sample again, or as CSV")
        }
        let spelled = ["d/s": "deg/s"]
        let names = payload.sensors.map { sensor in
            sensor.name + (sensor.units.map { " (\(spelled[$0] ?? $0))" } ?? "")
        }
        var table = LineTable(header: LineTable.row(["time (ms)"] + names))
        for (index, row) in payload.values.enumerated() {
            table.add(LineTable.row(["\(Double(index) * payload.interval_ms)"] + row.map { "\($0)" }))
        }
        table.add("")
        var recording = try table.recording(of: lines, options, else: input)
        recording.metadata.format = name
        recording.metadata.device = payload.device_name
        recording.metadata.clock = "rows every \(payload.interval_ms) ms (interval_ms)"
        return recording
    }
}

extension LineTable {
    /// The table read as a log of its own, by the format that recognises it.
    fileprivate consuming func recording(
        of lines: LineReader, _ options: ReadOptions, else input: LogInput
    ) throws -> Recording {
        let log = LogInput.file(try self.lines(of: lines))
        guard let format = RecordingFormats.all.first(where: { $0.recognises(log) }) else { throw input.unrecognised }
        return try format.read(log, options)
    }
}
