import Vocabulary

/// The moments at which a page keeps the samples of a stream: all of them, or, where they are more than a page can carry,
/// two for each of many equal stretches, at which it keeps the lowest and the highest value.
struct SampleGrid: Sendable, Equatable {
    /// Streams up to this length are kept whole: two minutes at 100 Hz.
    static let mostSamples = 12_500
    private static let stretches = 5_000

    /// Ascending.
    let seconds: [Double]
    /// The first sample of each stretch, and the count of all; `nil` where every sample is kept.
    private let starts: [Int]?

    /// - Parameters:
    ///   - times: stamps, ascending.
    ///   - duration: seconds that the page shows.
    ///   - seconds: since the page's first moment.
    init(_ times: [Int64], duration: Double, seconds: (Int64) -> Double) {
        guard times.count > Self.mostSamples else {
            self.seconds = times.map(seconds)
            starts = nil
            return
        }
        let length = max(duration, 1e-6) / Double(Self.stretches)
        var (moments, starts) = ([Double](), [Int]())
        var current = -1
        for (index, time) in times.enumerated() {
            let stretch = Int(clamping: seconds(time) / length)
            guard stretch != current else { continue }
            current = stretch
            starts.append(index)
            moments.append((Double(stretch) + 0.25) * length)
            moments.append((Double(stretch) + 0.75) * length)
        }
        self.seconds = moments
        self.starts = starts + [times.count]
    }

    /// A value for each moment; NaN where the samples have none.
    func reduced(_ values: [Float]) -> [Float] {
        guard let starts else { return values }
        var result: [Float] = []
        result.reserveCapacity(seconds.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            var (low, high) = (start, start)
            for index in start..<end where values[index].isFinite {
                if !(values[low] <= values[index]) { low = index }
                if !(values[high] >= values[index]) { high = index }
            }
            result.append(values[min(low, high)])
            result.append(values[max(low, high)])
        }
        return result
    }
}
