import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Samples that mark a missing reading: three zeros, or three equal numbers such as -999, where a sensor has nothing
/// new, was not reached, or has not started.
enum AbsentReadings {
    /// The indices of samples that are no readings; empty for most streams.
    struct Found {
        var zeros: [Int] = []
        var marks: [Int] = []
        /// The number that `marks` repeat.
        var mark = 0.0
    }

    /// Magnitudes that mark a missing reading. No sensor gives one of them on all three axes.
    private static let marks: Set<Double> = [
        999, 999.9, 999.99, 9999, 9999.9, 99_999, 999_999, 9_999_999, 32_767, 32_768, 65_535, 2_147_483_647,
        2_147_483_648,
    ]

    /// - Parameter isPart: the values are a part of a stream that has readings elsewhere, so that all may be absent.
    static func found(_ values: [Vector3], of sensor: SensorKind, isPart: Bool = false) -> Found {
        var found = Found()
        found.marks = values.indices.filter {
            values[$0].x == values[$0].y && values[$0].x == values[$0].z && isMark(values[$0].x)
        }
        // A saturated sensor, or a log of nothing else, is left to later steps.
        if found.marks.count == values.count, !isPart { found.marks = [] }
        found.mark = found.marks.first.map { values[$0].x } ?? 0
        let isMarked = Set(found.marks)
        let rest = found.marks.isEmpty ? Array(values.indices) : values.indices.filter { !isMarked.contains($0) }
        guard values.contains(.zero) else { return found }
        let runs = Self.runs(rest, values)
        switch sensor {
        case .accelerometer, .gravity, .magnetometer, .magnetometerCorrected:
            found.zeros = isPart && runs.allSatisfy(\.isZero) ? rest : jumps(runs, values)
        case .gyroscope, .gyroscopeCorrected: found.zeros = fillings(runs, values)
        default: break
        }
        return found
    }

    private static func isMark(_ number: Double) -> Bool {
        let size = number.magnitude
        return size >= 999 && marks.contains(size)
    }

    /// Runs of neighbours that are all zero, or all non-zero.
    private static func runs(_ indices: [Int], _ values: [Vector3]) -> [(isZero: Bool, indices: ArraySlice<Int>)] {
        var result: [(isZero: Bool, indices: ArraySlice<Int>)] = []
        var start = 0
        for place in indices.indices where place > start {
            let isZero = values[indices[start]] == .zero
            guard (values[indices[place]] == .zero) != isZero else { continue }
            result.append((isZero, indices[start..<place]))
            start = place
        }
        if start < indices.count { result.append((values[indices[start]] == .zero, indices[start...])) }
        return result
    }

    /// Zeros between long readings of gravity or field: neither is ever zero, and free fall approaches zero gradually.
    private static func jumps(_ runs: [(isZero: Bool, indices: ArraySlice<Int>)], _ values: [Vector3]) -> [Int] {
        let lengths = runs.filter { !$0.isZero }.flatMap { $0.indices.map { values[$0].length } }
        guard let usual = Percentile.upperMedian(lengths), usual > 0 else { return [] }
        return runs.indices.filter { index in
            let before = index > 0 ? runs[index - 1].indices.last : nil
            let after = index + 1 < runs.count ? runs[index + 1].indices.first : nil
            return runs[index].isZero
                && [before, after].allSatisfy { $0.map { values[$0].length > usual / 2 } ?? true }
        }.flatMap { runs[$0].indices }
    }

    /// Zeros that fill the rows of other sensors in a rate: nearly every reading stands alone between zeros, and is
    /// larger than the steps of a sensor at rest.
    private static func fillings(_ runs: [(isZero: Bool, indices: ArraySlice<Int>)], _ values: [Vector3]) -> [Int] {
        let readings = runs.filter { !$0.isZero }
        let count = readings.reduce(0) { $0 + $1.indices.count }
        let alone = readings.count { $0.indices.count == 1 }
        let lengths = readings.flatMap { $0.indices.map { values[$0].length } }
        guard count >= 20, 10 * alone >= 9 * count, let usual = Percentile.upperMedian(lengths),
            let least = lengths.min(), usual > 10 * least
        else { return [] }
        return runs.filter(\.isZero).flatMap { Array($0.indices) }
    }
}

extension RawLog {
    /// Leaves out samples that mark a missing reading.
    /// - Parameter isPart: as `AbsentReadings.found`.
    mutating func dropAbsentReadings(_ name: String, isPart: Bool = false) {
        for sensor in SensorKind.allCases {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            let found = AbsentReadings.found(recording[keyPath: path].values, of: sensor, isPart: isPart)
            drop(found, sensor, path, name)
        }
    }

    /// Leaves out zero rates in rows whose gravity and field are zero too: nothing was read there.
    /// - Parameter isPart: as `AbsentReadings.found`.
    mutating func dropZeroRates(_ name: String, isPart: Bool = false) {
        let others = [SensorKind.accelerometer, .gravity, .magnetometer, .magnetometerCorrected].compactMap {
            Recording.vectorPath(of: $0)
        }.map { recording[keyPath: $0] }
        var absent: Set<Int64> = []
        for stream in others
        where stream.values.contains(.zero) && (isPart || stream.values.contains { $0 != .zero }) {
            absent.formUnion(stream.values.indices.filter { stream.values[$0] == .zero }.map { stream.times[$0] })
        }
        guard !absent.isEmpty else { return }
        for stream in others {
            for index in stream.values.indices where stream.values[index] != .zero {
                absent.remove(stream.times[index])
            }
        }
        for sensor in [SensorKind.gyroscope, .gyroscopeCorrected] {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            let stream = recording[keyPath: path]
            let zeros = stream.values.indices.filter {
                stream.values[$0] == .zero && absent.contains(stream.times[$0])
            }
            guard isPart || zeros.count < stream.count else { continue }
            drop(AbsentReadings.Found(zeros: zeros), sensor, path, name)
        }
    }

    private mutating func drop(
        _ found: AbsentReadings.Found, _ sensor: SensorKind, _ path: WritableKeyPath<Recording, VectorStream>,
        _ name: String
    ) {
        let out = Set(found.zeros + found.marks)
        guard !out.isEmpty else { return }
        let stream = recording[keyPath: path]
        let kept = stream.values.indices.filter { !out.contains($0) }
        recording[keyPath: path].times = kept.map { stream.times[$0] }
        recording[keyPath: path].values = kept.map { stream.values[$0] }
        recording.provenance[sensor]?.dropped += out.count
        if !found.zeros.isEmpty {
            warn(
                .zeroSamples, place: name,
                "\(sensor.rawValue): \(found.zeros.count) sample(s) of zeros between readings are left out",
                advice: .none("they mark that there was no reading"))
        }
        if !found.marks.isEmpty {
            warn(
                .invalidSamples, place: name,
                "\(sensor.rawValue): \(found.marks.count) sample(s) of three times \(MagnitudeEvidence.shown(found.mark)) are left out",
                advice: .none("the number marks that there was no reading"))
        }
    }
}
