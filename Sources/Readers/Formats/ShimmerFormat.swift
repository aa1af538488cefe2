import Recordings
import SensorModels
import Vocabulary

/// Shimmer Consensys' CSV: `sep=` line, names such as `Shimmer_40AC_Accel_LN_X_CAL` or `S29_Accel_MPU_MPL_X_CAL`, a row
/// of units, then the rows.
///
/// Specific force; the low-noise accelerometer comes first, `--unit Accel_WR` chooses the wide-range one, and
/// `--unit 40AC` one of several devices.
enum ShimmerFormat: RecordingFormat {
    static let name = "Shimmer"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let file = input.file, let head = TableHead(file, skip: isSeparatorLine) else { return false }
        return !prefixes(head).isEmpty && head.names.contains { $0.hasSuffix("_X_CAL") }
    }

    private static func isSeparatorLine(_ line: String) -> Bool {
        line.trimmedCell.lowercased().drop { $0 == "\"" }.hasPrefix("sep=")
    }

    /// The beginnings of every device's names, from its time column: `Shimmer_40AC` of
    /// `Shimmer_40AC_Timestamp_Unix_CAL`.
    private static func prefixes(_ head: TableHead) -> [String] {
        unique(
            head.names.compactMap { name in
                guard name.hasSuffix("_CAL"), let range = name.firstRange(of: "_Timestamp") else { return nil }
                return String(name[..<range.lowerBound])
            })
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let (lines, head) = try input.table(skip: isSeparatorLine)
        var log = RawLog()
        let place = lines.source.name
        let prefixes = prefixes(head)
        func device(_ prefix: String) -> String {
            prefix.hasPrefix("Shimmer_") ? String(prefix.dropFirst("Shimmer_".count)) : prefix
        }
        let devices = prefixes.map(device)
        let chosen = options.unit?.lowercased()
        let prefix = prefixes.first { device($0).lowercased() == chosen } ?? prefixes.first ?? ""
        let device = device(prefix)
        /// `Accel_LN` of `Shimmer_40AC_Accel_LN_X_CAL`.
        func sensor(_ name: String) -> String? {
            guard name.hasPrefix(prefix + "_"), name.hasSuffix("_X_CAL") else { return nil }
            return String(name.dropFirst(prefix.count + 1).dropLast("_X_CAL".count))
        }
        let sensors = unique(head.names.compactMap(sensor))
        let accelerometers = sensors.filter { $0.hasPrefix("Accel") }
        let accelerometer = accelerometers.first { $0.lowercased() == chosen } ?? accelerometers.first
        let names = (devices.count > 1 ? devices : []) + (accelerometers.count > 1 ? accelerometers : [])
        if let unit = options.unit, !(devices + accelerometers).contains(where: { $0.lowercased() == chosen }) {
            throw UnitChoice.unknown(unit, devices + accelerometers, place)
        }
        if !names.isEmpty, options.unit == nil {
            log.recording.warnings.append(UnitChoice.warning(names, used: accelerometer ?? device, place))
        }
        guard
            let time = head.names.firstIndex(where: { $0.hasPrefix(prefix + "_Timestamp") && $0.hasSuffix("_CAL") })
        else {
            throw lines.error(
                .noTimeColumn, line: head.linesBefore + 1,
                "found no column \(prefix)_Timestamp..., expected one", "export it with time stamps")
        }
        let units = head.firstRow ?? []
        var channels: [TableSchema.Channel] = []
        let kinds: [(String?, SensorKind)] = [
            (accelerometer, .accelerometer), (sensors.first { $0.hasPrefix("Gyro") }, .gyroscope),
            (sensors.first { $0.hasPrefix("Mag") }, .magnetometer),
        ]
        for (name, kind) in kinds {
            guard let name,
                let found = head.columns(["X", "Y", "Z"].map { "\(prefix)_\(name)_\($0)_CAL" })
            else { continue }
            let unit = found[0] < units.count ? LogUnit(spelling: units[found[0]], of: kind) : nil
            var claim = StreamClaim(source: head.names[found[0]], unit: unit, by: "the row of units")
            if kind == .accelerometer { claim.sign = .init(value: .android, by: "the manufacturer's documentation") }
            channels.append(.init(kind, found, claim: claim))
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
