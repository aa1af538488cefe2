/// Text that came from outside, made fit to stand in one line of a report or terminal.
enum PlainText {
    /// One line of at most `limit` characters: control characters (line feeds, escape sequences of terminals) and marks that
    /// turn the writing direction become spaces, runs of spaces one; what is too long loses its middle. A combining mark
    /// behind a character of markup is left out, since the two together would escape the escaping.
    static func line(_ text: String, limit: Int = 120) -> String {
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            var kept = scalar
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .format: kept = " "
            case .nonspacingMark, .enclosingMark, .spacingMark:
                if markup.contains(previous) { continue }
            default: break
            }
            if kept == " " && previous == " " { continue }
            scalars.append(kept)
            previous = kept
        }
        var line = String(scalars)
        if line.last == " " { line.removeLast() }
        guard line.count > limit, limit > 4 else { return line }
        let head = (limit - 1) * 2 / 3
        return String(line.prefix(head)) + "\u{2026}" + String(line.suffix(limit - 1 - head))
    }

    private static let markup: Set<Unicode.Scalar> = ["<", ">", "&", "\"", "'"]
}
