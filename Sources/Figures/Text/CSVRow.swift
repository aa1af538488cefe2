import SensorModels

/// Writes the cells of CSV rows into memory that is large enough; each cell but the first is preceded by its separator.
package struct CSVRow {
    package private(set) var cursor: UnsafeMutablePointer<UInt8>

    /// Begins at memory that is large enough for everything that is written.
    package init(cursor: UnsafeMutablePointer<UInt8>) { self.cursor = cursor }

    @inline(__always)
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            cursor.update(from: base, count: bytes.count)
        }
        cursor += bytes.count
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        cursor.pointee = byte
        cursor += 1
    }

    /// Nanoseconds as decimal seconds without trailing zeros, as `LogTime.text` has them.
    @inline(__always)
    package mutating func appendTime(_ nanoseconds: Int64) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        cursor += FixedDecimal.write(whole, to: cursor)
        guard part != 0 else { return }
        append(UInt8(ascii: "."))
        FixedDecimal.writeDigits(part, count: 9, to: cursor)
        var length = 9
        while cursor[length - 1] == UInt8(ascii: "0") { length -= 1 }
        cursor += length
    }

    /// A component of an orientation; an empty cell where it is not finite. One function per number of decimals, so
    /// that the number is a literal.
    @inline(never)
    package mutating func appendComponent(_ value: Double) {
        append(UInt8(ascii: ","))
        cursor += FixedDecimal.write(value, decimals: 9, to: cursor)
    }

    /// An angle in degrees; an empty cell where it is not finite.
    @inline(never)
    package mutating func appendDegrees(_ value: Double) {
        append(UInt8(ascii: ","))
        cursor += FixedDecimal.write(value, decimals: 6, to: cursor)
    }

    /// 0, 1, or an empty cell where it is unknown.
    @inline(__always)
    package mutating func appendFlag(_ flag: Flag) {
        append(UInt8(ascii: ","))
        if flag != .unknown { append(flag == .yes ? UInt8(ascii: "1") : UInt8(ascii: "0")) }
    }

    @inline(__always)
    package mutating func endLine() { append(UInt8(ascii: "\n")) }
}

/// Text in a CSV cell (RFC 4180).
package enum CSVField {
    /// Makes text inert in spreadsheets: text that would be a formula, by its first character, gets an apostrophe in
    /// front (OWASP, CSV Injection). Numbers stay numbers. Likewise `::`, which begins a command of GitHub's runner.
    package static func inert(_ text: String) -> String {
        if text.drop(while: \.isWhitespace).hasPrefix("::") { return quoted("'" + text) }
        guard let first = text.unicodeScalars.first,
            "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first),
            Double(text)?.isFinite != true
        else { return quoted(text) }
        return quoted("'" + text)
    }

    /// The text as it is, or in quotes where it holds a separator, a quote or a line break.
    package static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
