import Files
import Recordings
import SensorModels
import Vocabulary

/// A JSON array of objects whose first ones have the same members, one per row: `[{"utime": 1, "accel": [0.1, 0.2, 9.8], "gyro": {"x": 0, ...}}, ...]`. Arrays
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
        guard names(lines) != nil else { throw input.unrecognised }
        let objects = JSONObjects(lines, keepsArrays: true)
        var table = GrowingTable()
        var members: [String: String] = [:]
        while try objects.next(&members) { table.add(members) }
        var recording = try table.recording(of: lines, options, else: input)
        recording.metadata.format = name
        if let warning = objects.warning { recording.warnings.append(warning) }
        return recording
    }
}
