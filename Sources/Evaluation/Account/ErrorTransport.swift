import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The error of a heading, carried from step to step by cause: what its sensors were off by, as far and as long as the
/// heading followed them.
///
/// Each cause obeys the same equation, in which the rate r(t) was found by `CorrectionRate`:
/// d e/dt = (error of the gyroscope's rate) + r(t) ((error of the compass) - e), so that a magnet stays in the account
/// for as long as the heading that it turned, and causes add up to the heading's error.
struct ErrorTransport {
    /// What a heading makes of the gyroscope.
    enum Use: CaseIterable {
        /// It follows the readings as they are.
        case readings
        /// It has taken their bias off.
        case unbiased
        /// It does not use them: every turn is followed late.
        case none
    }

    /// By cause, at each stamp, radians; `unexplained` included.
    private(set) var parts: [HeadingAccount.Cause: [Double]] = [:]
    /// What each step leaves unexplained, radians, and the scale of that.
    private var unexplained: [Double] = []
    private var scale = Double.infinity
    /// The offset's distance from the compass's own, in sigmas.
    private var distance = 0.0

    /// The causes that sensors carry; the others are constants of the log.
    private static let carried: [HeadingAccount.Cause] = [
        .field, .calibration, .latency, .motion, .bias, .reference,
    ]
    private typealias Lanes = SIMD8<Double>

    /// How often rates and constants are found from each other.
    private static let rounds = 6
    /// Of a heading offset beyond the compass's own, radians.
    private static let offsetSigma = Angle.radians(4)
    /// Of `start` against `offset`: the weight of so many samples about zero.
    private static let startWeight = 20.0
    /// The least scale of what a step leaves unexplained, radians: references are not better than that.
    private static let leastScale = Angle.radians(0.02)

    /// The likeliest of all assumptions on which readings a heading followed, and how.
    /// - Parameters:
    ///   - series: of the heading's error.
    ///   - gyroscope: its errors; `nil` without one.
    ///   - compasses: the errors of each.
    init(_ series: ErrorSeries, gyroscope: GyroscopeErrors?, compasses: [CompassErrors]) {
        let uses: [Use] = gyroscope == nil ? [.none] : Use.allCases
        let assumptions = (compasses.isEmpty ? [nil] : compasses.map(Optional.some)).flatMap { compass in
            uses.map { ErrorTransport(series, gyroscope, compass, $0) }
        }
        // One scale for all: the likelihoods of steps, Student's t, are compared, and not how quiet the log is.
        let scale = assumptions.map(\.scale).min() ?? 1
        func evidence(_ one: ErrorTransport) -> Double {
            let steps = one.unexplained.reduce(0) { $0 - 2 * Double.log(onePlus: ($1 / scale).squared / 3) }
            // Innovations of one second are one.
            return steps * series.step - 0.5 * one.distance.squared
        }
        let best = assumptions.map { (one: $0, evidence: evidence($0)) }.max { $0.evidence < $1.evidence }
        if let best { self = best.one }
    }

    private init(_ series: ErrorSeries, _ gyroscope: GyroscopeErrors?, _ compass: CompassErrors?, _ use: Use) {
        let errors = series.errors
        let steps = Self.steps(series, gyroscope, use)
        let targets = errors.indices.map { index -> Lanes in
            guard let compass else { return .zero }
            return Lanes(
                compass.field[index], compass.iron[index], compass.delay[index], compass.tilt[index], 0, 0, 0, 0)
        }
        let aims = targets.map { Angle.wrap($0.sum()) }
        let added = steps.map { $0.sum() }
        let changes = steps.indices.map { Angle.wrap(errors[$0 + 1] - errors[$0]) }
        let usual = compass?.usual ?? 0
        var constants = (offset: usual, start: 0.0)
        var carried: [Lanes] = []
        var decay: [Double] = []
        for _ in 0..<Self.rounds {
            let differences = steps.indices.map { Angle.wrap(aims[$0 + 1] + constants.offset - errors[$0]) }
            if !scale.isFinite {
                scale = max(Self.leastScale, 3 * Self.typical(changes, added, differences))
            }
            let rate = CorrectionRate(
                changes: changes, added: added, differences: compass == nil ? nil : differences, scale: scale,
                step: series.step)
            unexplained = changes.indices.map {
                Angle.wrap(changes[$0] - rate.left[$0] * added[$0] - rate.gains[$0] * differences[$0])
            }
            scale = max(Self.leastScale, 1.3 * Self.median(unexplained))
            distance = Angle.wrap(constants.offset - usual) / Self.offsetSigma
            let begin = Self.share(of: Angle.wrap(errors[0] - constants.offset), in: aims[0])
            carried = Self.carried(steps, targets, rate, from: begin * targets[0])
            decay = rate.gains.reduce(into: [1.0]) { $0.append($0[$0.count - 1] * (1 - $1)) }
            constants = Self.constants(zip(errors, carried).map { Angle.wrap($0 - $1.sum()) }, decay)
        }
        for (lane, cause) in Self.carried.enumerated() { parts[cause] = carried.map { $0[lane] } }
        parts[.offset] = errors.map { _ in constants.offset }
        parts[.start] = decay.map { constants.start * $0 }
        parts[.unexplained] = errors.indices.map {
            Angle.wrap(errors[$0] - carried[$0].sum() - constants.offset - constants.start * decay[$0])
        }
    }

    /// What each step adds, by cause.
    private static func steps(_ series: ErrorSeries, _ gyroscope: GyroscopeErrors?, _ use: Use) -> [Lanes] {
        series.times.indices.dropLast().map { index in
            guard use != .none, let gyroscope else {
                // The turn that a track misses, which stays as it is.
                return Lanes(0, 0, series.added(at: index, turn: .identity), 0, 0, 0, 0, 0)
            }
            let bias = use == .readings ? gyroscope.bias[index] : 0
            return Lanes(0, 0, gyroscope.delay[index], gyroscope.scale[index], bias, gyroscope.rest[index], 0, 0)
        }
    }

    /// How much of the first error is a compass's, 0...1.
    private static func share(of error: Double, in compass: Double) -> Double {
        compass.magnitude > 1e-6 ? min(1, max(0, error / compass)) : 0
    }

    private static func carried(
        _ steps: [Lanes], _ targets: [Lanes], _ rate: CorrectionRate, from start: Lanes
    ) -> [Lanes] {
        var carried = [start]
        carried.reserveCapacity(targets.count)
        var state = start
        for index in steps.indices {
            // The target without whole turns, seen from the state.
            var target = targets[index + 1]
            let near = state.sum()
            let excess = near + Angle.wrap(target.sum() - near) - target.sum()
            if excess.magnitude > 1e-9 {
                let sizes = target.replacing(with: -target, where: target .< 0)
                target += excess / max(sizes.sum(), 1e-12) * sizes
            }
            state += rate.left[index] * steps[index] + rate.gains[index] * (target - state)
            // Whole turns belong to no cause: all causes shrink in proportion.
            let sum = state.sum()
            if sum.magnitude > .pi { state *= Angle.wrap(sum) / sum }
            carried.append(state)
        }
        return carried
    }

    /// The constant, and the error of the start, that explain most of what is left, robustly.
    private static func constants(_ left: [Double], _ decay: [Double]) -> (offset: Double, start: Double) {
        var mean = CircularStatistics()
        left.forEach { mean.add($0) }
        var (offset, start) = (mean.mean ?? 0, 0.0)
        offset += Percentile.median(left.map { Angle.wrap($0 - offset) }) ?? 0
        for _ in 0..<Robust.steps {
            let residuals = left.indices.map { Angle.wrap(left[$0] - offset - start * decay[$0]) }
            let weights = Robust.weights(residuals, width: 2)
            var (ww, wd, dd, wr, dr) = (1e-6, 0.0, startWeight, 0.0, -startWeight * start)
            for index in left.indices {
                let (weight, share) = (weights[index], decay[index])
                ww += weight
                wd += weight * share
                dd += weight * share * share
                wr += weight * residuals[index]
                dr += weight * share * residuals[index]
            }
            let determinant = ww * dd - wd * wd
            guard determinant > 0 else { break }
            offset = Angle.wrap(offset + (dd * wr - wd * dr) / determinant)
            start += (ww * dr - wd * wr) / determinant
        }
        return (offset, start)
    }

    /// The median of what the best rate would leave of each step, radians.
    private static func typical(_ changes: [Double], _ added: [Double], _ differences: [Double]) -> Double {
        median(
            changes.indices.map { index in
                let change = Angle.wrap(changes[index] - added[index])
                return change - share(of: change, in: differences[index]) * differences[index]
            })
    }

    private static func median(_ values: [Double]) -> Double { Percentile.median(values.map(\.magnitude)) ?? 0 }
}

extension Double {
    fileprivate var squared: Double { self * self }
}
