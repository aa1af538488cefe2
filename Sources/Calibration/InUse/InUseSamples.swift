import Rotations
import SensorModels
import Vocabulary

/// The part of a recording used for an in-use calibration: the gyroscope's samples without a gap, and the other
/// sensors' readings, each assigned to the gyroscope sample at or before it.
struct InUseSamples: Sendable {
    /// A reading of another sensor.
    struct Reading: Sendable {
        /// The gyroscope sample at or before it.
        var index: Int
        /// Seconds after that sample.
        var lead: Double
        /// Device axes, raw.
        var value: Vector3
    }

    /// Seconds since the first sample.
    var times: [Double] = []
    /// Raw gyroscope, rad/s.
    var rates: [Vector3] = []
    /// Raw magnetometer, microtesla, at most ten readings a second.
    var field: [Reading] = []
    /// Specific force, m/s^2.
    var force: [Reading] = []

    /// A longer step between two gyroscope samples is a gap, seconds: the turn over it is unknown.
    static let longestStep = 0.5
    /// Of longer logs, the part of this length with the most motion is used, seconds: ten minutes show no more than
    /// three, and the hard iron drifts over a day.
    static let longestPart = 180.0
    /// Minimum interval of the magnetometer's readings, seconds: closer ones repeat the model's errors.
    static let fieldInterval = 0.09

    /// Seconds from the first to the last gyroscope sample.
    var duration: Double { times.last ?? 0 }

    /// The part with the most motion and without a gap; empty for empty streams. Without an accelerometer, gravity is
    /// used.
    init(gyroscope: VectorStream, accelerometer: VectorStream, magnetometer: VectorStream) {
        let part = Self.liveliestPart(gyroscope)
        guard let first = part.first else { return }
        let origin = gyroscope.times[first]
        times.reserveCapacity(part.count)
        rates.reserveCapacity(part.count)
        for i in part {
            let time = LogTime.seconds(gyroscope.times[i] - origin)
            guard gyroscope.values[i].isFinite, times.last.map({ time > $0 }) ?? true else { continue }
            times.append(time)
            rates.append(gyroscope.values[i])
        }
        force = readings(of: accelerometer, from: origin, interval: 0)
        field = readings(of: magnetometer, from: origin, interval: Self.fieldInterval)
    }

    /// A reading moved `delay` seconds earlier, at the gyroscope sample at or before that time. A phone turns too
    /// unevenly to extrapolate one sample's rate over the 30 ms by which a magnetometer may be late. Before the first
    /// sample, its rate holds.
    func reading(_ reading: Reading, earlier delay: Double) -> Reading {
        var moved = reading
        moved.lead -= delay
        while moved.lead < 0, moved.index > 0 {
            moved.lead += times[moved.index] - times[moved.index - 1]
            moved.index -= 1
        }
        while moved.index + 1 < times.count, moved.lead > times[moved.index + 1] - times[moved.index] {
            moved.lead -= times[moved.index + 1] - times[moved.index]
            moved.index += 1
        }
        return moved
    }

    private func readings(of stream: VectorStream, from origin: Int64, interval: Double) -> [Reading] {
        var result: [Reading] = []
        var index = 0
        var next = -Double.infinity
        for (stamp, value) in zip(stream.times, stream.values) where value.isFinite {
            let time = LogTime.seconds(stamp - origin)
            guard let start = times.first, let end = times.last, time >= start, time <= end, time >= next else {
                continue
            }
            // A clock that steps back needs a new search.
            if times[index] > time { index = 0 }
            while index + 1 < times.count, times[index + 1] <= time { index += 1 }
            result.append(Reading(index: index, lead: time - times[index], value: value))
            next = time + interval
        }
        return result
    }

    /// The indices of the gapless part of at most `longestPart` seconds in which the device turned the most.
    private static func liveliestPart(_ gyroscope: VectorStream) -> Range<Int> {
        let seconds = gyroscope.times.map { LogTime.seconds($0 - (gyroscope.times.first ?? 0)) }
        // Accumulated turn, saturated so that a shake does not outweigh a minute of use.
        var turned = [0.0]
        turned.reserveCapacity(seconds.count)
        var starts = [0]
        for i in seconds.indices.dropFirst() {
            let step = seconds[i] - seconds[i - 1]
            let isGap = step > longestStep || step < 0
            if isGap { starts.append(i) }
            let rate = gyroscope.values[i].isFinite ? gyroscope.values[i].length : 0
            turned.append(turned[i - 1] + (isGap ? 0 : min(rate, 3) * step))
        }
        var best = 0..<0
        var most = -1.0
        for (run, start) in starts.enumerated() {
            let end = run + 1 < starts.count ? starts[run + 1] : seconds.count
            guard start < end else { continue }
            var begin = start
            while begin < end {
                var stop = begin
                while stop < end, seconds[stop] - seconds[begin] <= longestPart { stop += 1 }
                if turned[stop - 1] - turned[begin] > most {
                    (best, most) = (begin..<stop, turned[stop - 1] - turned[begin])
                }
                if stop == end { break }
                let next = seconds[begin] + longestPart / 4
                while begin < end, seconds[begin] < next { begin += 1 }
            }
        }
        return best
    }
}
