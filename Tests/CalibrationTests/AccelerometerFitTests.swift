import Calibration
import LinearAlgebra
import Rotations
import SensorModels
import TestSupport
import Testing

@Suite struct AccelerometerFitTests {
    let bias = Vector3(0.02, 0.14, -0.16)
    let sides = [
        Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1),
    ]

    /// Six sides and eight corners.
    private var sidesAndCorners: [Vector3] {
        let signs = [-1.0, 1]
        return sides
            + signs.flatMap { x in signs.flatMap { y in signs.map { z in Vector3(x, y, z) / 3.0.squareRoot() } } }
    }

    /// f_raw = T^-1 g u + b, u being the direction after calibration.
    private func raw(_ directions: [Vector3], _ model: AccelerometerModel) throws -> [Vector3] {
        let inverse = try #require(model.scale.inverse)
        return directions.map { inverse * (AccelerometerFit.standardGravity * $0) + model.bias }
    }

    /// Bias, scale and misalignment of noiseless poses come back; the prior pulls by less than a tenth of its own size
    /// (0.005), because a pose is taken to be good to 0.02 of 9.8 m/s^2 at first and to its residuals' size in the end.
    @Test func everythingFromSidesAndCorners() throws {
        let truth = AccelerometerModel(
            bias: bias,
            scale: Matrix3(
                Vector3(1.004, 0.002, -0.003), Vector3(0.002, 0.997, 0.001), Vector3(-0.003, 0.001, 1.003)))
        let fit = AccelerometerFit(restForces: try raw(sidesAndCorners, truth))
        #expect(fit.verdict.accepted && fit.extent == .misalignment && fit.poseCount == 14)
        expectVector(fit.model.bias, bias, within: 0.003)
        for i in 0..<3 {
            for j in 0..<3 { #expect((fit.model.scale[i, j] - truth.scale[i, j]).magnitude < 5e-4) }
        }
        #expect(fit.verdict.advice.isEmpty && fit.missingPoses.isEmpty)
    }

    /// 600 simulated recordings of 14 poses, devices drawn from the prior, poses off by 0.02 m/s^2: the squared
    /// normalised error of nine parameters has the mean 9 (standard deviation of the mean sqrt(18 / 600) = 0.17; less
    /// for those that the prior alone knows), and 95 % of bias intervals hold the truth.
    @Test func sigmasAreHonest() throws {
        var random = SeededRandom(seed: 41)
        var (nees, hits) = (0.0, 0)
        let repeats = 600
        for _ in 0..<repeats {
            var scale = Matrix3.identity
            var truth = [Double]()
            let b = 0.2 * random.gaussianVector()
            for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
                let value = 0.005 * random.gaussian()
                truth.append(value)
                scale[i, j] += value
                if i != j { scale[j, i] += value }
            }
            let rotation = random.rotation()
            let forces = try raw(sidesAndCorners.map(rotation.rotate), AccelerometerModel(bias: b, scale: scale))
                .map { $0 * (1 + 0.02 * random.gaussian() / 9.80665) }
            let fit = AccelerometerFit(restForces: forces, gravitySigma: 0)
            let covariance = try #require(fit.covariance)
            let s = fit.model.scale
            let found = [
                fit.model.bias.x, fit.model.bias.y, fit.model.bias.z, s[0, 0] - 1, s[1, 1] - 1, s[2, 2] - 1, s[0, 1],
                s[0, 2], s[1, 2],
            ]
            let error = zip(found, [b.x, b.y, b.z] + truth).map { $0 - $1 }
            let solved = try covariance.solve(error)
            nees += zip(error, solved).reduce(0) { $0 + $1.0 * $1.1 } / Double(repeats)
            hits += (0..<3).count { error[$0].magnitude <= 1.96 * fit.sigma[$0] }
        }
        let rate = Double(hits) / Double(3 * repeats)
        #expect(nees > 7.5 && nees < 9.8, "\(nees)")
        #expect(rate >= 0.93 && rate <= 0.97, "\(rate)")
    }

    /// Six sides determine bias and scale, not misalignment.
    @Test func sixSides() {
        let fit = AccelerometerFit(restForces: sides.map { 9.80665 * $0 + bias })
        #expect((fit.model.bias - bias).length < 0.012 * bias.length)
        #expect(fit.verdict.accepted && fit.extent == .scale && fit.poseCount == 6)
        #expect(fit.verdict.advice.contains("tilted"))
    }

    /// Five sides and a corner: no side has its opposite missing but one; the bias follows, the scale does not.
    @Test func fewerPosesGiveTheBiasAlone() {
        let poses = [
            Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-1, -1, -1) / 3.0.squareRoot(),
        ]
        let fit = AccelerometerFit(restForces: poses.map { 9.80665 * $0 + bias })
        #expect(fit.verdict.accepted && fit.extent == .bias, "\(fit.extent) \(fit.sigma)")
        expectVector(fit.model.bias, bias, within: 0.06)
    }

    @Test func onePoseIsRefusedAndSaysWhichAreMissing() {
        let fit = AccelerometerFit(restForces: [Vector3(0, 0, 9.65), Vector3(0.1, 0, 9.65)])
        #expect(!fit.verdict.accepted && fit.poseCount == 1 && fit.extent == .nothing)
        #expect((fit.sigma.x - 0.2).magnitude < 1e-3)
        #expect(fit.missingPoses == ["face down", "upright", "upside down", "on its left edge", "on its right edge"])
        #expect(fit.verdict.advice.contains("face down, upright"))
    }

    @Test func nothing() {
        let fit = AccelerometerFit(restForces: [])
        #expect(!fit.verdict.accepted && fit.model.bias == .zero && fit.residualRMS.isNaN)
        #expect(AccelerometerFit(restForces: [Vector3(.nan, 0, 0), Vector3(0, 0, 1)]).poseCount == 0)
    }

    /// Standing on the left edge, the right edge (+x) points up, and so does specific force.
    @Test func namesOfSides() {
        let names = [
            "on its left edge", "on its right edge", "upright", "upside down", "face up", "face down",
        ]
        for (index, name) in names.enumerated() {
            let others = sides.enumerated().filter { $0.offset != index }.map { 9.80665 * $0.element }
            #expect(AccelerometerFit(restForces: others).missingPoses == [name])
        }
    }
}
