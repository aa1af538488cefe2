import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The streams in the columns of a table, as a format found them in its header.
struct TableSchema {
    /// Ambiguities in the names of a stream's columns, which its readings resolve.
    enum Doubt: Sendable {
        /// Four numbered columns are a quaternion whose w is the first or the last.
        case orderOfNumbers
        /// Three columns are read as a rotation vector, and may be angles.
        case rotationVector
        /// Three columns called `rot` are read as a rate, and may be a rotation vector.
        case rotationVectorOrRate
        /// Three columns called `g` are read as a rate, and may be gravity.
        case gravityOrRate
        /// Three columns called `b` are read as a field, and may be a second device's.
        case fieldOrOther
        /// The axes of a rate are called roll, pitch and yaw.
        case axesOfRoll
        /// The axes of a rate are called alpha, beta and gamma.
        case axesOfAlpha
        /// The same names for a rotation: a rate, or angles.
        case anglesOrRate
        /// The names only hint at the sensor: the readings decide.
        case hint
    }

    var head: TableHead
    var time: Int
    var clock: TableClock
    /// A column beside the time column.
    var supplement: TimeSupplement?
    var channels: [Channel]
    /// The columns of other devices, which a separate warning names.
    var otherUnits: Set<Int> = []
    /// Lines between header and rows, such as one with units.
    var linesAfterHeader = 0

    /// Reads the rows after the header into `log`; sensors that it already has stay.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in it.
    func read(_ lines: LineReader, into log: inout RawLog) throws {
        try refuseSeveralDevices(lines.source.name)
        let layout = try layout(behind: lines)
        for channel in channels { log.claim(channel) }
        let channels = scaledAttitudes(lines.source.name, into: &log)
        tellUnread(lines.source.name, into: &log)
        log.clock = log.clock ?? clock
        switch clock {
        case .rows, .rowCount: break
        default:
            log.addTable(time, channels)
        }
        let isAtHeader = try channels.read(lines, layout, into: &log.recording)
        for columns in channels.compactMap(\.vector) where columns.reversed.contains(true) {
            guard let path = Recording.vectorPath(of: columns.sensor) else { continue }
            let signs = columns.reversed.map { $0 ? -1.0 : 1.0 }
            log.recording[keyPath: path].values.change {
                Vector3(signs[0] * $0.x, signs[1] * $0.y, signs[2] * $0.z)
            }
        }
        if isAtHeader { try log.takeTablesBelow(lines, clock: clock) }
    }

    /// The rows after the header, in the log's own units and signs.
    func rows(_ lines: LineReader) throws -> TableRows {
        try refuseSeveralDevices(lines.source.name)
        var log = RawLog()
        let channels = scaledAttitudes(lines.source.name, into: &log)
        return TableRows(channels, try layout(behind: lines), lines)
    }

    /// Takes the header; the rows follow.
    private func layout(behind lines: LineReader) throws -> TableLayout {
        for _ in 0..<head.headLines + linesAfterHeader { _ = try lines.nextLine() }
        var layout = TableLayout(names: head.names, time: time, clock: clock, numeric: [])
        layout.supplement = supplement
        layout.dialect = head.dialect
        layout.header = head.hasHeader ? head.writtenNames : []
        return layout
    }

    /// The columns that are read.
    private var used: Set<Int> {
        var used: Set<Int> = [time]
        if let supplement { used.insert(supplement.position) }
        for channel in channels { used.formUnion(channel.place.positions) }
        return used
    }

    /// Refuses rows of several devices in turn, which are no log of one of them.
    /// - Throws: `SensorLabError` (bad data) where a column that is not read has a few values that alternate beside
    ///   readings.
    private func refuseSeveralDevices(_ place: String) throws {
        let used = used
        guard let vector = channels.first(where: { LogUnit.Quantity(of: $0.sensor) != nil }) else { return }
        let axes = vector.columns.map(head.column)
        for position in head.names.indices where !used.contains(position) {
            let words = HeaderWords(head.names[position], endAtCapitals: true).words
            let cells = head.column(position)
            let isNamed = words.last.map { Lexicon.isWord($0, .device) } == true
            guard isNamed || areLabels(cells, axes) else { continue }
            guard axes.allSatisfy({ $0.count == cells.count }) else { continue }
            let names = cells.indices.compactMap { row in
                axes.allSatisfy { head.dialect.isNumber($0[row]) } ? cells[row] : nil
            }
            let distinct = Set(names)
            let turns = zip(names, names.dropFirst()).count { $0 != $1 }
            guard (2...32).contains(distinct.count), names.count >= 3 * distinct.count, 3 * turns > names.count else {
                continue
            }
            let shown = HeaderLine.shown(distinct.sorted().prefix(4).joined(separator: ", "))
            throw SensorLabError(
                .badData, code: .severalDevices, place: place,
                message:
                    "the column \"\(head.names[position])\" has \(distinct.count) alternating values (\(shown)\(distinct.count > 4 ? "..." : "")): "
                    + "the rows are from several devices or sensors, expected one",
                advice: "write the rows of one of them into its own file")
        }
    }

    /// Whether alternating words identify devices: readings jump from row to row, but continue from one row of a word
    /// to its next one.
    private func areLabels(_ cells: [String], _ axes: [[String]]) -> Bool {
        guard cells.count > 5, cells.allSatisfy({ $0.contains(where: \.isLetter) && !head.dialect.isNumber($0) }),
            Set(cells).count < cells.count / 2, axes.allSatisfy({ $0.count == cells.count })
        else { return false }
        let numbers = axes.map { $0.map { Double($0.withDecimalPoint) ?? .nan } }
        var last: [String: Int] = [:]
        var (switches, goesOn) = ([Double](), [Double]())
        for row in cells.indices {
            func difference(_ other: Int) -> Double { numbers.reduce(0) { $0 + ($1[row] - $1[other]).magnitude } }
            if row > 0, cells[row] != cells[row - 1] { switches.append(difference(row - 1)) }
            if let before = last[cells[row]] { goesOn.append(difference(before)) }
            last[cells[row]] = row
        }
        guard let jump = Percentile.upperMedian(switches.filter(\.isFinite)),
            let step = Percentile.upperMedian(goesOn.filter(\.isFinite))
        else { return false }
        return jump > 3 * step
    }

    /// Warns of columns that may be a sensor's and are not read, and names the others.
    private func tellUnread(_ place: String, into log: inout RawLog) {
        let used = used.union(otherUnits)
        let read = Set(channels.map(\.sensor)).union(log.recording.sensors)
        let lost = LostColumns.all(in: head, besides: used, read: read)
        log.recording.warnings +=
            Warning.unreadColumns(of: head, used: used.union(lost.flatMap(\.positions)), place: place).map { [$0] }
            ?? []
        // The columns that are read are in the option too, so that it can be pasted.
        var known = channels.flatMap { channel -> [String] in
            let roles = CanonicalColumns.vectors.first { $0.sensor == channel.sensor }?.names ?? []
            return zip(roles, channel.columns).map { "\($0)=\($1 + 1)," }
        }
        var rate = ""
        switch clock {
        case .rows(let hertz), .rowCount(let hertz, _, _): rate = " --assume rate=\(MagnitudeEvidence.shown(hertz))"
        default: known.insert("t=\(time + 1),", at: 0)
        }
        for columns in lost {
            log.recording.lostSensors.formUnion(columns.sensors)
            log.recording.warnings.append(columns.warning(head, (known.joined(), rate), place))
        }
    }

    /// As `read`; a table without a usable row becomes a warning, since the log's other tables may be usable.
    func readLeniently(_ lines: LineReader, into log: inout RawLog) throws {
        do {
            try read(lines, into: &log)
        } catch let error as SensorLabError where error.kind == .badData {
            log.recording.warnings.append(Warning(.emptyStream, error))
        }
    }
}

extension RawLog {
    /// Notes the columns of a table.
    mutating func addTable(_ time: Int, _ channels: [TableSchema.Channel]) {
        tables.append((time, Dictionary(channels.map { ($0.sensor, $0.columns) }) { first, _ in first }))
    }

    mutating func claim(_ channel: TableSchema.Channel) {
        recording.provenance[channel.sensor] = StreamProvenance(
            unit: "", convention: "", decidedBy: "", source: channel.claim.source)
        doubts[channel.sensor] = channel.doubt
        if LogUnit.Quantity(of: channel.sensor) != nil {
            claims[channel.sensor] = channel.claim
        } else {
            let (unit, convention) = CanonicalColumns.convention(of: channel.sensor)
            notes[channel.sensor] = (
                unit, channel.claim.note ?? convention,
                channel.claim.unit?.by ?? channel.claim.sign?.by ?? channel.orientation?.documentation
                    ?? (channel.claim.note == nil ? "the header" : "the format's documentation"),
                channel.claim.source
            )
        }
    }
}

/// The scale of a table's quaternions: chips give fixed-point numbers, such as 2^14 (BNO055) or 2^30 (DMP of
/// InvenSense) for 1.
struct QuaternionScale {
    /// The number that means 1.
    let length: Double

    private static let known: [Double] =
        [
            127, 1e3, 1e4, 1e5, 1e6, 32_767, 2_147_483_647,
            // Powers of two.
        ] + (7...31).map { Double(1 << $0) }
    /// Relative difference by rounding, of a length from a known one and between rows.
    private static let rounding = 0.01
    private static let fewestRows = 5

    /// `nil` where the length is about 1, varies, or is not a chip's scale.
    init?(_ head: TableHead, _ columns: [Int]) {
        guard columns.count == 4 else { return nil }
        let cells = columns.map { head.column($0).map(head.dialect.number) }
        let rows = cells.map(\.count).min() ?? 0
        let lengths = (0..<rows).compactMap { row -> Double? in
            let numbers = cells.compactMap { $0[row] }
            let square = numbers.reduce(0) { $0 + $1 * $1 }
            // A chip without an attitude yet gives zeros.
            return numbers.count == 4 && square > 0 ? square.squareRoot() : nil
        }.sorted()
        guard lengths.count >= Self.fewestRows, case let median = lengths[lengths.count / 2], median > 2,
            lengths[0] > (1 - Self.rounding) * median, lengths[lengths.count - 1] < (1 + Self.rounding) * median,
            let nearest = Self.known.min(by: { ($0 / median - 1).magnitude < ($1 / median - 1).magnitude }),
            (nearest / median - 1).magnitude < Self.rounding
        else { return nil }
        length = nearest
    }
}

extension TableSchema {
    /// The channels, with quaternions of fixed-point numbers scaled to length 1.
    func scaledAttitudes(_ place: String, into log: inout RawLog) -> [Channel] {
        channels.map { channel in
            guard let columns = channel.orientation, case .quaternion = columns.form,
                let scale = QuaternionScale(head, columns.required)
            else { return channel }
            let shown = MagnitudeEvidence.shown(scale.length)
            log.warn(
                .unitUndecided, place: place,
                "the quaternions of the \(channel.sensor.rawValue) are \(shown) long: they are read as fixed-point numbers, "
                    + "\(shown) for 1", advice: .none("a rotation is 1 long"))
            var channel = channel
            channel.orientation?.factor = 1 / scale.length
            return channel
        }
    }
}
