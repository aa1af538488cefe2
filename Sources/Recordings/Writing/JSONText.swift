import Foundation

/// JSON as every verb and file has it: keys sorted, so that the same values give the same bytes.
public enum JSONText {
    /// The value pretty printed, slashes plain, a line feed at the end.
    /// - Throws: `EncodingError` for a number that is not finite.
    public static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data([UInt8(ascii: "\n")])
    }
}
