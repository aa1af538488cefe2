import Foundation

/// JSON as every verb and file has it: keys sorted, so that the same values give the same bytes.
///
/// A number that is not finite is the text `inf`, `-inf` or `nan`, since JSON has no number for it; where an absent number
/// is what is meant, the types use null.
public enum JSONText {
    private static let (infinity, negativeInfinity, nan) = ("inf", "-inf", "nan")

    /// The value pretty printed, slashes plain, a line feed at the end.
    public static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
        return try encoder.encode(value) + Data([UInt8(ascii: "\n")])
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
