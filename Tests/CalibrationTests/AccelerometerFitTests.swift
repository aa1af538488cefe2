import Calibration
import Rotations
import Testing

@Suite struct AccelerometerFitTests {
    let bias = Vector3(0.02, 0.14, -0.16)
    let sides = [
        Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1),
    ]

    /// Six sides: information 2 / 0.03^2 per axis against 1 / 0.2^2 of the prior, which pulls by 1.1 %.
    @Test func sixSides() {
        let fit = AccelerometerFit(restForces: sides.map { 9.80665 * $0 + bias })
        #expect((fit.model.bias - bias).length < 0.012 * bias.length)
        #expect(fit.verdict.accepted && fit.poseCount == 6)
        #expect((fit.sigma.x - 0.03 / (2 + 0.03 * 0.03 / 0.04).squareRoot()).magnitude < 1e-3)
    }

    @Test func onePoseIsRefusedAndKeepsThePrior() {
        let fit = AccelerometerFit(restForces: [Vector3(0, 0, 9.65), Vector3(0.1, 0, 9.65)])
        #expect(!fit.verdict.accepted && fit.poseCount == 1)
        #expect((fit.model.bias.z + 0.157).magnitude < 0.01 && fit.model.bias.x.magnitude < 1e-3)
        #expect((fit.sigma.x - 0.2).magnitude < 1e-3 && fit.sigma.z < 0.04)
    }

    @Test func nothing() {
        let fit = AccelerometerFit(restForces: [])
        #expect(!fit.verdict.accepted && fit.model.bias == .zero && fit.residualRMS.isNaN)
        #expect(AccelerometerFit(restForces: [Vector3(.nan, 0, 0), Vector3(0, 0, 1)]).poseCount == 0)
    }
}
