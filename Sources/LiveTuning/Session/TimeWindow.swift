/// The part of a log that a picture shows, and the pixel columns it has for it.
struct TimeWindow: Codable, Sendable, Hashable {
    /// Seconds since the first sample of the log.
    var from: Double
    /// Seconds since the first sample of the log; the log's end where it is null.
    var to: Double?
    /// Pixel columns.
    var columns: Int

    /// Columns that a picture may have.
    static let columnRange = 50...4000

    /// The closed interval in nanoseconds of the log's clock; `nil` where it is empty or has no usable number of columns.
    func interval(in log: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        let duration = Double(log.upperBound - log.lowerBound) * 1e-9
        let end = min(to ?? duration, duration)
        let isPart = from >= 0 && (from < end || (from == 0 && duration == 0))
        guard isPart, Self.columnRange.contains(columns) else { return nil }
        let start = log.lowerBound + Int64(from * 1e9)
        return start...max(start, log.lowerBound + Int64((end * 1e9).rounded(.up)))
    }
}
