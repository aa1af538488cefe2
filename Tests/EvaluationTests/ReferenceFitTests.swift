import Evaluation
import RealModule
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@Suite("Mount, delay and jumps of a reference")
struct ReferenceFitTests {
    /// Rates about all axes that do not repeat within a minute.
    static func rate(_ t: Double) -> Vector3 {
        Vector3(
            Double.sin(0.9 * t * (1 + 0.004 * t)), 0.8 * Double.sin(1.7 * t + 1),
            0.6 * Double.sin(0.53 * t + 2) + 0.5 * Double.sin(2.9 * t))
    }

    /// A gyroscope with bias and noise, and the reference of a body that is turned by `mount` against the device.
    ///
    /// - Parameters:
    ///   - step: seconds from sample to sample.
    ///   - averages: whether the gyroscope averages over the interval before; else it samples the instant.
    static func streams(
        late: Double, mount: Quaternion = .identity, step: Double = 0.01, averages: Bool = false
    ) -> (VectorStream, QuaternionStream) {
        var (gyroscope, reference) = (VectorStream(), QuaternionStream())
        var random = SplitMix64(seed: 5)
        var orientation = Quaternion(rotationVector: Vector3(0.3, -0.2, 1))
        for index in 0..<Int(clamping: (60 / step).rounded()) {
            let t = Double(index) * step
            let noise = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            let measured = rate(averages ? t - 0.5 * step : t)
            gyroscope.append(measured + Vector3(0.03, -0.02, 0.05) + 0.01 * noise, at: Int64(clamping: t * 1e9))
            if index % 3 == 0 {
                reference.append(orientation * mount.conjugate, at: Int64(clamping: ((t + late) * 1e9).rounded()))
            }
            orientation = orientation * Quaternion(rotationVector: step * rate(t + 0.5 * step))
        }
        return (gyroscope, reference)
    }

    @Test("delay and mount are found within their sigmas, and removed", arguments: [-0.21, 0.0, 0.083])
    func found(_ late: Double) throws {
        let mount = Quaternion(rotationVector: Vector3(0.2, -0.5, 1.1))
        let (gyroscope, reference) = Self.streams(late: late, mount: mount)
        let fit = try #require(ReferenceFit(gyroscope: gyroscope, reference: reference, mount: .fit))
        // What the stamps mean is known here: only noise is left of the sigma.
        #expect((fit.delaySeconds - late).magnitude < 5e-4)
        #expect((fit.delaySigma - 0.005 / 3.0.squareRoot()).magnitude < 1e-3)
        #expect(fit.mount.angle(to: mount) < 4 * fit.mountSigma + 1e-3)
        #expect(fit.isTurned && fit.isDelayed == (late != 0))
        let straight = fit.applied(to: reference)
        let (_, truth) = Self.streams(late: 0)
        #expect((straight.times[100] - truth.times[100]).magnitude < 2_000_000)
        #expect(straight.values[100].angle(to: truth.values[100]) < 0.01)
    }

    @Test("what a gyroscope's stamps mean is in the sigma", arguments: [0.01, 0.05], [false, true])
    func meaning(_ step: Double, _ averages: Bool) throws {
        let (gyroscope, reference) = Self.streams(late: 0, step: step, averages: averages)
        let fit = try #require(ReferenceFit(gyroscope: gyroscope, reference: reference, mount: .known))
        // The middle of an average is half a step earlier than its stamp; a twentieth of a step for noise.
        #expect((fit.delaySeconds - (averages ? -0.5 * step : 0)).magnitude < 0.05 * step)
        #expect(fit.delaySigma > 0.25 * step && fit.delaySigma < 0.35 * step)
        #expect(!fit.isDelayed)
    }

    @Test("a known mount stays; a still device shows nothing")
    func undetermined() throws {
        let (gyroscope, reference) = Self.streams(late: 0.05)
        let known = try #require(ReferenceFit(gyroscope: gyroscope, reference: reference, mount: .known))
        #expect(known.mount == .identity && !known.isTurned)
        #expect((known.delaySeconds - 0.05).magnitude < 0.002)
        let still = QuaternionStream(times: reference.times, values: reference.values.map { _ in .identity })
        let rest = gyroscope.mapped { _ in Vector3(0.01, 0, 0) }
        #expect(ReferenceFit(gyroscope: rest, reference: still, mount: .fit) == nil)
        #expect(ReferenceFit(gyroscope: VectorStream(), reference: reference, mount: .fit) == nil)
    }

    @Test("a turn about one axis does not determine the mount about it")
    func oneAxis() {
        let (gyroscope, _) = Self.streams(late: 0)
        let flat = gyroscope.mapped { Vector3(0, 0, $0.z - 0.05) }
        var (reference, angle) = (QuaternionStream(), 0.0)
        for (time, rate) in zip(flat.times, flat.values) {
            reference.append(.aboutVertical(angle), at: time)
            angle += 0.01 * rate.z
        }
        #expect(ReferenceFit(gyroscope: flat, reference: reference, mount: .fit, delay: 0) == nil)
    }

    private static func jumps(_ reference: QuaternionStream, _ gyroscope: VectorStream) -> ReferenceJumps? {
        let fit = ReferenceFit(gyroscope: gyroscope, reference: reference, mount: .fit)
        return ReferenceJumps(reference, gyroscope: gyroscope, fit: fit)
    }

    @Test("flipped markers are found and left out", arguments: [Double.pi, 1.5, 0.7])
    func flips(_ angle: Double) throws {
        let (gyroscope, reference) = Self.streams(late: 0.05)
        let flip = Quaternion(rotationVector: Vector3(0, angle, 0))
        var flipped = reference
        for index in 500..<620 { flipped.values[index] = flipped.values[index] * flip }
        for index in 1200..<1230 { flipped.values[index] = flipped.values[index] * flip }
        let jumps = try #require(Self.jumps(flipped, gyroscope))
        #expect(jumps.kept.count == reference.count - 150)
        #expect(
            jumps.stretches == [
                reference.times[500]...reference.times[619], reference.times[1200]...reference.times[1229],
            ])
        for (time, value) in zip(jumps.kept.times, jumps.kept.values) {
            #expect(value.angle(to: reference.values[reference.index(atOrAfter: time)]) < 1e-9)
        }
    }

    @Test("a sound reference has no jumps, with holes and slow samples too")
    func sound() {
        let (gyroscope, reference) = Self.streams(late: 0.1)
        #expect(Self.jumps(reference, gyroscope) == nil)
        let kept = reference.times.indices.filter { !(300..<420).contains($0) && $0 % 2 == 0 }
        let sparse = QuaternionStream(
            times: kept.map { reference.times[$0] }, values: kept.map { reference.values[$0] })
        #expect(Self.jumps(sparse, gyroscope) == nil)
    }
}
