import LinearAlgebra
import Rotations
import Testing

@testable import Calibration

@Suite struct FieldProblemTests {
    /// A problem with gross errors, readings without gravity, a reading along gravity and one at the centre of the
    /// model.
    private static func problem(readings: Int, seed: UInt64) -> (FieldProblem, FieldModel) {
        var random = SeededRandom(seed: seed)
        let model = FieldModel(
            hardIron: Vector3(30, -12, 8),
            softIron: SymmetricLogarithm(elements: [0.1, -0.05, 0.02, 0.03, -0.04, 0.06]),
            strength: 48, vertical: 42)
        var (field, down): ([Vector3], [Vector3?]) = ([], [])
        for index in 0..<readings {
            let turn = random.rotation()
            field.append(model.hardIron + turn.rotate(Vector3(0, 24, -42)) + 0.7 * random.gaussianVector())
            if index % 17 == 5 { field[index] = field[index] + Vector3(300, 0, -200) }
            down.append(index % 5 == 3 ? nil : turn.rotate(Vector3(0, 0, -1)))
        }
        if readings > 8 {
            (field[7], field[8]) = (model.hardIron, model.hardIron + Vector3(0, 0, -50))
            down[8] = Vector3(0, 0, -1)
        }
        var problem = FieldProblem(field: field, down: down)
        (problem.magnitudeSigma, problem.verticalSigma) = (0.8, 1.1)
        return (problem, model)
    }

    /// The sums of one reading after the other, in the unknowns of the model.
    private static func plainCost(
        _ problem: FieldProblem, _ linearised: FieldProblem.Linearised, share: Double
    ) -> Double {
        var cost = 0.0
        func add(_ residual: Double, _ sigma: Double) {
            let weight = 1 / (sigma * sigma * 1)
            cost += weight * sigma * sigma * problem.loss.valueAndWeight(residual / sigma).value
        }
        for (m, d) in zip(problem.field, problem.down) {
            let sample = linearised.sample(m)
            add(linearised.magnitude(sample, noise: problem.magnitudeSigma).residual, problem.magnitudeSigma)
            guard let d else { continue }
            add(
                linearised.dip(sample, d, noise: problem.magnitudeSigma, noiseShare: share).residual,
                problem.verticalSigma)
        }
        return cost
    }

    private static func share(_ problem: FieldProblem, _ model: FieldModel) -> Double {
        let sine = model.vertical / model.strength
        let ratio = problem.magnitudeSigma * problem.magnitudeSigma * max(1 - sine * sine, 0.01)
        return min(1, ratio / (problem.verticalSigma * problem.verticalSigma))
    }

    /// Bit for bit, for even and odd numbers of readings, and beyond what is gathered before it is added.
    @Test(arguments: [1, 2, 9, 64, 65, 301])
    func twoReadingsAtATimeGiveTheResidualsOfOne(readings: Int) throws {
        for loss in [RobustLoss.square, .pseudoHuber, .biweight] {
            var (problem, model) = Self.problem(readings: readings, seed: 4)
            problem.loss = loss
            let linearised = try FieldProblem.Linearised(model)
            let share = Self.share(problem, model)
            let found = try problem.residuals(model)
            let magnitude = problem.field.map {
                linearised.magnitude(linearised.sample($0), noise: problem.magnitudeSigma).residual
            }
            let vertical = zip(problem.field, problem.down).compactMap { m, d in
                d.map {
                    linearised.dip(
                        linearised.sample(m), $0, noise: problem.magnitudeSigma, noiseShare: share
                    ).residual
                }
            }
            #expect(found.magnitude.map(\.bitPattern) == magnitude.map(\.bitPattern))
            #expect(found.vertical.map(\.bitPattern) == vertical.map(\.bitPattern))
            let cost = Self.plainCost(problem, linearised, share: share)
            #expect(try problem.normal(model).cost.bitPattern == cost.bitPattern)
        }
    }

    /// Every element as a sum over plain rows in the raw unknowns, in the order of the readings; and those of hard
    /// iron, F and V alone are the same where no soft iron is fitted.
    @Test func theNormalEquationsAreSumsOfRowsInTheOrderOfTheReadings() throws {
        var (problem, model) = Self.problem(readings: 201, seed: 5)
        problem.loss = .biweight
        let linearised = try FieldProblem.Linearised(model)
        let share = Self.share(problem, model)
        let n = FieldModel.count
        var sums = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
        var gradient = [Double](repeating: 0, count: n)
        func add(_ residual: Double, _ row: FieldRow, _ sigma: Double) {
            let w = 1 / (sigma * sigma) * problem.loss.valueAndWeight(residual / sigma).weight
            for i in 0..<n {
                gradient[i] += w * residual * row[i]
                for j in 0...i { sums[i][j] += w * row[i] * row[j] }
            }
        }
        try problem.visitRawRows(model, linearised, share, add)
        let jacobian = linearised.jacobian
        func element(_ a: Int, _ b: Int) -> Double {
            let left = (0..<n).map { k in (0..<n).reduce(0) { $0 + jacobian[a][$1] * sums[max($1, k)][min($1, k)] } }
            return (0..<n).reduce(0) { $0 + left[$1] * jacobian[b][$1] }
        }
        let found = try problem.normal(model)
        for a in 0..<n {
            let expected = (0..<n).reduce(0) { $0 + jacobian[a][$1] * gradient[$1] }
            #expect(found.gradient[a].bitPattern == expected.bitPattern)
            for b in 0...a { #expect(found.matrix[n * a + b].bitPattern == element(a, b).bitPattern) }
        }
        for index in FieldModel.softIronRange { problem.isFree[index] = false }
        let part = try problem.normal(model)
        for a in [0, 1, 2, 9, 10] {
            #expect(part.gradient[a].bitPattern == found.gradient[a].bitPattern)
            for b in [0, 1, 2, 9, 10] where b <= a {
                #expect(part.matrix[n * a + b].bitPattern == found.matrix[n * a + b].bitPattern)
            }
        }
    }

    /// Bit for bit, residuals and derivatives, for even and odd numbers of readings.
    @Test(arguments: [1, 9, 64]) func theCorrectedRowsAreThoseOfEachReading(readings: Int) throws {
        let (problem, model) = Self.problem(readings: readings, seed: 7)
        func bits(_ index: Int, _ isDip: Bool, _ residual: Double, _ row: FieldRow) -> [UInt64] {
            [UInt64(index), isDip ? 1 : 0, residual.bitPattern] + (0..<FieldModel.count).map { row[$0].bitPattern }
        }
        var (found, expected): ([[UInt64]], [[UInt64]]) = ([], [])
        try problem.visitCorrected(model) { found.append(bits($0, $1, $2, $3)) }
        try problem.visitCorrectedOneByOne(model, share: Self.share(problem, model)) {
            expected.append(bits($0, $1, $2, $3))
        }
        #expect(found == expected)
    }

    /// Against one reading after the other, whose rows are in the unknowns of the model: equal but for rounding.
    @Test func theCorrectedEquationsAreThoseOfEachReading() throws {
        var (problem, model) = Self.problem(readings: 151, seed: 6)
        problem.loss = .pseudoHuber
        let n = FieldModel.count
        var matrix = [Double](repeating: 0, count: n * n)
        var gradient = [Double](repeating: 0, count: n)
        try problem.visitCorrectedOneByOne(model, share: Self.share(problem, model)) { _, isDip, residual, row in
            let sigma = isDip ? problem.verticalSigma : problem.magnitudeSigma
            let w = 1 / (sigma * sigma) * problem.loss.weight(residual / sigma)
            for a in 0..<n {
                gradient[a] += w * residual * row[a]
                for b in 0..<n { matrix[a + n * b] += w * row[a] * row[b] }
            }
        }
        let found = try problem.corrected(model, forCovariance: false)
        for a in 0..<n {
            let scale = matrix[a + n * a].squareRoot()
            #expect((found.gradient[a] - gradient[a]).magnitude < 1e-9 * scale * 10)
            for b in 0..<n {
                let size = scale * matrix[b + n * b].squareRoot()
                #expect((found.matrix[a + n * b] - matrix[a + n * b]).magnitude < 1e-11 * size)
            }
        }
    }
}

extension FieldProblem {
    /// Residuals and rows of one reading after the other.
    fileprivate func visitRawRows(
        _ model: FieldModel, _ linearised: Linearised, _ share: Double, _ add: (Double, FieldRow, Double) -> Void
    ) throws {
        for (m, d) in zip(field, down) {
            let sample = linearised.sample(m)
            let (residual, row) = linearised.magnitude(sample, noise: magnitudeSigma)
            add(residual, row, magnitudeSigma)
            guard let d else { continue }
            let (dip, dipRow) = linearised.dip(sample, d, noise: magnitudeSigma, noiseShare: share)
            add(dip, dipRow, verticalSigma)
        }
    }
}
