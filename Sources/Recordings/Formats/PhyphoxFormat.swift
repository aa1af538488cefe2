import Vocabulary

/// phyphox' CSV export: a folder or zip with one table per data set, or one of these tables.
///
/// Headers are in quotation marks, the first one `"Time (s)"`; five combinations of separator and decimal mark. The signs
/// are Android's on both platforms: on iOS the app turns CoreMotion's (times -9.81, its source). `meta/time.csv` maps the
/// experiment's clock to the system's.
enum PhyphoxFormat: RecordingFormat {
    static let name = "phyphox"

    static func recognises(_ input: LogInput) -> Bool {
        if case .folder(let folder) = input, folder.contains("meta/device.csv") { return true }
        return input.hasTable { lines, _ in isTable(lines) }
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        guard let first = lines.firstLines.first else { return false }
        return first.hasPrefix("\"Time (s)\"") || first.hasPrefix("\"Time (s)\t")
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = try SensorTables.read(input) { channel in
            channel.document(unit: nil, by: "phyphox' documentation")
            // iOS and Android give the calibrated field.
            if LogUnit.Quantity(of: channel.sensor) == .field { channel.claim.isCalibrated = nil }
        }
        if case .folder(let folder) = input {
            let device = try properties(folder, "meta/device.csv")
            let model = [device["deviceBrand"], device["deviceModel"]].compactMap { $0 }.filter { !$0.isEmpty }
            if !model.isEmpty { log.recording.metadata.device = model.joined(separator: " ") }
            try takeStart(folder, into: &log.recording.metadata)
        }
        log.recording.metadata.attitudeNorth = log.recording.attitude.isEmpty ? nil : .magnetic
        return try log.settled(name: input.name, options)
    }

    private static func rows(_ folder: LogFolder, _ entry: String) throws -> [[String]] {
        guard folder.contains(entry) else { return [] }
        let lines = String(decoding: try folder.readAll(entry), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let header = lines.first else { return [] }
        let dialect = TableDialect(header: String(header), rows: lines.dropFirst().map(String.init))
        return lines.dropFirst().map { line in
            dialect.cells(String(line)).map { dialect.decimalComma ? $0.withDecimalPoint : $0 }
        }
    }

    private static func properties(_ folder: LogFolder, _ entry: String) throws -> [String: String] {
        let pairs = try rows(folder, entry).filter { $0.count >= 2 }.map { ($0[0], $0[1]) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The first START: experiment time, system time (Unix seconds), its text.
    private static func takeStart(_ folder: LogFolder, into metadata: inout RecordingMetadata) throws {
        let events = try rows(folder, "meta/time.csv")
        guard let start = events.first(where: { $0.count >= 4 && $0[0] == "START" }), let experiment = Double(start[1]),
            let system = Double(start[2]), system.isFinite, experiment.isFinite
        else { return }
        metadata.unixSecondsAtZero = system - experiment
        metadata.start = start[3]
        metadata.date = CalendarDate(start[3])
    }
}
