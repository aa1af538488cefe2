import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// IMU_dataset (M. Rasteiro et al., ICCE-TW 2015): a sensor at the hand of an industrial robot, in MATLAB's variables.
///
/// `MATLABtime` (s), `SENSacc` (g), `SENSgyro` (deg/s), `SENSmag` (mG or uT) and the robot's own orientation
/// `ABBquaternion` (earth to hand) at the same stamps; units and the axes of each board by the set's `TestScript.m`.
/// The name of the file says which board it is. Hand and board, stamps and the robot's foot are not aligned.
enum RobotMATFormat: RecordingFormat {
    static let name = "IMU_dataset (MATLAB)"
    private static let by = "the data set's TestScript.m"

    /// A board: how its chips' axes are turned to those of the hand.
    private struct Board: Sendable {
        let name: String
        var inertial: @Sendable (Vector3) -> Vector3 = { $0 }
        let field: @Sendable (Vector3) -> Vector3
        var unit = LogUnit.microtesla
    }

    private static let boards = [
        Board(name: "MPU9150", field: { Vector3($0.y, $0.x, -$0.z) }, unit: .milligauss),
        Board(name: "MPU6050RM3100", field: { Vector3(-$0.y, -$0.x, -$0.z) }),
        Board(name: "MPU6500RM3100", field: { Vector3(-$0.y, -$0.x, -$0.z) }),
        Board(name: "LSM9DS0", inertial: { Vector3(-$0.y, $0.x, $0.z) }, field: { Vector3(-$0.y, $0.x, -$0.z) }),
    ]

    static func recognises(_ input: LogInput) -> Bool { input.file.map { MATFile.isOne($0.head) } == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let matrices = MATFile(try ByteReader(lines).rest()).matrices
        guard let stamps = matrices["MATLABtime"]?.values, let board = board(of: input.name),
            let force = vectors("SENSacc", matrices, stamps.count),
            let rate = vectors("SENSgyro", matrices, stamps.count),
            let field = vectors("SENSmag", matrices, stamps.count)
        else { throw ForeignFile.matlabError(lines) }
        var log = RawLog()
        log.recording.metadata.device = board.name
        var collector = SampleCollector()
        let hand = matrices["ABBquaternion"].flatMap { $0.rows == 4 && $0.columns == stamps.count ? $0.values : nil }
        // The first row is from before the first message; lost messages have no numbers.
        for row in stamps.indices.dropFirst() {
            guard let time = LogTime.nanoseconds(seconds: stamps[row]) else {
                collector.unreadable.add(line: row + 1)
                continue
            }
            func add(_ sensor: SensorKind, _ v: Vector3) {
                collector.add(sensor, v.x, v.y, v.z, at: time, line: row + 1)
            }
            add(.accelerometer, board.inertial(force[row]))
            add(.gyroscope, board.inertial(rate[row]))
            add(.magnetometer, board.field(field[row]))
            guard let hand, force[row].length.isFinite else { continue }
            // Stored as earth to hand.
            let (w, x, y, z) = (hand[4 * row], -hand[4 * row + 1], -hand[4 * row + 2], -hand[4 * row + 3])
            collector.addAttitude([w, x, y, z], .quaternion, of: .reference, at: time, line: row + 1)
        }
        try collector.finish(lines.source, lastLine: LastLineFinding(), into: &log)
        log.claims[.accelerometer] = StreamClaim(source: "SENSacc", unit: .gravities, sign: .android, by: by)
        log.claims[.gyroscope] = StreamClaim(source: "SENSgyro", unit: .degreesPerSecond, by: by)
        log.claims[.magnetometer] = StreamClaim(source: "SENSmag", unit: board.unit, by: by)
        if hand != nil {
            log.notes[.reference] = ("1", "the robot's hand to its foot", by, "ABBquaternion")
            log.recording.metadata.reference = ReferenceTerms(
                north: .arbitrary, mount: .fit, level: .fit, delay: .fit)
        }
        return try log.settled(name: input.name, options)
    }

    private static func board(of path: String) -> Board? {
        boards.first { path.lastPathComponent.contains($0.name) }
    }

    /// The columns of a matrix; `nil` where it has not three rows and a column per stamp.
    private static func vectors(_ name: String, _ matrices: [String: MATFile.Matrix], _ count: Int) -> [Vector3]? {
        guard count > 1, let matrix = matrices[name], matrix.rows == 3, matrix.columns == count else { return nil }
        return (0..<count).map { column in
            Vector3(matrix.values[3 * column], matrix.values[3 * column + 1], matrix.values[3 * column + 2])
        }
    }
}
