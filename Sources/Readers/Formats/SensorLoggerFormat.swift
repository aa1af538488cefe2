import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Sensor Logger's CSV: a folder or zip with one table per sensor and `Metadata.csv`, or one of these tables.
///
/// Every three-axis table has the same header (`time,seconds_elapsed,z,y,x` in any order): the sensor follows from the
/// file's name. `time` is UTC in nanoseconds.
enum SensorLoggerFormat: RowFormat {
    static let name = "Sensor Logger"

    static func recognises(_ input: LogInput) -> Bool {
        input.hasTable { lines, stem in SensorLoggerConventions.kind(ofPart: stem) != nil && isTable(lines) }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var assembly = SensorLoggerAssembly()
        switch input {
        case .file(let lines): try readTable(lines, fileStem(lines.source.name), into: &assembly)
        case .folder(let folder):
            assembly.metadata = try metadata(folder) ?? assembly.metadata
            for entry in folder.tables where SensorLoggerConventions.kind(ofPart: fileStem(entry)) != nil {
                try folder.read(entry) { lines in
                    guard !lines.isEmpty else {
                        // Damaged data are not empty: the damage is reported.
                        guard lines.source.damage == .none else { return }
                        return assembly.warnings.add(
                            .emptyStream, place: lines.source.name, "the file is empty",
                            advice: .none("the app writes empty files"))
                    }
                    guard isTable(lines) else { return assembly.warnings.append(.unreadableTable(lines)) }
                    try readTable(lines, fileStem(entry), into: &assembly)
                }
            }
        }
        return try assembly.log(suffix: ".csv").settled(name: input.name, options)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        guard case .folder(let folder) = input else { return nil }
        let parts = try folder.tables.filter { entry in
            try SensorLoggerConventions.kind(ofPart: fileStem(entry)) != nil
                && folder.peek(entry) { !$0.isEmpty && isTable($0) }
        }
        let names = Set(parts.map { fileStem($0).lowercased() })
        let vectors = SensorLoggerConventions.sensors(ofParts: names)
        // Their sum is the accelerometer.
        guard
            vectors.contains(where: { $0.sensor == .accelerometer })
                || !names.isSuperset(of: ["accelerometer", "gravity"])
        else { return nil }
        var tables: [(entry: String, schema: TableSchema)] = []
        for entry in parts {
            let name = fileStem(entry).lowercased()
            let vector = vectors.first { $0.name.lowercased() == name }?.sensor
            let other = SensorLoggerConventions.kind(ofPart: name)
            guard let sensor = vector ?? (other == .accelerometer ? nil : other) else { continue }
            guard let table = try folder.peek(entry, { try table($0, sensor, hasTimes: false) }), !table.isElapsed
            else {
                return nil
            }
            tables.append((entry, table.schema))
        }
        let none = (VectorStream(), QuaternionStream())
        let conventions = try metadata(folder).map {
            SensorLoggerConventions($0, raw: none.0, gravity: none.0, attitude: none.1)
        }
        return FolderRows.reader(of: tables, attitudeTurn: conventions?.attitudeTurn)
    }

    private static func metadata(_ folder: LogFolder) throws -> SensorLoggerMetadata? {
        try folder.entries.first { $0.lowercased() == "metadata.csv" }.map {
            SensorLoggerMetadata(csv: try folder.readAll($0))
        }
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        (lines.firstLines.first ?? "").filter { $0 != "\"" }.lowercased().hasPrefix("time,seconds_elapsed")
    }

    /// Whether a spreadsheet rounded nearly all stamps to the same one: `1.71456E+18`.
    private static func isRounded(_ times: [Double]) -> Bool {
        times.count > 8 && 4 * Set(times).count < times.count
    }

    private static func readTable(
        _ lines: LineReader, _ name: String, into assembly: inout SensorLoggerAssembly
    ) throws {
        guard let kind = SensorLoggerConventions.kind(ofPart: name),
            let found = try table(lines, kind, hasTimes: assembly.hasTimes)
        else { return }
        if found.isElapsed { assembly.isElapsed = true } else { assembly.hasTimes = true }
        var table = RawLog()
        try found.schema.readLeniently(lines, into: &table)
        assembly.add(name, table.recording)
    }

    /// The columns of a table, and whether its clock is the one that begins with the recording; `nil` without a header.
    /// - Parameter hasTimes: another table's stamps are times.
    private static func table(
        _ lines: LineReader, _ sensor: SensorKind, hasTimes: Bool
    ) throws -> (schema: TableSchema, isElapsed: Bool)? {
        guard let head = TableHead(lines) else { return nil }
        let names = head.names.map { $0.lowercased() }
        func position(_ name: String) throws -> Int {
            guard let position = names.firstIndex(of: name) else {
                throw lines.error(
                    .unknownHeader, line: 1, "found \"\(head.text.prefix(80))\", expected the column \(name)",
                    "export the log again")
            }
            return position
        }
        let place: any ChannelColumns
        switch sensor {
        case .location:
            place = LocationColumns(
                latitude: try position("latitude"), longitude: try position("longitude"),
                altitude: names.firstIndex(of: "altitude"), accuracy: names.firstIndex(of: "horizontalaccuracy"),
                speed: names.firstIndex(of: "speed"), course: names.firstIndex(of: "bearing"),
                courseAccuracy: names.firstIndex(of: "bearingaccuracy"))
        case .attitude: place = OrientationColumns(sensor, try ["qw", "qx", "qy", "qz"].map(position))
        case .heading: place = HeadingColumn(column: try position("magneticbearing"))
        default:
            // Early versions spell the sensor and the unit out.
            let axes = try ["x", "y", "z"].enumerated().map { axis, name in
                try head.names.firstIndex { ColumnName($0).axis == axis } ?? position(name)
            }
            place = VectorColumns(sensor, axes)
        }
        let time = try position("time")
        let elapsed = names.firstIndex(of: "seconds_elapsed").flatMap { elapsed in
            !hasTimes && isRounded(head.longNumbers(time)) && TimeColumn.rises(head.longNumbers(elapsed))
                ? elapsed : nil
        }
        let schema = TableSchema(
            head: head, time: elapsed ?? time, clock: .decimal(exponent: elapsed == nil ? 0 : 9),
            channels: [.init(place, claim: StreamClaim(source: ""))])
        return (schema, elapsed != nil)
    }
}

/// Sensor Logger's JSON export: an array of one object per sample, every value a text, `sensor` its name, the metadata
/// the last object. The payloads that the app pushes (`name`, `values`) too.
enum SensorLoggerJSONFormat: RecordingFormat {
    static let name = "Sensor Logger JSON"

    static func recognises(_ input: LogInput) -> Bool {
        guard let head = input.jsonHead(4096) else { return false }
        return (head.contains("\"seconds_elapsed\"") && head.contains("\"sensor\""))
            || (head.contains("\"values\"") && head.contains("\"name\"") && isNanoseconds(head))
    }

    /// Whether the first time has as many digits as Unix nanoseconds: other programs use the same names.
    private static func isNanoseconds(_ head: String) -> Bool {
        guard let rest = head.components(after: "\"time\"") else { return false }
        return rest.drop { " :\"".contains($0) }.prefix { $0.isNumber }.count >= 18
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
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
            guard let kind = SensorLoggerConventions.kind(ofPart: name) else { continue }
            var collector = parts[name] ?? SampleCollector()
            parts[name] = nil
            defer { parts[name] = collector }
            guard let time = members["time"].flatMap({ DecimalTime.parse($0, exponent: 0) }) else {
                collector.unreadable.add(line: objects.count)
                continue
            }
            func number(_ key: String) -> Double { members[key].map { DecimalNumber.slow($0) } ?? CellValue.missing }
            let line = objects.count
            switch kind {
            case .attitude:
                let numbers = ["qw", "qx", "qy", "qz"].map(number)
                collector.addAttitude(numbers, .quaternion, at: time, line: line)
            case .location:
                let fix = SampleRules.fix(
                    latitude: number("latitude"), longitude: number("longitude"), altitude: number("altitude"),
                    accuracy: number("horizontalAccuracy"), speed: number("speed"), course: number("bearing"))
                collector.addFix(fix, at: time, line: line)
            case .heading: collector.addHeading(degrees: number("magneticBearing"), at: time, line: line)
            default: collector.add(.accelerometer, number("x"), number("y"), number("z"), at: time, line: line)
            }
        }
        for name in parts.keys.sorted() {
            var log = RawLog()
            try parts[name]?.finish(lines.source, lastLine: LastLineFinding(), into: &log)
            assembly.add(name, log.recording)
        }
        if let warning = objects.warning { assembly.warnings.append(warning) }
        return try assembly.log(suffix: "").settled(name: input.name, options)
    }
}

/// Assembles the parts of a Sensor Logger recording: decides which stream is the raw one, and the platform's signs and
/// frames.
struct SensorLoggerAssembly {
    var metadata = SensorLoggerMetadata(values: [:])
    /// The parts by name, in the log's units.
    private var parts: [String: Recording] = [:]
    var warnings: [Warning] = []
    /// Whether the stamps are seconds since the recording began, because a spreadsheet rounded the others.
    var isElapsed = false
    /// Whether a table's stamps are times.
    var hasTimes = false

    /// Takes over a part that was read as a log of its own; three-axis parts are read as an accelerometer.
    mutating func add(_ name: String, _ part: Recording) {
        parts[name.lowercased()] = part
        warnings += part.warnings.map { warning in
            var warning = warning
            let unnamed = "accelerometer:"
            if warning.message.hasPrefix(unnamed) {
                warning.message = "\(name):" + warning.message.dropFirst(unnamed.count)
            }
            return warning
        }
    }

    /// - Parameter suffix: of the parts' names in `info`, such as `.csv`.
    func log(suffix: String) -> RawLog {
        var log = RawLog()
        metadata.apply(to: &log.recording.metadata)
        // The stamps are UTC nanoseconds.
        log.recording.metadata.unixSecondsAtZero = isElapsed ? nil : 0
        log.recording.warnings = warnings
        func part(_ name: String) -> VectorStream { parts[name.lowercased()]?.accelerometer ?? VectorStream() }
        let conventions = SensorLoggerConventions(
            metadata, raw: part("AccelerometerUncalibrated"), gravity: part("Gravity"),
            attitude: parts["orientation"]?.attitude ?? QuaternionStream())
        func put(_ name: String, _ sensor: SensorKind, isRaw: Bool) {
            guard let path = Recording.vectorPath(of: sensor) else { return }
            log.recording[keyPath: path] = part(name)
            log.recording.provenance[sensor] = parts[name.lowercased()]?.provenance[.accelerometer]
            log.claims[sensor] = conventions.claim(sensor, source: name + suffix, isRaw: isRaw)
        }
        let vectors = SensorLoggerConventions.sensors(ofParts: Set(parts.filter { !$1.accelerometer.isEmpty }.keys))
        for (name, sensor) in vectors { put(name, sensor, isRaw: name.hasSuffix("Uncalibrated")) }
        if !vectors.contains(where: { $0.sensor == .accelerometer }) {
            log.recording.accelerometer = part("Gravity").combined(with: part("Accelerometer")) { $1 + $0 }
            log.claims[.accelerometer] = conventions.claim(
                .accelerometer, source: "Accelerometer\(suffix) + Gravity\(suffix)", isRaw: false)
        }
        if log.recording.accelerometer.isEmpty, !log.recording.linearAcceleration.isEmpty {
            log.recording.standIns[.accelerometer] = .linearAcceleration
            log.warn(
                .noGravity, place: "",
                "the app's Accelerometer is without gravity, and the log has no Gravity: it is read as linearAcceleration, and "
                    + "there is no specific force")
        }
        for (name, sensor) in [("location", SensorKind.location), ("compass", .heading), ("orientation", .attitude)] {
            guard let part = parts[name] else { continue }
            log.recording.takeStream(of: sensor, from: part)
            log.recording.provenance[sensor] = part.provenance[sensor]
        }
        log.notes[.location] = ("deg", "WGS-84", "the app's documentation", "Location" + suffix)
        log.notes[.heading] = ("deg", "clockwise from magnetic north", "the app's documentation", "Compass" + suffix)
        putAttitude(conventions, suffix, into: &log)
        return log
    }

    private func putAttitude(_ conventions: SensorLoggerConventions, _ suffix: String, into log: inout RawLog) {
        guard !log.recording.attitude.isEmpty else { return }
        if let turn = conventions.attitudeTurn {
            log.recording.attitude.values = log.recording.attitude.values.map { turn * $0 }
        }
        log.recording.metadata.attitudeNorth = conventions.attitudeNorth
        log.notes[.attitude] = ("1", conventions.attitudeNote, conventions.by, "Orientation" + suffix)
        if conventions.platform == nil {
            log.warn(
                .frameUndecided, place: "",
                "the log does not name the platform, on which the frame of Orientation depends; Android's is used",
                advice: .metadataOfApp)
        }
    }
}
