import Foundation
import Recordings
import Vocabulary

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
        let names = payload.sensors.map { sensor in
            sensor.name + (sensor.units.map { " (\($0))" } ?? "")
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
