import Rotations
import SensorModels
import Vocabulary

/// Sensor Logger's CSV: a folder or zip with one table per sensor and `Metadata.csv`, or one of these tables.
///
/// Every three-axis table has the same header (`time,seconds_elapsed,z,y,x` in any order): the file's name tells the
/// sensor. `time` is UTC in nanoseconds.
enum SensorLoggerFormat: RecordingFormat {
    static let name = "Sensor Logger"

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines):
            return isTable(lines) && SensorLoggerConventions.part(of: stem(of: lines.source.name)) != nil
        case .folder(let folder):
            return folder.tables.contains { entry in
                SensorLoggerConventions.part(of: stem(of: entry)) != nil
                    && (try? folder.peek(entry, isTable)) == true
            }
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var assembly = SensorLoggerAssembly()
        switch input {
        case .file(let lines): try readTable(lines, stem(of: lines.source.name), into: &assembly)
        case .folder(let folder):
            if let file = folder.entries.first(where: { $0.lowercased() == "metadata.csv" }) {
                assembly.metadata = SensorLoggerMetadata(csv: try folder.readAll(file))
            }
            for entry in folder.tables where SensorLoggerConventions.part(of: stem(of: entry)) != nil {
                try folder.read(entry) { lines in
                    guard !lines.isEmpty else {
                        assembly.warnings.append(
                            Warning(
                                code: .emptyStream, message: "\(lines.source.name): the file is empty",
                                advice: "none needed: the app writes empty files"))
                        return
                    }
                    guard isTable(lines) else {
                        assembly.warnings.append(.unreadableTable(lines))
                        return
                    }
                    try readTable(lines, stem(of: entry), into: &assembly)
                }
            }
        }
        return try assembly.log(suffix: ".csv").settled(name: input.name, options)
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        (lines.firstLines.first ?? "").replacing("\"", with: "").lowercased().hasPrefix("time,seconds_elapsed")
    }

    /// The name of a file without folders and endings.
    static func stem(of path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".gz", ".csv", ".txt"] where name.lowercased().hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        return name
    }

    private static func readTable(
        _ lines: LineReader, _ name: String, into assembly: inout SensorLoggerAssembly
    ) throws {
        guard let part = SensorLoggerConventions.part(of: name), let head = TableHead(lines) else { return }
        let names = head.names.map { $0.lowercased() }
        func position(_ name: String) throws -> Int {
            guard let position = names.firstIndex(of: name) else {
                throw SensorLabError(
                    .badData, code: .unknownHeader, place: "\(lines.source.name):1",
                    message: "found \"\(head.text.prefix(80))\", expected the column \(name)",
                    advice: "export the log again")
            }
            return position
        }
        var channel = TableSchema.Channel(sensor: .accelerometer, columns: [], claim: StreamClaim(source: ""))
        switch part {
        case .attitude:
            channel.sensor = .attitude
            channel.columns = try ["qw", "qx", "qy", "qz"].map(position)
        case .location:
            channel.sensor = .location
            channel.columns = try ["latitude", "longitude"].map(position)
            channel.optional = ["altitude", "horizontalaccuracy", "speed", "bearing", "bearingaccuracy"].map {
                names.firstIndex(of: $0)
            }
        case .heading:
            channel.sensor = .heading
            channel.columns = [try position("magneticbearing")]
        case .stream, .rawAcceleration, .total, .corrected:
            // Early versions spell the sensor and the unit out.
            channel.columns = try ["x", "y", "z"].enumerated().map { axis, name in
                try head.names.firstIndex { ColumnName($0).axis == axis } ?? position(name)
            }
        }
        var table = RawLog()
        try TableSchema(
            head: head, time: try position("time"), clock: .decimal(exponent: 0), channels: [channel]
        ).readLeniently(lines, into: &table)
        assembly.warnings += table.recording.warnings.map { $0.renamed("accelerometer", name) }
        switch channel.sensor {
        case .attitude:
            assembly.attitude = table.recording.attitude
            assembly.note("orientation", table.recording.provenance[.attitude])
        case .location: assembly.location = table.recording.location
        case .heading: assembly.heading = table.recording.heading
        default: assembly.add(name, table.recording.accelerometer, table.recording.provenance[.accelerometer])
        }
    }
}

extension Warning {
    /// A table is read as if it were an accelerometer's before its sensor is known.
    func renamed(_ old: String, _ new: String) -> Warning {
        var result = self
        if message.hasPrefix("\(old):") { result.message = new + message.dropFirst(old.count) }
        return result
    }
}

extension Warning {
    /// A file whose name says that it is a sensor's, left out since its header is none.
    static func unreadableTable(_ lines: LineReader) -> Warning {
        let found = HeaderLine(lines).map { "\"\($0.excerpt)\"" } ?? "nothing"
        return Warning(
            code: .unreadableTable,
            message: "\(lines.source.name): found \(found), expected a header with time and axes: it is left out",
            advice: "copy or export it again, or take it out of the log")
    }
}

extension TableSchema {
    /// As `read`; a table without a usable row becomes a warning, since the log's other tables may be sound.
    func readLeniently(_ lines: LineReader, into log: inout RawLog) throws {
        do {
            try read(lines, into: &log)
        } catch let error as SensorLabError where error.kind == .badData {
            log.warn(.emptyStream, error.place + ": " + error.message, error.advice)
        }
    }
}
