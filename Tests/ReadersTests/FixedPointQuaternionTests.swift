import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Quaternions as chips give them, in fixed-point numbers.
struct FixedPointQuaternionTests {
    private func read(_ unit: Double, digits: Bool = false) throws -> Recording {
        let rows = (0..<200).map { row -> String in
            let q = Quaternion(angle: 0.004 * Double(row), axis: Vector3(0, 0, 1))
            let numbers = [q.w, q.x, q.y, q.z].map {
                digits ? "\($0 * unit)" : "\(Int(clamping: ($0 * unit).rounded()))"
            }
            return "\(row * 20),\(numbers.joined(separator: ",")),0.02,-0.05,9.75\n"
        }
        let text = "time_ms,qw,qx,qy,qz,ax,ay,az\n" + rows.joined()
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    @Test(
        "of the lengths 2^14, 2^15 - 1, 2^30 and 10000 are brought to 1, and a warning says so",
        arguments: [16_384, 32_767, 1_073_741_824, 10_000.0])
    func scaled(_ unit: Double) throws {
        let recording = try read(unit)
        #expect(recording.attitude.count == 200)
        for (row, q) in recording.attitude.values.enumerated() {
            #expect((q.lengthSquared - 1).magnitude < 1e-12)
            // The first has an arbitrary north.
            let turn = (recording.attitude.values[0].conjugate * q)
            #expect((2 * turn.z - 0.004 * Double(row)).magnitude < 0.03)
        }
        let warning = recording.warnings.first { $0.code == .unitUndecided }
        #expect(warning?.message.contains("attitude") == true)
    }

    @Test("of length 1 stay as they are, and of no known length are left out")
    func others() throws {
        let plain = try read(1, digits: true)
        #expect(plain.attitude.count == 200)
        #expect(!plain.warnings.contains { $0.code == .unitUndecided })
        #expect(try read(777).attitude.isEmpty)
    }
}
