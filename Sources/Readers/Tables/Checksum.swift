/// The checksum behind a sentence of NMEA 0183, in which lines begin with `$` and end in `*` and two hexadecimal digits: `$VNYMR,...,-0.16*69`.
enum Checksum {
    /// The line without its checksum; one that does not begin with `$` as it is.
    static func withoutIt(_ line: String) -> Substring {
        guard line.utf8.first == UInt8(ascii: "$"), let star = line.utf8.lastIndex(of: UInt8(ascii: "*")),
            isChecksum(line.utf8[star...].reversed().drop { $0 <= 32 }.reversed())
        else { return line[...] }
        return line[..<star]
    }

    /// Whether bytes are a star and two hexadecimal digits.
    static func isChecksum(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 3 && bytes.first == UInt8(ascii: "*")
            && bytes.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}
