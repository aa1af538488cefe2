import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Gathers all streams of one table.
struct StreamAssembler {
    private var streams: [any AssembledStream] = []
    /// The stamps of all rows, while any stream has a sample in each of them.
    private var stamps: [Int64] = []

    /// Warnings name the vectors first, then the others in this order, each group in the table's.
    private static let groups: [[SensorKind?]] = [
        [.attitude, .reference], [.heading], [.location], [nil], [.arPose], [.geospatialPose],
    ]

    /// - Parameter sensor: `nil` for `moving`.
    mutating func add(_ sensor: SensorKind?, _ decoder: some StreamDecoder) {
        func group(_ sensor: SensorKind?) -> Int { Self.groups.firstIndex { $0.contains(sensor) } ?? -1 }
        let position = streams.firstIndex { group($0.sensor) > group(sensor) } ?? streams.endIndex
        streams.insert(TableStream(sensor, decoder), at: position)
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
    mutating func append(_ block: TableBlock, after stamps: [Int64])
    mutating func reserve(rows: Int, rowsSoFar: Int)
    mutating func finish(
        _ stamps: [Int64], into recording: inout Recording, reporting report: inout DamageReport) throws
}

/// How the cells of a stream are read, and what was gathered.
private struct TableStream<Decoder: StreamDecoder>: AssembledStream {
    let sensor: SensorKind?
    let decoder: Decoder
    var gatherer: StreamGatherer<Decoder.Value>

    init(_ sensor: SensorKind?, _ decoder: Decoder) {
        (self.sensor, self.decoder) = (sensor, decoder)
        gatherer = StreamGatherer(isDense: !decoder.hasOwnTime)
    }

    var isDense: Bool { gatherer.isDense }

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

/// Three columns times a factor, axes as they are.
struct VectorDecoder: StreamDecoder {
    let required: [Int]
    private let x: Int
    private let y: Int
    private let z: Int
    /// From the log's unit and sign to those of a recording.
    private let factor: Double
    /// The column with the sample's time relative to the row's, microseconds.
    var relativeTime: Int?

    init(_ x: Int, _ y: Int, _ z: Int, factor: Double = 1) {
        required = [x, y, z]
        (self.x, self.y, self.z) = (x, y, z)
        self.factor = factor
    }

    var hasOwnTime: Bool { relativeTime != nil }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? {
        guard let relativeTime else { return 0 }
        let microseconds = row[relativeTime]
        return microseconds.magnitude < 2_147_483_647 ? Int64(clamping: microseconds * 1000) : nil
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Vector3> {
        SampleRules.vector(row[x], row[y], row[z], factor: factor)
    }
}

/// Columns of an orientation, neighbours in the block, and a rotation of the earth frame from the left.
struct QuaternionDecoder: StreamDecoder {
    let required: [Int]
    private let first: Int
    private let form: OrientationForm
    private let turn: Quaternion?
    /// From the log's numbers to those of length 1.
    private let factor: Double

    init(_ columns: [Int], form: OrientationForm = .quaternion, turn: Quaternion? = nil, factor: Double = 1) {
        required = columns
        first = columns.first ?? 0
        self.form = form
        self.turn = turn
        self.factor = factor
    }

    @inline(__always)
    func reading(_ row: TableRow) -> Reading<Quaternion> {
        if case .quaternion = form {
            let (w, x, y, z) = (row[first], row[first + 1], row[first + 2], row[first + 3])
            // The payload of what is no number gives the reason.
            guard factor != 1, w.isFinite, x.isFinite, y.isFinite, z.isFinite else {
                return SampleRules.quaternion(w, x, y, z, turn: turn)
            }
            return SampleRules.quaternion(w * factor, x * factor, y * factor, z * factor, turn: turn)
        }
        return SampleRules.orientation(required.map { row[$0] }, form, turn: turn)
    }
}

/// A column of headings, degrees.
struct HeadingDecoder: StreamDecoder {
    let required: [Int]

    init(_ column: Int) { required = [column] }

    func reading(_ row: TableRow) -> Reading<Double> { SampleRules.heading(degrees: row[required[0]]) }
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

/// Columns of AR poses: w, x, y, z, then metres, and perhaps the tracking state.
struct ARPoseDecoder: StreamDecoder {
    let required: [Int]
    private let state: Int?

    init(_ columns: [Int], state: Int?) {
        required = columns
        self.state = state
    }

    func reading(_ row: TableRow) -> Reading<ARPose> {
        SampleRules.arPose(required.map { row[$0] }, state: state.map { row[$0] } ?? CellValue.missing)
    }
}

/// Columns of geospatial poses, as `CanonicalColumns` has them.
struct GeospatialPoseDecoder: StreamDecoder {
    let required: [Int]
    private let optional: [Int?]

    init(_ columns: [Int], optional: [Int?]) {
        required = columns
        self.optional = optional
    }

    func reading(_ row: TableRow) -> Reading<GeospatialPose> {
        SampleRules.geospatialPose(
            required.map { row[$0] }, optional: optional.map { $0.map { row[$0] } ?? CellValue.missing })
    }
}

/// Columns of location fixes.
struct LocationDecoder: StreamDecoder {
    let required: [Int]
    private let unit: CoordinateUnit
    private let hemispheres: [Int?]
    private let optional: [Int?]
    private let speedFactor, altitudeFactor: Double

    /// - Parameters:
    ///   - hemispheres: of 1 for north and east, -1 for south and west; `nil` where there is no such column.
    ///   - optional: altitude, accuracy, speed, course, its accuracy; `nil` where there is no such column.
    ///   - speedFactor: m/s for one unit of the speed.
    ///   - altitudeFactor: metres for one unit of the altitude.
    init(
        latitude: Int, longitude: Int, unit: CoordinateUnit = .degrees, hemispheres: [Int?] = [nil, nil],
        optional: [Int?], speedFactor: Double = 1, altitudeFactor: Double = 1
    ) {
        required = [latitude, longitude]
        self.unit = unit
        self.hemispheres = hemispheres
        self.optional = optional
        (self.speedFactor, self.altitudeFactor) = (speedFactor, altitudeFactor)
    }

    func reading(_ row: TableRow) -> Reading<LocationFix> {
        func number(_ index: Int) -> Double { optional[index].map { row[$0] } ?? .nan }
        func coordinate(_ index: Int) -> Double {
            let degrees = unit.degrees(row[required[index]])
            return hemispheres[index].map { row[$0] * degrees.magnitude } ?? degrees
        }
        let (latitude, longitude) = (coordinate(0), coordinate(1))
        // Most rows have no fix.
        guard latitude.isFinite, longitude.isFinite else { return .fault(SampleFault(latitude, longitude)) }
        return SampleRules.fix(
            latitude: latitude, longitude: longitude, altitude: number(0) * altitudeFactor, accuracy: number(1),
            speed: number(2) * speedFactor, course: number(3), courseAccuracy: number(4))
    }
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
        var layout = layout
        // The block's column for a position.
        func column(_ position: Int) -> Int {
            layout.numeric.append(position)
            return layout.numeric.count - 1
        }
        var assembler = StreamAssembler()
        for channel in self {
            let columns = channel.columns.map(column)
            let decoder: any StreamDecoder
            switch channel.sensor {
            case .attitude, .reference:
                decoder = QuaternionDecoder(columns, form: channel.form, turn: channel.turn, factor: channel.factor)
            case .location:
                let hemispheres = channel.hemispheres.map { $0.map(column) }
                layout.coordinateColumns.formUnion(columns)
                layout.hemisphereColumns.formUnion(hemispheres.compactMap { $0 })
                decoder = LocationDecoder(
                    latitude: columns[0], longitude: columns[1], unit: channel.coordinates, hemispheres: hemispheres,
                    optional: channel.optional.map { $0.map(column) }, speedFactor: channel.speedFactor,
                    altitudeFactor: channel.altitudeFactor)
            case .heading: decoder = HeadingDecoder(columns[0])
            case .arPose:
                let state = channel.optional.first.flatMap { $0.map(column) }
                layout.trackingColumn = state
                decoder = ARPoseDecoder(columns, state: state)
            case .geospatialPose:
                decoder = GeospatialPoseDecoder(columns, optional: channel.optional.map { $0.map(column) })
            default:
                var vector = VectorDecoder(columns[0], columns[1], columns[2], factor: channel.factor)
                vector.relativeTime = channel.relativeTime.map(column)
                decoder = vector
            }
            assembler.add(channel.sensor, decoder)
        }
        if let moving { assembler.add(nil, FlagDecoder(column(moving))) }
        var reader = TableReader(lines, layout: layout)
        try assembler.read(&reader, into: &recording)
        return reader.isAtHeader
    }
}
