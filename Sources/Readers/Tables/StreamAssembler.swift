import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Gathers all streams of one table.
struct StreamAssembler {
    /// One stream: how its cells are read, and what was gathered.
    struct Stream<Decoder: StreamDecoder> {
        let decoder: Decoder
        fileprivate var gatherer: StreamGatherer<Decoder.Value>

        init(_ decoder: Decoder) {
            self.decoder = decoder
            gatherer = StreamGatherer(isDense: !decoder.hasOwnTime)
        }

        fileprivate mutating func append(_ block: TableBlock, after stamps: [Int64]) {
            gatherer.append(block, by: decoder, after: stamps)
        }
    }

    private var vectors: [(sensor: SensorKind, stream: Stream<VectorDecoder>)] = []
    private var quaternions: [(sensor: SensorKind, stream: Stream<QuaternionDecoder>)] = []
    private var heading: Stream<HeadingDecoder>?
    private var location: Stream<LocationDecoder>?
    private var moving: Stream<FlagDecoder>?
    private var arPoses: Stream<ARPoseDecoder>?
    private var geospatialPoses: Stream<GeospatialPoseDecoder>?

    /// The stamps of all rows, while any stream has a sample in each of them.
    private var stamps: [Int64] = []

    mutating func add(_ sensor: SensorKind, _ decoder: VectorDecoder) { vectors.append((sensor, Stream(decoder))) }

    /// - Parameter sensor: `attitude` or `reference`.
    mutating func add(_ sensor: SensorKind, _ decoder: QuaternionDecoder) {
        quaternions.append((sensor, Stream(decoder)))
    }

    mutating func add(_ decoder: HeadingDecoder) { heading = Stream(decoder) }

    mutating func add(_ decoder: LocationDecoder) { location = Stream(decoder) }

    mutating func add(_ decoder: FlagDecoder) { moving = Stream(decoder) }

    mutating func add(_ decoder: ARPoseDecoder) { arPoses = Stream(decoder) }

    mutating func add(_ decoder: GeospatialPoseDecoder) { geospatialPoses = Stream(decoder) }

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

    private var hasDenseStreams: Bool {
        vectors.contains { $0.stream.gatherer.isDense } || quaternions.contains { $0.stream.gatherer.isDense }
            || heading?.gatherer.isDense == true || location?.gatherer.isDense == true
            || moving?.gatherer.isDense == true || arPoses?.gatherer.isDense == true
            || geospatialPoses?.gatherer.isDense == true
    }

    private mutating func append(_ block: TableBlock) {
        for index in vectors.indices { vectors[index].stream.append(block, after: stamps) }
        for index in quaternions.indices { quaternions[index].stream.append(block, after: stamps) }
        heading?.append(block, after: stamps)
        location?.append(block, after: stamps)
        moving?.append(block, after: stamps)
        arPoses?.append(block, after: stamps)
        geospatialPoses?.append(block, after: stamps)
        if hasDenseStreams { stamps.append(contentsOf: UnsafeBufferPointer(start: block.times, count: block.count)) }
    }

    private mutating func reserve(rows: Int, rowsSoFar: Int) {
        if hasDenseStreams { stamps.reserveInLargePages(rows) }
        for index in vectors.indices { vectors[index].stream.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar) }
        for index in quaternions.indices {
            quaternions[index].stream.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
        }
        heading?.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
        location?.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
        moving?.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
        arPoses?.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
        geospatialPoses?.gatherer.reserve(rows: rows, rowsSoFar: rowsSoFar)
    }

    private mutating func finish(_ table: TableReader, into recording: inout Recording) throws {
        var report = DamageReport(table)
        try report.checkTable()
        stamps = stamps.trimmed()
        for index in vectors.indices {
            let sensor = vectors[index].sensor
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            try take(&vectors[index].stream, of: sensor, at: path, &recording, &report)
        }
        for index in quaternions.indices {
            let sensor = quaternions[index].sensor
            let path = sensor == .attitude ? \Recording.attitude : \Recording.reference
            try take(&quaternions[index].stream, of: sensor, at: path, &recording, &report)
        }
        if var heading { try take(&heading, of: .heading, at: \.heading, &recording, &report) }
        if var location { try take(&location, of: .location, at: \.location, &recording, &report) }
        if var moving {
            recording.moving = moving.gatherer.finish(stamps)
            try report.add(
                moving.gatherer.damage, of: CanonicalColumns.moving, samples: recording.moving.count,
                columns: moving.decoder.required)
        }
        if var arPoses { try take(&arPoses, of: .arPose, at: \.arPoses, &recording, &report) }
        if var geospatialPoses {
            try take(&geospatialPoses, of: .geospatialPose, at: \.geospatialPoses, &recording, &report)
        }
        recording.warnings += report.warnings
    }

    private func take<Decoder: StreamDecoder>(
        _ stream: inout Stream<Decoder>, of sensor: SensorKind,
        at path: WritableKeyPath<Recording, SampleStream<Decoder.Value>>, _ recording: inout Recording,
        _ report: inout DamageReport
    ) throws {
        try recording.take(
            &stream.gatherer, of: sensor, at: path, stamps: stamps, columns: stream.decoder.required,
            reporting: &report)
    }
}

/// Makes a sample of the cells of a row.
protocol StreamDecoder<Value> {
    associatedtype Value: Sendable
    /// The block's columns that must all hold numbers.
    var required: [Int] { get }
    /// The sample, or why there is none, by `SampleRules`.
    func reading(_ row: TableRow) -> Reading<Value>
    /// Whether samples have stamps of their own.
    var hasOwnTime: Bool { get }
    /// The sample's stamp minus the row's, nanoseconds; `nil` where the row has no sample.
    func offset(in row: TableRow) -> Int64?
}

extension StreamDecoder {
    var hasOwnTime: Bool { false }

    @inline(__always)
    func offset(in row: TableRow) -> Int64? { 0 }
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
            switch channel.sensor {
            case .attitude, .reference:
                assembler.add(
                    channel.sensor,
                    QuaternionDecoder(columns, form: channel.form, turn: channel.turn, factor: channel.factor))
            case .location:
                let hemispheres = channel.hemispheres.map { $0.map(column) }
                layout.coordinateColumns.formUnion(columns)
                layout.hemisphereColumns.formUnion(hemispheres.compactMap { $0 })
                assembler.add(
                    LocationDecoder(
                        latitude: columns[0], longitude: columns[1], unit: channel.coordinates,
                        hemispheres: hemispheres,
                        optional: channel.optional.map { $0.map(column) },
                        speedFactor: channel.speedFactor, altitudeFactor: channel.altitudeFactor))
            case .heading: assembler.add(HeadingDecoder(columns[0]))
            case .arPose:
                let state = channel.optional.first.flatMap { $0.map(column) }
                layout.trackingColumn = state
                assembler.add(ARPoseDecoder(columns, state: state))
            case .geospatialPose:
                assembler.add(GeospatialPoseDecoder(columns, optional: channel.optional.map { $0.map(column) }))
            default:
                var decoder = VectorDecoder(columns[0], columns[1], columns[2], factor: channel.factor)
                decoder.relativeTime = channel.relativeTime.map(column)
                assembler.add(channel.sensor, decoder)
            }
        }
        if let moving { assembler.add(FlagDecoder(column(moving))) }
        var reader = TableReader(lines, layout: layout)
        try assembler.read(&reader, into: &recording)
        return reader.isAtHeader
    }
}
