/// Which samples of a long log means and percentiles are taken of.
///
/// Errors and headings of neighbouring samples are nearly the same: they correlate over seconds (`ErrorBlocks`). Ten samples a
/// second of an hour have the same mean, RMSE and percentiles, within far less than these would differ by in another hour.
/// The number of samples and extremes are of all (`LargestErrors`), and so is what depends on how fast something changes (jitter, lag).
public enum ThinnedSamples {
    /// From so many samples on: more than any recording of the public benchmarks has, whose figures are of all samples.
    public static let many = 200_000
    /// Of many samples at least so many are taken, evenly spread: ten a second of an hour.
    public static let fewest = 36_000

    /// Every how many of so many samples are taken; 1 for all.
    public static func stride(of count: Int) -> Int { count < many ? 1 : count / fewest }

    /// The least interval between headings that an offset is fitted to, nanoseconds: ten a second, of many samples two. A filter's
    /// heading errs the same for seconds, so that more of them say nothing new.
    public static func offsetInterval(of count: Int) -> Int64 { count < many ? 100_000_000 : 500_000_000 }

    /// Which of so many samples are taken: each from the middle of those that it stands for.
    public static func indices(of count: Int) -> StrideTo<Int> {
        let step = stride(of: count)
        return Swift.stride(from: step / 2, to: count, by: step)
    }
}
