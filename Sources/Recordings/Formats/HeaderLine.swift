/// The first line of a log that is neither empty nor a `#` line, found without taking anything.
struct HeaderLine {
    let text: String
    let number: Int

    init?(_ lines: LineReader) {
        var number = lines.lineNumber
        for line in lines.head.split(separator: UInt8(ascii: "\n"), maxSplits: 200, omittingEmptySubsequences: false) {
            let text = String(decoding: line.prefix(1 << 16), as: UTF8.self).trimmedCell
            if !text.isEmpty && !text.hasPrefix("#") {
                self.text = text
                self.number = number
                return
            }
            number += 1
        }
        return nil
    }

    /// The beginning of the line for a message, without what disturbs a terminal.
    var excerpt: String {
        let shown = text.prefix(60).unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "." : String($0) }.joined()
        return text.count > 60 ? shown + "..." : shown
    }

    /// The names in the line, trimmed.
    func names(separator: Character = ",") -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { String($0).trimmedCell }
    }
}
