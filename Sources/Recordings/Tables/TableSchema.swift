import Rotations
import SensorModels

/// What the columns of a table hold, found by a format from the header.
struct TableSchema {
    /// One stream of a table.
    struct Channel {
        var sensor: SensorKind
        /// Positions in the header: x, y, z; for attitudes as `form` says; latitude and longitude; heading.
        var columns: [Int]
        /// Of a location: altitude, accuracy, speed, course, its accuracy.
        var optional: [Int?] = []
        /// Of an attitude.
        var form = QuaternionDecoder.Form.quaternion
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

    /// Reads the table behind its header into `log`; a sensor that is there already is left as it is.
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
                let decoder = QuaternionDecoder(columns, form: channel.form, turn: channel.turn)
                assembler.quaternions.append((channel.sensor, StreamBuilder(decoder)))
            case .location:
                var optional: [Int?] = []
                for position in channel.optional {
                    if let position { layout.numeric.append(position) }
                    optional.append(position == nil ? nil : layout.numeric.count - 1)
                }
                assembler.location = StreamBuilder(
                    LocationDecoder(
                        latitude: columns[0], longitude: columns[1], optional: optional,
                        speedFactor: channel.speedFactor, negativeIsUnknown: true))
            case .heading: assembler.heading = StreamBuilder(HeadingDecoder(columns[0]))
            default:
                var decoder = VectorDecoder(columns[0], columns[1], columns[2])
                if let position = channel.relativeTime {
                    layout.numeric.append(position)
                    decoder.relativeTime = layout.numeric.count - 1
                }
                assembler.vectors.append((channel.sensor, StreamBuilder(decoder)))
            }
            log.claim(channel)
        }
        var reader = TableReader(lines, layout: layout)
        try assembler.read(&reader, into: &log.recording)
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
