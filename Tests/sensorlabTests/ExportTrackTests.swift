import Foundation
import Testing

/// `export track`: the same orientations as `fuse`, in the formats of others.
@Suite("export track")
struct ExportTrackTests {
    private let log: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        log = folder.path("log.csv")
        let outcome = try Tool.run("simulate", "ar-panning", "--duration", "30", "--seed", "3", "--out", log)
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    private func rows(_ arguments: String...) throws -> [[Double]] {
        let outcome = try Tool.run(["export", "track", log, "--filter"] + arguments)
        #expect(outcome.status == 0, "\(outcome.messages)")
        return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split { " ,".contains($0) }.map { Double($0) ?? .nan }
        }
    }

    @Test("TUM, EuRoC and KITTI hold the quaternions of fuse") func formats() throws {
        let fused = try Tool.run("fuse", log, "--filter", "vqf").output
        #expect(try Tool.run("export", "track", log, "--filter", "vqf", "--format", "csv").output == fused)
        let cells = fused.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map { Double($0) ?? .nan } }
        let (tum, euroc) = (try rows("vqf"), try rows("vqf", "--format", "euroc"))
        let kitti = try rows("vqf", "--format", "kitti")
        #expect(tum.count == cells.count && euroc.count == cells.count && kitti.count == cells.count)
        let (t, w, x, y, z) = (cells[700][0], cells[700][1], cells[700][2], cells[700][3], cells[700][4])
        #expect(tum[700] == [t, 0, 0, 0, x, y, z, w])
        #expect(Array(euroc[700].dropFirst()) == [0, 0, 0, w, x, y, z] && (euroc[700][0] * 1e-9 - t).magnitude < 1e-9)
        // The first column is the device's x axis in the earth's.
        let column = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]
        for (row, value) in column.enumerated() { #expect((kitti[700][4 * row] - value).magnitude < 1e-8) }
        #expect(kitti[700].count == 12 && kitti[700][3] == 0)
    }

    @Test("the reference is a track, too; a track that the log lacks is asked for") func others() throws {
        let reference = try rows("reference")
        #expect(reference.count > 100 && reference[0].count == 8)
        expectError(
            try Tool.run("export", "track", log, "--filter", "device"), 65, says: "no attitude of the device itself")
        expectError(try Tool.run("export", "track", log, "--filter", "vfq"), 64, says: "did you mean vqf?")
    }
}
