/// How a line of a log is written anew.
protocol LineRule: SendableMetatype {
    /// `nil` for a log whose first lines are not of the rule's kind.
    init?(beginning lines: [ArraySlice<UInt8>])
    /// Appends what a line becomes.
    /// - Parameter line: without its line feed.
    mutating func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8])
}

extension LineRule {
    /// The cells of a line without the blanks around them; several blanks that separate are one.
    static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
        line.split(separator: separator, omittingEmptySubsequences: separator == CellSeparator.blank).map {
            String(decoding: $0, as: UTF8.self).trimmedCell
        }
    }
}

/// What may separate the cells of a line, what texts have least in their cells first.
enum CellSeparator {
    static let blank = UInt8(ascii: " ")
    static let marks = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    static let all = marks + [blank]
}

/// Writes the lines of a log anew while they are read, one for one, so that they keep their numbers.
struct LineRewriter {
    /// In the order in which they are applied: each sees what those before it have made.
    private static let rules: [any LineRule.Type] = [
        LinePrefix.self, InfluxLines.self, LineLabel.self, HexadecimalCells.self, UnitCells.self, VectorCells.self,
    ]

    private var rule: any LineRule
    private var line: [UInt8] = []

    /// So many of the first lines decide.
    private static var decidingLines: Int { 64 }
    /// A longer line is no line of a log.
    private static var longestLine: Int { 1 << 16 }

    /// The rules that have something to do in a log, each applied to its first bytes.
    static func all(beginning bytes: inout [UInt8]) -> [LineRewriter] {
        rules.compactMap { kind in
            guard var rewriter = LineRewriter(kind, beginning: bytes) else { return nil }
            rewriter.convert(&bytes)
            return rewriter
        }
    }

    private init?(_ kind: any LineRule.Type, beginning bytes: [UInt8]) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: Self.decidingLines, omittingEmptySubsequences: false)
        guard let rule = kind.init(beginning: lines.dropLast()) else { return nil }
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
