/// How a line of a log is written anew.
protocol LineRule {
    /// `nil` for a log whose first lines are not of the rule's kind.
    init?(beginning lines: [ArraySlice<UInt8>])
    /// Appends what a line becomes.
    /// - Parameter line: without its line feed.
    mutating func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8])
}

/// Writes the lines of a log anew while they are read, one for one, so that they keep their numbers.
struct LineRewriter<Rule: LineRule> {
    private var rule: Rule
    private var line: [UInt8] = []

    /// So many of the first lines decide.
    private static var decidingLines: Int { 64 }
    /// A longer line is no line of a log.
    private static var longestLine: Int { 1 << 16 }

    /// `nil` where the rule has nothing to do.
    init?(beginning bytes: [UInt8]) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: Self.decidingLines, omittingEmptySubsequences: false)
        guard let rule = Rule(beginning: lines.dropLast()) else { return nil }
        self.rule = rule
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                flush(into: &text)
                text.append(byte)
            } else {
                line.append(byte)
                if line.count == Self.longestLine { flush(into: &text) }
            }
        }
        // At the end of the log.
        if bytes.isEmpty { flush(into: &text) }
        bytes = text
    }

    private mutating func flush(into text: inout [UInt8]) {
        guard !line.isEmpty else { return }
        rule.append(line[...], to: &text)
        line.removeAll(keepingCapacity: true)
    }
}
