import Rotations
import SensorModels
import Vocabulary

extension VectorStream {
    /// The parts of a stream that evidence looks at: all of it, of a long one eight parts in even distances. Hours of motion
    /// decide nothing that minutes do not. No two share a sample.
    var evidenceParts: [ClosedRange<Int64>] {
        let (most, count) = (64_000, 8)
        guard self.count > most, let first = times.first, let last = times.last,
            // Of a clock that stands still each part would be all of the stream.
            LogTime.difference(last, first) > Int64(clamping: count)
        else { return [] }
        let step = Double(last - first) / Double(count)
        let length = step * Double(most) / Double(self.count)
        return (0..<count).map { part in
            let start = Double(part) * step
            return first + Int64(clamping: start)...first + Int64(clamping: start + length)
        }
    }

    /// The samples in some parts of the time; all of them where there are no parts.
    func within(_ parts: [ClosedRange<Int64>]) -> VectorStream {
        guard !parts.isEmpty else { return self }
        let clipped = parts.map { self.clipped(to: $0) }
        return VectorStream(times: clipped.flatMap(\.times), values: clipped.flatMap(\.values))
    }

    /// Values in even distances: all of a short stream, some `most` of a long one.
    func sampledValues(_ most: Int = 10_000) -> [Vector3] {
        stride(from: 0, to: count, by: max(1, count / most)).map { values[$0] }
    }

    /// Whether all readings are whole numbers, as a sensor's own counts are.
    var isWhole: Bool {
        let readings = sampledValues(2000)
        return readings.count >= 10
            && readings.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() && $0.z == $0.z.rounded() }
    }

    /// Consecutive parts of a stream, each as long as that from its first sample on.
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

    /// The means of `windows` with at least so many samples, each at the time of the sample in its middle.
    func means(of length: Int64, fewest: Int) -> VectorStream {
        let windows = windows(of: length).filter { $0.count >= fewest }
        return VectorStream(
            times: windows.map { times[($0.lowerBound + $0.upperBound) / 2] },
            values: windows.map { window in values[window].reduce(.zero, +) / Double(window.count) })
    }
}

extension [Vector3] {
    /// The median of each axis; zero of none.
    var medians: Vector3 {
        Vector3(
            Percentile.upperMedian(map(\.x)) ?? 0, Percentile.upperMedian(map(\.y)) ?? 0,
            Percentile.upperMedian(map(\.z)) ?? 0)
    }
}
