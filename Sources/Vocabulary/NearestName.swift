/// Finds the name that the user probably meant.
public enum NearestName {
    /// The only candidate that begins with the word; else the one with the smallest edit distance, without case, if it
    /// is at most a third of the longer word and at most three edits away; `nil` where nothing is near.
    ///
    /// An edit is a letter too many, too few or another, or two neighbours exchanged (F. Damerau, CACM 7, 1964).
    public static func of(_ word: String, in candidates: [String]) -> String? {
        let letters = Array(word.smallLetters.utf8)
        let begun = candidates.filter { $0.smallLetters.utf8.starts(with: letters) }
        if letters.count >= 2, begun.count == 1 { return begun[0] }
        let scored = candidates.map { (name: $0, distance: distance(letters, Array($0.smallLetters.utf8))) }
        guard let best = scored.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
        let limit = min(3, max(1, max(letters.count, best.name.utf8.count) / 3))
        return best.distance <= limit ? best.name : nil
    }

    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}

extension String {
    /// With small letters in place of A to Z: names are ASCII, and an app in a browser then needs no Unicode tables.
    package var smallLetters: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
