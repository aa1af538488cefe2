import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Gathers all streams of one table.
struct StreamAssembler {
    private var streams: [any AssembledStream] = []
    /// The stamps of all rows, while any stream has a sample in each of them; in parts, those of rows that wait.
    private var stamps: [Int64] = []
    /// Whether the table is read part by part: streams then have stamps of their own.
    private let isInParts: Bool
    private var isAtEnd = false
    /// The stamp up to which samples were given out.
    private var limit = Int64.min
    /// The last rows wait for those behind them, by which a wrong stamp is recognised.
    private static let waitingRows = 16

    private var restart = ClockRestart()

    init(inParts: Bool = false) { isInParts = inParts }

    /// Warnings name the vectors first, then the others in this order, each group in the table's.
    private static let groups: [[SensorKind?]] = [
        [.attitude, .reference], [.heading], [.referenceHeading], [.location], [nil], [.arPose], [.geospatialPose],
    ]

    /// - Parameter sensor: `nil` for `moving`.
    mutating func add(_ sensor: SensorKind?, _ decoder: some StreamDecoder) {
        func group(_ sensor: SensorKind?) -> Int { Self.groups.firstIndex { $0.contains(sensor) } ?? -1 }
        let position = streams.firstIndex { group($0.sensor) > group(sensor) } ?? streams.endIndex
        streams.insert(TableStream(sensor, decoder, isInParts: isInParts), at: position)
    }

    /// Adds the streams of a table, and the column that says whether the device moved.
    /// - Returns: the layout with their columns.
    mutating func add(_ channels: [TableSchema.Channel], moving: Int?, in layout: TableLayout) -> TableLayout {
        var layout = layout
        for channel in channels { add(channel.sensor, channel.place.placed(in: &layout)) }
        if let moving {
            layout.numeric.append(moving)
            add(nil, FlagDecoder(layout.numeric.count - 1))
        }
        return layout
    }

    /// Reads the table to its end and puts the streams, and warnings of their damage, into the recording.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in it.
    mutating func read(_ table: inout TableReader, into recording: inout Recording) throws {
        var isSized = false
        while try table.next() {
            append(table.block)
            if !isSized {
                isSized = true
                reserve(rows: table.expectedRows, rowsSoFar: table.damage.rows)
            }
        }
        try finish(table, into: &recording)
    }

    /// The samples of the next rows, all sensors up to one stamp, behind those of earlier parts; `nil` at the end.
    /// A part may be empty.
    mutating func nextPart(of table: inout TableReader) throws -> Recording? {
        guard !isAtEnd else { return nil }
        isAtEnd = try !table.next()
        let block = table.block
        let new = UnsafeBufferPointer(start: block.times, count: block.count)
        for row in new.indices { restart.take(new[row], line: block.lines[row], limit: limit, damage: streams.damage) }
        for index in streams.indices { streams[index].append(block, after: []) }
        if restart.line != nil { isAtEnd = true }
        let isBehind = new.indices.contains { new[$0] < ($0 == 0 ? stamps.last ?? limit : new[$0 - 1]) }
        stamps.append(contentsOf: new)
        if isBehind {
            stamps.removeAll { $0 < limit }
            stamps = longestOrderedSubsequence(of: stamps).map { stamps[$0] }
        }
        var part = Recording()
        guard isAtEnd || stamps.count > Self.waitingRows else {
            // What is behind goes, so that memory does not grow while nothing else comes.
            if isBehind { for index in streams.indices { streams[index].release(upTo: limit, into: &part) } }
            return part
        }
        limit = isAtEnd ? Int64.max : stamps[stamps.count - Self.waitingRows - 1]
        stamps.removeFirst(stamps.prefixLength { $0 <= limit })
        for index in streams.indices { streams[index].release(upTo: limit, into: &part) }
        if restart.line != nil { restart.forget(in: &streams.damage) }
        return part
    }

    /// The warnings of what was left out of the parts so far.
    /// - Throws: `SensorLabError` (bad data) where nothing usable was in the table.
    func warningsOfParts(_ table: TableReader) throws -> [Warning] {
        var report = DamageReport(table, isInParts: true)
        try report.checkTable()
        for stream in streams { try stream.report(to: &report) }
        var warnings = report.warnings
        if table.isAtHeader {
            warnings.append(
                Warning(
                    .unreadableTable, place: "\(table.lines.source.name):\(table.lines.lineNumber)",
                    "another table begins here, which is not read, since a stream ends with the first",
                    advice: .ownFile))
        }
        return warnings + [restart.warning(table.lines.source.name)].compactMap(\.self)
    }

    private var hasDenseStreams: Bool { streams.contains { $0.isDense } }

    private mutating func append(_ block: TableBlock) {
        for index in streams.indices { streams[index].append(block, after: stamps) }
        if hasDenseStreams { stamps.append(contentsOf: UnsafeBufferPointer(start: block.times, count: block.count)) }
    }

    private mutating func reserve(rows: Int, rowsSoFar: Int) {
        if hasDenseStreams { stamps.reserveInLargePages(rows) }
        for index in streams.indices { streams[index].reserve(rows: rows, rowsSoFar: rowsSoFar) }
    }

    private mutating func finish(_ table: TableReader, into recording: inout Recording) throws {
        var report = DamageReport(table)
        try report.checkTable()
        stamps = stamps.trimmed()
        for index in streams.indices { try streams[index].finish(stamps, into: &recording, reporting: &report) }
        recording.warnings += report.warnings
    }
}

/// A stream of a table, whatever its values are.
private protocol AssembledStream {
    /// `nil` for `moving`.
    var sensor: SensorKind? { get }
    /// Whether there is a sample in every row so far.
    var isDense: Bool { get }
    /// What was left out so far.
    var damage: StreamDamage { get set }
    mutating func append(_ block: TableBlock, after stamps: [Int64])
    mutating func reserve(rows: Int, rowsSoFar: Int)
    mutating func finish(
        _ stamps: [Int64], into recording: inout Recording, reporting report: inout DamageReport) throws
    /// In parts: puts the samples up to a stamp into a recording.
    mutating func release(upTo limit: Int64, into part: inout Recording)
    /// In parts: reports what was left out so far.
    func report(to report: inout DamageReport) throws
}

extension [any AssembledStream] {
    /// What was left out of each so far.
    fileprivate var damage: [StreamDamage] {
        get { map(\.damage) }
        set { for index in indices { self[index].damage = newValue[index] } }
    }
}

/// How the cells of a stream are read, and what was gathered.
private struct TableStream<Decoder: StreamDecoder>: AssembledStream {
    let sensor: SensorKind?
    let decoder: Decoder
    var gatherer: StreamGatherer<Decoder.Value>

    init(_ sensor: SensorKind?, _ decoder: Decoder, isInParts: Bool) {
        (self.sensor, self.decoder) = (sensor, decoder)
        gatherer = StreamGatherer(isDense: !decoder.hasOwnTime && !isInParts)
    }

    var isDense: Bool { gatherer.isDense }

    var damage: StreamDamage {
        get { gatherer.damage }
        set { gatherer.damage = newValue }
    }

    mutating func append(_ block: TableBlock, after stamps: [Int64]) {
        decoder.append(block, to: &gatherer, after: stamps)
    }

    mutating func reserve(rows: Int, rowsSoFar: Int) { gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar) }

    mutating func finish(
        _ stamps: [Int64], into recording: inout Recording, reporting report: inout DamageReport
    ) throws {
        try recording.take(
            decoder.finish(&gatherer, stamps), gatherer.damage, of: sensor, columns: decoder.required,
            reporting: &report)
    }

    mutating func release(upTo limit: Int64, into part: inout Recording) {
        let path: WritableKeyPath<Recording, SampleStream<Decoder.Value>>? = Recording.path(of: sensor)
        if let path { part[keyPath: path] = gatherer.release(upTo: limit) }
    }

    func report(to report: inout DamageReport) throws {
        try report.add(
            gatherer.damage, of: sensor?.rawValue ?? CanonicalColumns.moving, samples: gatherer.releasedCount,
            columns: decoder.required)
    }
}

/// Makes a sample of the cells of a row.
protocol StreamDecoder<Value> {
    associatedtype Value: RecordedValue
    /// The block's columns that must all hold numbers.
    var required: [Int] { get }
    /// The sample, or why there is none, by `SampleRules`.
    func reading(_ row: TableRow) -> Reading<Value>
    /// Whether samples have stamps of their own.
    var hasOwnTime: Bool { get }
    /// The sample's stamp minus the row's, nanoseconds; `nil` where the row has no sample.
    func offset(in row: TableRow) -> Int64?

    // Requirements, so that the loops over the samples are compiled for each decoder; none implements its own.

    /// Adds the samples of a block; `stamps` are those of all rows before it.
    func append(_ block: TableBlock, to gatherer: inout StreamGatherer<Value>, after stamps: [Int64])
    /// The gathered stream in order; `stamps` are those of all rows.
    func finish(_ gatherer: inout StreamGatherer<Value>, _ stamps: [Int64]) -> SampleStream<Value>
}

extension StreamDecoder {
    var hasOwnTime: Bool { false }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? { 0 }

    func append(_ block: TableBlock, to gatherer: inout StreamGatherer<Value>, after stamps: [Int64]) {
        gatherer.append(block, by: self, after: stamps)
    }

    func finish(_ gatherer: inout StreamGatherer<Value>, _ stamps: [Int64]) -> SampleStream<Value> {
        gatherer.finish(stamps)
    }
}

/// A column of 0 and 1.
struct FlagDecoder: StreamDecoder {
    let required: [Int]
    private let column: Int

    init(_ column: Int) {
        required = [column]
        self.column = column
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Bool> { SampleRules.flag(row[column]) }
}

extension [TableSchema.Channel] {
    /// Reads the rows of a table.
    /// - Parameters:
    ///   - moving: the position of a column that says whether the device moved.
    /// - Returns: whether it ended at the header of another table, which is the next line.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in it.
    @discardableResult
    func read(
        _ lines: LineReader, _ layout: TableLayout, moving: Int? = nil, into recording: inout Recording
    ) throws -> Bool {
        var assembler = StreamAssembler()
        var reader = TableReader(lines, layout: assembler.add(self, moving: moving, in: layout))
        try assembler.read(&reader, into: &recording)
        return reader.isAtHeader
    }
}
