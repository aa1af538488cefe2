import Recordings
import SensorModels

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

    /// The stamps of all rows, as long as a stream has a sample in each of them.
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
