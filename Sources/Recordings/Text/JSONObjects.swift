import SensorModels
import Vocabulary

/// The objects of a JSON array, one after another, however long the array is (RFC 8259; no more of it than logs use).
///
/// An object's members are texts by key: strings with their escapes resolved, numbers and words unchanged. Objects inside of
/// objects are flattened, arrays inside of objects passed over. One object is in memory at a time.
final class JSONObjects {
    /// How the text ended.
    enum End: Equatable {
        case open, complete
        /// It stops in the middle.
        case truncated
        /// It is no JSON from the byte at this offset on.
        case damaged(Int)
    }

    private let lines: LineReader
    private var buffer: [UInt8]
    private var position = 0
    private var offset = 0
    private var text: [UInt8] = []
    private(set) var end = End.open
    /// Objects given out so far.
    private(set) var count = 0

    private static let deepest = 32
    private static let longestText = 1 << 20

    /// Takes over everything that the reader has not given out.
    init(_ lines: LineReader) {
        self.lines = lines
        buffer = Array(lines.head)
    }

    /// The members of the next object into `members`; false at the end.
    func next(_ members: inout [String: String]) throws -> Bool {
        members.removeAll(keepingCapacity: true)
        guard end == .open else { return false }
        while let byte = try skipBlanks() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: ","): _ = try take()
            case UInt8(ascii: "{"):
                guard try object(&members, depth: 0) else { return false }
                count += 1
                return true
            case UInt8(ascii: "]"):
                end = .complete
                return false
            default: return fail()
            }
        }
        end = count > 0 ? .truncated : .damaged(offset + position)
        return false
    }

    private func fail() -> Bool {
        if end == .open { end = .damaged(offset + position) }
        return false
    }

    private func peek() throws -> UInt8? {
        if position == buffer.count {
            offset += position
            position = 0
            if buffer.count != 1 << 16 { buffer = [UInt8](repeating: 0, count: 1 << 16) }
            let count = try buffer.withUnsafeMutableBytes { try lines.source.read(into: $0) }
            buffer.removeLast(buffer.count - count)
            if count == 0 { return nil }
        }
        return buffer[position]
    }

    private func take() throws -> UInt8? {
        guard let byte = try peek() else {
            if end == .open { end = .truncated }
            return nil
        }
        position += 1
        return byte
    }

    private func skipBlanks() throws -> UInt8? {
        while let byte = try peek(), byte == 32 || (9...13).contains(byte) { position += 1 }
        return try peek()
    }

    private func object(_ members: inout [String: String], depth: Int) throws -> Bool {
        guard depth < Self.deepest, try take() == UInt8(ascii: "{") else { return fail() }
        if try skipBlanks() == UInt8(ascii: "}") {
            _ = try take()
            return true
        }
        while true {
            guard try skipBlanks() == UInt8(ascii: "\""), let key = try string() else { return truncatedOrFail() }
            guard try skipBlanks() == UInt8(ascii: ":") else { return truncatedOrFail() }
            _ = try take()
            guard try value(key, &members, depth) else { return false }
            switch try skipBlanks() {
            case UInt8(ascii: ","): _ = try take()
            case UInt8(ascii: "}"):
                _ = try take()
                return true
            default: return truncatedOrFail()
            }
        }
    }

    private func truncatedOrFail() -> Bool {
        if end == .open, (try? peek()) == .some(nil) { end = .truncated }
        return fail()
    }

    private func value(_ key: String, _ members: inout [String: String], _ depth: Int) throws -> Bool {
        switch try skipBlanks() {
        case UInt8(ascii: "\""):
            guard let text = try string() else { return truncatedOrFail() }
            members[key] = text
        case UInt8(ascii: "{"): return try object(&members, depth: depth + 1)
        case UInt8(ascii: "["): return try skipArray()
        case nil: return truncatedOrFail()
        default:
            text.removeAll(keepingCapacity: true)
            while let byte = try peek(), !",}] \n\r\t".utf8.contains(byte), text.count < 64 {
                text.append(byte)
                position += 1
            }
            guard !text.isEmpty, text.count < 64 else { return fail() }
            members[key] = String(decoding: text, as: UTF8.self)
        }
        return true
    }

    private func skipArray() throws -> Bool {
        var depth = 0
        while let byte = try take() {
            switch byte {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return true }
            case UInt8(ascii: "\""):
                position -= 1
                guard try string() != nil else { return truncatedOrFail() }
            default: break
            }
        }
        return false
    }

    private func string() throws -> String? {
        _ = try take()
        text.removeAll(keepingCapacity: true)
        // Successive \u escapes: two may be one character, a surrogate pair; a half without the other becomes U+FFFD.
        var units: [UInt16] = []
        while let byte = try take() {
            let isEscape = byte == UInt8(ascii: "\\")
            let escaped = isEscape ? try take() : byte
            guard let escaped, text.count + 3 * units.count < Self.longestText else { return nil }
            if isEscape && escaped == UInt8(ascii: "u") {
                guard let unit = try hexadecimal() else { return nil }
                units.append(unit)
                continue
            }
            if !units.isEmpty {
                text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
                units.removeAll(keepingCapacity: true)
            }
            if !isEscape {
                if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
                guard byte >= 32 else { return nil }
            }
            text.append(isEscape ? Self.character(escaped) : byte)
        }
        return nil
    }

    /// The four digits of a \u escape.
    private func hexadecimal() throws -> UInt16? {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = try take(), let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(value)
        }
        return unit
    }

    /// The character that a letter after a backslash means.
    private static func character(_ escaped: UInt8) -> UInt8 {
        switch escaped {
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "r"): return 13
        default: return escaped
        }
    }

    /// A warning where the text did not end as it should.
    var warning: Warning? {
        let place = "\(lines.source.name): "
        switch end {
        case .open, .complete: return nil
        case .truncated:
            return Warning(
                code: .damagedJSON,
                message: place + "the text is cut after object \(count); the objects before are used",
                advice: "copy or export it again")
        case .damaged(let offset):
            return Warning(
                code: .damagedJSON,
                message: place + "no JSON from byte \(offset) on; the \(count) object(s) before are used",
                advice: "copy or export it again")
        }
    }
}
