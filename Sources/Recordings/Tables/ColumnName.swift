/// A column's name taken apart: `Gyroscope X (deg/s)` is the words `gyroscope`, the axis x and the unit `deg/s`.
struct ColumnName: Equatable {
    /// Lower-case words without axis and unit, joined by blanks.
    let stem: String
    /// 0...2 for x, y, z (or `[0]`...), 3 for w; `nil` for names without one.
    let axis: Int?
    /// What stands in the last parentheses or brackets, unclosed ones too, or in the words behind the axis.
    let unit: String?

    init(_ name: String) {
        var body = name
        var unit: String?
        var index: Int?
        if let open = name.firstIndex(where: { $0 == "(" || $0 == "[" }), open > name.startIndex {
            body = String(name[..<open])
            let rest = name[name.index(after: open)...]
            let isNested = rest.contains("(")
            let end = isNested ? rest.lastIndex(of: ")") : rest.firstIndex { $0 == ")" || $0 == "]" }
            let inside = String(rest[..<(end ?? rest.endIndex)]).trimmedCell
            if let number = Int(inside), (0...3).contains(number) { index = number } else { unit = inside }
        }
        var words = Self.words(body)
        var axis = index
        if axis == nil, let last = words.last, let found = Self.axes[last], words.count > 1 || unit != nil {
            axis = found
            words.removeLast()
        } else if axis == nil, unit == nil, let place = words.dropFirst().lastIndex(where: { Self.axes[$0] != nil }),
            place + 1 < words.count
        {
            unit = words[(place + 1)...].joined(separator: "/")
            axis = Self.axes[words[place]]
            words = Array(words[..<place])
        } else if axis == nil, words.count == 1, let only = words.first, let found = Self.axes[only] {
            axis = found
            words = []
        }
        stem = words.joined(separator: " ")
        self.axis = axis
        self.unit = unit?.isEmpty == true ? nil : unit
    }

    private static let axes: [String: Int] = ["x": 0, "y": 1, "z": 2, "w": 3]

    /// Words end at blanks, marks, and where a small letter meets a capital one.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var current = ""
        var wasSmall = false
        for character in text {
            if !character.isLetter && !character.isNumber {
                if !current.isEmpty { words.append(current) }
                (current, wasSmall) = ("", false)
                continue
            }
            if wasSmall && character.isUppercase {
                words.append(current)
                current = ""
            }
            current += character.lowercased()
            wasSmall = character.isLowercase
        }
        if !current.isEmpty { words.append(current) }
        return words
    }
}
