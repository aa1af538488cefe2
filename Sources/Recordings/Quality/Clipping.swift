import Rotations
import SensorModels
import Vocabulary

/// Samples at the end of a sensor's range.
///
/// An axis counts as clipped where its readings pile up at their extreme: at least five samples have exactly that
/// value, three of them in a row, and more samples than have the next value before it, which a coarse sensor reaches as
/// often. Extremes below the smallest ranges of such sensors (1.9 g, 240 deg/s, 390 uT) are never counted, since quiet
/// data repeat too; nor are those above the largest (400 g, 4500 deg/s, 6000 uT), which are damage.
package struct Clipping {
    /// Samples with at least one clipped axis.
    let samples: Int
    /// The stamp of the first one, nanoseconds; 0 without any.
    let first: Int64
    /// The largest magnitude of a clipped axis, in the stream's unit; 0 without any.
    let range: Double
    /// The ends at which readings pile up, per axis; infinite where they do not.
    private let ends: [(low: Double, high: Double)]

    private static let fewest = 5
    private static let longestRun = 3

    package init(_ stream: VectorStream, of sensor: SensorKind) {
        guard let ranges = Self.ranges(of: sensor), !stream.isEmpty else {
            (samples, first, range, ends) = (0, 0, 0, [])
            return
        }
        let (lowest, highest) = Self.extremes(of: stream)
        let ends = (0..<3).map { axis in
            (
                low: ranges.contains(-lowest[axis]) ? -Self.end(of: stream) { -$0[axis] } : -.infinity,
                high: ranges.contains(highest[axis]) ? Self.end(of: stream) { $0[axis] } : .infinity
            )
        }
        self.ends = ends
        range = ends.flatMap { [-$0.low, $0.high] }.filter(\.isFinite).max() ?? 0
        guard range > 0 else {
            (samples, first) = (0, 0)
            return
        }
        let clipped = stream.values.indices.filter { index in
            (0..<3).contains { Self.isAtEnd(stream.values[index][$0], ends[$0]) }
        }
        (samples, first) = (clipped.count, clipped.first.map { stream.times[$0] } ?? 0)
    }

    /// Whether an axis of a reading is at one of these ends.
    package func isAtEnd(_ value: Vector3, axis: Int) -> Bool { !ends.isEmpty && Self.isAtEnd(value[axis], ends[axis]) }

    private static func isAtEnd(_ value: Double, _ end: (low: Double, high: Double)) -> Bool {
        value <= end.low || value >= end.high
    }

    /// The smallest and the largest value of each axis. In most logs they are so far from the ends of ranges that
    /// counting can be skipped.
    private static func extremes(of stream: VectorStream) -> (lowest: Vector3, highest: Vector3) {
        var lowest = Vector3(.infinity, .infinity, .infinity)
        var highest = -lowest
        for value in stream.values {
            lowest = Vector3(min(lowest.x, value.x), min(lowest.y, value.y), min(lowest.z, value.z))
            highest = Vector3(max(highest.x, value.x), max(highest.y, value.y), max(highest.z, value.z))
        }
        return (lowest, highest)
    }

    /// The largest value, where readings pile up at it; infinite where they do not.
    private static func end(of stream: VectorStream, _ component: (Vector3) -> Double) -> Double {
        var (end, count, run, longest) = (-Double.infinity, 0, 0, 0)
        var (next, nextCount) = (-Double.infinity, 0)
        for value in stream.values {
            let value = component(value)
            if value > end {
                (next, nextCount) = (end, count)
                (end, count, run, longest) = (value, 1, 1, 1)
            } else if value == end {
                (count, run) = (count + 1, run + 1)
                longest = max(longest, run)
            } else {
                run = 0
                if value > next { (next, nextCount) = (value, 0) }
                if value == next { nextCount += 1 }
            }
        }
        return count >= fewest && longest >= longestRun && count > nextCount ? end : .infinity
    }

    /// The smallest and the largest range of such sensors, in the stream's unit.
    private static func ranges(of sensor: SensorKind) -> ClosedRange<Double>? {
        switch sensor {
        case .accelerometer: return 1.9 * 9.80665...400 * 9.80665
        case .gyroscope: return Angle.radians(240)...Angle.radians(4500)
        case .magnetometer: return 390...6000
        default: return nil
        }
    }
}

extension Clipping {
    /// One warning for each sensor whose readings reached the end of its range.
    /// - Parameter name: the log's name in messages.
    package static func warnings(about recording: Recording, name: String) -> [Warning] {
        let origin = HoleReport.origin(of: recording)
        return [SensorKind.accelerometer, .gyroscope, .magnetometer].compactMap { sensor in
            let clipping = Clipping(recording.vectors(of: sensor), of: sensor)
            guard clipping.samples > 0 else { return nil }
            let (range, cost): (String, String)
            switch sensor {
            case .gyroscope:
                range = "\(shown(Angle.degrees(clipping.range))) deg/s"
                cost = "the turn beyond it is lost, and headings are off by it until the magnetometer corrects them"
            case .magnetometer:
                range = "\(shown(clipping.range)) microtesla"
                cost = "the field beyond it is not measured"
            default:
                range = "\(shown(clipping.range / 9.80665)) g"
                cost = "the force beyond it tilts the horizon"
            }
            return Warning(
                .saturatedSensor, place: name,
                "\(sensor.rawValue): \(clipping.samples) samples at the end of its range (\(range)), the first at "
                    + "\((clipping.first &- origin.time).tenthsOfSeconds) s\(origin.text): \(cost)")
        }
    }

    /// Rounded to a whole number, or to one decimal below ten.
    private static func shown(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths < 10 ? "\(tenths)" : "\(Int(clamping: tenths.rounded()))"
    }
}
