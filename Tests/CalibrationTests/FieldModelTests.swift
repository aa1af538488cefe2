import LinearAlgebra
import RealModule
import Rotations
import Testing

@testable import Calibration

@Suite struct FieldModelTests {
    /// Noise lengthens a vector by sigma^2 / F on average: the residual is free of it. 1 % of F here, its standard
    /// error 0.03 %.
    @Test func theMagnitudesResidualHasNoBiasByNoise() throws {
        var random = SeededRandom(seed: 9)
        let (strength, noise) = (50.0, 5.0)
        let model = FieldModel(hardIron: Vector3(3, -2, 1), strength: strength, vertical: 40)
        let linearised = try FieldProblem.Linearised(model)
        let count = 100_000
        var sum = 0.0
        for _ in 0..<count {
            let reading =
                model.hardIron + random.rotation().rotate(Vector3(0, 0, strength)) + noise * random.gaussianVector()
            let pair = PairedVector(reading, reading)
            sum += linearised.magnitudes(linearised.samples(pair), noise: noise).residual[0]
        }
        #expect((sum / Double(count)).magnitude < 5 * noise / Double(count).squareRoot())
    }

    /// By finite differences of the heading in every unknown, in both poses, with a covariance that couples all of
    /// them.
    @Test func theHeadingsSigmaIsThatOfItsDifferences() throws {
        var random = SeededRandom(seed: 12)
        var model = FieldModel(
            hardIron: Vector3(30, -12, 8),
            softIron: SymmetricLogarithm(elements: [0.1, -0.05, 0.02, 0.03, -0.04, 0.06]),
            strength: 48, vertical: 42)
        let dip = Double.asin(42.0 / 48)
        let root = (0..<FieldModel.count).map { _ in (0..<FieldModel.count).map { _ in 0.01 * random.gaussian() } }
        var covariance = Matrix(rows: FieldModel.count, columns: FieldModel.count)
        for i in 0..<FieldModel.count {
            for j in 0..<FieldModel.count {
                covariance[i, j] = zip(root[i], root[j]).reduce(0) { $0 + $1.0 * $1.1 }
            }
        }
        let field = Vector3(0, 48 * Double.cos(dip), -42)
        for pose in [PoseHeadingSigma.Pose.level, .upright] {
            var variance = 0.0
            for k in 0..<24 {
                let turn = Quaternion.aboutVertical(2 * Double.pi * Double(k) / 24) * pose.attitude
                let inverse = try #require(try model.softIron.exponentialAndDerivatives().0.inverse)
                let reading = inverse * turn.unrotate(field) + model.hardIron
                func east() throws -> Double {
                    let s = try model.softIron.exponentialAndDerivatives().0
                    return turn.rotate(s * (reading - model.hardIron)).x / field.y
                }
                let step = 1e-6
                let row = try (0..<FieldModel.count).map { index in
                    let value = model.values[index]
                    defer { model.values[index] = value }
                    model.values[index] = value + step
                    let above = try east()
                    model.values[index] = value - step
                    return (above - (try east())) / (2 * step)
                }
                variance += zip(row, covariance * row).reduce(0) { $0 + $1.0 * $1.1 } / 24
            }
            let found = try PoseHeadingSigma.predict(
                pose, model: model, covariance: covariance, dip: dip, residualSigma: 0)
            #expect((found.calibration / variance.squareRoot() - 1).magnitude < 1e-6)
        }
    }
}
