/// Text from outside on one line of a report or terminal.
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

/// Foreign text in HTML and XML.
enum MarkupText {
    /// The text with the five characters that markup gives a meaning escaped, scalar by scalar (a combining mark behind a
    /// quote makes another `Character` of it, but no other quote), and without the control characters that XML forbids.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
