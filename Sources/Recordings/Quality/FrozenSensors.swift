import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// Parts of a sensor's stream where it has stopped measuring: an axis keeps one value, to the last bit, while the other
/// sensors say that the device turned.
///
/// A value that repeats is no proof: gyroscopes with a dead band rest at zero, slow magnetometers are repeated, simulated
/// turntables turn at one rate. A stretch is frozen where, within some seconds of it, gravity and field cannot be explained
/// by the gyroscope's turn: the force by one direction fixed in the room (a_k = R_k^T g), the field by one direction and one
/// hard iron (m_k = h + R_k^T f), both linear in the unknowns, with R_k the integral of the rates.
struct FrozenSensors {
    /// One frozen stretch.
    struct Stretch {
        let sensor: SensorKind
        /// The frozen samples: the first one with the value is a reading yet, and not among them.
        let samples: Range<Int>
    }

    private(set) var stretches: [Stretch] = []

    /// A value that is kept for less may be chance or a slow sensor's repetition, nanoseconds.
    private static let shortest: Int64 = 2_000_000_000
    /// The same in samples.
    private static let fewest = 20
    /// Where more than `mostLasting` values last so long, nanoseconds, repetition is that sensor's habit.
    private static let lastingLength: Int64 = 500_000_000
    private static let mostLasting = 3
    /// What is explained by one direction, at most: long enough for an axis that sticks to be missed, short enough for what the
    /// median rate leaves of the bias not to matter, nanoseconds.
    private static let piece: Int64 = 8_000_000_000
    /// Readings are averaged over so long, against noise and steps, nanoseconds.
    private static let window: Int64 = 500_000_000
    /// A longer pause of the gyroscope is a hole, nanoseconds.
    private static let longestPause: Int64 = 200_000_000
    /// RMS that the gyroscope leaves unexplained: 12 degrees of gravity, m/s^2. Walking leaves 0.5 to 1.5.
    private static let unexplainedForce = 2.0
    /// The same of the field, microtesla: 10 degrees of a horizontal field of 45.
    private static let unexplainedField = 8.0
    /// A field that is constant through such a turn is not measured, radians.
    private static let turn = Angle.radians(45)

    init(_ recording: Recording) {
        let rates: [SensorKind] = [.gyroscope, .gyroscopeCorrected]
        let fields: [SensorKind] = [.magnetometer, .magnetometerCorrected]
        guard let gyroscope = rates.first(where: { recording.vectors(of: $0).count > 1 }) else { return }
        let candidates = (rates + [.accelerometer] + fields).compactMap { sensor in
            let stream = recording.vectors(of: sensor)
            let runs = stream.count < Self.fewest ? [] : Self.runs(of: stream)
            return runs.isEmpty ? nil : (sensor: sensor, stream: stream, runs: runs)
        }
        guard !candidates.isEmpty else { return }
        let rate = Self.unbiased(recording.vectors(of: gyroscope))
        for (sensor, stream, runs) in candidates {
            for run in runs {
                let isFrozen = Self.pieces(of: run, stream.times).contains { piece in
                    let turns = Self.turns(
                        by: sensor == .gyroscopeCorrected ? Self.unbiased(stream) : rate, in: piece)
                    switch sensor {
                    case .magnetometer, .magnetometerCorrected:
                        return turns.contains { $0.turn.angle(to: turns[0].turn) > Self.turn }
                    case .accelerometer:
                        return Self.unexplained(stream, turns, isOffset: false) > Self.unexplainedForce
                    default:
                        // A device at rest is no contradiction, whatever the rate at which a coarse gyroscope says so.
                        let rest = turns.map { Turned(turn: .identity, window: $0.window) }
                        return [turns, rest].allSatisfy { turns in
                            Self.unexplained(recording.accelerometer, turns, isOffset: false) > Self.unexplainedForce
                                || fields.contains {
                                    Self.unexplained(recording.vectors(of: $0), turns, isOffset: true)
                                        > Self.unexplainedField
                                }
                        }
                    }
                }
                if isFrozen { stretches.append(Stretch(sensor: sensor, samples: run.lowerBound + 1..<run.upperBound)) }
            }
        }
    }

    // MARK: Runs of one value

    /// Where an axis keeps its value for long, overlapping ones joined.
    ///
    /// Not an axis that never changes, which is not measured, and not one whose value often lasts: coarse sensors and those
    /// with a dead band repeat for any time.
    private static func runs(of stream: VectorStream) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for axis in 0..<3 {
            var long: [Range<Int>] = []
            var lasting = 0
            var start = 0
            for index in 1...stream.count {
                guard index == stream.count || stream.values[index][axis] != stream.values[start][axis] else {
                    continue
                }
                let length = stream.times[index - 1] &- stream.times[start]
                if length >= lastingLength { lasting += 1 }
                if length >= shortest, index - start >= fewest { long.append(start..<index) }
                start = index
            }
            if lasting <= mostLasting { runs += long.filter { $0.count < stream.count } }
        }
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

    // MARK: What the gyroscope explains

    /// The orientation in the middle of a window, device to the axes at the first window.
    private struct Turned {
        let turn: Quaternion
        let window: ClosedRange<Int64>
    }

    /// The rates less their medians: most of the bias, of a device that does not turn one way all the time.
    private static func unbiased(_ rate: VectorStream) -> VectorStream {
        let medians = (0..<3).map { axis in Percentile.upperMedian(rate.values.map { $0[axis] }) ?? 0 }
        let bias = Vector3(medians[0], medians[1], medians[2])
        return rate.mapped { $0 - bias }
    }

    private static func turns(by rate: VectorStream, in piece: ClosedRange<Int64>) -> [Turned] {
        let count = Int(clamping: (piece.upperBound &- piece.lowerBound) / window)
        var orientation = Quaternion.identity
        var index = max(0, rate.index(atOrAfter: piece.lowerBound) - 1)
        var time = piece.lowerBound
        return (0..<count).map { number in
            let start = piece.lowerBound &+ window &* Int64(number)
            let middle = start &+ window / 2
            while time < middle, index < rate.count {
                let end = index + 1 < rate.count ? rate.times[index + 1] : middle
                let next = min(middle, max(time, end))
                let angle = LogTime.seconds(next &- time) * rate.values[index]
                // What turned in a hole is not known.
                if angle.isFinite, end &- rate.times[index] <= longestPause {
                    orientation = orientation * Quaternion(rotationVector: angle)
                }
                if next < middle { index += 1 }
                time = next
            }
            return Turned(turn: orientation, window: start...(start &+ window &- 1))
        }
    }

    /// RMS of the averaged readings about the best explanation, in their unit; 0 where they do not tell.
    private static func unexplained(_ stream: VectorStream, _ turns: [Turned], isOffset: Bool) -> Double {
        var rows: [[Double]] = []
        var readings: [Double] = []
        for turned in turns {
            let part = stream.clipped(to: turned.window).values
            guard !part.isEmpty else { continue }
            let mean = part.reduce(Vector3.zero, +) * (1 / Double(part.count))
            guard mean.isFinite else { continue }
            let columns = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { turned.turn.unrotate($0) }
            for axis in 0..<3 {
                let offset = isOffset ? (0..<3).map { $0 == axis ? 1.0 : 0 } : []
                rows.append(columns.map { $0[axis] } + offset)
                readings.append(mean[axis])
            }
        }
        // As many windows again as the unknowns need.
        guard rows.count >= 12, let fit = try? Matrix(rows).leastSquares(readings, relativeTolerance: 1e-6) else {
            return 0
        }
        return (fit.weightedSumOfSquares / Double(readings.count / 3)).squareRoot()
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
