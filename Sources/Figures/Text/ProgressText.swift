import Vocabulary

/// The progress of long work, in one line.
public enum ProgressText {
    private static let barWidth = 20

    /// `comparing  [#####...............]  12 of 48 logs  3.1/s  0:12 left`
    ///
    /// - Parameters:
    ///   - work: what is done.
    ///   - unit: what is counted.
    ///   - done: how many are done.
    ///   - total: how many there are at most; 0 if unknown; the line then shows the elapsed time.
    ///   - seconds: since the work began.
    ///   - width: columns; parts that do not fit are left out from the end.
    /// - Returns: at most `width` columns. Rate and remaining time (assuming that the rest takes as long as what is
    ///   done) appear after the first is done.
    public static func line(
        _ work: String, unit: String, done: Int, total: Int, seconds: Double, width: Int
    ) -> String {
        guard total > 0 else { return String("\(work)  \(clock(seconds))".prefix(max(0, width))) }
        let done = max(0, min(done, total))
        let filled = done * barWidth / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: barWidth - filled)
        var parts = [work, "[\(bar)]", "\(done) of \(total) \(unit)"]
        if done > 0, seconds > 0 {
            let rate = Double(done) / seconds
            parts.append(rate >= 1 ? "\(short(rate))/s" : "\(short(1 / rate)) s each")
            if done < total { parts.append(clock(Double(total - done) / rate) + " left") }
        }
        var line = ""
        for part in parts {
            let longer = line.isEmpty ? part : line + "  " + part
            guard longer.count <= width else { break }
            line = longer
        }
        return line
    }

    private static func short(_ value: Double) -> String { NumberText.fixed(value, decimals: value < 10 ? 1 : 0) }

    /// `0:07`, `12:30`, `3:05:00`; seconds are rounded up.
    private static func clock(_ seconds: Double) -> String {
        let all = Int(clamping: min(seconds, 1e8).rounded(.up))
        let (hours, minutes) = (all / 3600, all / 60 % 60)
        let tail = NumberText.padded(all % 60)
        return hours > 0 ? "\(hours):\(NumberText.padded(minutes)):\(tail)" : "\(minutes):\(tail)"
    }
}
