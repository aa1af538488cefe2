import Files
import Foundation
import Vocabulary

/// The lines of a file of results, one after the other.
public enum ResultLines {
    /// - Parameters:
    ///   - path: of the file; a last line without its end is left out, since it is being written.
    ///   - take: receives the line and what messages call it.
    /// - Throws: `SensorLabError`: no input (66); input/output (74); bad data (65) for a line that is no result; what `take` throws.
    public static func read(_ path: String, take: (_ line: LogResult, _ place: String) throws -> Void) throws {
        try FileLines.read(path) { bytes, number in
            let place = "\(path):\(number)"
            guard let line = try? JSONText.value(LogResult.self, from: bytes), line.schema == LogResult.schema else {
                throw SensorLabError(
                    .badData, code: .badResults, place: place,
                    message: "found no result, expected a line of the schema \"\(LogResult.schema)\"",
                    advice: "remove the line; `sensorlab batch` makes it again")
            }
            try take(line, place)
        }
    }
}
