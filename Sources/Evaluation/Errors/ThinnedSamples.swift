/// The samples that means and percentiles of a long log are computed from.
///
/// Errors and headings of neighbouring samples are almost equal: they correlate over seconds (`ErrorBlocks`). Taking
/// ten samples per second of an hour changes mean, RMSE and percentiles far less than recording another hour would.
/// Counts and maxima (`LargestErrors`) use all samples, and so do jitter and lag, which depend on rates of change.
public enum ThinnedSamples {
    /// Logs with fewer samples are not thinned; no recording of the public benchmarks has more.
    public static let many = 200_000
    /// The least number of samples that remain, evenly spread: ten per second of an hour.
    public static let fewest = 36_000

    /// The stride between the samples that are used; 1 for all.
    public static func stride(of count: Int) -> Int { count < many ? 1 : count / fewest }

    /// The shortest interval between headings that an offset is fitted to, nanoseconds: ten per second, two per second
    /// in long logs. The heading error of a filter correlates over seconds, so that more samples add no information.
    public static func offsetInterval(of count: Int) -> Int64 { count < many ? 100_000_000 : 500_000_000 }

    /// The indices of the samples that are used: the middle one of each stride.
    public static func indices(of count: Int) -> StrideTo<Int> {
        let step = stride(of: count)
        return Swift.stride(from: step / 2, to: count, by: step)
    }
}
