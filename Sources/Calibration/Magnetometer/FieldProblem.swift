import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// The residuals of a magnetometer fit, their robust weights and normal equations:
/// r1 = (|b| - F) / g1 for every sample, r2 = (F b . down / |b| - V) / g2 where gravity is known, with b = S (m - h).
///
/// The dip is taken from the direction alone, so that r1 and r2 contain perpendicular parts of the noise. g = |gradient
/// of r with respect to m| puts residuals into the units in which the noise is constant, the raw ones (Sampson's
/// distance; Kanatani, Statistical Optimization for Geometric Computation, 1996). Without it, a fit shrinks S along the
/// axes that the data do not determine, because that reduces the noise.
struct FieldProblem: Sendable {
    var field: [Vector3]
    /// Unit vector that points down, device axes; nil where gravity is unknown (motion) or not used.
    var down: [Vector3?]
    /// Which unknowns are fitted.
    var isFree = [Bool](repeating: true, count: FieldModel.count)
    /// Prior value and precision (inverse variance) of each unknown.
    var priorMean = [Double](repeating: 0, count: FieldModel.count)
    var priorPrecision = [Double](repeating: 0, count: FieldModel.count)
    /// Precision of trace L = 0, which fixes det S = 1 where the scale is open.
    var tracePrecision = 0.0
    /// Standard deviation of the bulk of r1 and r2, microtesla.
    var magnitudeSigma = 1.0
    var verticalSigma = 1.0
    /// Samples per independent sample of r1 and r2.
    var magnitudeCorrelation = 1.0
    var verticalCorrelation = 1.0
    var loss = RobustLoss.pseudoHuber

    /// Sum of the losses, normal matrix (11 x 11, all unknowns) and gradient at a model.
    struct Normal {
        var cost = 0.0
        var matrix = [Double](repeating: 0, count: FieldModel.count * FieldModel.count)
        var gradient = [Double](repeating: 0, count: FieldModel.count)
    }

    /// The same problem with every k-th reading, at most `count` in all.
    func thinned(to count: Int) -> FieldProblem {
        let stride = (field.count + count - 1) / count
        guard stride > 1 else { return self }
        var result = self
        result.field = Swift.stride(from: 0, to: field.count, by: stride).map { field[$0] }
        result.down = Swift.stride(from: 0, to: field.count, by: stride).map { down[$0] }
        return result
    }

    func residuals(_ model: FieldModel) throws(SensorLabError) -> (magnitude: [Double], vertical: [Double]) {
        let linearised = try Linearised(model)
        let share = noiseShare(model)
        var vertical: [Double] = []
        var magnitude: [Double] = []
        magnitude.reserveCapacity(field.count)
        vertical.reserveCapacity(field.count)
        visitPairs { pair in
            let samples = linearised.samples(pair.field)
            let sizes = linearised.magnitudes(samples, noise: magnitudeSigma).residual
            let dips = linearised.dips(samples, pair.down, noise: magnitudeSigma, noiseShare: share).residual
            magnitude.append(sizes[0])
            if pair.hasDown.0 { vertical.append(dips[0]) }
            guard pair.isFull else { return }
            magnitude.append(sizes[1])
            if pair.hasDown.1 { vertical.append(dips[1]) }
        }
        return (magnitude, vertical)
    }

    /// Two neighbouring readings; the last one twice for an odd number.
    private struct Pair {
        let field: PairedVector
        /// Any direction where unknown.
        let down: PairedVector
        let hasDown: (Bool, Bool)
        /// Whether both count.
        let isFull: Bool
    }

    @inline(__always)
    private func visitPairs(_ body: (Pair) -> Void) {
        field.withUnsafeBufferPointer { field in
            down.withUnsafeBufferPointer { down in
                let any = Vector3(0, 0, -1)
                for index in stride(from: 0, to: field.count, by: 2) {
                    let next = min(index + 1, field.count - 1)
                    let (here, there) = (down[index], down[next])
                    body(
                        Pair(
                            field: PairedVector(field[index], field[next]),
                            down: PairedVector(here ?? any, there ?? any), hasDown: (here != nil, there != nil),
                            isFull: next > index))
                }
            }
        }
    }

    /// The share of the variance of r2 due to the magnetometer; the rest is due to the direction of gravity.
    private func noiseShare(_ model: FieldModel) -> Double {
        let sine = model.vertical / model.strength
        let cosineSquared = max(1 - sine * sine, 0.01)
        return min(1, magnitudeSigma * magnitudeSigma * cosineSquared / (verticalSigma * verticalSigma))
    }

    /// One pass over the samples. Elements of the soft iron have no derivatives unless one of them is fitted.
    func normal(_ model: FieldModel) throws(SensorLabError) -> Normal {
        let linearised = try Linearised(model)
        let share = noiseShare(model)
        var sum = NormalSum(loss: loss, part)
        let magnitudeWeight = weight(magnitudeSigma, magnitudeCorrelation)
        let verticalWeight = weight(verticalSigma, verticalCorrelation)
        visitPairs { pair in
            let samples = linearised.samples(pair.field)
            let sizes = linearised.magnitudes(samples, noise: magnitudeSigma)
            let dips = linearised.dips(samples, pair.down, noise: magnitudeSigma, noiseShare: share)
            sum.add(
                pair, sum.kind(sizes.row, sizes.residual, magnitudeSigma, magnitudeWeight),
                sum.kind(dips.row, dips.residual, verticalSigma, verticalWeight))
        }
        var result = sum.normal(linearised)
        addPrior(model, to: &result)
        return result
    }

    /// The sums needed for the fitted unknowns.
    private var part: FieldRowSums.Part {
        FieldModel.softIronRange.contains { isFree[$0] } ? .all : .withoutSoftIron
    }

    /// The normal equations with the derivatives at the readings moved onto the model (the score of orthogonal distance
    /// regression). At the noisy readings themselves, the noise correlates residual and derivative, which biases weakly
    /// determined parameters and counts as variation that determines the soft iron. Gravity's direction is moved as
    /// well: in a log of small tilts, its errors are no smaller.
    ///
    /// - Parameter forCovariance: whether every reading is weighted by the efficiency of the loss instead of its own
    ///   weight.
    func corrected(_ model: FieldModel, forCovariance: Bool) throws(SensorLabError) -> Normal {
        var magnitudeWeight = weight(magnitudeSigma, magnitudeCorrelation)
        var verticalWeight = weight(verticalSigma, verticalCorrelation)
        // A covariance contains the unfitted unknowns, too.
        var sum = forCovariance ? NormalSum(loss: .square, .all) : NormalSum(loss: loss, part)
        if forCovariance {
            let residuals = try self.residuals(model)
            magnitudeWeight *= loss.efficiency(residuals.magnitude, scale: magnitudeSigma)
            verticalWeight *= loss.efficiency(residuals.vertical, scale: verticalSigma)
        }
        let linearised = try Linearised(model)
        guard let inverse = linearised.s.inverse else { throw Quadric.noEllipsoid }
        let share = noiseShare(model)
        visitPairs { pair in
            let (sizes, dips) = corrected(pair, linearised, inverse, share)
            sum.add(
                pair, sum.kind(sizes.row, sizes.residual, magnitudeSigma, magnitudeWeight),
                sum.kind(dips.row, dips.residual, verticalSigma, verticalWeight))
        }
        var result = sum.normal(linearised)
        addPrior(model, to: &result)
        return result
    }

    /// Every residual at its reading, with the derivatives at the reading moved onto the model.
    ///
    /// - Parameter body: receives the index of the reading, whether the residual is that of the dip, residual and
    ///   derivatives.
    func visitCorrected(
        _ model: FieldModel, _ body: (_ index: Int, _ isDip: Bool, _ residual: Double, _ row: FieldRow) -> Void
    ) throws(SensorLabError) {
        let linearised = try Linearised(model)
        guard let inverse = linearised.s.inverse else { throw Quadric.noEllipsoid }
        let share = noiseShare(model)
        var index = 0
        visitPairs { pair in
            let (sizes, dips) = corrected(pair, linearised, inverse, share)
            for lane in 0..<(pair.isFull ? 2 : 1) {
                body(index, false, sizes.residual[lane], linearised.derivatives(sizes.row[lane]))
                if lane == 0 ? pair.hasDown.0 : pair.hasDown.1 {
                    body(index, true, dips.residual[lane], linearised.derivatives(dips.row[lane]))
                }
                index += 1
            }
        }
    }

    /// Residuals of both kinds at two readings, with the derivatives at the readings moved onto the model.
    @inline(__always)
    private func corrected(
        _ pair: Pair, _ linearised: Linearised, _ inverse: Matrix3, _ share: Double
    ) -> (sizes: (residual: SIMD2<Double>, row: PairedRow), dips: (residual: SIMD2<Double>, row: PairedRow)) {
        let here = linearised.samples(pair.field)
        let moved = linearised.moved(here, pair.down, noiseShare: share)
        // Without gravity a reading keeps its direction.
        var isLoose = SIMDMask<SIMD2<Int64>>(repeating: false)
        (isLoose[0], isLoose[1]) = (!pair.hasDown.0, !pair.hasDown.1)
        let b = moved.b.replacing(with: SIMD2(repeating: linearised.strength) * here.unit, where: isLoose)
        let there = linearised.samples(PairedVector(linearised.hardIron, linearised.hardIron) + inverse * b)
        let sizes = linearised.magnitudes(here, noise: magnitudeSigma).residual
        let dips = linearised.dips(here, pair.down, noise: magnitudeSigma, noiseShare: share).residual
        let sizeRows = linearised.magnitudes(there, noise: magnitudeSigma).row
        let dipRows = linearised.dips(there, moved.down, noise: magnitudeSigma, noiseShare: share).row
        return ((sizes, sizeRows), (dips, dipRows))
    }

    private func weight(_ sigma: Double, _ correlation: Double) -> Double { 1 / (sigma * sigma * correlation) }

    /// The sums over the readings in the raw unknowns.
    private struct NormalSum {
        let loss: RobustLoss
        private var cost = 0.0
        private let rows: FieldRowSums

        init(loss: RobustLoss, _ part: FieldRowSums.Part) {
            self.loss = loss
            rows = FieldRowSums(part)
        }

        /// The residuals of one kind of two readings, with their values and weights by the loss.
        struct Kind {
            let row: PairedRow
            let residual: SIMD2<Double>
            let cost: SIMD2<Double>
            let weight: SIMD2<Double>
        }

        @inline(__always)
        func kind(_ row: PairedRow, _ residual: SIMD2<Double>, _ sigma: Double, _ weight: Double) -> Kind {
            let (value, share) = loss.valueAndWeight(residual / sigma)
            return Kind(row: row, residual: residual, cost: weight * sigma * sigma * value, weight: weight * share)
        }

        /// Adds the contributions of two readings.
        @inline(__always)
        mutating func add(_ pair: Pair, _ sizes: Kind, _ dips: Kind) {
            add(sizes, 0)
            if pair.hasDown.0 { add(dips, 0) }
            guard pair.isFull else { return }
            add(sizes, 1)
            if pair.hasDown.1 { add(dips, 1) }
        }

        @inline(__always)
        private mutating func add(_ kind: Kind, _ index: Int) {
            cost += kind.cost[index]
            let w = kind.weight[index]
            rows.add(kind.row[index], weight: w, influence: w * kind.residual[index])
        }

        /// The sums in the unknowns of the model: J^T N J and J^T g.
        mutating func normal(_ linearised: Linearised) -> Normal {
            rows.flush()
            let n = FieldModel.count
            let jacobian = linearised.jacobian
            var result = Normal(cost: cost)
            for a in 0..<n {
                let left = (0..<n).map { k in
                    (0..<n).reduce(0) { $0 + jacobian[a][$1] * rows.product(max($1, k), min($1, k)) }
                }
                result.gradient[a] = (0..<n).reduce(0) { $0 + jacobian[a][$1] * rows.gradient($1) }
                for b in 0...a { result.matrix[n * a + b] = (0..<n).reduce(0) { $0 + left[$1] * jacobian[b][$1] } }
            }
            return result
        }
    }

    private func addPrior(_ model: FieldModel, to normal: inout Normal) {
        let n = FieldModel.count
        for a in 0..<n {
            let difference = model.values[a] - priorMean[a]
            normal.matrix[a + n * a] += priorPrecision[a]
            normal.gradient[a] += priorPrecision[a] * difference
            normal.cost += priorPrecision[a] * difference * difference / 2
        }
        let trace = model.values[3] + model.values[4] + model.values[5]
        normal.cost += tracePrecision * trace * trace / 2
        for a in 3..<6 {
            normal.gradient[a] += tracePrecision * trace
            for b in 3...a { normal.matrix[n * a + b] += tracePrecision }
        }
        for a in 0..<n {
            for b in 0..<a { normal.matrix[a + n * b] = normal.matrix[n * a + b] }
        }
    }
}

/// Sums over the residuals of a magnetometer fit: w r r^T (the lower triangle) and influence r for the rows r of
/// derivatives in the raw unknowns, where w is a residual's weight and its influence is w times the residual.
///
/// Rows are collected and added some dozens at a time, sixteen sums at once, which stay in registers meanwhile. Each
/// sum adds the rows in their order: the result does not depend on how they are collected.
///
/// A class that owns its memory, since arrays would be checked for other owners at every row.
final class FieldRowSums {
    /// Which sums are needed.
    enum Part {
        case all
        /// Those of hard iron, F and V, where no element of the soft iron is fitted; half of the others stay zero.
        case withoutSoftIron
    }

    /// Rows that are collected.
    private static let capacity = 64

    private let part: Part
    /// Three blocks of four columns for each of eleven rows of w r r^T, and for influence r as the twelfth.
    private let sums: UnsafeMutablePointer<SIMD4<Double>>
    /// Three blocks for each collected r.
    private let rows: UnsafeMutablePointer<SIMD4<Double>>
    /// The same for w r, with the influence as the twelfth number.
    private let scaled: UnsafeMutablePointer<SIMD4<Double>>
    private var count = 0

    init(_ part: Part) {
        self.part = part
        sums = Self.zeros(3 * (FieldModel.count + 1))
        rows = Self.zeros(3 * Self.capacity)
        scaled = Self.zeros(3 * Self.capacity)
    }

    deinit {
        sums.deallocate()
        rows.deallocate()
        scaled.deallocate()
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<SIMD4<Double>> {
        let pointer = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: count)
        pointer.initialize(repeating: .zero, count: count)
        return pointer
    }

    /// Adds a residual's row. A weight of zero adds nothing, whatever is in the row.
    @inline(__always)
    func add(_ row: FieldRow, weight: Double, influence: Double) {
        guard weight != 0 else { return }
        let start = 3 * count
        (rows[start], rows[start + 1], rows[start + 2]) = (row.first, row.second, row.third)
        var third = weight * row.third
        third.w = influence
        (scaled[start], scaled[start + 1], scaled[start + 2]) = (weight * row.first, weight * row.second, third)
        count += 1
        if count == Self.capacity { flush() }
    }

    /// The sum of w r r^T in a row and a column of its lower triangle, of all rows that were flushed.
    func product(_ row: Int, _ column: Int) -> Double { sums[3 * row + column / 4][column % 4] }

    /// The sum of influence r, of all rows that were flushed.
    func gradient(_ index: Int) -> Double { product(FieldModel.count, index) }

    /// Adds the collected rows to the sums; needed before they are read.
    @inline(never)
    func flush() {
        add(0, 0)
        add(2, 0)
        add(2, 2)
        if part == .all {
            add(1, 0)
            add(1, 1)
            add(2, 1)
        }
        count = 0
    }

    /// Adds to sixteen sums: four rows from 4 `group` in the columns of a block.
    @inline(__always)
    private func add(_ group: Int, _ block: Int) {
        let first = 12 * group + block
        var (a, b, c, d) = (sums[first], sums[first + 3], sums[first + 6], sums[first + 9])
        var (factor, column) = (scaled + group, rows + block)
        for _ in 0..<count {
            let (factors, columns) = (factor.pointee, column.pointee)
            a += factors.x * columns
            b += factors.y * columns
            c += factors.z * columns
            d += factors.w * columns
            factor += 3
            column += 3
        }
        (sums[first], sums[first + 3], sums[first + 6], sums[first + 9]) = (a, b, c, d)
    }
}
