import Calibration
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A filter over the parts of a log, in the order and with the holes of a replay of the whole log.
///
/// Samples behind the last row of the clock stream wait for its next row.
struct PartwiseReplay {
    private var filter: RunningFilter
    private let name: String
    private let sensors: FilterSensors
    private let calibration: CalibrationSet
    /// Of the beginning, for all parts.
    private let fieldStrength: Double?
    private var position = ReplayPosition()
    private var waiting = FilterInput()
    /// The stamp of the last row.
    private var lastRow: Int64?
    /// The stamp up to which the parts have all samples.
    private var newest = Int64.min
    /// The first intervals between rows that differ, for the least length of a hole.
    private var intervals: [Int64] = []
    /// Whether the filter has resumed within the hole after the last row.
    private var hasResumed = false
    /// By how much a calibration moves stamps of the magnetometer back, nanoseconds: rows wait for these samples.
    private let delay: Int64

    /// Intervals of which the median is taken.
    private static let judgedIntervals = 4096

    /// - Parameter fieldStrength: that of the log (`RecordingMetadata`).
    /// - Throws: `SensorLabError` (usage) for a filter that needs the whole recording.
    init(
        _ filter: ResolvedFilter, _ sensors: FilterSensors, _ calibration: CalibrationSet, fieldStrength: Double?
    ) throws {
        self.filter = try filter.entry.filter(
            parameters: filter.parameters, gyroscopeBiasSigma: calibration.gyroscopeBiasSigma)
        (name, self.sensors, self.calibration) = (filter.name, sensors, calibration)
        self.fieldStrength = fieldStrength
        delay = max(0, calibration.magnetometer?.delaySeconds.flatMap(LogTime.nanoseconds(seconds:)) ?? 0)
    }

    /// The rows that a part completes; those that are left at the end (`nil`).
    mutating func rows(of part: Recording?) -> OrientationTrack {
        if let part {
            take(part)
            if let end = part.interval?.upperBound { newest = max(newest, end) }
        }
        var track = OrientationTrack(name: name)
        let limit = part == nil ? Int64.max : LogTime.difference(newest, delay)
        let rows = Array(clock.times.prefix { $0 <= limit })
        if let last = rows.last {
            position.holes = holes(before: rows)
            filter.replay(waiting, rows: rows, from: &position, into: &track)
            drop(upTo: last)
            (lastRow, hasResumed) = (last, false)
        } else if part != nil, limit > (lastRow ?? limit &- 1), isSilent(at: limit) {
            // In a hole nothing has to wait for its end: memory must not grow with its length.
            position.holes = lastRow.map { hasResumed ? [] : [Hole(start: $0, end: .max)] } ?? []
            var none = track
            filter.replay(waiting, rows: [limit], from: &position, into: &none)
            if position.resumed > 0 { hasResumed = true }
            drop(upTo: limit)
        }
        return track
    }

    private var clock: VectorStream {
        switch sensors.clock {
        case .gyroscope, .gyroscopeCorrected: waiting.gyroscope
        case .accelerometer: waiting.accelerometer
        case .gravity: waiting.gravity
        default: waiting.magnetometer
        }
    }

    private mutating func take(_ part: Recording) {
        var part = part
        part.metadata.fieldStrength = fieldStrength
        let input = calibration.filterInput(for: part, rate: sensors.rate, field: sensors.field)
        waiting.gyroscope.append(input.gyroscope)
        if sensors.force == .accelerometer { waiting.accelerometer.append(input.accelerometer) }
        if sensors.force == .gravity { waiting.gravity.append(input.gravity) }
        waiting.magnetometer.append(input.magnetometer)
    }

    private mutating func drop(upTo time: Int64) {
        waiting.gyroscope.removeSamples(upTo: time)
        waiting.accelerometer.removeSamples(upTo: time)
        waiting.gravity.removeSamples(upTo: time)
        waiting.magnetometer.removeSamples(upTo: time)
    }

    /// Shortest hole, nanoseconds, as far as the intervals so far say.
    private var shortestHole: Int64 {
        guard let median = Percentile.upperMedian(intervals) else { return Hole.shortest }
        return max(Hole.shortest, LogTime.product(Hole.medians, median))
    }

    /// Whether the clock stream will have a hole after its last row, whatever comes.
    private func isSilent(at time: Int64) -> Bool {
        guard let lastRow else { return true }
        let silence = LogTime.difference(time, lastRow)
        return silence > Hole.shortest && silence > shortestHole
    }

    /// The holes before and between rows that the filter has not resumed after.
    private mutating func holes(before rows: [Int64]) -> [Hole] {
        let times = (lastRow.map { [$0] } ?? []) + rows
        var long: [Hole] = []
        for (time, next) in zip(times, times.dropFirst()) where next > time {
            let interval = LogTime.difference(next, time)
            if intervals.count < Self.judgedIntervals { intervals.append(interval) }
            if interval > Hole.shortest { long.append(Hole(start: time, end: next)) }
        }
        guard !long.isEmpty else { return [] }
        let shortest = shortestHole
        return long.filter { $0.length > shortest && !(hasResumed && $0.start == lastRow) }
    }
}

extension SampleStream {
    fileprivate mutating func removeSamples(upTo time: Int64) {
        let count = times.prefixLength { $0 <= time }
        times.removeFirst(count)
        values.removeFirst(count)
    }
}
