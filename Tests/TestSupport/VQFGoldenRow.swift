import Foundation
import Rotations
import SensorModels

/// A row of Tests/Data/vqf.csv, made by scripts/golden/vqf with the package vqf 2.1.2 from the log `VQFGoldenLog`.
public struct VQFGoldenRow {
    /// The row of the log.
    public let index: Int
    /// Device to east-north-up.
    public let orientation: Quaternion
    /// rad/s.
    public var bias: Vector3?
    /// At rest, and in a disturbed field.
    public var flags: (rest: Flag, disturbed: Flag)?

    /// The rows of one case.
    public static func rows(_ name: String) throws -> [VQFGoldenRow] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Data/vqf.csv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells[0] == name, cells.count == 11 else { return nil }
            let x = cells.dropFirst(2).map { Double($0) }
            guard let index = Int(cells[1]), let w = x[0], let i = x[1], let j = x[2], let k = x[3] else { return nil }
            var row = VQFGoldenRow(index: index, orientation: Quaternion(w, i, j, k))
            if let bx = x[4], let by = x[5], let bz = x[6], let rest = x[7], let disturbed = x[8] {
                row.bias = Vector3(bx, by, bz)
                row.flags = (Flag(rest == 1), Flag(disturbed == 1))
            }
            return row
        }
    }
}
