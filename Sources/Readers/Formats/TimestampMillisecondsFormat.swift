import Files
import Recordings
import SensorModels
import Vocabulary

/// The Android recorder that writes `Timestamp,Milliseconds,X,Y,Z`, one CSV per sensor: local time in whole seconds,
/// and milliseconds since the start. Its `Compass.csv` is the magnetic field in microtesla.
///
/// Files that start more than two seconds apart keep that distance, with a warning that they are not one recording.
enum TimestampMillisecondsFormat: RecordingFormat {
    static let name = "Timestamp,Milliseconds,X,Y,Z"

    static func recognises(_ input: LogInput) -> Bool {
        input.hasTable { lines, _ in isTable(lines) }
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        (lines.firstLines.first ?? "").filter { $0 != "\"" && $0 != " " }.lowercased()
            .hasPrefix("timestamp,milliseconds,")
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var starts: [(name: String, time: Int64)] = []
        var log = RawLog()
        switch input {
        case .file(let lines): try read(lines, fileStem(lines.source.name), &starts, into: &log)
        case .folder(let folder):
            // The earliest file first, since its start is the clock's zero.
            let tables = try folder.tables.filter { try folder.peek($0, isTable) }
            let ordered = try tables.map { ($0, try folder.peek($0) { start(of: $0) ?? .max }) }.sorted { $0.1 < $1.1 }
            for (entry, _) in ordered {
                try folder.read(entry) { try read($0, fileStem(entry), &starts, into: &log) }
            }
        }
        if let first = starts.first,
            let other = starts.first(where: {
                LogTime.difference($0.time, first.time) > 2_000_000_000
            })
        {
            log.warn(
                .differentStarts, place: input.name,
                "\(other.name) starts \(LogTime.difference(other.time, first.time) / 1_000_000_000) s after \(first.name): the "
                    + "files are not of one recording")
        }
        log.recording.metadata.attitudeNorth = log.recording.attitude.isEmpty ? nil : .magnetic
        return try log.settled(name: input.name, options)
    }

    /// The clock's zero in a table, nanoseconds since 1970, as if its local time were UTC.
    private static func start(of lines: LineReader) -> Int64? {
        guard let row = lines.firstLines.dropFirst().first?.split(separator: ","), row.count > 2,
            let time = WallClockText.nanoseconds(String(row[0]).trimmedCell)?.time,
            let milliseconds = DecimalTime.parse(String(row[1]), exponent: 6)
        else { return nil }
        return time - milliseconds
    }

    private static func read(
        _ lines: LineReader, _ stem: String, _ starts: inout [(name: String, time: Int64)], into log: inout RawLog
    ) throws {
        let name = lines.source.name
        let begin = start(of: lines)
        let text = lines.firstLines.dropFirst().first.map { String($0.prefix(19)) }
        guard let table = try SensorTable(lines, stem: stem) else { return }
        var schema = table.schema
        guard let time = schema.head.names.firstIndex(where: { $0.lowercased() == "milliseconds" }) else { return }
        schema.time = time
        schema.clock = .decimal(exponent: 6)
        for index in schema.channels.indices {
            let sensor = schema.channels[index].sensor
            schema.channels[index].document(unit: LogUnit.Quantity(of: sensor)?.unit, by: "Android's convention")
            schema.channels[index].claim.source = name
        }
        var one = RawLog()
        try schema.readLeniently(lines, into: &one)
        if let begin {
            starts.append((name, begin))
            let offset = LogTime.difference(begin, starts.first?.time ?? begin)
            if offset > 2_000_000_000 { one.recording.moveTimes { LogTime.sum($0, offset) } }
            if log.recording.metadata.start == nil {
                log.recording.metadata.start = text
                log.recording.metadata.date = text.flatMap { CalendarDate($0) }
            }
        }
        log.merge(one)
    }
}

extension Recording {
    /// Changes the stamps of all streams, in their order.
    mutating func moveTimes(_ moved: (Int64) -> Int64) {
        func move(_ stream: some RecordedStream) {
            let samples = self[keyPath: stream.path]
            self[keyPath: stream.path] =
                SampleStream(times: samples.times.map(moved), values: samples.values).withinLimit
        }
        for stream in Self.streams { move(stream) }
    }
}

extension RawLog {
    /// Adds the streams of another log that this one lacks.
    mutating func merge(_ other: RawLog) {
        for sensor in other.recording.sensors where recording.times(of: sensor).isEmpty {
            takeStream(of: sensor, from: other)
        }
        recording.warnings += other.recording.warnings
    }
}
