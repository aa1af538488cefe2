import Recordings
import SensorModels
import Vocabulary

/// EuRoC and TUM-VI: `mav0/imu0/data.csv` (gyroscope first, then accelerometer), the reference beside it.
///
/// The header begins with `#`. Integer nanoseconds; specific force in the axes of the IMU; no magnetometer. The
/// reference's earth frame has z up and no north.
enum EuRoCFormat: RecordingFormat {
    static let name = "EuRoC"
    private static let tables = ["mav0/imu0/data.csv", "imu0/data.csv"]
    private static let references = [
        "mav0/state_groundtruth_estimate0/data.csv", "mav0/mocap0/data.csv", "state_groundtruth_estimate0/data.csv",
        "mocap0/data.csv",
    ]

    static func recognises(_ input: LogInput) -> Bool {
        if case .folder(let folder) = input, tables.contains(where: folder.contains) { return true }
        return input.isTable("data.csv", isTable)
    }

    private static func isTable(_ lines: LineReader) -> Bool {
        let header = (lines.firstLines.first ?? "").lowercased()
        return header.hasPrefix("#") && header.contains("w_rs_s_x") && header.contains("timestamp")
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        // Unix time, or the clock of the camera; both in nanoseconds.
        switch input {
        case .file(let lines): try read(lines, into: &log)
        case .folder(let folder):
            let table = tables.first { folder.contains($0) } ?? "data.csv"
            try folder.read(table) { try read($0, into: &log) }
            if let table = references.first(where: { folder.contains($0) }) {
                try folder.read(table) { try readReference($0, into: &log) }
            }
        }
        if let first = log.recording.gyroscope.times.first, first > 1_000_000_000_000_000_000 {
            log.recording.metadata.unixSecondsAtZero = 0
        }
        return try log.settled(name: input.name, options)
    }

    private static func read(_ lines: LineReader, into log: inout RawLog) throws {
        guard let head = TableHead(lines) else { return }
        let place = lines.source.name
        func columns(_ stem: String) throws -> [Int] {
            try ["x", "y", "z"].map { axis in
                guard let found = head.names.firstIndex(where: { $0.lowercased().hasPrefix("\(stem)_\(axis)") }) else {
                    throw lines.error(
                        .unknownHeader, line: 1,
                        "found no column \(stem)_\(axis), expected gyroscope (w) and accelerometer (a)",
                        "copy the file again")
                }
                return found
            }
        }
        func claim(_ sensor: SensorKind, _ columns: [Int]) -> StreamClaim {
            let name = head.names[columns[0]]
            let unit = LogUnit(spelling: ColumnName(name).unit, of: sensor)
            var claim = StreamClaim(source: place, unit: unit, by: "the header \"\(name)\"")
            if sensor == .accelerometer { claim.sign = .init(value: .android, by: "the data set's documentation") }
            claim.note = "axes of the IMU"
            return claim
        }
        let (w, a) = (try columns("w_rs_s"), try columns("a_rs_s"))
        let schema = TableSchema(
            head: head, time: 0, clock: .decimal(exponent: 0),
            channels: [
                .init(.gyroscope, w, claim: claim(.gyroscope, w)),
                .init(.accelerometer, a, claim: claim(.accelerometer, a)),
            ])
        let ruined = head.column(0).first { $0.uppercased().contains("E+") }
        try schema.read(lines, into: &log)
        if let ruined {
            let digits = ruined.prefix { $0 != "E" && $0 != "e" }.filter(\.isNumber).count
            // 19 digits are nanoseconds.
            var resolution = 1.0
            for _ in digits..<max(digits, 19) { resolution *= 10 }
            let text = resolution >= 1000 ? "\(resolution / 1000) us" : "\(Int(clamping: resolution)) ns"
            log.warn(
                .roundedStamps, place: place,
                "all \(log.recording.gyroscope.count) stamps were rounded by a spreadsheet to about \(text) (first "
                    + "\(ruined)); they are used unchanged")
        }
    }

    private static func readReference(_ lines: LineReader, into log: inout RawLog) throws {
        guard let head = TableHead(lines) else { return }
        let columns = ["w", "x", "y", "z"].compactMap { axis in
            head.names.firstIndex { $0.lowercased().hasPrefix("q_rs_\(axis)") }
        }
        guard columns.count == 4 else { return }
        let schema = TableSchema(
            head: head, time: 0, clock: .decimal(exponent: 0),
            channels: [
                .init(
                    .reference, columns,
                    claim: StreamClaim(
                        source: lines.source.name, note: "IMU to a frame with z up; its north is arbitrary"))
            ])
        try schema.readLeniently(lines, into: &log)
    }
}
