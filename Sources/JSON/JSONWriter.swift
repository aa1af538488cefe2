extension JSONValue {
    /// The value as a text: members sorted by name, two blanks per level, numbers in the shortest form that
    /// reads back the same, a line feed at the end. Equal values give equal texts. A number that is not finite,
    /// which JSON lacks, is null.
    public var text: String {
        var writer = JSONWriter()
        writer.append(self, level: 0)
        return writer.text + "\n"
    }
}

/// Writes one JSON text in the layout of Foundation's encoder (pretty printed, sorted keys, slashes plain).
struct JSONWriter {
    private(set) var text = ""

    mutating func append(_ value: JSONValue, level: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.isFinite ? Self.text(of: value) : "null"
        case .string(let value): append(quoted: value)
        case .array(let elements):
            text += "["
            for index in elements.indices {
                startLine(isFirst: index == 0, level: level + 1)
                append(elements[index], level: level + 1)
            }
            endBlock("]", isEmpty: elements.isEmpty, level: level)
        case .object(let members):
            text += "{"
            let names = Array(members.keys).sorted()
            for index in names.indices {
                startLine(isFirst: index == 0, level: level + 1)
                append(quoted: names[index])
                text += " : "
                append(members[names[index]] ?? .null, level: level + 1)
            }
            endBlock("}", isEmpty: names.isEmpty, level: level)
        }
    }

    /// The shortest text that reads back the same; whole numbers without their decimal point.
    static func text(of value: Double) -> String {
        let text = value.description
        return text.utf8.suffix(2).elementsEqual(".0".utf8)
            ? String(decoding: text.utf8.dropLast(2), as: UTF8.self) : text
    }

    private mutating func startLine(isFirst: Bool, level: Int) {
        text += isFirst ? "\n" : ",\n"
        indent(level)
    }

    private mutating func endBlock(_ bracket: String, isEmpty: Bool, level: Int) {
        text += isEmpty ? "\n\n" : "\n"
        indent(level)
        text += bracket
    }

    private mutating func indent(_ level: Int) {
        for _ in 0..<level { text += "  " }
    }

    private mutating func append(quoted string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where JSONEscapes.isEscaped(scalar): text += JSONEscapes.text(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
