import Recordings
import Vocabulary

/// Dates and times of day whose fraction is whole milliseconds without the zeros in front: `12:31:12.5` is 12 s and 5 ms.
enum UnpaddedMilliseconds {
    /// The text with the zeros; as it is where it has no such fraction.
    static func padded(_ text: String) -> String {
        guard let digits = fraction(text), digits.count < 3 else { return text }
        return text.dropLast(digits.count) + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// Whether cells are such times: read as decimals they step back within a second, read so they never do.
    static func fits(_ cells: [String]) -> Bool {
        guard cells.count > 2 else { return false }
        var last: (time: Int64, decimal: Int64)?
        var stepsBack = false
        for cell in cells {
            guard let digits = fraction(cell), digits.first != "0" || digits.count == 1,
                let time = WallClockText.clock(padded(cell))?.time, let decimal = WallClockText.clock(cell)?.time
            else { return false }
            if let last {
                guard time >= last.time else { return false }
                stepsBack = stepsBack || decimal < last.decimal
            }
            last = (time, decimal)
        }
        return stepsBack
    }

    /// The one to three digits at the end, behind a point or a comma.
    private static func fraction(_ text: String) -> Substring? {
        guard let point = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return nil }
        let digits = text[text.index(after: point)...]
        return (1...3).contains(digits.count) && digits.utf8.allSatisfy { $0 &- 48 < 10 } ? digits : nil
    }
}
