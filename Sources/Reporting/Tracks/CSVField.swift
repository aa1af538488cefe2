/// Text in a CSV cell (RFC 4180).
enum CSVField {
    /// The text as it is, or in quotes where it holds a separator, a quote or a line break.
    static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
