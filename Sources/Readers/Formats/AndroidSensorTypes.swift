import Rotations
import SensorModels
import Vocabulary

/// A column with Android's numbers of sensor types (`Sensor.TYPE_ACCELEROMETER` is 1) beside the readings of one sensor in every row.
///
/// Apps have numbers of their own too, so the readings must be those of Android's sensors: gravity, and a field, as long as they are.
struct AndroidSensorTypes {
    /// The column.
    let position: Int
    /// The numbers that it has.
    private let present: Set<Int>

    /// By number; the uncalibrated ones are what the device measured.
    private static let kinds: [Int: (sensor: SensorKind, isRaw: Bool)] = [
        1: (.accelerometer, false), 2: (.magnetometer, false), 4: (.gyroscope, false), 9: (.gravity, false),
        10: (.linearAcceleration, false), 14: (.magnetometer, true), 16: (.gyroscope, true),
        35: (.accelerometer, true),
    ]
    /// Numbers of other sensors.
    private static let others: ClosedRange<Int> = 1...42

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
            guard let sensor = Self.kinds[number]?.sensor,
                let evidence = MagnitudeEvidence(stream, of: sensor, isCalibrated: nil)
            else { return true }
            // Android's units.
            return LogUnit.Quantity(of: sensor).map { evidence.plausible.contains($0.unit) } == true
        }
        guard fits else { return nil }
    }

    /// The sensor of a number; `nil` for one that is not read, and for an accelerometer that is there raw and as Android corrected it: the latter
    /// is read.
    func sensor(_ tag: String) -> SensorKind? {
        guard let number = Int(tag), let (sensor, isRaw) = Self.kinds[number] else { return nil }
        let hasRaw = present.contains { Self.kinds[$0].map { $0.sensor == sensor && $0.isRaw } == true }
        guard hasRaw, !isRaw else { return number == 35 && present.contains(1) ? nil : sensor }
        return sensor == .accelerometer ? sensor : sensor.corrected
    }
}
