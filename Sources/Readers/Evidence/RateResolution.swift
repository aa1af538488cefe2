import Foundation
import Rotations
import SensorModels

/// The unit of a gyroscope by the steps between its readings: those of a chip, in deg/s, mdps or rad/s.
///
/// All readings are whole multiples of the step, or all differences to the first one where an offset was taken out. One that is no multiple
/// decides against it: readings that were rounded to some digits are multiples of a step here and there.
struct RateResolution {
    let unit: LogUnit
    /// As text for reports.
    let text: String

    /// The odds that readings of any other kind are multiples of a step.
    private static let luck = 1e-7
    private static let most = 1500

    /// `nil` where the readings have no step of a chip, or one in several units.
    init?(_ rate: VectorStream) {
        let readings = rate.sampledValues(2000)
        guard readings.count >= 20, let first = readings.first else { return nil }
        let axes = (0..<3).map { axis in readings.map { $0[axis] } }
        let grid = Self.grid(axes.joined())
        let differences = (0..<3).map { axis in axes[axis].map { $0 - first[axis] } }
        var found: [(unit: LogUnit, step: Double)] = []
        for (unit, scale) in [
            (LogUnit.degreesPerSecond, 1.0), (.millidegreesPerSecond, 1000),
            (.radiansPerSecond, Angle.radiansPerDegree),
        ] {
            let step = GyroscopeChips.steps.lazy.map { $0 * scale }.first { step in
                Self.areMultiples(axes.joined(), of: step, grid: grid, roundings: 1)
                    || Self.areMultiples(differences.joined(), of: step, grid: grid, roundings: 2)
            }
            if let step { found.append((unit, step)) }
        }
        guard let (unit, step) = found.first, found.count == 1 else { return nil }
        self.unit = unit
        text = "all its readings are multiples of \(MagnitudeEvidence.shown(step)), a chip's step in \(unit.rawValue)"
    }

    /// The place of the last decimal that any of the numbers has; 0 for more than nine.
    private static func grid(_ numbers: some Sequence<Double>) -> Double {
        var (places, scale) = (0, 1.0)
        for number in numbers {
            while (number * scale - (number * scale).rounded()).magnitude > 1e-6 {
                (places, scale) = (places + 1, scale * 10)
                if places > 9 { return 0 }
            }
        }
        return 1 / scale
    }

    /// Whether numbers are multiples of a step and of no multiple of it, and too many for that to be luck.
    /// - Parameters:
    ///   - grid: the place of their last decimal.
    ///   - roundings: to it, in each number.
    private static func areMultiples(
        _ numbers: some Sequence<Double>, of step: Double, grid: Double, roundings: Double
    ) -> Bool {
        var seen: Set<Double> = []
        var (odds, untested, common) = (1.0, 0, 0)
        // A step of as many decimals was not rounded.
        let isOnGrid = grid > 0 && (step / grid - (step / grid).rounded()).magnitude < 1e-6
        let (error, leastOdds) = isOnGrid ? (0, max(0.02, grid / step)) : (0.5 * roundings * grid, 0.02)
        for number in numbers where number != 0 && seen.insert(number.magnitude).inserted {
            // Six significant digits are what programs print at least.
            let room = (error + 2e-6 * number.magnitude) / step + 1e-6
            guard room < 0.2 else {
                untested += 1
                continue
            }
            let count = number.magnitude / step
            guard (count - count.rounded()).magnitude <= room else { return false }
            odds *= max(2 * room, leastOdds)
            common = greatestCommonDivisor(common, Int(clamping: count.rounded()))
            if seen.count >= most { break }
        }
        return odds < luck && common == 1 && 5 * untested < seen.count
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
