import Foundation
import Vocabulary

/// Request line and headers.
struct RequestHead: Sendable, Equatable {
    var method: String
    /// As sent, percent-encoded, without the query.
    var path: String
    /// Decoded names and values; of equal names the first.
    var query: [String: String]
    /// By lower-case name; of equal names the last.
    var headers: [String: String]
    var bodyLength: Int
    var waitsForContinue: Bool { headers["expect"]?.lowercased() == "100-continue" }

    /// Why a head is refused.
    struct Refusal: Error, Equatable {
        var status: Int
        var message: String
    }

    /// The index after the empty line that ends the head; `nil` where there is none yet.
    static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            guard let feed = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let next = feed + 1
            if next < bytes.count, bytes[next] == UInt8(ascii: "\n") { return next + 1 }
            if next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\r"), bytes[next + 1] == UInt8(ascii: "\n") {
                return next + 2
            }
            index = next
        }
        return nil
    }

    /// - Parameter bytes: up to and including the empty line (RFC 9112).
    static func parse(_ bytes: [UInt8], _ limits: LoopbackServer.Limits) -> Result<RequestHead, Refusal> {
        guard bytes.count <= limits.head else {
            return .failure(.init(status: 431, message: "the headers are too long"))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        guard lines[0].count <= limits.line else {
            return .failure(.init(status: 414, message: "the address is too long"))
        }
        let malformed = Result<RequestHead, Refusal>.failure(.init(status: 400, message: "the request is malformed"))
        let parts = String(decoding: lines[0], as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[1].hasPrefix("/"), parts[2].hasPrefix("HTTP/1.") else {
            return malformed
        }
        let fields = lines.dropFirst().prefix { !$0.isEmpty }
        guard fields.count <= limits.headers else {
            return .failure(.init(status: 431, message: "there are more than \(limits.headers) headers"))
        }
        var headers: [String: String] = [:]
        for field in fields {
            let text = String(decoding: field, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text.first != " ", text.first != "\t"
            else { return malformed }
            let name = text[..<colon].lowercased()
            // With two lengths or hosts, another parser might use the other one (request smuggling).
            if headers[name] != nil, ["host", "content-length"].contains(name) { return malformed }
            headers[name] = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard headers["transfer-encoding"] == nil else {
            return .failure(.init(status: 411, message: "the request has no length"))
        }
        var length = 0
        if let text = headers["content-length"] {
            guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return malformed }
            length = number
        }
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return .success(
            RequestHead(
                method: String(parts[0]), path: String(target[0]),
                query: target.count > 1 ? query(String(target[1])) : [:], headers: headers, bodyLength: length))
    }

    private static func query(_ text: String) -> [String: String] {
        let items = text.split(separator: "&").map { item -> (String, String) in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: Substring) -> String { String(part).removingPercentEncoding ?? String(part) }
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
        return Dictionary(items) { first, _ in first }
    }
}
