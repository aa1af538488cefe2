import Files
import Rotations
import SensorModels
import Vocabulary

/// Writes the canonical log.
///
/// One row per distinct time stamp; a second sample of one sensor at the same stamp gets a row of its own. Times are
/// exact, and numbers have the shortest form that reads back the same, so that reading gives bit-identical streams.
/// (The device's heading is kept in radians and written in degrees: exact where it came from degrees.)
public enum CanonicalWriter {
    /// Writes a file that appears only when it is complete; `-` is standard output.
    /// - Parameters:
    ///   - recording: what is written.
    ///   - path: a file, or `-`; gzip packs it where the name ends with `.gz`.
    ///   - progress: called from time to time with the share of the recording's time that is written, 0...1.
    /// - Throws: `SensorLabError`: bad data for a recording without samples, cannot create (73), input/output (74).
    public static func write(
        _ recording: Recording, to path: String, progress: (Double) -> Void = { _ in }
    ) throws {
        let interval = recording.interval ?? 0...0
        let duration = Double(interval.upperBound - interval.lowerBound)
        try checkSamples(recording)
        let file = try Self.file(path)
        var rows = CanonicalRows(recording.metadata, filled(recording))
        try rows.append(recording) { bytes, time in
            try file.write(bytes)
            if duration > 0 { progress(Double(time - interval.lowerBound) / duration) }
        }
        try rows.finish { try file.write($0) }
        try file.close()
    }

    /// Writes a log that is read part by part, with all columns that it has.
    /// - Throws: `SensorLabError`: what the log throws, cannot create (73), input/output (74).
    /// - Returns: the warnings about the parts.
    public static func write(_ parts: any RecordingParts, to path: String) throws -> [Warning] {
        try write(parts.top.metadata, parts.columns, to: path, next: parts.next, atEnd: parts.warnings)
    }

    /// Writes a log that is made part by part.
    /// - Parameters:
    ///   - columns: the streams that have columns; `nil` is `Recording.moving`.
    ///   - next: the next part; `nil` at the end.
    ///   - atEnd: called when all is written; the file appears after it.
    /// - Throws: `SensorLabError`: bad data for a log without columns, what the closures throw, cannot create (73),
    ///   input/output (74).
    /// - Returns: what `atEnd` returns.
    public static func write<Result>(
        _ metadata: RecordingMetadata, _ columns: [SensorKind?], to path: String, next: () throws -> Recording?,
        atEnd: () throws -> Result
    ) throws -> Result {
        guard !columns.isEmpty else { throw noSamples }
        let file = try Self.file(path)
        var rows = CanonicalRows(metadata, columns)
        while let part = try next() {
            try rows.append(part) { bytes, _ in try file.write(bytes) }
            // What waits for the next rows of a pipe is written before them.
            if path == "-" { try rows.finish { try file.write($0) } }
        }
        try rows.finish { try file.write($0) }
        let result = try atEnd()
        try file.close()
        return result
    }

    /// The log as bytes in memory.
    /// - Throws: `SensorLabError` (bad data) for a recording without samples.
    public static func bytes(of recording: Recording) throws -> [UInt8] {
        try checkSamples(recording)
        var bytes: [UInt8] = []
        var rows = CanonicalRows(recording.metadata, filled(recording))
        rows.append(recording) { piece, _ in bytes.append(contentsOf: piece) }
        rows.finish { bytes.append(contentsOf: $0) }
        return bytes
    }

    private static func file(_ path: String) throws -> OutputFile {
        try OutputFile(path: path, packing: path.lowercased().hasSuffix(".gz") ? .small : .none)
    }

    private static func filled(_ recording: Recording) -> [SensorKind?] {
        CanonicalColumns.streams.map(\.sensor).filter { !Recording.stream(of: $0).times(in: recording).isEmpty }
    }

    private static func checkSamples(_ recording: Recording) throws {
        if recording.sensors.isEmpty { throw noSamples }
    }

    private static var noSamples: SensorLabError {
        SensorLabError(
            .badData, code: .noSamples, message: "the recording has no sample, expected at least one",
            advice: "choose another part of the log")
    }
}

/// The lines of a canonical log, made piece by piece.
private struct CanonicalRows {
    /// The streams that have columns; `nil` is `moving`.
    private let columns: [SensorKind?]
    private var bytes: [UInt8] = []

    private static let pieceSize = 1 << 16

    /// The lines above the rows.
    init(_ metadata: RecordingMetadata, _ columns: [SensorKind?]) {
        self.columns = columns
        bytes.reserveCapacity(Self.pieceSize + 4096)
        for line in MetadataLines.lines(of: metadata) {
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        let names = CanonicalColumns.streams.filter { columns.contains($0.sensor) }.flatMap(\.names)
        bytes.append(contentsOf: ([CanonicalColumns.time] + names).joined(separator: ",").utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds the rows of a recording, or of the part that follows.
    /// - Parameter put: takes a piece that is full, and the stamp of its last row.
    mutating func append(
        _ recording: Recording, _ put: (UnsafeRawBufferPointer, _ time: Int64) throws -> Void
    ) rethrows {
        var writers = Self.columnWriters(of: recording, columns)
        while let time = writers.compactMap(\.nextTime).min() {
            LogTime.append(time, to: &bytes)
            for index in writers.indices { writers[index].appendCells(at: time, to: &bytes) }
            bytes.append(UInt8(ascii: "\n"))
            if bytes.count >= Self.pieceSize {
                try bytes.withUnsafeBytes { try put($0, time) }
                bytes.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Gives out the last piece.
    mutating func finish(_ put: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes(put)
        bytes.removeAll(keepingCapacity: true)
    }

    private static func columnWriters(of recording: Recording, _ columns: [SensorKind?]) -> [ColumnWriter] {
        let (headings, references) = (recording.heading.values, recording.referenceHeading.values)
        func writer<Value>(_ names: [String], _ stream: some RecordedStream<Value>) -> ColumnWriter {
            let values = recording[keyPath: stream.path].values
            return ColumnWriter(names, stream.times(in: recording)) { Value.number($1, of: $0, in: values) }
        }
        return CanonicalColumns.streams.filter { columns.contains($0.sensor) }.map { sensor, names in
            switch sensor {
            case .heading:
                ColumnWriter(names, recording.heading.times) { index, _ in degrees(thatRead: headings[index]) }
            case .referenceHeading:
                ColumnWriter(names, recording.referenceHeading.times) {
                    degrees(thatRead: references[$0].number($1))
                }
            default: writer(names, Recording.stream(of: sensor))
            }
        }
    }

    /// Degrees that reading converts to exactly these radians, if there are any.
    private static func degrees(thatRead radians: Double) -> Double {
        guard radians.isFinite else { return radians }
        let degrees = Angle.degrees(radians)
        let candidates = [degrees, degrees.nextUp, degrees.nextDown, degrees.nextUp.nextUp, degrees.nextDown.nextDown]
        let exact = candidates.filter { Angle.radians($0) == radians }
        return exact.min { "\($0)".count < "\($1)".count } ?? degrees
    }
}

/// The columns of one stream, row by row.
private struct ColumnWriter {
    let names: [String]
    private let times: [Int64]
    private let cell: (Int, Int) -> Double
    private var next = 0

    init(_ names: [String], _ times: [Int64], cell: @escaping (Int, Int) -> Double) {
        self.names = names
        self.times = times
        self.cell = cell
    }

    var nextTime: Int64? { next < times.count ? times[next] : nil }

    /// The cells of the next sample if it has this stamp; else empty cells.
    mutating func appendCells(at time: Int64, to bytes: inout [UInt8]) {
        let isDue = next < times.count && times[next] == time
        for column in names.indices {
            bytes.append(UInt8(ascii: ","))
            if isDue { appendNumber(cell(next, column), to: &bytes) }
        }
        if isDue { next += 1 }
    }

    /// The shortest text that reads back the same; nothing for NaN and infinities.
    private func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
        guard value.isFinite else { return }
        bytes.append(contentsOf: value.description.utf8)
        // The standard library writes whole numbers with ".0".
        if bytes.count >= 2, bytes[bytes.count - 1] == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".") {
            bytes.removeLast(2)
        }
    }
}
