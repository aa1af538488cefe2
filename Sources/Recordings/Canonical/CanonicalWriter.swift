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
    ///   - path: a file, or `-`.
    ///   - compressed: whether gzip packs it; by default where the name ends with `.gz`.
    ///   - progress: called from time to time with the share of the recording's time that is written, 0...1.
    /// - Throws: `SensorLabError`: bad data for a recording without samples, cannot create (73), input/output (74).
    public static func write(
        _ recording: Recording, to path: String, compressed: Bool? = nil, progress: (Double) -> Void = { _ in }
    ) throws {
        try checkSamples(recording)
        let isPacked = compressed ?? path.lowercased().hasSuffix(".gz")
        let file = try OutputFile(path: path, packing: isPacked ? .small : .none)
        try write(recording, progress) { try file.write($0) }
        try file.close()
    }

    /// The log as bytes in memory.
    /// - Throws: `SensorLabError` (bad data) for a recording without samples.
    public static func bytes(of recording: Recording) throws -> [UInt8] {
        try checkSamples(recording)
        var bytes: [UInt8] = []
        try write(recording, { _ in }) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private static func checkSamples(_ recording: Recording) throws {
        guard recording.sensors.isEmpty else { return }
        throw SensorLabError(
            .badData, code: .noSamples, message: "the recording has no sample, expected at least one",
            advice: "choose another part of it")
    }

    private static let pieceSize = 1 << 16

    private static func write(
        _ recording: Recording, _ progress: (Double) -> Void, _ put: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let interval = recording.interval ?? 0...0
        let duration = Double(interval.upperBound - interval.lowerBound)
        var writers = columnWriters(of: recording)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieceSize + 4096)
        for line in MetadataLines.lines(of: recording.metadata) {
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(contentsOf: ([CanonicalColumns.time] + writers.flatMap(\.names)).joined(separator: ",").utf8)
        bytes.append(UInt8(ascii: "\n"))
        while let time = writers.compactMap(\.nextTime).min() {
            LogTime.append(time, to: &bytes)
            for index in writers.indices { writers[index].appendCells(at: time, to: &bytes) }
            bytes.append(UInt8(ascii: "\n"))
            if bytes.count >= pieceSize {
                try bytes.withUnsafeBytes(put)
                bytes.removeAll(keepingCapacity: true)
                if duration > 0 { progress(Double(time - interval.lowerBound) / duration) }
            }
        }
        try bytes.withUnsafeBytes(put)
    }

    private static func columnWriters(of recording: Recording) -> [ColumnWriter] {
        var writers = CanonicalColumns.vectors.map { sensor, names in
            let values = recording.vectors(of: sensor).values
            return ColumnWriter(names, recording.times(of: sensor)) { index, column in values[index][column] }
        }
        let fixes = recording.location.values
        writers.append(
            ColumnWriter(CanonicalColumns.location, recording.location.times) { index, column in
                let fix = fixes[index]
                return [
                    fix.place.latitude, fix.place.longitude, fix.hasHeight ? fix.place.height : .nan, fix.accuracy,
                    fix.speed, fix.course,
                    fix.courseAccuracy,
                ][column]
            })
        for (sensor, names) in CanonicalColumns.quaternions {
            let values = sensor == .attitude ? recording.attitude.values : recording.reference.values
            writers.append(
                ColumnWriter(names, recording.times(of: sensor)) { index, column in
                    let q = values[index]
                    return column == 0 ? q.w : q.vector[column - 1]
                })
        }
        let headings = recording.heading.values
        writers.append(
            ColumnWriter([CanonicalColumns.heading], recording.heading.times) { index, _ in
                degrees(thatRead: headings[index])
            })
        let moving = recording.moving.values
        writers.append(
            ColumnWriter([CanonicalColumns.moving], recording.moving.times) { index, _ in moving[index] ? 1 : 0 })
        let poses = recording.arPoses.values
        writers.append(
            ColumnWriter(CanonicalColumns.arPose + [CanonicalColumns.arState], recording.arPoses.times) {
                index, column in
                let pose = poses[index]
                switch column {
                case 0: return pose.orientation.w
                case 1...3: return pose.orientation.vector[column - 1]
                case 4...6: return pose.position[column - 4]
                default: return Double(pose.tracking.rawValue)
                }
            })
        let geospatial = recording.geospatialPoses.values
        writers.append(
            ColumnWriter(
                CanonicalColumns.geospatialPose + CanonicalColumns.geospatialOptional, recording.geospatialPoses.times
            ) { index, column in
                let pose = geospatial[index]
                return [
                    pose.place.latitude, pose.place.longitude, pose.orientation.w, pose.orientation.x,
                    pose.orientation.y,
                    pose.orientation.z, pose.hasHeight ? pose.place.height : .nan, pose.horizontalAccuracy,
                    pose.verticalAccuracy, pose.yawAccuracy,
                ][column]
            })
        return writers.filter { $0.nextTime != nil }
    }

    /// Degrees that reading converts to exactly these radians, if there are any.
    private static func degrees(thatRead radians: Double) -> Double {
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
