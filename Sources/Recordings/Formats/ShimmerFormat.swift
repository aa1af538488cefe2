import SensorModels
import Vocabulary

/// Shimmer Consensys' CSV: `sep=` line, names such as `Shimmer_40AC_Accel_LN_X_CAL`, a row of units, then the rows.
///
/// Specific force; the low-noise accelerometer comes first, `--unit Accel_WR` chooses the wide-range one, and `--unit 40AC`
/// one of several devices.
enum ShimmerFormat: RecordingFormat {
    static let name = "Shimmer"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let file = input.file, let head = TableHead(file, skip: isSeparatorLine) else { return false }
        return head.names.contains { $0.hasPrefix("Shimmer_") && $0.hasSuffix("_CAL") }
    }

    private static func isSeparatorLine(_ line: String) -> Bool { line.trimmedCell.lowercased().hasPrefix("sep=") }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let (lines, head) = try input.table(skip: isSeparatorLine)
        var log = RawLog()
        let place = lines.source.name
        let columns = head.names.map { $0.split(separator: "_").map(String.init) }
        let devices = unique(columns.filter { $0.count > 3 && $0[0] == "Shimmer" }.map { $0[1] })
        let chosen = options.unit?.lowercased()
        let device = devices.first { $0.lowercased() == chosen } ?? devices.first ?? ""
        /// `Accel_LN` of `Shimmer_40AC_Accel_LN_X_CAL`.
        func sensor(_ words: [String]) -> String? {
            guard words.count >= 5, words[1] == device, words.last == "CAL", "XYZ".contains(words[words.count - 2])
            else {
                return nil
            }
            return words[2..<words.count - 2].joined(separator: "_")
        }
        let sensors = unique(columns.compactMap(sensor))
        let accelerometers = sensors.filter { $0.hasPrefix("Accel") }
        let accelerometer = accelerometers.first { $0.lowercased() == chosen } ?? accelerometers.first
        let names = (devices.count > 1 ? devices : []) + (accelerometers.count > 1 ? accelerometers : [])
        if let unit = options.unit, !(devices + accelerometers).contains(where: { $0.lowercased() == chosen }) {
            throw UnitChoice.unknown(unit, devices + accelerometers, place)
        }
        if !names.isEmpty, options.unit == nil {
            log.recording.warnings.append(UnitChoice.warning(names, used: accelerometer ?? device, place))
        }
        guard let time = columns.firstIndex(where: { $0.count > 2 && $0[1] == device && $0[2] == "Timestamp" }) else {
            throw lines.error(
                .noTimeColumn, line: head.linesBefore + 1,
                "found no column Shimmer_\(device)_Timestamp..., expected one", "export it with time stamps")
        }
        let units = head.firstRow ?? []
        var channels: [TableSchema.Channel] = []
        let kinds: [(String?, SensorKind)] = [
            (accelerometer, .accelerometer), ("Gyro", .gyroscope), ("Mag", .magnetometer),
        ]
        for (name, kind) in kinds {
            guard let name,
                let found = head.columns(["X", "Y", "Z"].map { "Shimmer_\(device)_\(name)_\($0)_CAL" })
            else { continue }
            let unit = found[0] < units.count ? LogUnit(spelling: units[found[0]], of: kind) : nil
            var claim = StreamClaim(source: head.names[found[0]], unit: unit, by: "the row of units")
            if kind == .accelerometer { claim.sign = .init(value: .android, by: "the manufacturer's documentation") }
            channels.append(.init(sensor: kind, columns: found, claim: claim))
        }
        guard !channels.isEmpty else { throw input.unrecognised }
        let isUnix = head.names[time].contains("Unix")
        if isUnix { log.recording.metadata.unixSecondsAtZero = 0 }
        log.recording.metadata.device = "Shimmer \(device)"
        try TableSchema(
            head: head, time: time, clock: .decimal(exponent: 6), channels: channels, linesAfterHeader: 1
        ).read(lines, into: &log)
        return try log.settled(name: input.name, options)
    }

    private static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
