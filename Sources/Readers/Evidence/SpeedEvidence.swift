import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The unit of the fixes' speeds, by the way from fix to fix: apps and loggers call km/h, mph and knots 'speed' alike.
struct SpeedEvidence {
    /// As people write it.
    let unit: String
    /// m/s for one of it.
    let factor: Double
    /// How many times the way per second the speeds are.
    let ratio: Double

    private static let units = [("km/h", 1 / 3.6), ("mph", 0.44704), ("knots", 1852.0 / 3600)]
    /// The ratio's error and a smoothed speed's; mph and knots are 15 % apart.
    private static let tolerance = 0.06
    /// Of a degree of latitude, metres, on the mean sphere.
    private static let degree = 111_195.0
    /// Fixes err by metres: slower ways show noise.
    private static let leastSpeed = 2.0
    private static let fewestWays = 20

    /// `nil` where the speeds are m/s, or nothing shows what they are.
    init?(_ fixes: SampleStream<LocationFix>) {
        var ratios: [Double] = []
        var start = 0
        while start < fixes.count {
            guard let end = fixes.times[start...].firstIndex(where: { $0 - fixes.times[start] >= 1_000_000_000 }) else {
                break
            }
            let seconds = Double(fixes.times[end] - fixes.times[start]) * 1e-9
            let speeds = fixes.values[start...end].map(\.speed)
            let (a, b) = (fixes.values[start].place, fixes.values[end].place)
            let north = (b.latitude - a.latitude) * Self.degree
            let east = (b.longitude - a.longitude) * Self.degree * cos(Angle.radians(a.latitude))
            let way = (north * north + east * east).squareRoot() / seconds
            if seconds < 5, way > Self.leastSpeed, speeds.allSatisfy({ $0 >= 0 }) {
                ratios.append(speeds.reduce(0, +) / Double(speeds.count) / way)
            }
            start = end
        }
        ratios.sort()
        guard ratios.count >= Self.fewestWays else { return nil }
        let median = Percentile.of(sorted: ratios, 0.5)
        guard Percentile.of(sorted: ratios, 0.9) - Percentile.of(sorted: ratios, 0.1) < 0.5 * median,
            let found = Self.units.first(where: { (median * $0.1 - 1).magnitude < Self.tolerance })
        else { return nil }
        (unit, factor, ratio) = (found.0, found.1, median)
    }
}
