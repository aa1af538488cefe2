import Rotations
import SensorModels

/// Columns of an orientation and a turn of the earth frame from the left.
///
/// Quaternions are brought to length 1; those already there to rounding stay as they are, so that reading is idempotent.
/// Lengths outside 0.9...1.1 are no rounding and make no sample.
struct QuaternionDecoder: StreamDecoder {
    /// How the orientation is written.
    enum Form: Sendable {
        /// w, x, y, z.
        case quaternion
        /// x, y, z of a quaternion whose w is positive (Android's rotation vector of old).
        case vector
        /// The nine elements of the device-to-earth matrix, column by column: 11, 21, 31, 12, ...
        case matrix
        /// Roll, pitch, yaw in degrees: v_earth = Rz(yaw) Ry(pitch) Rx(roll) v_device.
        case eulerDegrees

        var count: Int {
            switch self {
            case .quaternion: return 4
            case .vector, .eulerDegrees: return 3
            case .matrix: return 9
            }
        }
    }

    let required: [Int]
    private let first: Int
    private let form: Form
    private let turn: Quaternion?

    /// - Parameter columns: neighbouring columns of the block.
    init(_ columns: [Int], form: Form = .quaternion, turn: Quaternion? = nil) {
        required = columns
        first = columns.first ?? 0
        self.form = form
        self.turn = turn
    }

    /// - Parameter first: the column of w; x, y and z follow.
    init(first: Int, turn: Quaternion? = nil) {
        self.init(Array(first..<first + 4), turn: turn)
    }

    @inline(__always)
    func isFilled(_ row: TableRow) -> Bool {
        if case .quaternion = form {
            return row[first].isFinite && row[first + 1].isFinite && row[first + 2].isFinite && row[first + 3].isFinite
        }
        return required.allSatisfy { row[$0].isFinite }
    }

    @inline(__always)
    func value(in row: TableRow) -> Quaternion? {
        if case .quaternion = form {
            return Self.unit(Quaternion(row[first], row[first + 1], row[first + 2], row[first + 3]), turn)
        }
        return Self.value(required.map { row[$0] }, form, turn)
    }

    /// The orientation that numbers in a form mean; `nil` where they are none.
    static func value(_ numbers: [Double], _ form: Form, _ turn: Quaternion?) -> Quaternion? {
        guard numbers.count == form.count, numbers.allSatisfy({ $0.isFinite && $0.magnitude < 1e6 }) else { return nil }
        switch form {
        case .quaternion: return unit(Quaternion(numbers[0], numbers[1], numbers[2], numbers[3]), turn)
        case .vector:
            let rest = 1 - (numbers[0] * numbers[0] + numbers[1] * numbers[1] + numbers[2] * numbers[2])
            guard rest > -0.01 else { return nil }
            return unit(Quaternion(max(0, rest).squareRoot(), numbers[0], numbers[1], numbers[2]), turn)
        case .matrix:
            let columns = (0..<3).map { Vector3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
            let isRotation =
                columns.allSatisfy { (0.9...1.1).contains($0.length) } && columns[0].dot(columns[1]).magnitude < 0.05
                && columns[0].cross(columns[1]).dot(columns[2]) > 0.8
            guard isRotation else { return nil }
            return Quaternion(matrix: Matrix3(columns: columns[0], columns[1], columns[2])).normalized.flatMap {
                unit($0, turn)
            }
        case .eulerDegrees:
            let angles = numbers.map { Angle.radians($0) }
            let q =
                Quaternion(angle: angles[2], axis: Vector3(0, 0, 1))
                * Quaternion(angle: angles[1], axis: Vector3(0, 1, 0))
                * Quaternion(angle: angles[0], axis: Vector3(1, 0, 0))
            return unit(q, turn)
        }
    }

    @inline(__always)
    private static func unit(_ quaternion: Quaternion, _ turn: Quaternion?) -> Quaternion? {
        var q = quaternion
        let square = q.lengthSquared
        guard square > 0.81, square < 1.21 else { return nil }
        if (square - 1).magnitude > 4e-15 {
            let length = square.squareRoot()
            q = Quaternion(q.w / length, q.x / length, q.y / length, q.z / length)
        }
        guard let turn else { return q }
        // The product's rounding must not be corrected when the log is read back.
        return turn * q
    }
}
