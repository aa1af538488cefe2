import Calibration
import LinearAlgebra
import Readers
import RealModule
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing

@Suite struct MagnetometerAlignmentTests {
    /// A hand that turns the phone through all directions for a minute, the magnetometer's axes turned by 1.7 degrees
    /// against the inertial ones, its stamps 35 ms late, the gyroscope's bias 6 deg/s.
    private struct Turning {
        var misalignment = Vector3(0.012, -0.02, 0.018)
        var delay = 0.035
        let bias = Vector3(0.1, -0.03, 0.02)
        let scene = SyntheticField()
        /// S of the model: first the soft iron, then the turn into the inertial axes.
        var softIron: Matrix3 { Quaternion(rotationVector: misalignment).matrix * scene.softIron }

        func attitude(_ t: Double) -> Quaternion {
            Quaternion.aboutVertical(0.9 * t) * Quaternion(angle: 2.2 * Double.sin(0.31 * t), axis: Vector3(1, 0, 0))
                * Quaternion(angle: 0.7 * t, axis: Vector3(0, 1, 0))
        }

        func recording(_ random: inout SeededRandom) -> Recording {
            var recording = Recording()
            let inverse = softIron.inverse ?? .identity
            for i in 0..<6000 {
                let t = Double(i) / 100
                let stamp = Int64(i) * 10_000_000
                let turn = (attitude(t - 0.005).conjugate * attitude(t + 0.005)).rotationVector
                recording.gyroscope.append(turn / 0.01 + bias + 0.002 * random.gaussianVector(), at: stamp)
                let force = attitude(t).unrotate(Vector3(0, 0, 9.80665))
                recording.accelerometer.append(force + 0.03 * random.gaussianVector(), at: stamp)
                guard i % 2 == 0 else { continue }
                let field = inverse * attitude(t - delay).unrotate(scene.field)
                recording.magnetometer.append(field + scene.hardIron + 0.7 * random.gaussianVector(), at: stamp)
            }
            return recording
        }
    }

    private func alignment(_ recording: Recording) throws -> MagnetometerAlignment {
        try MagnetometerAlignment(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
            magnetometer: recording.magnetometer, fit: MagnetometerFit(recording: recording))
    }

    /// Over 20 recordings misalignment and delay come out within their sigmas, and no error is large. The specific
    /// force counts a tenth, because a hand accelerates; this motion does not, so the sigmas are larger than the
    /// errors, by a factor below two: the squared normalised errors (80 of them: standard deviation 0.16, three of
    /// which are allowed) average to no more than one.
    @Test func recoversMisalignmentAndDelay() throws {
        let truth = Turning()
        var random = SeededRandom(seed: 51)
        var (squares, count) = (0.0, 0.0)
        for _ in 0..<20 {
            let found = try alignment(truth.recording(&random))
            for axis in 0..<3 {
                let error = found.misalignment[axis] - truth.misalignment[axis]
                #expect(error.magnitude < 0.005, "\(axis): \(error)")
                squares += error * error / (found.misalignmentSigma[axis] * found.misalignmentSigma[axis])
            }
            let late = found.delay - truth.delay
            #expect(late.magnitude < 0.004, "\(late)")
            squares += late * late / (found.delaySigma * found.delaySigma)
            count += 4
            #expect((found.model.hardIron - truth.scene.hardIron).length < 0.5)
            #expect((found.bias - truth.bias).length < 0.001)
        }
        #expect(squares / count > 0.25 && squares / count < 1.5, "\(squares / count)")
    }

    private func aligned(_ recording: Recording) -> AlignedMagnetometerFit {
        AlignedMagnetometerFit(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
            magnetometer: recording.magnetometer, fit: MagnetometerFit(recording: recording), options: .init())
    }

    /// The full S of the result meets the truth's, whose scale is open: 0.01 is half a degree.
    @Test func appliedWhereItIsSeen() {
        let truth = Turning()
        var random = SeededRandom(seed: 52)
        let result = aligned(truth.recording(&random))
        #expect(result.isApplied && result.reason.hasPrefix("applied"), "\(result.reason)")
        #expect(result.fit.verdict.accepted, "\(result.fit.verdict)")
        let scale = Double.pow(truth.softIron.determinant, 1 / 3.0)
        let difference = result.fit.model.softIron - (1 / scale) * truth.softIron
        for row in [difference.row0, difference.row1, difference.row2] { #expect(row.length < 0.01, "\(difference)") }
    }

    /// Axes that agree and stamps that are right, or no gyroscope: S stays symmetric and the reason is said.
    @Test func notAppliedWhereThereIsNothing() {
        var truth = Turning()
        (truth.misalignment, truth.delay) = (.zero, 0)
        var random = SeededRandom(seed: 53)
        var recording = truth.recording(&random)
        let nothing = aligned(recording)
        #expect(!nothing.isApplied && nothing.reason.contains("it is not significant"), "\(nothing.reason)")
        let s = nothing.fit.model.softIron
        #expect((s[0, 1] - s[1, 0]).magnitude < 1e-12 && (s[1, 2] - s[2, 1]).magnitude < 1e-12)
        recording.gyroscope = VectorStream()
        #expect(aligned(recording).reason.contains("has no gyroscope"))
    }

    /// The Nexus 5's magnetometer is about 30 ms late, the iPhones' within 10 ms (known from the alignment of their
    /// streams); no phone's axes are off by more than three degrees (2.4 found).
    @Test(
        .enabled(if: SharedData.isPresent, "the phone recordings are not here"),
        arguments: [("nexus5-d1", 0.030), ("nexus5-d2", 0.030), ("iphone5-d4", 0), ("iphone4s-d3", 0)])
    func phones(name: String, delay: Double) throws {
        let recording = try RecordingReader.read(path: SharedData.dataset("phones/calib-mag-" + name).path)
        try #require(!recording.gyroscope.isEmpty)
        let found = try alignment(recording)
        #expect((found.delay - delay).magnitude < 0.012, "\(found.delay) +- \(found.delaySigma)")
        #expect(Angle.degrees(found.misalignment.length) < 3, "\(found.misalignment)")
    }
}
