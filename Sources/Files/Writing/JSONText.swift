import Foundation
import JSON

/// JSON of all commands and files: keys sorted, so that equal values give equal bytes.
///
/// A number that is not finite is the text `inf`, `-inf` or `nan`, since JSON has no number for it. Absent numbers are
/// null.
public enum JSONText {
    private static let (infinity, negativeInfinity, nan) = ("inf", "-inf", "nan")

    /// Pretty-printed, slashes not escaped, a line feed at the end.
    public static func data(_ value: some Encodable) throws -> Data {
        try encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + Data([UInt8(ascii: "\n")])
    }

    /// On one line, slashes not escaped, no line feed.
    public static func line(_ value: some Encodable) throws -> Data {
        try encoded(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encoded(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
        return Data(JSONEscapes.applied(to: Array(try encoder.encode(value))))
    }

    /// Decodes what `data` wrote.
    /// - Throws: `DecodingError` for another layout.
    public static func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
        return try decoder.decode(type, from: data)
    }
}
