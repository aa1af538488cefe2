/// How words stand out where text goes. Marks and words say the same, so that nothing is told by a style alone.
public enum TextStyle: Sendable {
    /// For files, pipes, and people who want no colour.
    case plain
    /// For terminals: the sequences SGR of ECMA-48, section 8.3.117.
    case terminal

    /// Titles and what matters most.
    public func strong(_ text: String) -> String { marked(text, "1") }

    /// A mark of something that needs attention.
    public func caution(_ text: String) -> String { marked(text, "1;33") }

    /// A mark of something that failed.
    public func failure(_ text: String) -> String { marked(text, "1;31") }

    private func marked(_ text: String, _ code: String) -> String {
        guard self == .terminal, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension TextStyle {
    /// A line of text with its mark, if it begins with it, made to stand out; spaces before it stay.
    func marking(_ mark: String, in line: String, _ style: (String) -> String) -> String {
        let spaces = line.prefix { $0 == " " }
        guard line.dropFirst(spaces.count).hasPrefix(mark) else { return line }
        return spaces + style(mark) + line.dropFirst(spaces.count + mark.count)
    }
}
