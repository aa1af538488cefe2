import Calibration
import LinearAlgebra
import RealModule
import Rotations
import Testing
import Vocabulary

@Suite struct LogFusionTests {
    /// Five logs of a phone held up for augmented reality, half an hour apart. The hard iron walks by 1 microtesla per
    /// root hour and jumps by 30 when a case is put on before the fourth log.
    private func logs(_ random: inout SeededRandom) -> (fits: [(time: Double, fit: MagnetometerFit)], truth: [Vector3])
    {
        var scene = SyntheticField()
        var options = MagnetometerFitOptions()
        (options.fieldStrength, options.dip) = (scene.strength, scene.dip)
        var fits: [(time: Double, fit: MagnetometerFit)] = []
        var truth: [Vector3] = []
        for k in 0..<5 {
            if k > 0 { scene.hardIron += 0.5.squareRoot() * random.gaussianVector() }
            if k == 3 { scene.hardIron += Vector3(-10, 20, 20) }
            let fit = MagnetometerFit(samples: scene.samples(200, .uprightBand, random: &random), options: options)
            fits.append((1800 * Double(k), fit))
            truth.append(scene.hardIron)
        }
        return (fits, truth)
    }

    /// Over 20 repeats: the jump is found where it is and nowhere else, the squared normalised error of each hard iron
    /// has its expectation (20 x 15 degrees of freedom: standard deviation 8 %, with the logs' correlation 12, of which
    /// three are allowed), and the soft iron is nearer to the truth than that of single logs.
    @Test func driftAndJump() throws {
        var random = SeededRandom(seed: 41)
        let truth = SyntheticField()
        var (squares, count, single, fused) = (0.0, 0.0, 0.0, 0.0)
        func error(_ s: Matrix3) -> Double {
            let d = s - truth.softIron
            return d.row0.lengthSquared + d.row1.lengthSquared + d.row2.lengthSquared
        }
        for _ in 0..<20 {
            let (fits, hardIron) = logs(&random)
            let fusion = try LogFusion(fits)
            #expect(fusion.jumps == [3], "\(fusion.jumps)")
            for (k, h) in hardIron.enumerated() {
                for axis in 0..<3 {
                    let ratio = (fusion.hardIron[k][axis] - h[axis]) / fusion.hardIronSigma[k][axis]
                    squares += ratio * ratio
                    count += 1
                }
                let before = fits[k].fit.hardIronSigma
                #expect(fusion.hardIronSigma[k].length <= before.length)
            }
            fused += error(try fusion.softIron())
            single += fits.reduce(0) { $0 + error($1.fit.model.softIron) } / 5
        }
        #expect(squares / count > 0.65 && squares / count < 1.35, "\(squares / count)")
        // Five logs: the variance of what they share falls to a fifth, some of which the hard iron takes.
        #expect(fused < 0.4 * single, "\(fused) \(single)")
    }

    /// One log comes back as it went in.
    @Test func oneLog() throws {
        var random = SeededRandom(seed: 42)
        let (fits, _) = logs(&random)
        let fusion = try LogFusion([fits[0]])
        #expect((fusion.hardIron[0] - fits[0].fit.model.hardIron).length < 1e-9)
        #expect((fusion.hardIronSigma[0] - fits[0].fit.hardIronSigma).length < 1e-4)
        let difference = try fusion.softIron() - fits[0].fit.model.softIron
        #expect(difference.row0.length + difference.row1.length + difference.row2.length < 1e-9)
    }

    @Test func aLogWithoutACalibrationIsNamed() {
        let nothing = MagnetometerFit(samples: MagnetometerSamples(field: []))
        #expect(throws: SensorLabError.self) { try LogFusion([(0, nothing)]) }
    }
}
