import Calibration
import RealModule
import Rotations
import SensorModels
import Testing

/// A hard iron that walks at random while a hand turns the phone for half a minute.
@Suite struct HardIronWanderTests {
    let scene = SyntheticField()

    /// 500 readings, 0.06 s apart, and the hard iron of each; `intensity` in microtesla^2 / s.
    private func recording(
        intensity: Double, random: inout SeededRandom
    ) -> (samples: MagnetometerSamples, hardIrons: [Vector3]) {
        let inverse = scene.softIron.inverse ?? .identity
        var hardIron = scene.hardIron
        var (readings, hardIrons): ([Vector3], [Vector3]) = ([], [])
        var down: [Vector3?] = []
        let phase = random.uniform(0...(2 * Double.pi))
        for k in 0..<500 {
            let t = 0.06 * Double(k)
            let attitude =
                Quaternion.aboutVertical(1.9 * t + phase)
                * Quaternion(angle: 2.2 * Double.sin(0.61 * t + phase), axis: Vector3(1, 0, 0))
                * Quaternion(angle: 1.1 * t, axis: Vector3(0, 1, 0))
            hardIron = hardIron + (0.06 * intensity).squareRoot() * random.gaussianVector()
            readings.append(
                inverse * attitude.unrotate(scene.field) + hardIron + scene.noise * random.gaussianVector())
            hardIrons.append(hardIron)
            down.append((attitude.down + scene.gravityNoise * random.gaussianVector()).normalized)
        }
        return (
            MagnetometerSamples(field: readings, down: down, times: readings.indices.map { 0.06 * Double($0) }),
            hardIrons
        )
    }

    /// The squared normalised error against the hard iron of a moment, the mean over a recording's moments, averages to
    /// 1 over 60 recordings (three axes each; walks differ so much that 0.6 to 1.4 is allowed), and the stated wander
    /// is that of the hard iron within a factor of two on the average.
    @Test func sigmaHoldsForEveryMoment() {
        var random = SeededRandom(seed: 91)
        var (squares, stated, actual) = (0.0, 0.0, 0.0)
        for _ in 0..<60 {
            let (samples, hardIrons) = recording(intensity: 0.005, random: &random)
            let fit = MagnetometerFit(samples: samples)
            guard let wander = fit.hardIronWander else {
                Issue.record("no wander")
                return
            }
            let mean = hardIrons.reduce(Vector3.zero) { $0 + $1 } / 500
            for axis in 0..<3 {
                let variance = fit.hardIronSigma[axis] * fit.hardIronSigma[axis]
                let errors = hardIrons.map {
                    ($0[axis] - fit.model.hardIron[axis]) * ($0[axis] - fit.model.hardIron[axis])
                }
                squares += errors.reduce(0, +) / 500 / variance
                actual += hardIrons.reduce(0) { $0 + ($1[axis] - mean[axis]) * ($1[axis] - mean[axis]) } / 500
                stated += wander[axis] * wander[axis]
            }
        }
        #expect(squares / 180 > 0.6 && squares / 180 < 1.4, "\(squares / 180)")
        #expect(stated / actual > 0.5 && stated / actual < 2, "\(stated / actual)")
    }

    /// More wander, more sigma; none without times.
    @Test func isSeenWhereItIsLarge() {
        var random = SeededRandom(seed: 92)
        let (quiet, _) = recording(intensity: 0, random: &random)
        let (loud, _) = recording(intensity: 0.05, random: &random)
        let (small, large) = (MagnetometerFit(samples: quiet), MagnetometerFit(samples: loud))
        #expect((small.hardIronWander?.length ?? 1) < 0.25, "\(String(describing: small.hardIronWander))")
        #expect((large.hardIronWander?.length ?? 0) > 0.4, "\(String(describing: large.hardIronWander))")
        var timeless = loud
        timeless.times = nil
        #expect(MagnetometerFit(samples: timeless).hardIronWander == nil)
    }
}
