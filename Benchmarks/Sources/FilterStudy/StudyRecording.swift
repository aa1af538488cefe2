import Foundation
import Rotations
import SensorModels

/// A recording as `scripts/studies/filter` packs it: native doubles, first four counts and two delays, then the rows of
/// each stream.
///
/// Streams in order: gyroscope (rad/s), accelerometer (m/s^2), magnetometer (microtesla), each row t,x,y,z; the scored
/// reference, each row t,w,x,y,z (device to east, MAGNETIC north, up). The delays are how late the stamps of gyroscope
/// and accelerometer are, and those of the magnetometer. Last is the mount, a quaternion that the reference is
/// multiplied by from the right where inclinations are compared. Times are seconds.
struct StudyRecording: Sendable {
    /// `<group>.<trial>`.
    let name: String
    var input: FilterInput
    var reference: QuaternionStream
    var mount: Quaternion
    /// s.
    let inertialDelay: Double
    let magnetometerDelay: Double

    var group: Substring { name.prefix { $0 != "." } }
    var trial: Substring { name.drop { $0 != "." }.dropFirst() }

    init(contentsOf file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let numbers = try Data(contentsOf: file).withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        (inertialDelay, magnetometerDelay) = (numbers[4], numbers[5])
        var next = 6
        func time(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
        func vectors(_ count: Double) -> VectorStream {
            var stream = VectorStream()
            for _ in 0..<Int(count) {
                stream.append(Vector3(numbers[next + 1], numbers[next + 2], numbers[next + 3]), at: time(numbers[next]))
                next += 4
            }
            return stream
        }
        let gyroscope = vectors(numbers[0])
        let accelerometer = vectors(numbers[1])
        input = FilterInput(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: vectors(numbers[2]))
        // Those of the phones have the day's calibration, as the tool's have.
        if name.hasPrefix("phones") { input.gyroscopeBiasSigma = GyroscopeCalibration.biasChange }
        var reference = QuaternionStream()
        for _ in 0..<Int(numbers[3]) {
            let q = numbers[(next + 1)..<(next + 5)].map { $0 }
            reference.append(Quaternion(q[0], q[1], q[2], q[3]).renormalized, at: time(numbers[next]))
            next += 5
        }
        self.reference = reference
        mount = Quaternion(numbers[next], numbers[next + 1], numbers[next + 2], numbers[next + 3])
    }
}
