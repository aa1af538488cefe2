import Recordings
import SensorModels
import Vocabulary

/// `ACC.csv` of an Empatica E4, alone or in the folder or zip file of a session: the start in Unix seconds in every
/// cell of the first row, the rate in hertz in every cell of the second, then one row per sample in 1/64 g.
enum EmpaticaFormat: RecordingFormat {
    static let name = "Empatica E4"
    private static let table = "ACC.csv"
    /// The manufacturer's documentation: 64 counts per g.
    private static let countsPerG = 64.0

    static func recognises(_ input: LogInput) -> Bool { input.isTable(table) { start($0) != nil } }

    /// The two rows above the samples; `nil` where they are something else.
    private static func start(_ lines: LineReader) -> (unixSeconds: Double, rateHz: Double)? {
        let rows = lines.firstLines.prefix(6).map { $0.commaCells.compactMap(Double.init) }
        guard rows.count > 3, rows.prefix(3).allSatisfy({ $0.count == 3 }), Set(rows[0]).count == 1,
            Set(rows[1]).count == 1,
            (1e9...4e9).contains(rows[0][0]), (0.5...2500).contains(rows[1][0])
        else { return nil }
        return (rows[0][0], rows[1][0])
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        switch input {
        case .file(let lines): try read(lines, options, input, into: &log)
        case .folder(let folder): try folder.read(table) { try read($0, options, input, into: &log) }
        }
        return try log.settled(name: input.name, options)
    }

    private static func read(
        _ lines: LineReader, _ options: ReadOptions, _ input: LogInput, into log: inout RawLog
    ) throws {
        guard let (start, rate) = start(lines) else { throw input.unrecognised }
        var channel = TableSchema.Channel(
            .accelerometer, [0, 1, 2], source: lines.source.name, unit: .gravities,
            by: "the manufacturer's documentation, \(Int(clamping: countsPerG)) counts per g")
        if options.assumptions.contains(where: { $0.sensor == .accelerometer && $0.unit != nil }) {
            channel.claim.unit = nil
        } else {
            channel.vector?.factor = 1 / countsPerG
        }
        log.recording.metadata.unixSecondsAtZero = start
        log.recording.metadata.device = name
        log.recording.metadata.clock = "rows at \(rate) Hz, from the file's first rows"
        try TableSchema(
            head: TableHead(rows: lines.firstLines[2...], names: ["x", "y", "z"], linesBefore: 2), time: 0,
            clock: .rows(rateHz: rate), channels: [channel]
        ).read(lines, into: &log)
    }
}
