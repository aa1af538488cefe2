import Foundation

/// A check of markup that needs no parser library: tags are balanced, attributes quoted, text and attributes free of
/// bare `<` and of unknown entities.
public enum WellFormedness {
    /// What is wrong first; `nil` where nothing is.
    public static func problem(in markup: String) -> String? {
        let bytes = Array(markup.utf8)
        var open: [String] = []
        var index = 0
        func around() -> String {
            String(decoding: bytes[max(0, index - 60)..<min(bytes.count, index + 60)], as: UTF8.self)
        }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&") {
                guard let end = bytes[index...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else {
                    return "bare ampersand: \(around())"
                }
                let entity = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
                guard ["lt", "gt", "amp", "quot", "#39"].contains(entity) else { return "entity \(entity)" }
                index = end + 1
                continue
            }
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            // A CDATA section is text whatever it holds.
            if bytes[index...].starts(with: Array("<![CDATA[".utf8)) {
                guard let close = bytes.indices[index...].first(where: { bytes[$0...].starts(with: Array("]]>".utf8)) })
                else { return "unclosed CDATA: \(around())" }
                index = close + 3
                continue
            }
            var end = index + 1
            var quoted = false
            while end < bytes.count, quoted || bytes[end] != UInt8(ascii: ">") {
                if bytes[end] == UInt8(ascii: "\"") { quoted.toggle() }
                if bytes[end] == UInt8(ascii: "<") { return "< inside a tag: \(around())" }
                end += 1
            }
            guard end < bytes.count else { return "unclosed tag: \(around())" }
            let tag = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "!" })
            guard !name.isEmpty else { return "tag without name: \(around())" }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return "</\(name)> closes something else: \(around())" }
            } else if !tag.hasSuffix("/") && !name.hasPrefix("!") {
                open.append(name)
            }
            index = end + 1
        }
        return open.isEmpty ? nil : "never closed: \(open)"
    }
}
