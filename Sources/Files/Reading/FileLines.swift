import Foundation
import Vocabulary

/// Reads the lines of a file of any size that the program wrote.
public enum FileLines {
    private static let pieceSize = 1 << 20

    /// - Parameters:
    ///   - path: of a regular file; a last line without a line feed is left out, since it is still being written.
    ///   - take: receives each line without its line feed, and its number from 1.
    /// - Throws: `SensorLabError`: no input (66); input/output (74), also for a file that becomes shorter; what `take`
    ///   throws.
    public static func read(_ path: String, take: (_ line: Data, _ number: Int) throws -> Void) throws {
        let file = try FileReader(path: path, mayBePipe: false, isOwn: true)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var rest = Data()
        var number = 0
        while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
            var start = 0
            while let feed = piece[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                rest.append(contentsOf: piece[start..<feed])
                try take(rest, number)
                rest = Data()
                start = feed + 1
            }
            rest.append(contentsOf: piece[start..<count])
        }
    }
}
