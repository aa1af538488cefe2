import Vocabulary

/// Which places are shown, by their categories: names with AND, OR, NOT and parentheses.
///
///     food AND (open OR bar)
///     NOT road
///     "salt and pepper" OR national park
///
/// NOT binds tighter than AND, AND tighter than OR. Operators have upper-case letters; words beside each other are one
/// name; a name with parentheses, quotation marks or an operator in it is quoted (a quotation mark inside is doubled),
/// and `""` means places without a category. Names are compared letter by letter.
public enum CategoryExpression: Sendable, Hashable {
    /// Places that have the category.
    case name(String)
    /// Places for which the expression does not hold.
    indirect case not(CategoryExpression)
    /// Places for which all of them hold; every place where there are none.
    case all([CategoryExpression])
    /// Places for which one of them holds at least.
    case any([CategoryExpression])

    /// Maximum nesting of parentheses and NOTs.
    public static let deepest = 64

    /// - Throws: `SensorLabError` (usage) with the place and what was expected there.
    public init(parsing text: String) throws(SensorLabError) {
        var parser = CategoryParser(text: text, tokens: try CategoryParser.tokens(text))
        self = try parser.whole()
    }

    /// Whether it holds for a place with these categories (`PointOfInterest.categories`).
    public func matches(_ categories: [String]) -> Bool {
        switch self {
        case .name(let name): return categories.contains(name)
        case .not(let part): return !part.matches(categories)
        case .all(let parts):
            for part in parts where !part.matches(categories) { return false }
            return true
        case .any(let parts):
            for part in parts where part.matches(categories) { return true }
            return false
        }
    }
}

extension CategoryExpression: CustomStringConvertible {
    /// The text that is parsed as this expression; empty for the one that holds for every place.
    public var description: String {
        switch self {
        case .name(let name): return Self.quoted(name)
        case .not(let part): return "NOT " + part.inParentheses
        case .all(let parts): return Self.joined(parts, " AND ")
        case .any(let parts): return Self.joined(parts, " OR ")
        }
    }

    private static func joined(_ parts: [CategoryExpression], _ separator: String) -> String {
        var text = ""
        for part in parts {
            if !text.isEmpty { text += separator }
            text += parts.count == 1 ? part.description : part.inParentheses
        }
        return text
    }

    private var inParentheses: String {
        switch self {
        case .name: return description
        case .not, .all, .any: return "(" + description + ")"
        }
    }

    /// The name, in quotation marks where it would be read as something else.
    private static func quoted(_ name: String) -> String {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        var isPlain = !name.isEmpty
        for word in words where word.isEmpty || CategoryParser.isOperator(word) { isPlain = false }
        for character in name
        where character == "(" || character == ")" || character == "\"" || (character.isWhitespace && character != " ")
        {
            isPlain = false
        }
        guard !isPlain else { return name }
        var text = "\""
        for character in name {
            if character == "\"" { text += "\"" }
            text.append(character)
        }
        return text + "\""
    }
}

/// The grammar: any = all {OR all}; all = part {AND part}; part = NOT part | ( any ) | name.
private struct CategoryParser {
    enum Token {
        case word(String)
        case quoted(String)
        case open
        case close
    }

    let text: String
    let tokens: [Token]
    private var next = 0
    private var depth = 0

    init(text: String, tokens: [Token]) { (self.text, self.tokens) = (text, tokens) }

    static func isOperator(_ word: some StringProtocol) -> Bool { word == "AND" || word == "OR" || word == "NOT" }

    static func fail(_ text: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .badProjectionOption, place: "--category \(text)", message: message,
            advice: "write names with AND, OR, NOT and parentheses, such as \"food AND (open OR bar)\"")
    }

    static func tokens(_ text: String) throws(SensorLabError) -> [Token] {
        var tokens: [Token] = []
        var word = ""
        func flush() {
            if !word.isEmpty { tokens.append(.word(word)) }
            word = ""
        }
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == "(" || character == ")" {
                flush()
                tokens.append(character == "(" ? .open : .close)
            } else if character == "\"" {
                flush()
                var name = ""
                var isClosed = false
                while index < text.endIndex, !isClosed {
                    let inside = text[index]
                    index = text.index(after: index)
                    if inside != "\"" {
                        name.append(inside)
                    } else if index < text.endIndex, text[index] == "\"" {
                        name.append(inside)
                        index = text.index(after: index)
                    } else {
                        isClosed = true
                    }
                }
                guard isClosed else { throw fail(text, "a quotation mark has no end") }
                tokens.append(.quoted(name))
            } else if character.isWhitespace {
                flush()
            } else {
                word.append(character)
            }
        }
        flush()
        return tokens
    }

    mutating func whole() throws(SensorLabError) -> CategoryExpression {
        let result = try any()
        guard next == tokens.count else { throw fail("there is a ) without a (, or no operator between two names") }
        return result
    }

    private func fail(_ message: String) -> SensorLabError { Self.fail(text, message) }

    private mutating func takes(_ word: String) -> Bool {
        guard next < tokens.count, case .word(word) = tokens[next] else { return false }
        next += 1
        return true
    }

    private mutating func any() throws(SensorLabError) -> CategoryExpression {
        var parts = [try all()]
        while takes("OR") { parts.append(try all()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func all() throws(SensorLabError) -> CategoryExpression {
        var parts = [try part()]
        while takes("AND") { parts.append(try part()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part() throws(SensorLabError) -> CategoryExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= CategoryExpression.deepest else {
            throw fail("parentheses are nested deeper than \(CategoryExpression.deepest)")
        }
        if takes("NOT") { return .not(try part()) }
        guard next < tokens.count else { throw fail("it ends where a name was expected") }
        switch tokens[next] {
        case .open:
            next += 1
            let inside = try any()
            guard next < tokens.count, case .close = tokens[next] else { throw fail("a ( has no )") }
            next += 1
            return inside
        case .close: throw fail("there is a ) where a name was expected")
        case .quoted(let name):
            next += 1
            return .name(name)
        case .word: return .name(try words())
        }
    }

    /// Words beside each other are one name.
    private mutating func words() throws(SensorLabError) -> String {
        var name = ""
        while next < tokens.count, case .word(let word) = tokens[next], !Self.isOperator(word) {
            name += name.isEmpty ? word : " " + word
            next += 1
        }
        guard !name.isEmpty else { throw fail("there is an operator where a name was expected") }
        return name
    }
}
