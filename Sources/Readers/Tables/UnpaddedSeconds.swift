import Recordings
import Vocabulary

/// Stamps of C programs that print whole seconds, a point and whole microseconds without the zeros in front: `12.5` is 12 s and 5 us.
enum UnpaddedSeconds {
    /// Nanoseconds; `DecimalTime.unreadable` for other text.
    static func nanoseconds(_ text: some StringProtocol) -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(parts[0]), seconds.magnitude < 1 << 33, isFraction(parts[1]),
            let micros = Int64(parts[1])
        else { return DecimalTime.unreadable }
        return LogTime.sum(LogTime.product(seconds, LogTime.nanosecondsPerSecond), micros * 1000)
    }

    /// Whether cells are such stamps: read as decimals they step back, read so they never do.
    static func fits(_ cells: [String]) -> Bool {
        guard cells.count > 2 else { return false }
        var (previous, decimal, stepsBack) = (Int64.min, -Double.infinity, false)
        for cell in cells {
            let time = nanoseconds(cell)
            guard time != DecimalTime.unreadable, time >= previous, let number = Double(cell) else { return false }
            stepsBack = stepsBack || number < decimal
            (previous, decimal) = (time, number)
        }
        return stepsBack
    }

    /// One to six digits, none of them a zero in front.
    private static func isFraction(_ digits: some StringProtocol) -> Bool {
        (1...6).contains(digits.utf8.count) && digits.utf8.allSatisfy { $0 &- 48 < 10 }
            && (digits.first != "0" || digits.count == 1)
    }
}
