/// Numbers whose digits are grouped by thousands: `1,234.5`, `1.234,5`, `1'234.5`, `1 234`.
enum GroupedDigits {
    /// A number as `Double` reads it: with a decimal point, and without marks between its thousands; other text may come out as it is.
    /// - Parameter decimalComma: the number has a comma in place of the point.
    static func decimal(_ text: String, decimalComma: Bool) -> String {
        plain(text, decimalComma: decimalComma) ?? (decimalComma ? text.withDecimalPoint : text)
    }

    /// The number without marks between its thousands and with a decimal point; `nil` for every other text.
    /// - Parameter decimalComma: the number has a comma in place of the point.
    static func plain(_ text: String, decimalComma: Bool) -> String? {
        let (point, others): (Character, String) = decimalComma ? (",", ".") : (".", ",")
        guard let mark = text.first(where: { others.contains($0) || blanks.contains($0) }) else { return nil }
        let parts = text.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty, parts.dropFirst().allSatisfy(isDigits) else { return nil }
        let sign = parts[0].hasPrefix("-") || parts[0].hasPrefix("+") ? parts[0].prefix(1) : ""
        let groups = parts[0].dropFirst(sign.count).split(separator: mark, omittingEmptySubsequences: false)
        // Zero is no thousand.
        guard groups.count > 1, groups.allSatisfy(isDigits), (1...3).contains(groups[0].count),
            !groups[0].hasPrefix("0"),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return sign + groups.joined() + (parts.count > 1 ? "." + parts[1] : "")
    }

    /// Marks that are never a decimal point; thin blanks are among them.
    private static let blanks = "'’ \u{A0}\u{2009}\u{202F}"

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 &- 48 < 10 }
    }
}
