import Recordings
import Rotations
import SensorModels
import Vocabulary

/// How a reader read the beginning of a log, for the rows behind it: which stream of the rows each sensor's is, and by
/// what its axes were multiplied.
///
/// It is found by comparison of the rows with what was read, and holds to the last digit or not at all: where a reader
/// did more (turned attitudes, moved stamps), there is none.
struct StreamReading {
    private var vectors: [SensorKind: VectorReading] = [:]
    /// The streams that are taken as they are; `nil` is `moving`.
    private var others: [SensorKind?] = []
    /// The stamp of the first sample, of each sensor that was read.
    private var first: [SensorKind?: Int64] = [:]
    /// The sensors that had samples in the beginning.
    private let known: Set<SensorKind>
    /// Samples that were left out: all of other sensors, and those that marked that there was no reading.
    private var leftOut: [SensorKind: Int] = [:]

    /// - Parameters:
    ///   - rows: all samples of the beginning, as the columns have them.
    ///   - columns: the streams that there are columns of; one of which nothing was read yet may begin.
    ///   - read: what the reader of whole logs makes of them.
    init?(of rows: Recording, columns: [SensorKind?], as read: Recording) {
        known = Set(rows.sensors)
        for sensor in read.sensors.map(Optional.some) + (read.moving.isEmpty ? [] : [nil]) {
            first[sensor] = Recording.stream(of: sensor).times(in: read).first
            guard let sensor, let path = Recording.vectorPath(of: sensor) else {
                others.append(sensor)
                continue
            }
            let sources = [sensor] + rows.sensors.filter { $0 != sensor }
            let found = sources.lazy.compactMap { VectorReading(of: $0, in: rows, as: read[keyPath: path]) }.first
            guard let found else { return nil }
            vectors[sensor] = found
        }
        guard (columns + rows.sensors).allSatisfy({ first[$0] != nil }) else { return nil }
        var again = self
        let result = again.read(rows)
        func isSame<Value: RecordedValue>(_ stream: some RecordedStream<Value>) -> Bool {
            let (own, other) = (result[keyPath: stream.path], read[keyPath: stream.path])
            return own.times == other.times
                && own.values.indices.allSatisfy { index in
                    (0..<Value.width).allSatisfy {
                        let (a, b) = (own.values[index].number($0), other.values[index].number($0))
                        return a == b || a.isNaN && b.isNaN
                    }
                }
        }
        for stream in Recording.streams where !isSame(stream) { return nil }
    }

    /// The streams that are read; `nil` is `moving`.
    var columns: [SensorKind?] { vectors.keys.map(Optional.some) + others }

    /// The samples of some rows as the beginning was read.
    mutating func read(_ rows: Recording) -> Recording {
        var raw = RawLog(recording: rows)
        raw.dropZeroRates("", isPart: true)
        raw.dropAbsentReadings("", isPart: true)
        raw.dropUnknownPlaces("")
        for sensor in rows.sensors {
            let kept = known.contains(sensor) ? raw.recording.times(of: sensor).count : 0
            leftOut[sensor, default: 0] += rows.times(of: sensor).count - kept
        }
        var result = Recording()
        for (sensor, reading) in vectors {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            result[keyPath: path] = reading.read(raw.recording)
        }
        func take(_ stream: some RecordedStream) {
            result[keyPath: stream.path] = raw.recording[keyPath: stream.path]
        }
        for sensor in others { take(Recording.stream(of: sensor)) }
        func begin(_ stream: some RecordedStream, at start: Int64) {
            guard let first = stream.times(in: result).first, first < start else { return }
            result[keyPath: stream.path] = result[keyPath: stream.path].clipped(to: start...Int64.max)
        }
        for (sensor, start) in first { begin(Recording.stream(of: sensor), at: start) }
        return result
    }

    /// At the end: how many samples marked that there was no reading, or are of a sensor that began late.
    func warnings(_ name: String) -> [Warning] {
        SensorKind.allCases.compactMap { sensor in
            guard let count = leftOut[sensor], count > 0 else { return nil }
            return known.contains(sensor)
                ? Warning(
                    .zeroSamples, place: name,
                    "\(sensor.rawValue): \(count) sample(s) of zeros, or of a number that no sensor gives, are left out",
                    advice: .none("they mark that there was no reading"))
                : Warning(
                    .unreadableLines, place: name,
                    "\(sensor.rawValue): \(count) sample(s) are left out: there is none in the beginning, which decides "
                        + "how they are read",
                    advice: .none("a file of less than 64 MiB is read as a whole"))
        }
    }
}

/// The stream of the rows that a sensor's is, and for each axis which one it is there, times what.
private struct VectorReading {
    private let source: WritableKeyPath<Recording, VectorStream>
    private let axes: [(axis: Int, factor: Double)]

    init?(of sensor: SensorKind, in rows: Recording, as read: VectorStream) {
        guard let source = Recording.vectorPath(of: sensor), case let rows = rows[keyPath: source],
            let first = read.times.first
        else { return nil }
        self.source = source
        // Pairs of equal stamps; that all of them agree is the caller's check.
        var pairs: [(row: Vector3, read: Vector3)] = []
        var next = rows.index(atOrAfter: first)
        for (time, value) in zip(read.times, read.values) {
            while next < rows.count, rows.times[next] < time { next += 1 }
            guard next < rows.count, rows.times[next] == time else { return nil }
            pairs.append((rows.values[next], value))
            next += 1
        }
        let found = (0..<3).map { axis in
            ([axis] + (0..<3).filter { $0 != axis }).lazy.compactMap { other in
                Self.factor(pairs.map { ($0.row[other], $0.read[axis]) }).map { (axis: other, factor: $0) }
            }.first
        }
        guard found.contains(where: { $0 != nil }) else { return nil }
        // An axis that was 0 throughout tells no factor: that of the others, where they kept their places.
        let known = found.compactMap(\.self)
        let common = known.allSatisfy { $0.factor == known[0].factor } ? known[0].factor : nil
        let areInPlace = zip(0..<3, found).allSatisfy { $1.map { [axis = $0] in $0.axis == axis } ?? true }
        var axes: [(axis: Int, factor: Double)] = []
        for (axis, entry) in found.enumerated() {
            if let entry {
                axes.append(entry)
            } else if let common, areInPlace, pairs.allSatisfy({ $0.row[axis] == 0 && $0.read[axis] == 0 }) {
                axes.append((axis, common))
            } else {
                return nil
            }
        }
        self.axes = axes
    }

    /// What every first number times is the second, to the last digit; `nil` for zeros, of which any number is one.
    private static func factor(_ pairs: [(from: Double, to: Double)]) -> Double? {
        guard let largest = pairs.max(by: { $0.from.magnitude < $1.from.magnitude }), largest.from != 0 else {
            return nil
        }
        let quotient = largest.to / largest.from
        guard quotient.isNormal else { return nil }
        return [quotient, quotient.nextUp, quotient.nextDown].first { factor in
            pairs.allSatisfy { $0.from * factor == $0.to }
        }
    }

    func read(_ rows: Recording) -> VectorStream {
        rows[keyPath: source].mapped { value in
            Vector3(
                axes[0].factor * value[axes[0].axis], axes[1].factor * value[axes[1].axis],
                axes[2].factor * value[axes[2].axis])
        }
    }
}
