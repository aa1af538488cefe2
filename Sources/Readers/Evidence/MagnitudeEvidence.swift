import Foundation
import Judge
import Rotations
import SensorModels
import Vocabulary

/// Lengths of readings, and how numbers are shown.
enum MagnitudeEvidence {
    /// Median length of the readings about an offset, of some ten thousand readings in a long log.
    static func medianLength(_ stream: VectorStream, about offset: Vector3 = .zero) -> Double? {
        Percentile.upperMedian(stream.sampledValues().map { ($0 - offset).length })
    }

    /// As text with three significant digits.
    static func shown(_ value: Double) -> String { Judge.shown(value) }
}

/// The unit of the fixes' speeds, by the distance between fixes: apps and loggers call km/h, mph and knots 'speed'
/// alike.
struct SpeedEvidence {
    /// The unit's usual spelling.
    let unit: String
    /// m/s in one unit.
    let factor: Double
    /// Given speed / distance per second.
    let ratio: Double

    private static let units = [("km/h", 1 / 3.6), ("mph", 0.44704), ("knots", 1852.0 / 3600)]
    /// Relative error of the ratio, with that of a smoothed speed; mph and knots are 15 % apart.
    private static let tolerance = 0.06
    /// Metres per degree of latitude, on the mean sphere.
    private static let degree = 111_195.0
    /// m/s: fixes err by metres, so slower motion shows noise.
    private static let leastSpeed = 2.0
    private static let fewestWays = 20

    /// `nil` where the speeds are m/s, or nothing decides.
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

extension VectorStream {
    /// The parts of a stream that evidence examines: all of a short one, eight evenly spaced parts of a long one. Hours
    /// of motion decide nothing that minutes do not. No two parts share a sample.
    var evidenceParts: [ClosedRange<Int64>] { evidenceParts(most: 64_000) }

    /// The same with another number of samples in all.
    func evidenceParts(most: Int) -> [ClosedRange<Int64>] {
        let count = 8
        guard self.count > most, let first = times.first, let last = times.last,
            // With a clock that does not advance each part would be the whole stream.
            LogTime.difference(last, first) > Int64(clamping: count)
        else { return [] }
        let step = Double(last - first) / Double(count)
        let length = step * Double(most) / Double(self.count)
        return (0..<count).map { part in
            let start = Double(part) * step
            return first + Int64(clamping: start)...first + Int64(clamping: start + length)
        }
    }

    /// The samples within some spans of time; all of them without spans.
    func within(_ parts: [ClosedRange<Int64>]) -> VectorStream {
        guard !parts.isEmpty else { return self }
        let clipped = parts.map { self.clipped(to: $0) }
        return VectorStream(times: clipped.flatMap(\.times), values: clipped.flatMap(\.values))
    }

    /// Evenly spaced values: all of a short stream, about `most` of a long one.
    func sampledValues(_ most: Int = 10_000) -> [Vector3] {
        stride(from: 0, to: count, by: max(1, count / most)).map { values[$0] }
    }

    /// Whether all readings are whole numbers, as a sensor's own counts are.
    var isWhole: Bool {
        let readings = sampledValues(2000)
        return readings.count >= 10
            && readings.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() && $0.z == $0.z.rounded() }
    }

    /// Consecutive windows of this length, nanoseconds, each from its first sample on.
    func windows(of length: Int64) -> [Range<Int>] {
        var windows: [Range<Int>] = []
        var start = 0
        while start < count {
            let limit = times[start].addingReportingOverflow(length)
            let end = limit.overflow ? count : times.prefixLength { $0 < limit.partialValue }
            windows.append(start..<max(end, start + 1))
            start = max(end, start + 1)
        }
        return windows
    }

    /// The means of `windows` with at least `fewest` samples, each at the time of its middle sample.
    func means(of length: Int64, fewest: Int) -> VectorStream {
        let windows = windows(of: length).filter { $0.count >= fewest }
        return VectorStream(
            times: windows.map { times[($0.lowerBound + $0.upperBound) / 2] },
            values: windows.map { window in values[window].reduce(.zero, +) / Double(window.count) })
    }
}

extension FieldCentre {
    /// Of a field and a rate of any length, by `evidenceParts`.
    init?(inPartsOf field: VectorStream, rate: VectorStream) {
        let parts = field.evidenceParts
        self.init(of: field.within(parts), rate: rate.within(parts))
    }
}

extension [Vector3] {
    /// The median of each axis; zero without samples.
    var medians: Vector3 {
        Vector3(
            Percentile.upperMedian(map(\.x)) ?? 0, Percentile.upperMedian(map(\.y)) ?? 0,
            Percentile.upperMedian(map(\.z)) ?? 0)
    }
}

extension VectorStream {
    /// Every value times a factor, in place.
    mutating func scale(by factor: Double) {
        guard factor != 1 else { return }
        values.change { Vector3($0.x * factor, $0.y * factor, $0.z * factor) }
    }
}
