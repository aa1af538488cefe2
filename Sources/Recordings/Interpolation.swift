/// Finds, for stamps that do not decrease, the two samples of an ordered stream around each: O(n + m) altogether.
struct Interpolation {
    private let times: [Int64]
    private let longestGap: Int64
    private var index = 0

    /// - Parameter longestGap: neighbours that are farther apart, nanoseconds, are not interpolated between.
    init(_ times: [Int64], longestGap: Int64) {
        self.times = times
        self.longestGap = longestGap
    }

    /// The sample at or before `time` and the fraction of the way to the next one, [0, 1); `nil` outside of the stream
    /// and in its gaps. Where several samples have one stamp the last one counts.
    mutating func bracket(_ time: Int64) -> (index: Int, fraction: Double)? {
        guard let first = times.first, time >= first else { return nil }
        while index + 1 < times.count && times[index + 1] <= time { index += 1 }
        if times[index] == time { return (index, 0) }
        guard index + 1 < times.count else { return nil }
        let gap = times[index + 1] - times[index]
        guard gap <= longestGap else { return nil }
        return (index, Double(time - times[index]) / Double(gap))
    }
}
