extension PlainText {
    /// Breaks text between words into lines of at most `width` columns; a word that is longer than a line is cut.
    package static func wrapped(
        _ text: String, indent: Int = 0, hanging: Int = 0, width: Int = TextTable.width
    ) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            var rest = word
            while !rest.isEmpty {
                let room = width - line.count - (isEmpty ? 0 : 1)
                if rest.count <= room {
                    line += (isEmpty ? "" : " ") + rest
                    isEmpty = false
                    rest = ""
                } else if isEmpty {
                    line += rest.prefix(room)
                    rest = rest.dropFirst(room)
                    isEmpty = false
                } else {
                    lines.append(line)
                    line = String(repeating: " ", count: indent + hanging)
                    isEmpty = true
                }
            }
        }
        return isEmpty ? lines : lines + [line]
    }
}
