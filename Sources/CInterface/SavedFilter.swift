import CSensorLab
import Files
import Foundation
import Vocabulary

/// A filter as bytes: a line with the library's version, a binary property list (which keeps every bit of a number), and the
/// SHA-256 of both.
///
/// A state is a filter's interior, so another version refuses it, and so does the checksum what was damaged on the way: a state
/// with other counts than its filter's could not be used safely.
enum SavedFilter {
    private static let head = Array("sensorlab.filter \(SENSORLAB_VERSION)\n".utf8)
    private static let checksumCount = 32

    static func bytes(of filter: CausalFilter) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let content = head + Array(try encoder.encode(filter))
        return content + SHA256.digest(of: content)
    }

    /// - Throws: bad data for anything that this version did not write.
    static func filter(of bytes: [UInt8]) throws -> CausalFilter {
        let content = Array(bytes.dropLast(checksumCount))
        guard content.starts(with: head) else {
            throw refused(
                "found \(bytes.count) bytes of another version or of no filter, expected a filter saved by version "
                    + SENSORLAB_VERSION)
        }
        guard Array(bytes.suffix(checksumCount)) == SHA256.digest(of: content) else {
            throw refused("the bytes do not match their checksum")
        }
        do {
            return try PropertyListDecoder().decode(CausalFilter.self, from: Data(content.dropFirst(head.count)))
        } catch is DecodingError {
            throw refused("the state has another layout than that of this filter")
        }
    }

    private static func refused(_ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badFilterState, place: "bytes", message: message,
            advice: "save the filter again, with this version of the library")
    }
}
