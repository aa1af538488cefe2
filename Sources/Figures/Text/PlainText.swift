/// Untrusted text in a report or on a terminal.
///
/// Names and files may contain escape sequences of terminals, line breaks and marks that change the writing direction;
/// all such text is filtered here.
public enum PlainText {
    /// The text on one line; characters that are not visible become spaces.
    public static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isInvisible($0) ? " " : $0 }))
    }

    /// Text of several lines; characters that are not visible become spaces, except line feeds, tabs and the marks of
    /// `TextStyle`.
    /// - Parameters:
    ///   - text: any.
    ///   - keepsStyles: whether the program's own marks of style stay; in data they are control sequences like any
    ///     other.
    public static func visible(_ text: String, keepsStyles: Bool = true) -> String {
        guard text.unicodeScalars.contains(where: { isInvisible($0) && $0 != "\n" && $0 != "\t" }) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            let style = keepsStyles ? TextStyle.length(ofMarkAt: rest) : 0
            if style > 0 {
                result.append(contentsOf: rest.prefix(style))
                rest = rest.dropFirst(style)
                continue
            }
            result.append(isInvisible(scalar) && scalar != "\n" && scalar != "\t" ? " " : scalar)
            rest = rest.dropFirst()
        }
        return String(result)
    }

    /// The text without what runners of GitHub and Azure take for commands: `::` at the beginning of a line, after
    /// blanks, and `##[` and `##vso[` anywhere.
    public static func withoutCommands(_ text: String) -> String {
        let text = text.contains("##") ? text.replacing("##[", with: "# #[").replacing("##vso[", with: "# #vso[") : text
        guard text.contains("::") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let blanks = line.prefix { $0.isWhitespace }
            return line[blanks.endIndex...].hasPrefix("::")
                ? blanks + ": " + line[blanks.endIndex...].dropFirst() : line
        }.joined(separator: "\n")
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: return true
        default: return false
        }
    }

    /// One line of at most `limit` characters: control characters (line feeds, escape sequences of terminals) and marks
    /// that turn the writing direction become spaces, runs of spaces one; the middle of longer text is left out. A
    /// combining mark behind a character of markup is left out, since the two together would bypass the escaping.
    package static func line(_ text: String, limit: Int = 120) -> String {
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

/// Untrusted text in HTML and XML.
package enum MarkupText {
    /// The text with the five special characters of markup escaped, scalar by scalar (a combining mark behind a quote
    /// makes another `Character` of it, but no other quote), and without the control characters that XML forbids.
    package static func escaped(_ text: String) -> String {
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

extension String {
    /// With a capital letter at its beginning.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
