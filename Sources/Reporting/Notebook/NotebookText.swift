/// Texts from outside in a notebook: nothing of them may become markup or code.
enum NotebookText {
    /// In Markdown.
    static func markdown(_ text: String) -> String { MarkdownReport.escaped(text) }

    /// A Python string literal.
    static func python(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\" + String(scalar)
            case _ where scalar.properties.generalCategory == .control:
                let digits = String(scalar.value, radix: 16)
                return "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
            default: return String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
