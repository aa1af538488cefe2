/// Finds the name that the user probably meant.
public enum NearestName {
    /// The candidate with the smallest edit distance (Levenshtein 1966, without case), if it is at most a third of the
    /// longer word and at most three edits away; `nil` where nothing is near.
    public static func of(_ word: String, in candidates: [String]) -> String? {
        let scored = candidates.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
        guard let best = scored.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
        let limit = min(3, max(1, max(word.count, best.name.count) / 3))
        return best.distance <= limit ? best.name : nil
    }

    private static func distance(_ a: String, _ b: String) -> Int {
        let b = Array(b)
        var row = Array(0...b.count)
        for (i, character) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let substitution = diagonal + (character == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, min(row[j], diagonal) + 1)
            }
        }
        return row[b.count]
    }
}
