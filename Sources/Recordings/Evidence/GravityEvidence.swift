import Rotations
import SensorModels
import Vocabulary

/// Whether gravity is in an accelerometer's readings.
///
/// Specific force averages to gravity over every second of ordinary motion, acceleration without gravity to about zero;
/// the length of single readings does not tell them apart, since a run accelerates as much as gravity does.
enum GravityEvidence {
    /// m/s^2: means of a second below it are no gravity.
    private static let leastMean = 3.0
    /// Where the unit is not known: the mean's share of the root mean square.
    private static let leastShare = 0.35

    /// Why there is no gravity in the readings, as text for reports; `nil` where there is, or nothing tells.
    /// - Parameters:
    ///   - gravity: that of the device, or an empty stream.
    ///   - unit: of the readings, if known.
    static func absence(from stream: VectorStream, beside gravity: VectorStream, unit: LogUnit?) -> String? {
        if let cosines = Cosines(stream, gravity) {
            return cosines.median.magnitude < 0.5
                ? "median cosine to the gravity beside them \(Cosines.shown(cosines.median))" : nil
        }
        guard let (mean, rootMeanSquare) = seconds(of: stream.within(stream.evidenceParts)) else { return nil }
        let isAbsent = unit.map { mean * $0.factor < leastMean } ?? (mean < leastShare * rootMeanSquare)
        return isAbsent
            ? "means of a second are \(MagnitudeEvidence.shown(mean)), single readings "
                + "\(MagnitudeEvidence.shown(rootMeanSquare)) long" : nil
    }

    /// Medians over parts of a second: the length of the mean, and the root mean square; `nil` for fewer than five
    /// parts with eight readings each.
    private static func seconds(of stream: VectorStream) -> (mean: Double, rootMeanSquare: Double)? {
        var (means, squares) = ([Double](), [Double]())
        var start = 0
        while start < stream.count {
            let end = stream.times.prefixLength { $0 < stream.times[start] + 1_000_000_000 }
            let part = stream.values[start..<max(end, start + 1)]
            if part.count >= 8 {
                means.append((part.reduce(.zero, +) / Double(part.count)).length)
                squares.append(part.reduce(0) { $0 + $1.lengthSquared } / Double(part.count))
            }
            start += max(1, part.count)
        }
        guard means.count >= 5, let mean = Percentile.upperMedian(means), let square = Percentile.upperMedian(squares)
        else { return nil }
        return (mean, square.squareRoot())
    }
}
