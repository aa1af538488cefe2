import Rotations
import SensorModels
import Vocabulary

/// Samples at the end of a sensor's range.
///
/// An axis counts as clipped where its extreme value is reached exactly by five samples or more: at the end of a range the
/// readings pile up. Values below the smallest ranges that such sensors have (1.9 g, 240 deg/s, 390 uT) are never
/// counted, since quiet data repeat too.
struct Clipping {
    /// How many have at least one clipped axis.
    let samples: Int
    /// The stamp of the first one, nanoseconds; 0 without any.
    let first: Int64
    /// The largest magnitude of a clipped axis, in the stream's unit; 0 without any.
    let range: Double

    private static let fewest = 5

    init(_ stream: VectorStream, of sensor: SensorKind) {
        guard let smallest = Self.smallestRange(of: sensor), !stream.isEmpty else {
            (samples, first, range) = (0, 0, 0)
            return
        }
        var low = stream.values[0]
        var high = stream.values[0]
        for value in stream.values {
            low = Vector3(min(low.x, value.x), min(low.y, value.y), min(low.z, value.z))
            high = Vector3(max(high.x, value.x), max(high.y, value.y), max(high.z, value.z))
        }
        var atLow = [0, 0, 0]
        var atHigh = [0, 0, 0]
        for value in stream.values {
            for axis in 0..<3 {
                if value[axis] == low[axis] { atLow[axis] += 1 }
                if value[axis] == high[axis] { atHigh[axis] += 1 }
            }
        }
        let isLowClipped = (0..<3).map { low[$0] <= -smallest && atLow[$0] >= Self.fewest }
        let isHighClipped = (0..<3).map { high[$0] >= smallest && atHigh[$0] >= Self.fewest }
        var (samples, first) = (0, Int64.max)
        if isLowClipped.contains(true) || isHighClipped.contains(true) {
            for (time, value) in zip(stream.times, stream.values) {
                let isClipped = (0..<3).contains { axis in
                    (isLowClipped[axis] && value[axis] == low[axis])
                        || (isHighClipped[axis] && value[axis] == high[axis])
                }
                if isClipped { (samples, first) = (samples + 1, min(first, time)) }
            }
        }
        self.samples = samples
        self.first = samples > 0 ? first : 0
        range = (0..<3).reduce(0) { largest, axis in
            max(largest, isLowClipped[axis] ? -low[axis] : 0, isHighClipped[axis] ? high[axis] : 0)
        }
    }

    private static func smallestRange(of sensor: SensorKind) -> Double? {
        switch sensor {
        case .accelerometer: return 1.9 * 9.80665
        case .gyroscope: return Angle.radians(240)
        case .magnetometer: return 390
        default: return nil
        }
    }
}

extension Clipping {
    /// One for each sensor whose readings reached the end of its range.
    /// - Parameter name: what messages call the log.
    static func warnings(about recording: Recording, name: String) -> [Warning] {
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
                code: .saturatedSensor, place: name,
                message:
                    "\(sensor.rawValue): \(clipping.samples) samples at the end of its range (\(range)), the first at "
                    + "\((clipping.first &- origin.time).tenthsOfSeconds) s\(origin.text): \(cost)",
                advice: "choose a larger range in the recording app or the driver, or move more slowly")
        }
    }

    /// A whole number, or one decimal below ten.
    private static func shown(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths < 10 ? "\(tenths)" : "\(Int(clamping: tenths.rounded()))"
    }
}
