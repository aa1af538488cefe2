import Calibration
import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

/// The symmetries of the magnetometer's fit: its axes, its unit and the order of its readings are choices.
@Suite("Properties of calibration")
struct CalibrationPropertyTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

    private func samples(_ seed: UInt64, noise: Double = 0.5) -> (SyntheticField, MagnetometerSamples) {
        var draw = SplitMix64(seed: seed)
        var random = SeededRandom(seed: seed)
        var truth = SyntheticField()
        truth.hardIron = draw.vector(40)
        truth.noise = noise
        return (truth, truth.samples(300, .allDirections, random: &random))
    }

    private func fit(
        _ truth: SyntheticField, _ samples: MagnetometerSamples, _ method: MagnetometerFitMethod, scale: Double = 1
    ) -> MagnetometerFit {
        var options = MagnetometerFitOptions()
        options.method = method
        options.fieldStrength = scale * truth.strength
        options.dip = truth.dip
        return MagnetometerFit(samples: samples, options: options)
    }

    /// The largest difference of two corrections over directions, microtesla.
    private func difference(
        _ truth: SyntheticField, _ a: (Vector3) -> Vector3, _ b: (Vector3) -> Vector3
    ) -> Double {
        var random = SplitMix64(seed: 77)
        return (0..<50).reduce(0) { worst, _ in
            let reading = truth.hardIron + random.rotation().rotate(truth.field)
            return max(worst, (a(reading) - b(reading)).length)
        }
    }

    @Test("turned axes give the turned calibration", arguments: MagnetometerFitMethod.allCases, seeds)
    func rotation(method: MagnetometerFitMethod, seed: UInt64) {
        let (truth, samples) = samples(seed)
        var random = SplitMix64(seed: seed &+ 50)
        let turn = random.rotation()
        var turned = samples
        turned.field = samples.field.map(turn.rotate)
        turned.down = samples.down.map { $0.map(turn.rotate) }
        let (a, b) = (fit(truth, samples, method), fit(truth, turned, method))
        #expect(a.rung == b.rung && a.verdict.accepted == b.verdict.accepted)
        // Iterations end below 1e-6 of the field; the prior of the soft iron is isotropic but for its step sizes.
        let found = difference(truth, a.model.apply) { turn.unrotate(b.model.apply(turn.rotate($0))) }
        #expect(found < 1e-3 * truth.strength, "\(found) microtesla")
    }

    @Test("the order of readings without times does not count", arguments: MagnetometerFitMethod.allCases, seeds)
    func permutation(method: MagnetometerFitMethod, seed: UInt64) {
        let (truth, samples) = samples(seed)
        var random = SplitMix64(seed: seed &+ 60)
        let order = samples.field.indices.shuffled(using: &random)
        let shuffled = MagnetometerSamples(field: order.map { samples.field[$0] }, down: order.map { samples.down[$0] })
        let (a, b) = (fit(truth, samples, method), fit(truth, shuffled, method))
        let found = difference(truth, a.model.apply, b.model.apply)
        #expect(found < 1e-3 * truth.strength, "\(found) microtesla")
    }

    @Test(
        "a constant that is added to every reading is added to the hard iron, and to nothing else",
        arguments: MagnetometerFitMethod.allCases, seeds)
    func translation(method: MagnetometerFitMethod, seed: UInt64) {
        let (truth, samples) = samples(seed)
        var random = SplitMix64(seed: seed &+ 70)
        let offset = random.vector(30)
        var moved = samples
        moved.field = samples.field.map { $0 + offset }
        let (a, b) = (fit(truth, samples, method), fit(truth, moved, method))
        #expect((b.model.hardIron - a.model.hardIron - offset).length < 1e-3 * truth.strength)
        let soft = b.model.softIron - a.model.softIron
        #expect([soft.row0, soft.row1, soft.row2].allSatisfy { $0.length < 1e-3 })
    }
}
