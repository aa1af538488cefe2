/// Characters that are written as `\u` and four digits in every JSON text, beside those that JSON demands: they are
/// commands of terminals (C1), turn the writing direction, or break lines.
package enum JSONEscapes {
    static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    static func text(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// A JSON text with these characters escaped; outside of its strings there are none but line feeds and tabs. The
    /// second of two number signs is escaped too: runners of GitHub and Azure take `##[` and `##vso[` for the beginning
    /// of a command, wherever they are in a line.
    package static func applied(to json: [UInt8]) -> [UInt8] {
        let number = UInt8(ascii: "#")
        var previous: UInt8 = 0
        // The first bytes of these characters in UTF-8.
        guard
            json.contains(where: { byte in
                defer { previous = byte }
                return byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
                    || (byte == number && previous == number)
            })
        else { return json }
        var (result, last): ([UInt8], Unicode.Scalar) = ([], " ")
        result.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if (scalar.value >= 0x20 && isEscaped(scalar)) || (scalar == "#" && last == "#") {
                result.append(contentsOf: text(scalar).utf8)
            } else {
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            }
            last = scalar
        }
        return result
    }
}
