import Vocabulary

/// Reads one JSON text (RFC 8259), strictly: names of members are unique, nesting is limited,
/// nothing follows the value.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let name: String
    private var position = 0

    /// Deeper nesting is refused: no file of this package needs it, and the stack is finite.
    private static let deepest = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>, name: String) {
        self.bytes = bytes
        self.name = name
    }

    mutating func document() throws(SensorLabError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw error("text after the end of the JSON value") }
        return value
    }

    private func error(_ message: String) -> SensorLabError {
        let before = bytes[..<min(position, bytes.count)]
        let line = before.count { $0 == 10 } + 1
        let column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
        return SensorLabError(
            .badData, code: .badJSON, place: "\(name), line \(line), column \(column)",
            message: "not valid JSON: \(message)",
            advice: "correct the file or make a new one")
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = current, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(SensorLabError) -> JSONValue {
        guard depth < Self.deepest else { throw error("nested more than \(Self.deepest) deep") }
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("the text ends, expected a value")
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(SensorLabError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard end <= bytes.count, bytes[position..<end].elementsEqual(expected) else {
            throw error("expected a value: a text in quotes, a number, true, false, null, { or [")
        }
        position = end
        return value
    }

    private mutating func object(depth: Int) throws(SensorLabError) -> JSONValue {
        position += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if skip(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw error("expected the name of a member in quotes") }
            let key = try string()
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { throw error("expected a colon after \"\(key)\"") }
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: key) == nil else {
                throw error("a second member \"\(key)\" in one object")
            }
            skipBlanks()
            if skip(UInt8(ascii: "}")) { return .object(members) }
            guard skip(UInt8(ascii: ",")) else { throw error("expected a comma or } after the member \"\(key)\"") }
        }
    }

    private mutating func array(depth: Int) throws(SensorLabError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            guard skip(UInt8(ascii: ",")) else { throw error("expected a comma or ] in the list") }
        }
    }

    /// -? digits (. digits)? (e sign? digits)?, without leading zeros; larger than the largest double is an error.
    private mutating func number() throws(SensorLabError) -> Double {
        let start = position
        let expected = "expected a value: a text in quotes, a number, true, false, null, { or ["
        _ = skip(UInt8(ascii: "-"))
        let leading = current
        guard digits() > 0 else { throw error(expected) }
        let whole = position - start - (bytes[start] == UInt8(ascii: "-") ? 1 : 0)
        if leading == UInt8(ascii: "0") && whole > 1 { throw error("a number with leading zeros") }
        if skip(UInt8(ascii: ".")), digits() == 0 { throw error("expected digits after the decimal point") }
        if let letter = current, letter | 32 == UInt8(ascii: "e") {
            position += 1
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            if digits() == 0 { throw error("expected digits in the exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw error("the number \(text) is too large") }
        return value
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = current, byte &- 48 < 10 { position += 1 }
        return position - start
    }

    private mutating func string() throws(SensorLabError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw error("the text is not UTF-8") }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case ..<32: throw error("a control character inside a text")
            default: text.append(byte)
            }
        }
        throw error("the text in quotes has no end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(SensorLabError) {
        guard let byte = current else { throw error("the text in quotes has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw error("half a surrogate pair") }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw error("half a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw error("an unknown escape in a text")
        }
    }

    private mutating func hexadecimal() throws(SensorLabError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch current {
            case let byte? where byte &- 48 < 10: digit = byte - 48
            case let byte? where (byte | 32) &- 97 < 6: digit = (byte | 32) - 87
            default: throw error("expected four hexadecimal digits")
            }
            code = code * 16 + UInt32(digit)
            position += 1
        }
        return code
    }
}
