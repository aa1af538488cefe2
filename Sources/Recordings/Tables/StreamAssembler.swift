import Rotations
import SensorModels

/// Gathers all streams of one table.
struct StreamAssembler {
    var vectors: [(sensor: SensorKind, builder: StreamBuilder<VectorDecoder>)] = []
    var quaternions: [(sensor: SensorKind, builder: StreamBuilder<QuaternionDecoder>)] = []
    var heading: StreamBuilder<HeadingDecoder>?
    var location: StreamBuilder<LocationDecoder>?
    var moving: StreamBuilder<FlagDecoder>?

    /// The stamps of all rows, as long as a stream has a sample in each of them.
    private var stamps: [Int64] = []

    /// Reads the table to its end and puts the streams, and what was wrong with them, into the recording.
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
        vectors.contains { $0.builder.isDense } || quaternions.contains { $0.builder.isDense }
            || heading?.isDense == true || location?.isDense == true || moving?.isDense == true
    }

    private mutating func append(_ block: TableBlock) {
        for index in vectors.indices { vectors[index].builder.append(block, after: stamps) }
        for index in quaternions.indices { quaternions[index].builder.append(block, after: stamps) }
        heading?.append(block, after: stamps)
        location?.append(block, after: stamps)
        moving?.append(block, after: stamps)
        if hasDenseStreams { stamps.append(contentsOf: UnsafeBufferPointer(start: block.times, count: block.count)) }
    }

    private mutating func reserve(rows: Int, rowsSoFar: Int) {
        if hasDenseStreams { stamps.reserveInLargePages(rows) }
        for index in vectors.indices { vectors[index].builder.reserve(rows: rows, rowsSoFar: rowsSoFar) }
        for index in quaternions.indices { quaternions[index].builder.reserve(rows: rows, rowsSoFar: rowsSoFar) }
        heading?.reserve(rows: rows, rowsSoFar: rowsSoFar)
        location?.reserve(rows: rows, rowsSoFar: rowsSoFar)
        moving?.reserve(rows: rows, rowsSoFar: rowsSoFar)
    }

    private mutating func finish(_ table: TableReader, into recording: inout Recording) throws {
        var report = DamageReport(table)
        try report.checkTable()
        stamps = stamps.trimmed()
        for index in vectors.indices {
            let sensor = vectors[index].sensor
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            recording[keyPath: path] = try take(&vectors[index].builder, sensor.rawValue, &report)
            recording.note(vectors[index].builder.damage, of: sensor)
        }
        for index in quaternions.indices {
            let sensor = quaternions[index].sensor
            let stream = try take(&quaternions[index].builder, sensor.rawValue, &report)
            if sensor == .attitude { recording.attitude = stream } else { recording.reference = stream }
            recording.note(quaternions[index].builder.damage, of: sensor)
        }
        if var builder = heading {
            recording.heading = try take(&builder, SensorKind.heading.rawValue, &report)
            recording.note(builder.damage, of: .heading)
        }
        if var builder = location {
            recording.location = try take(&builder, SensorKind.location.rawValue, &report)
            recording.note(builder.damage, of: .location)
        }
        if var builder = moving { recording.moving = try take(&builder, CanonicalColumns.moving, &report) }
        recording.warnings += report.warnings
    }

    private func take<Decoder: StreamDecoder>(
        _ builder: inout StreamBuilder<Decoder>, _ name: String, _ report: inout DamageReport
    ) throws -> SampleStream<Decoder.Value> {
        let stream = builder.finish(stamps)
        try report.add(builder.damage, of: name, samples: stream.count, columns: builder.decoder.required)
        return stream
    }
}

extension Recording {
    fileprivate mutating func note(_ damage: StreamDamage, of sensor: SensorKind) {
        provenance[sensor]?.dropped += damage.dropped
        provenance[sensor]?.stepsBack += damage.backwards.count
    }
}
