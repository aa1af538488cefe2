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
    /// second character of `##[` and `##vso[` is escaped too: runners of GitHub and Azure take what follows for a
    /// command, wherever it is in a line.
    package static func applied(to json: [UInt8]) -> [UInt8] {
        let json = withoutCommands(json)
        // The first bytes of these characters in UTF-8.
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 || $0 == 0xEF }) else {
            return json
        }
        var result: [UInt8] = []
        result.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x20, isEscaped(scalar) {
                result.append(contentsOf: text(scalar).utf8)
            } else {
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            }
        }
        return result
    }

    private static func withoutCommands(_ json: [UInt8]) -> [UInt8] {
        let mark = UInt8(ascii: "#")
        let places = json.indices.dropFirst().filter { place in
            guard json[place] == mark, json[place - 1] == mark else { return false }
            let rest = json[(place + 1)...]
            return rest.starts(with: "[".utf8) || rest.starts(with: "vso[".utf8)
        }
        guard !places.isEmpty else { return json }
        var (result, start): ([UInt8], Int) = ([], 0)
        for place in places {
            result += json[start..<place] + text("#").utf8
            start = place + 1
        }
        return result + json[start...]
    }
}
