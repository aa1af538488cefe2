import Rotations
import SensorModels

/// Samples at the end of a sensor's range.
///
/// An axis counts as clipped where its extreme value is reached exactly by five samples or more: at the end of a range the
/// readings pile up. Values below the smallest ranges that such sensors have (1.9 g, 240 deg/s, 390 uT) are never
/// counted, since quiet data repeat too.
enum Clipping {
    /// Samples with at least one clipped axis.
    static func count(in stream: VectorStream, of sensor: SensorKind) -> Int {
        guard let smallest = smallestRange(of: sensor), !stream.isEmpty else { return 0 }
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
        let lowCounts = (0..<3).map { low[$0] <= -smallest && atLow[$0] >= fewest }
        let highCounts = (0..<3).map { high[$0] >= smallest && atHigh[$0] >= fewest }
        guard lowCounts.contains(true) || highCounts.contains(true) else { return 0 }
        return stream.values.count { value in
            (0..<3).contains { axis in
                (lowCounts[axis] && value[axis] == low[axis]) || (highCounts[axis] && value[axis] == high[axis])
            }
        }
    }

    private static let fewest = 5

    private static func smallestRange(of sensor: SensorKind) -> Double? {
        switch sensor {
        case .accelerometer: return 1.9 * 9.80665
        case .gyroscope: return Angle.radians(240)
        case .magnetometer: return 390
        default: return nil
        }
    }
}
