import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// From one mean vector to the next: both are the same vector of the earth, so their difference in one frame is the
/// error of what turned it.
struct TurnStep {
    let before: TurnedMean
    let after: TurnedMean
    let isForce: Bool
    /// The number of the second mean's cell.
    let cell: Int
    /// From -1 at the first gyroscope reading to 1 at the last one.
    let position: Double
    /// What the difference scatters by in usual logs, in the stream's unit, before the log's own scale.
    let spread: Double

    var difference: Vector3 { after.vector - before.vector }
}

/// A linear model of the sensors' errors, fitted to the steps of force and field.
///
/// Each difference d of two means of one vector c, in the frame of the integrated gyroscope, is to first order
///
///     d = -c x (e T + M b + s W) + R h + (S' - S) c
///
/// with T, M, W, R, S the changes of the integrated rate, of the integrated rotation, of the mean rate, of the mean
/// rotation and of the turned scales: e the gyroscope's gain error (positive: reads too much), b its bias, s the delay
/// of the vector's sensor (positive: late), h the vector's offset, S its scales (soft iron). c is the mean vector
/// without its offset, so that the fit is repeated (Gauss-Newton). Residuals are weighted by a t distribution (K. L.
/// Lange, R. J. A. Little, J. M. G. Taylor, J. Am. Stat. Assoc. 84, 1989) of the log's own scale, each sensor's.
struct TurnModel {
    /// The parameters in their order.
    enum Parameter: Int, CaseIterable {
        case gain, biasX, biasY, biasZ, forceDelay, fieldDelay
        case forceX, forceY, forceZ, fieldX, fieldY, fieldZ
        case scaleXX, scaleYY, scaleZZ, scaleXY, scaleXZ, scaleYZ

        /// Standard deviation in healthy logs: a share, rad/s, seconds, m/s^2, microtesla (phones before their
        /// calibration), a share.
        var usual: Double {
            switch self {
            case .gain: 0.02
            case .biasX, .biasY, .biasZ: 0.2
            case .forceDelay, .fieldDelay: 0.03
            case .forceX, .forceY, .forceZ: 0.5
            case .fieldX, .fieldY, .fieldZ: 300
            case .scaleXX, .scaleYY, .scaleZZ, .scaleXY, .scaleXZ, .scaleYZ: 0.1
            }
        }
    }

    /// One more unknown: a parameter that also changes with time.
    struct Term: Hashable {
        let parameter: Parameter
        /// The change at a step's position, in parts of the unknown.
        let shape: Shape
        /// Standard deviation of the unknown where there is one.
        let usual: Double

        enum Shape: Hashable {
            case constant
            /// From -1 to 1 over the log.
            case drift
            /// 1 from a position on.
            case from(Double)

            func value(_ position: Double) -> Double {
                switch self {
                case .constant: 1
                case .drift: position
                case .from(let start): position >= start ? 1 : 0
                }
            }
        }
    }

    let steps: [TurnStep]
    let terms: [Term]
    private(set) var values: [Double]
    /// Standard deviations, by the model and by what the residuals of sixteen parts show: the larger one.
    private(set) var sigmas: [Double]
    /// The scale of residuals, of the force and of the field, in parts of `TurnStep.spread`.
    private(set) var scales = (force: 1.0, field: 1.0)
    private var weights: [Double]

    private static var count: Int { Parameter.allCases.count }
    /// Degrees of freedom of the t distribution.
    private static let freedom = 3.0
    private static let parts = 16
    /// The median length of a vector of three standard normal numbers over the root of 3 (chi distribution).
    private static let median = 0.888

    /// `nil` where the steps do not determine the parameters.
    init?(_ steps: [TurnStep]) {
        (self.steps, terms) = (steps, [])
        values = Array(repeating: 0, count: Self.count)
        sigmas = values
        weights = Array(repeating: 1, count: steps.count)
        for _ in 0..<20 {
            guard fit() else { return nil }
            rescale()
        }
        guard fit(withSigmas: true) else { return nil }
    }

    /// The model with more unknowns, from this one's solution; its scales stay.
    func adding(_ added: [Term], passes: Int) -> TurnModel? {
        var result = TurnModel(self, terms: terms + added)
        for pass in 0..<passes {
            guard result.fit(withSigmas: pass == passes - 1) else { return nil }
            result.weigh()
        }
        return result
    }

    private init(_ base: TurnModel, terms: [Term]) {
        (steps, self.terms, scales, weights) = (base.steps, terms, base.scales, base.weights)
        values = base.values + Array(repeating: 0, count: terms.count - base.terms.count)
        sigmas = values
    }

    /// The unknown of the term at an index and its sigma.
    func term(_ index: Int) -> (value: Double, sigma: Double) {
        (values[Self.count + index], sigmas[Self.count + index])
    }

    // MARK: The fit

    private func row(_ step: TurnStep, _ body: (Int, Vector3) -> Void) {
        let offset = step.isForce ? Parameter.forceX : .fieldX
        let own = Vector3(values[offset.rawValue], values[offset.rawValue + 1], values[offset.rawValue + 2])
        let mean = 0.5 * (step.before.vector + step.after.vector)
        let vector = mean - 0.5 * ((step.before.rotation + step.after.rotation) * own)
        func turned(_ turn: Vector3) -> Vector3 { turn.cross(vector) }
        let integral = (step.after.integral - step.before.integral).transpose
        let rotation = (step.after.rotation - step.before.rotation).transpose
        let delay = step.isForce ? Parameter.forceDelay : .fieldDelay
        let gain = turned(step.after.turn - step.before.turn)
        let late = turned(step.after.rate - step.before.rate)
        let biases = [turned(integral.row0), turned(integral.row1), turned(integral.row2)]
        body(Parameter.gain.rawValue, gain)
        for axis in 0..<3 { body(Parameter.biasX.rawValue + axis, biases[axis]) }
        body(delay.rawValue, late)
        let offsets = [rotation.row0, rotation.row1, rotation.row2]
        for axis in 0..<3 { body(offset.rawValue + axis, offsets[axis]) }
        if !step.isForce {
            for scale in 0..<6 {
                body(
                    Parameter.scaleXX.rawValue + scale, (step.after.scales[scale] - step.before.scales[scale]) * vector)
            }
        }
        for (index, term) in terms.enumerated() {
            let size = term.shape.value(step.position)
            guard size != 0 else { continue }
            let column: Vector3
            switch term.parameter {
            case .gain: column = gain
            case .biasX, .biasY, .biasZ: column = biases[term.parameter.rawValue - Parameter.biasX.rawValue]
            case delay: column = late
            case .fieldX, .fieldY,
                .fieldZ where !step.isForce:
                column = offsets[term.parameter.rawValue - Parameter.fieldX.rawValue]
            default: continue
            }
            body(Self.count + index, size * column)
        }
    }

    /// One weighted least-squares step; false where the normal matrix has no inverse.
    private mutating func fit(withSigmas: Bool = false) -> Bool {
        let count = values.count
        var normal = Matrix(rows: count, columns: count)
        var right = [Double](repeating: 0, count: count)
        let usual = Parameter.allCases.map(\.usual) + terms.map(\.usual)
        for index in 0..<count { normal[index, index] = 1 / (usual[index] * usual[index]) }
        var columns: [(index: Int, vector: Vector3)] = []
        for (step, weight) in zip(steps, weights) {
            columns.removeAll(keepingCapacity: true)
            row(step) { columns.append(($0, $1)) }
            let scale = (step.isForce ? scales.force : scales.field) * step.spread
            let information = weight / (scale * scale)
            for (i, a) in columns {
                right[i] += information * a.dot(step.difference)
                for (j, b) in columns where j <= i { normal[i, j] += information * a.dot(b) }
            }
        }
        guard let factor = try? Cholesky(normal), let solution = try? factor.solve(right) else { return false }
        values = solution
        if withSigmas { return takeSigmas(factor, usual) }
        return true
    }

    /// The covariance by the model, and the sandwich of P. J. Huber (1967) with one sum for each part, since the errors
    /// of neighbouring steps are alike: a magnet's stay for seconds.
    private mutating func takeSigmas(_ factor: Cholesky, _ usual: [Double]) -> Bool {
        guard let covariance = try? factor.inverse() else { return false }
        let count = values.count
        var sums = [[Double]](repeating: Array(repeating: 0, count: count), count: Self.parts)
        for (step, weight) in zip(steps, weights) {
            let scale = (step.isForce ? scales.force : scales.field) * step.spread
            let residual = residual(step)
            let part = min(Self.parts - 1, max(0, Int(clamping: 0.5 * (step.position + 1) * Double(Self.parts))))
            row(step) { sums[part][$0] += weight / (scale * scale) * $1.dot(residual) }
        }
        sigmas = (0..<count).map { index in
            var variance = 0.0
            for sum in sums {
                let influence = (0..<count).reduce(0) { $0 + covariance[index, $1] * sum[$1] }
                variance += influence * influence
            }
            variance *= Double(Self.parts) / Double(Self.parts - 1)
            for other in 0..<count {
                let share = covariance[index, other] / usual[other]
                variance += share * share
            }
            return max(variance, covariance[index, index]).squareRoot()
        }
        return true
    }

    private func residual(_ step: TurnStep) -> Vector3 {
        var model = Vector3.zero
        row(step) { model += values[$0] * $1 }
        return step.difference - model
    }

    private var relative: [Double] { steps.map { residual($0).length / ($0.spread * 3.0.squareRoot()) } }

    private mutating func rescale() {
        let sizes = relative
        func scale(_ isForce: Bool) -> Double {
            let own = steps.indices.filter { steps[$0].isForce == isForce }.map { sizes[$0] }
            return own.isEmpty ? 1 : max(RobustStatistics.median(own) / Self.median, 0.05)
        }
        scales = (scale(true), scale(false))
        weigh(sizes)
    }

    private mutating func weigh(_ sizes: [Double]? = nil) {
        weights = zip(steps, sizes ?? relative).map { step, size in
            let ratio = size / (step.isForce ? scales.force : scales.field)
            return (Self.freedom + 3) / (Self.freedom + 3 * ratio * ratio)
        }
    }

    /// The logarithm of the t density of a step, without constants: for readings at other times.
    func logLikelihood(_ step: TurnStep) -> Double {
        let ratio = residual(step).length / (step.spread * (step.isForce ? scales.force : scales.field))
        return -0.5 * (Self.freedom + 3) * Double.log(1 + ratio * ratio / Self.freedom)
    }
}
