import Recordings
import SensorModels
import Vocabulary

/// A column with Android's numbers of sensor types (`Sensor.TYPE_ACCELEROMETER` is 1) beside the readings of one sensor
/// in every row.
///
/// Apps number their sensors too, so the readings must have the lengths of gravity and field in Android's units.
struct AndroidSensorTypes {
    /// The position of the column.
    let position: Int
    /// The numbers that occur in it.
    private let present: Set<Int>

    /// Sensors by number; the uncalibrated ones are raw.
    private static let kinds: [Int: (sensor: SensorKind, isRaw: Bool)] = [
        1: (.accelerometer, false), 2: (.magnetometer, false), 4: (.gyroscope, false), 9: (.gravity, false),
        10: (.linearAcceleration, false), 14: (.magnetometer, true), 16: (.gyroscope, true),
        35: (.accelerometer, true),
    ]
    /// Numbers of other sensors.
    private static let others: ClosedRange<Int> = 1...42

    /// Median lengths in Android's units; a field's with the device's own.
    private static let lengths: [SensorKind: ClosedRange<Double>] = [
        .accelerometer: 4.9...19.6, .gravity: 6.5...14.7, .magnetometer: 8...2000,
    ]

    private static let names: Set<String> = ["type", "sensor", "kind", "sensortype", "sensorid"]

    /// `nil` for a table without such a column.
    init?(_ short: TableHead, axes: [Int], _ lines: LineReader) {
        let found = short.names.indices.first { position in
            guard
                !HeaderWords(short.names[position], endAtCapitals: true).words.allSatisfy({ !Self.names.contains($0) })
            else { return false }
            let numbers = Set(short.column(position).map(Int.init))
            return numbers.count > 1 && numbers.allSatisfy { $0.map(Self.others.contains) == true }
                && numbers.contains { $0 == 1 || $0 == 35 }
        }
        guard let position = found else { return nil }
        self.position = position
        let head = short.lookingFurther(lines)
        let tags = head.longColumn(position)
        let columns = axes.map(head.longColumn)
        guard columns.allSatisfy({ $0.count == tags.count }) else { return nil }
        var streams: [Int: VectorStream] = [:]
        for row in tags.indices {
            guard let number = Int(tags[row]) else { return nil }
            let v = columns.compactMap { Double($0[row]) }
            if v.count == 3 { streams[number, default: VectorStream()].append(.init(v[0], v[1], v[2]), at: Int64(row)) }
        }
        present = Set(streams.keys)
        let fits = streams.allSatisfy { number, stream in
            guard let range = Self.kinds[number].flatMap({ Self.lengths[$0.sensor] }),
                let median = MagnitudeEvidence.medianLength(stream), median > 0
            else { return true }
            return range.contains(median)
        }
        guard fits else { return nil }
    }

    /// The sensor of a number; `nil` for one that is not read. Of a raw accelerometer and the same one as Android
    /// corrected it, the latter is read.
    func sensor(_ tag: String) -> SensorKind? {
        guard let number = Int(tag), let (sensor, isRaw) = Self.kinds[number] else { return nil }
        let hasRaw = present.contains { Self.kinds[$0].map { $0.sensor == sensor && $0.isRaw } == true }
        guard hasRaw, !isRaw else { return number == 35 && present.contains(1) ? nil : sensor }
        return sensor == .accelerometer ? sensor : sensor.corrected
    }
}
