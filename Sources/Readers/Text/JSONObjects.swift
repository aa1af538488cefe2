import Vocabulary

/// The objects of a JSON array, or of a sequence without one (JSON lines), one after another, however many there are
/// (RFC 8259; only the parts that logs use).
///
/// An object's members are texts by key: strings with their escapes resolved, numbers and words unchanged. Nested
/// objects are flattened; nested arrays are skipped, or give x, y and z if they have three numbers. One object is in
/// memory at a time.
final class JSONObjects {
    /// Why the objects end before the array does.
    private enum Stop: Error {
        /// The text stops in the middle.
        case truncated
        /// The text is no JSON from here on.
        case damaged
    }

    private let lines: LineReader
    private var text: [UInt8] = []
    private var isAtEnd = false
    /// Objects returned so far.
    private(set) var count = 0
    /// Damaged objects of a sequence, and the position of the first one.
    private(set) var damaged = (count: 0, byte: 0)
    /// The names of members that were null, where null is no text.
    private(set) var absent: Set<String> = []
    /// The warning of damage, once the objects have ended.
    private(set) var warning: Warning?

    private static let deepest = 32
    private static let longestText = 1 << 20
    private static let longestWord = 64

    /// Whether arrays of three numbers are members, named by the array and the axes, and names of objects are part of
    /// the names inside.
    private let keepsArrays: Bool
    /// Whether there is no array around the objects, so that a damaged one is skipped alone.
    private let isSequence: Bool

    /// Continues behind what the reader has given out.
    init(_ lines: LineReader, keepsArrays: Bool = false, isSequence: Bool = false) {
        self.lines = lines
        (self.keepsArrays, self.isSequence) = (keepsArrays, isSequence)
    }

    /// Whether the next object has begun in what was read.
    var hasBuffered: Bool { lines.head.contains(UInt8(ascii: "{")) }

    /// Puts the members of the next object into `members`; false at the end.
    func next(_ members: inout [String: String]) throws -> Bool {
        while !isAtEnd {
            members.removeAll(keepingCapacity: true)
            do {
                isAtEnd = try !nextObject(&members)
                return !isAtEnd
            } catch let stop as Stop {
                try leaveOut(stop)
            }
        }
        return false
    }

    /// Ends an array at the damage; continues a sequence with its next object.
    private func leaveOut(_ stop: Stop) throws {
        let name = lines.source.name
        guard isSequence else {
            isAtEnd = true
            let found =
                stop == .truncated
                ? "the text is cut after object \(count); the objects before are used"
                : "no JSON from byte \(lines.taken) on; the \(count) object(s) before are used"
            warning = Warning(.damagedJSON, place: name, found)
            return
        }
        if damaged.count == 0 { damaged.byte = lines.taken }
        damaged.count += 1
        warning = Warning(
            .damagedJSON, place: name,
            "\(damaged.count) object(s) that are cut or no JSON, the first about byte \(damaged.byte), are left out",
            advice: .checkThere)
        // The next object begins on its own line.
        var last: UInt8 = 0
        while let byte = try peek(), !(last == UInt8(ascii: "\n") && byte == UInt8(ascii: "{")) {
            last = byte
            lines.takeByte()
        }
    }

    private func nextObject(_ members: inout [String: String]) throws -> Bool {
        while let byte = try skipBlanks() {
            switch byte {
            case UInt8(ascii: "[") where !isSequence: lines.takeByte()
            case UInt8(ascii: ","): lines.takeByte()
            case UInt8(ascii: "{"):
                try object(&members, depth: 0)
                count += 1
                return true
            case UInt8(ascii: "]") where !isSequence: return false
            default: throw Stop.damaged
            }
        }
        if isSequence { return false }
        throw count > 0 ? Stop.truncated : .damaged
    }

    /// What an unexpected byte or the end of the text means.
    private var stop: Stop { (try? peek()) == .some(nil) ? .truncated : .damaged }

    private func peek() throws -> UInt8? { try lines.peekByte() }

    private func take() throws -> UInt8 {
        guard let byte = try peek() else { throw Stop.truncated }
        lines.takeByte()
        return byte
    }

    private func skipBlanks() throws -> UInt8? {
        while let byte = try peek(), byte == 32 || (9...13).contains(byte) { lines.takeByte() }
        return try peek()
    }

    private func object(_ members: inout [String: String], depth: Int, in outer: String = "") throws {
        guard depth < Self.deepest else { throw Stop.damaged }
        lines.takeByte()
        if try skipBlanks() == UInt8(ascii: "}") {
            lines.takeByte()
            return
        }
        while true {
            guard try skipBlanks() == UInt8(ascii: "\"") else { throw stop }
            let own = try string()
            let key = JSONNames.joined(outer, own)
            guard try skipBlanks() == UInt8(ascii: ":") else { throw stop }
            lines.takeByte()
            try value(key, &members, depth)
            let mark = try skipBlanks()
            guard mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}") else { throw stop }
            lines.takeByte()
            if mark == UInt8(ascii: "}") { return }
        }
    }

    private func value(_ key: String, _ members: inout [String: String], _ depth: Int) throws {
        switch try skipBlanks() {
        case UInt8(ascii: "\""): members[key] = try string()
        case UInt8(ascii: "{"): try object(&members, depth: depth + 1, in: keepsArrays ? key : "")
        case UInt8(ascii: "["): try keepsArrays ? array(key, &members) : skipArray()
        case nil: throw Stop.truncated
        default:
            let word = try word(inArray: false)
            // An absent member is an empty cell in the table.
            if keepsArrays && word == "null" { absent.insert(key) } else { members[key] = word }
        }
    }

    /// Takes three numbers as members; skips every other array.
    private func array(_ key: String, _ members: inout [String: String]) throws {
        var numbers: [String] = []
        lines.takeByte()
        while let byte = try skipBlanks() {
            if byte == UInt8(ascii: "]") {
                lines.takeByte()
                guard numbers.count == 3 else { return }
                for (axis, number) in zip(["x", "y", "z"], numbers) {
                    members[JSONNames.axis(axis, of: key)] = number
                }
                return
            }
            if byte == UInt8(ascii: ",") {
                lines.takeByte()
                continue
            }
            guard byte != UInt8(ascii: "["), byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\"") else {
                return try skipArray(depth: 1)
            }
            let number = try word(inArray: true)
            if numbers.count < 4 { numbers.append(number) }
        }
        throw Stop.truncated
    }

    /// A number or a word, of an array or of an object.
    private func word(inArray isInArray: Bool) throws -> String {
        text.removeAll(keepingCapacity: true)
        try lines.takeBytes(into: &text, most: Self.longestWord) { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]") && (isInArray || byte != UInt8(ascii: "}"))
                && byte != 32 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\t")
        }
        guard !text.isEmpty, text.count < Self.longestWord else { throw Stop.damaged }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Parameter depth: number of open arrays.
    private func skipArray(depth open: Int = 0) throws {
        var depth = open
        repeat {
            if try peek() == UInt8(ascii: "\"") {
                _ = try string()
                continue
            }
            let byte = try take()
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
        } while depth > 0
    }

    private func string() throws -> String {
        lines.takeByte()
        text.removeAll(keepingCapacity: true)
        while true {
            try lines.takeBytes(into: &text, most: Self.longestText - text.count) { byte in
                byte >= 32 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            }
            guard text.count < Self.longestText else { throw stop }
            switch try peek() {
            case UInt8(ascii: "\""):
                lines.takeByte()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escaped()
            // A line break ends the object, and the next one may be behind it.
            default: throw stop
            }
        }
    }

    /// Takes what begins with a backslash.
    private func escaped() throws {
        // Successive \u escapes may be a surrogate pair; half a pair becomes U+FFFD.
        var units: [UInt16] = []
        while try peek() == UInt8(ascii: "\\"), 3 * units.count < Self.longestText {
            lines.takeByte()
            let letter = try take()
            if letter == UInt8(ascii: "u") {
                units.append(try hexadecimal())
                continue
            }
            text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
            text.append(Self.character(letter))
            return
        }
        text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    }

    /// The four digits of a \u escape.
    private func hexadecimal() throws -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let value = Character(UnicodeScalar(try take())).hexDigitValue else { throw stop }
            unit = unit << 4 | UInt16(value)
        }
        return unit
    }

    /// The character of a letter behind a backslash.
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
}

/// Names of nested members.
enum JSONNames {
    /// The outer and the own name; names without a meaning are left out: `{"acc": {"values": {"x": 1}}}` has an
    /// `acc x`.
    static func joined(_ outer: String, _ own: String) -> String {
        outer.isEmpty || isVague(outer) ? own : isVague(own) ? outer : outer + " " + own
    }

    /// The name of one of three numbers.
    static func axis(_ axis: String, of name: String) -> String {
        let name = withoutAxes(name)
        return name.isEmpty || isVague(name) ? axis : name + " " + axis
    }

    /// `accel_xyz` announces three numbers.
    private static func withoutAxes(_ name: String) -> String {
        guard name.lowercased().hasSuffix("xyz") else { return name }
        let rest = name.dropLast(3)
        return String(rest.last.map { $0.isLetter || $0.isNumber } == false ? rest.dropLast() : rest)
    }

    private static func isVague(_ name: String) -> Bool {
        // Most names are shorter, and texts in small letters cost time.
        name.utf8.count > 3
            && ["values", "value", "data", "reading", "readings", "payload"].contains(name.lowercased())
    }
}
