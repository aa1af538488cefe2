import Rotations
import SensorModels
import Vocabulary

/// The streams in the columns of a table, as a format found them in the header.
struct TableSchema {
    /// One stream of a table.
    struct Channel {
        var sensor: SensorKind
        /// Positions in the header: x, y, z; for attitudes as `form` says; latitude and longitude; heading.
        var columns: [Int]
        /// Of a location: altitude, accuracy, speed, course, its accuracy.
        var optional: [Int?] = []
        /// Of an attitude.
        var form = OrientationForm.quaternion
        var turn: Quaternion?
        /// The column with the sample's time relative to the row's, microseconds; 2147483647 there means no sample.
        var relativeTime: Int?
        /// m/s for one unit of a location's speed.
        var speedFactor = 1.0
        var claim: StreamClaim
    }

    var head: TableHead
    var time: Int
    var clock: TableClock
    var channels: [Channel]
    /// Lines between header and rows, such as one with units.
    var linesAfterHeader = 0

    /// Reads the rows after the header into `log`; a sensor that is there already is left as it is.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in it.
    func read(_ lines: LineReader, into log: inout RawLog) throws {
        for _ in 0..<head.linesBefore + 1 + linesAfterHeader { _ = try lines.nextLine() }
        var layout = TableLayout(names: head.names, time: time, clock: clock, numeric: [])
        layout.separator = head.dialect.separator
        layout.decimalComma = head.dialect.decimalComma
        var assembler = StreamAssembler()
        for channel in channels {
            let first = layout.numeric.count
            layout.numeric += channel.columns
            let columns = Array(first..<layout.numeric.count)
            switch channel.sensor {
            case .attitude, .reference:
                assembler.add(
                    channel.sensor, QuaternionDecoder(columns, form: channel.form, turn: channel.turn))
            case .location:
                var optional: [Int?] = []
                for position in channel.optional {
                    if let position { layout.numeric.append(position) }
                    optional.append(position == nil ? nil : layout.numeric.count - 1)
                }
                assembler.add(
                    LocationDecoder(
                        latitude: columns[0], longitude: columns[1], optional: optional,
                        speedFactor: channel.speedFactor))
            case .heading: assembler.add(HeadingDecoder(columns[0]))
            default:
                var decoder = VectorDecoder(columns[0], columns[1], columns[2])
                if let position = channel.relativeTime {
                    layout.numeric.append(position)
                    decoder.relativeTime = layout.numeric.count - 1
                }
                assembler.add(channel.sensor, decoder)
            }
            log.claim(channel)
        }
        var reader = TableReader(lines, layout: layout)
        try assembler.read(&reader, into: &log.recording)
    }

    /// As `read`; a table without a usable row becomes a warning, since the log's other tables may be usable.
    func readLeniently(_ lines: LineReader, into log: inout RawLog) throws {
        do {
            try read(lines, into: &log)
        } catch let error as SensorLabError where error.kind == .badData {
            log.warn(.emptyStream, error.place + ": " + error.message, error.advice)
        }
    }
}

extension RawLog {
    fileprivate mutating func claim(_ channel: TableSchema.Channel) {
        recording.provenance[channel.sensor] = StreamProvenance(
            unit: "", convention: "", decidedBy: "", source: channel.claim.source)
        if LogUnit.Quantity(of: channel.sensor) != nil {
            claims[channel.sensor] = channel.claim
        } else {
            let (unit, convention) = CanonicalColumns.convention(of: channel.sensor)
            notes[channel.sensor] = (
                unit, channel.claim.note ?? convention,
                channel.claim.unit?.by ?? channel.claim.sign?.by ?? "the header",
                channel.claim.source
            )
        }
    }
}
