import SensorModels

/// Reads all tables of a folder or zip that hold one sensor each, or one such table.
enum SensorTables {
    /// - Parameter adjust: what a format knows about the streams of a table beyond its header.
    static func read(
        _ input: LogInput, adjust: (inout TableSchema.Channel) -> Void
    ) throws -> RawLog {
        var log = RawLog()
        switch input {
        case .file(let lines):
            try read(lines, SensorLoggerFormat.stem(of: lines.source.name), adjust, into: &log)
        case .folder(let folder):
            for entry in folder.tables {
                try folder.read(entry) { lines in
                    try read(lines, SensorLoggerFormat.stem(of: entry), adjust, into: &log)
                }
            }
        }
        return log
    }

    private static func read(
        _ lines: LineReader, _ stem: String, _ adjust: (inout TableSchema.Channel) -> Void, into log: inout RawLog
    ) throws {
        guard let table = try SensorTable(lines, stem: stem) else {
            if SensorTable.sensor(ofFile: stem) != nil { log.recording.warnings.append(.unreadableTable(lines)) }
            return
        }
        var schema = table.schema
        schema.channels.removeAll { channel in
            guard !log.recording.times(of: channel.sensor).isEmpty else { return false }
            log.warn(
                .secondStream,
                "\(lines.source.name): a second \(channel.sensor.rawValue) is left out; that of "
                    + "\(log.recording.provenance[channel.sensor]?.source ?? "another file") is used",
                "take the other file out of the folder to use this one")
            return true
        }
        guard !schema.channels.isEmpty else { return }
        for index in schema.channels.indices { adjust(&schema.channels[index]) }
        if table.isUnix { log.recording.metadata.unixSecondsAtZero = 0 }
        try schema.readLeniently(lines, into: &log)
    }
}
