extension PlainText {
    /// Breaks text between words into lines of at most `width` columns; a longer word is a line of its own. What is
    /// between backticks, such as a command, is one word.
    package static func wrapped(
        _ text: String, indent: Int = 0, hanging: Int = 0, width: Int = TextTable.width
    ) -> [String] {
        let words = words(of: text)
        guard let first = words.first else { return [] }
        var lines = [String(repeating: " ", count: indent) + first]
        for word in words.dropFirst() {
            let line = lines[lines.count - 1]
            if columns(of: line) + 1 + columns(of: word) <= width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(repeating: " ", count: indent + hanging) + word)
            }
        }
        return lines
    }

    /// Text for people with lines of at most `width` columns. Longer ones are broken between words and continue below
    /// their last column; commands and words that are longer than a line stay whole.
    package static func fitted(_ text: String, width: Int = TextTable.width) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard columns(of: line) > width, !isCommand(line) else { return String(line) }
            let head = line.prefix(lastColumn(of: line, before: width / 2))
            let indent = columns(of: head)
            let below = wrapped(String(line.dropFirst(head.count)), indent: indent, width: width)
                .joined(separator: "\n")
            return String(head) + String(below.dropFirst(indent))
        }.joined(separator: "\n")
    }

    private static func words(of text: String) -> [String] {
        let pieces = text.split(separator: " ").map(String.init)
        var words: [String] = []
        var isQuoted = false
        for piece in pieces {
            if isQuoted { words[words.count - 1] += " " + piece } else { words.append(piece) }
            if piece.count(where: { $0 == "`" }) % 2 == 1 { isQuoted.toggle() }
        }
        return isQuoted ? pieces : words
    }

    /// Whether a line is one to copy into a shell.
    private static func isCommand(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return text.hasPrefix("sensorlab ") || text.hasPrefix("USAGE: ")
    }

    /// Where the last text begins that is indented, or separated from the text before it by two blanks or more.
    private static func lastColumn(of line: Substring, before end: Int) -> Int {
        var (blanks, column) = (0, 0)
        for (index, character) in line.prefix(end).enumerated() {
            if character != " ", blanks >= 2 { column = index }
            blanks = character == " " ? blanks + 1 : 0
        }
        return column
    }

    /// The columns that a line takes on a terminal, without the marks of `TextStyle`.
    private static func columns(of line: some StringProtocol) -> Int {
        guard line.contains("\u{1B}") else { return line.count }
        var count = 0
        var rest = Substring(line).unicodeScalars
        while !rest.isEmpty {
            let mark = TextStyle.length(ofMarkAt: rest)
            count += mark == 0 ? 1 : 0
            rest = rest.dropFirst(max(1, mark))
        }
        return count
    }
}
