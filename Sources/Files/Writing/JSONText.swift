import Foundation

/// JSON as every verb and file has it: keys sorted, so that the same values give the same bytes.
///
/// A number that is not finite is the text `inf`, `-inf` or `nan`, since JSON has no number for it; where an absent number
/// is what is meant, the types use null.
public enum JSONText {
    private static let (infinity, negativeInfinity, nan) = ("inf", "-inf", "nan")

    /// The value pretty printed, slashes plain, a line feed at the end.
    public static func data(_ value: some Encodable) throws -> Data {
        try encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + Data([UInt8(ascii: "\n")])
    }

    /// The value on one line, slashes plain, without a line feed.
    public static func line(_ value: some Encodable) throws -> Data {
        try encoded(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encoded(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
        return try encoder.encode(value)
    }

    /// The value that `data` wrote.
    /// - Throws: `DecodingError` for another layout.
    public static func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
        return try decoder.decode(type, from: data)
    }
}
