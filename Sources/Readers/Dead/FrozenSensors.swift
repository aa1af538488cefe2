import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Parts of a sensor's stream where it has stopped measuring: it keeps one value, to the last bit, while the other sensors say
/// that the device turned.
///
/// A value that repeats is no proof: gyroscopes with a dead band rest at zero, coarse magnetometers keep their value where the
/// device turns about one of their axes, turntables turn at one rate, and what is at the end of its range stays there. What
/// contradicts it must be a turn, and not a magnet that passes or a vehicle that brakes (`FrozenEvidence`). In doubt nothing is frozen.
struct FrozenSensors {
    /// One frozen stretch.
    struct Stretch {
        let sensor: SensorKind
        /// The frozen samples: the first one with the value is a reading yet, and not among them.
        let samples: Range<Int>
    }

    private(set) var stretches: [Stretch] = []

    /// A value that is kept for less may be chance or a slow sensor's repetition, or a bus that stalls, which costs little, nanoseconds.
    private static let shortest: Int64 = 3_000_000_000
    /// The same in samples.
    private static let fewest = 20
    /// Where more than `mostLasting` values last so long, nanoseconds, repetition is that sensor's habit.
    private static let lastingLength: Int64 = 500_000_000
    private static let mostLasting = 3
    /// What is judged at once, at most: long enough for an axis that sticks to be missed, short enough for what the median rate
    /// leaves of the bias not to matter, nanoseconds.
    private static let piece: Int64 = 8_000_000_000

    init(_ recording: Recording) {
        let rates: [SensorKind] = [.gyroscope, .gyroscopeCorrected]
        let fields: [SensorKind] = [.magnetometer, .magnetometerCorrected]
        guard let gyroscope = rates.first(where: { recording.vectors(of: $0).count > 1 }) else { return }
        var evidences: [SensorKind: FrozenEvidence] = [:]
        for sensor in rates + [.accelerometer] + fields {
            let stream = recording.vectors(of: sensor)
            let isRate = rates.contains(sensor)
            // One axis of a gyroscope that sticks is contradicted by gravity; a field may keep one of its components.
            let runs = isRate ? Self.runsOfAxes(of: stream, sensor) : Self.runs(of: stream, sensor)
            guard !runs.isEmpty else { continue }
            let judge = isRate ? sensor : gyroscope
            let evidence = evidences[judge] ?? FrozenEvidence(recording, rate: recording.vectors(of: judge))
            evidences[judge] = evidence
            for run in runs {
                let isFrozen = Self.pieces(of: run, stream.times).contains { piece in
                    switch sensor {
                    case .accelerometer: return evidence.contradicts(force: stream, in: piece)
                    case .magnetometer, .magnetometerCorrected: return evidence.turned(in: piece)
                    default: return evidence.contradictsRate(in: piece)
                    }
                }
                if isFrozen { stretches.append(Stretch(sensor: sensor, samples: run.lowerBound + 1..<run.upperBound)) }
            }
        }
    }

    // MARK: Runs of one value

    /// Where all axes keep their values for long.
    private static func runs(of stream: VectorStream, _ sensor: SensorKind) -> [Range<Int>] {
        let runs = runs(of: stream) { stream.values[$0] == stream.values[$1] }
        guard !runs.isEmpty else { return [] }
        let clipping = Clipping(stream, of: sensor)
        return runs.filter { run in
            !(0..<3).contains { clipping.isAtEnd(stream.values[run.lowerBound], axis: $0) }
        }
    }

    /// Where an axis keeps its value for long, overlapping ones joined.
    private static func runsOfAxes(of stream: VectorStream, _ sensor: SensorKind) -> [Range<Int>] {
        let found = (0..<3).flatMap { axis in
            Self.runs(of: stream) { stream.values[$0][axis] == stream.values[$1][axis] }.map { (axis: axis, run: $0) }
        }
        guard !found.isEmpty else { return [] }
        let clipping = Clipping(stream, of: sensor)
        var runs = found.filter { !clipping.isAtEnd(stream.values[$0.run.lowerBound], axis: $0.axis) }.map(\.run)
        guard runs.count > 1 else { return runs }
        runs.sort { $0.lowerBound < $1.lowerBound }
        var joined = [runs[0]]
        for run in runs.dropFirst() {
            let last = joined[joined.count - 1]
            if run.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    /// Long runs of samples that are alike; none of what never changes, which is not measured, and none where values often last:
    /// coarse sensors and those with a dead band repeat for any time.
    private static func runs(of stream: VectorStream, _ areAlike: (Int, Int) -> Bool) -> [Range<Int>] {
        guard stream.count >= fewest else { return [] }
        var long: [Range<Int>] = []
        var lasting = 0
        var start = 0
        for index in 1...stream.count {
            guard index == stream.count || !areAlike(index, start) else { continue }
            let length = stream.times[index - 1] &- stream.times[start]
            if length >= lastingLength { lasting += 1 }
            if length >= shortest, index - start >= fewest { long.append(start..<index) }
            start = index
        }
        return lasting <= mostLasting ? long.filter { $0.count < stream.count } : []
    }

    /// The spans of time, of up to 8 seconds from sample to sample, that a run is judged by: as many as samples allow, however far
    /// apart they are.
    private static func pieces(of run: Range<Int>, _ times: [Int64]) -> [ClosedRange<Int64>] {
        var pieces: [ClosedRange<Int64>] = []
        var start = run.lowerBound
        while start < run.upperBound {
            let limit = LogTime.sum(times[start], piece)
            var end = start
            while end + 1 < run.upperBound, times[end + 1] <= limit { end += 1 }
            pieces.append(times[start]...times[end])
            start = end + 1
        }
        return pieces
    }
}

extension Recording {
    /// Leaves out the samples that a sensor that had stopped measuring repeated, with a warning for each sensor.
    ///
    /// Filters then go on as behind any hole; what the sensor did meanwhile is not known.
    /// - Parameter name: what messages call the log.
    mutating func dropFrozenSamples(_ name: String) {
        let stretches = FrozenSensors(self).stretches
        for sensor in SensorKind.allCases {
            let parts = stretches.filter { $0.sensor == sensor }
            guard let path = Self.vectorPath(of: sensor),
                let longest = parts.max(by: { $0.samples.count < $1.samples.count })
            else { continue }
            let times = self[keyPath: path].times
            let start = times[longest.samples.lowerBound - 1]
            let length = times[longest.samples.upperBound - 1] &- start
            for part in parts.reversed() {
                self[keyPath: path].times.removeSubrange(part.samples)
                self[keyPath: path].values.removeSubrange(part.samples)
            }
            let count = parts.reduce(0) { $0 + $1.samples.count }
            provenance[sensor]?.dropped += count
            let origin = HoleReport.origin(of: self)
            let more = parts.count > 1 ? " (\(parts.count) times)" : ""
            warnings.append(
                Warning(
                    code: .frozenSensor, place: name,
                    message: "\(sensor.rawValue): it repeats one value for \(length.tenthsOfSeconds) s from "
                        + "\((start &- origin.time).tenthsOfSeconds) s\(origin.text)\(more) while the device turns: "
                        + "\(count) samples are left out",
                    advice: "the sensor or its driver had stopped: record again, or use --from and --to"))
        }
    }
}
