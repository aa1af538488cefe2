import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Stray Scanner's folders (Stray Robots), and each of their tables alone: AR poses in `odometry.csv` and, in
/// `imu.csv`, what Core Motion measured.
///
/// `odometry.csv` has `timestamp, frame, x, y, z, qx, qy, qz, qw` and, in newer versions, `fx, fy, cx, cy`; the
/// camera's axes are OpenCV's. `imu.csv` has `timestamp, a_x, a_y, a_z, alpha_x, alpha_y, alpha_z`: accelerations, and
/// rotation rates in rad/s whatever their name says. Both count the device's uptime in seconds. The app's documentation
/// has m/s^2, versions since 2025 write g: the numbers decide. Depth, confidence and the video are not read.
enum StrayScannerFormat: RecordingFormat {
    static let name = "Stray Scanner"

    private static let (odometry, inertial) = ("odometry.csv", "imu.csv")
    private static let by = "the app's documentation"

    static func recognises(_ input: LogInput) -> Bool {
        if case .file(let lines) = input, isInertial(lines) { return true }
        return input.isTable(odometry, isOdometry)
    }

    private static func isInertial(_ lines: LineReader) -> Bool {
        names(lines) == ["timestamp", "a_x", "a_y", "a_z", "alpha_x", "alpha_y", "alpha_z"]
    }

    private static func names(_ lines: LineReader) -> [String] {
        (lines.firstLines.first ?? "").commaCells.map { $0.trimmedCell.lowercased() }
    }

    /// Whether the header has a pose and a picture's number.
    private static func isOdometry(_ lines: LineReader) -> Bool {
        Set(names(lines)).isSuperset(of: ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"])
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        switch input {
        case .file(let lines) where isInertial(lines): try readInertial(lines, into: &log)
        case .file(let lines): try readPoses(lines, into: &log)
        case .folder(let folder):
            try folder.read(odometry) { try readPoses($0, into: &log) }
            if folder.contains(inertial) { try folder.read(inertial) { try readInertial($0, into: &log) } }
        }
        log.recording.metadata.operatingSystem = "ios"
        return try log.settled(name: input.name, options)
    }

    private static func readPoses(_ lines: LineReader, into log: inout RawLog) throws {
        let table = try ARPoseTable(lines, zero: 0)
        log.recording.arPoses = table.poses
        log.recording.metadata.arIntrinsics = table.intrinsics
        log.recording.warnings += table.warnings
        let (unit, _) = CanonicalColumns.convention(of: .arPose)
        log.notes[.arPose] = (
            unit, "OpenCV's camera axes (turned here) to the session's world, y up", by, odometry
        )
    }

    private static func readInertial(_ lines: LineReader, into log: inout RawLog) throws {
        guard let head = TableHead(lines), case let names = head.names.map({ $0.lowercased() }),
            let time = names.firstIndex(of: "timestamp")
        else {
            log.recording.warnings.append(.unreadableTable(lines))
            return
        }
        let channels = [(SensorKind.accelerometer, "a_"), (.gyroscope, "alpha_")].compactMap { sensor, stem in
            names.positions(of: ["x", "y", "z"].map { stem + $0 }).map { columns in
                var channel = TableSchema.Channel(sensor, columns, claim: StreamClaim(source: inertial))
                channel.document(unit: sensor == .gyroscope ? .radiansPerSecond : nil, sign: .ios, by: by)
                return channel
            }
        }
        guard !channels.isEmpty else {
            log.recording.warnings.append(.unreadableTable(lines))
            return
        }
        let schema = TableSchema(head: head, time: time, clock: .decimal(exponent: 9), channels: channels)
        try schema.readLeniently(lines, into: &log)
    }
}
