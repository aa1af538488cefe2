import Foundation

/// JSON as every verb prints it: keys sorted, so that the same values give the same bytes.
enum JSONText {
    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data([UInt8(ascii: "\n")])
    }
}
