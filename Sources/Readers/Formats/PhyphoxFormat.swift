import Recordings
import SensorModels
import Vocabulary

/// phyphox' CSV export: a folder or zip with one table per data set, or one of these tables.
///
/// Headers are in quotation marks, the first one `"Time (s)"`; five combinations of separator and decimal mark. The
/// signs are Android's on both platforms: on iOS the app turns CoreMotion's (times -9.81, its source). `meta/time.csv`
/// maps the experiment's clock to the system's.
enum PhyphoxFormat: RowFormat {
    static let name = "phyphox"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        if case .folder(let folder) = input, folder.contains("meta/device.csv") { return true }
        return input.hasTable { lines, _ in isTable(lines) }
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        guard let first = lines.firstLines.first else { return false }
        return first.hasPrefix("\"Time (s)\"") || first.hasPrefix("\"Time (s)\t")
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = try SensorTables.read(input, unit: options.unit) { channel in
            channel.document(unit: nil, by: "phyphox' documentation")
            // iOS and Android give the calibrated field.
            if LogUnit.Quantity(of: channel.sensor) == .field { channel.claim.isCalibrated = nil }
        }
        if case .folder(let folder) = input {
            let device = try properties(folder, "meta/device.csv")
            let model = [device["deviceBrand"], device["deviceModel"]].compactMap { $0 }.filter { !$0.isEmpty }
            if !model.isEmpty { log.recording.metadata.device = model.joined(separator: " ") }
            let events = try rows(folder, "meta/time.csv").filter { $0.count >= 4 }
            takeStart(events, into: &log.recording.metadata)
            takePauses(events, folder.path, into: &log)
        }
        log.recording.metadata.attitudeNorth = log.recording.attitude.isEmpty ? nil : .magnetic
        return try log.settled(name: input.name, options)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        // Behind a pause, the clock is another one.
        if case .folder(let folder) = input,
            try rows(folder, "meta/time.csv").count(where: { $0.first == "START" }) > 1
        {
            return nil
        }
        return try SensorTables.rows(of: input, unit: options.unit)
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
    private static func takeStart(_ events: [[String]], into metadata: inout RecordingMetadata) {
        guard let start = events.first(where: { $0[0] == "START" }), let experiment = Double(start[1]),
            let system = Double(start[2]), system.isFinite, experiment.isFinite
        else { return }
        metadata.unixSecondsAtZero = system - experiment
        metadata.start = start[3]
        metadata.date = CalendarDate(start[3])
    }

    /// Restores pauses: the experiment's clock stops from PAUSE to START, the device does not.
    private static func takePauses(_ events: [[String]], _ name: String, into log: inout RawLog) {
        var pauses: [(at: Int64, length: Int64)] = []
        for (pause, start) in zip(events, events.dropFirst()) where pause[0] == "PAUSE" && start[0] == "START" {
            guard let at = DecimalTime.parse(start[1]), let from = DecimalTime.parse(pause[2]),
                let to = DecimalTime.parse(start[2]), to > from
            else { continue }
            pauses.append((at, to - from))
        }
        guard let interval = log.recording.interval, !pauses.isEmpty else { return }
        log.recording.insert(pauses)
        // An excerpt contains only some of them.
        let within = pauses.filter { interval.contains($0.at) }
        guard !within.isEmpty else { return }
        let list =
            within.prefix(mostNamed).map { "\($0.length.tenthsOfSeconds) s at \($0.at.tenthsOfSeconds) s" }
            .joined(separator: ", ") + (within.count > mostNamed ? ", and \(within.count - mostNamed) more" : "")
        log.warn(
            .pause, place: name,
            "the recording was paused (\(list) of the app's clock, which leaves pauses out): the pauses are put back, and "
                + "every sensor has a hole there")
    }

    private static let mostNamed = 4
}

extension Recording {
    /// Moves all samples from each of these times on (on the clock without pauses) by the length of the pause.
    fileprivate mutating func insert(_ pauses: [(at: Int64, length: Int64)]) {
        moveTimes { time in pauses.reduce(time) { $1.at <= time ? LogTime.sum($0, $1.length) : $0 } }
    }
}
