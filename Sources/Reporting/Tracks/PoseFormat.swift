import Figures
import Rotations
import SensorModels
import Vocabulary

/// Tracks in the formats of programs that compare trajectories: device to east-north-up, at the position 0.
public enum PoseFormat: String, Sendable, CaseIterable {
    /// The columns of `fuse`.
    case csv
    /// TUM RGB-D: `seconds x y z qx qy qz qw`, separated by blanks.
    case tum
    /// EuRoC's ground truth: `nanoseconds,x,y,z,qw,qx,qy,qz`.
    case euroc
    /// KITTI odometry: the first three rows of the pose as a 4 x 4 matrix, row by row; no stamps.
    case kitti

    /// Writes a track, its rows in pieces.
    /// - Parameters:
    ///   - track: device to earth.
    ///   - headingAxis: the axis whose heading `csv` has.
    ///   - north: of the track, for `csv`; `nil` where it is arbitrary.
    ///   - sink: receives UTF-8 bytes in order; what it throws ends the writing.
    public func write(
        _ track: OrientationTrack, headingAxis: HeadingAxis, north: North?, to sink: ([UInt8]) throws -> Void
    ) rethrows {
        guard self != .csv else {
            var writer = TrackCSVWriter(headingAxis: headingAxis, namesFilter: false)
            writer.north = north
            return try writer.write([track], to: sink)
        }
        try sink(Array(header.utf8))
        let rowsPerPiece = 4096
        for start in stride(from: 0, to: track.count, by: rowsPerPiece) {
            let rows = (start..<min(start + rowsPerPiece, track.count)).map {
                row(track.times[$0], track.estimates[$0].orientation)
            }
            try sink(Array(rows.joined().utf8))
        }
    }

    /// A comment; empty where the format has none.
    private var header: String {
        switch self {
        case .csv, .kitti: ""
        case .tum: "# timestamp tx ty tz qx qy qz qw\n"
        case .euroc:
            "#timestamp [ns], p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []\n"
        }
    }

    private func row(_ time: Int64, _ q: Quaternion) -> String {
        func text(_ values: [Double]) -> [String] { values.map { FixedDecimal.text($0, decimals: 9) } }
        switch self {
        case .csv: return ""
        case .tum:
            return (([LogTime.text(time), "0", "0", "0"] + text([q.x, q.y, q.z, q.w])).joined(separator: " ")) + "\n"
        case .euroc: return (["\(time)", "0", "0", "0"] + text([q.w, q.x, q.y, q.z])).joined(separator: ",") + "\n"
        case .kitti:
            let m = q.matrix
            let rows = [m.row0, m.row1, m.row2].flatMap { text([$0.x, $0.y, $0.z]) + ["0"] }
            return rows.joined(separator: " ") + "\n"
        }
    }
}
