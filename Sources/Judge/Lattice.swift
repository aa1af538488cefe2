import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Differences of readings of one axis: whole multiples of a chip's count, in whichever unit and about any offset.
struct Lattice {
    /// Different ones, ascending.
    private let differences: [Double]
    /// The last decimal place of the readings, which rounds them; 0 where there is none.
    private let place: Double
    /// The largest reading.
    private let largest: Double

    private static let most = 400
    /// How well a chip's count is known: exactly, or nearly, since programs multiply by 16.4 or 16.384, and by several
    /// gravities.
    private static let spreads = [1e-3, 4e-6]
    /// Least nats of all differences together: some hundred steps are tried.
    private static let least = 10.0

    init(_ values: ArraySlice<Vector3>) {
        let stride = max(1, values.count / Self.most)
        let sampled = Swift.stride(from: values.startIndex, to: values.endIndex, by: stride).map { values[$0] }
        var found: Set<Double> = []
        for axis in 0..<3 {
            let sorted = Set(sampled.map { $0[axis] }).sorted()
            for (a, b) in zip(sorted, sorted.dropFirst()) { found.insert(b - a) }
        }
        largest = sampled.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude, $1.z.magnitude) }
        differences = found.filter { $0.isFinite && $0 > 0 }.sorted()
        var (place, scale) = (0.0, 1.0)
        for _ in 0...7 where place == 0 {
            let isRounded = sampled.prefix(100).allSatisfy { value in
                (0..<3).allSatisfy { axis in
                    let scaled = value[axis] * scale
                    return (scaled - scaled.rounded()).magnitude < 1e-6 && scaled.magnitude < 1e9
                }
            }
            if isRounded { place = 1 / scale }
            scale *= 10
        }
        self.place = place
    }

    /// Whether the readings are whole multiples of a step, and of no multiple of it; `nil` where they do not tell.
    func fits(_ step: Double) -> Bool? {
        let rounding = isPart(step) ? 0 : place / step
        guard step > 0, rounding < 0.1 else { return nil }
        if let isMultiple = fits(step, 0.03 + rounding, Self.spreads[0]) { return isMultiple }
        return fits(step, 0.03 + rounding, Self.spreads[1]) == true ? true : nil
    }

    /// How well readings that are multiples of a step, to all their digits, show its length: a relative error; `nil`
    /// where they are none. A random step lies within an error e of some chip's step with a probability of a few e.
    func error(of step: Double) -> Double? {
        guard step > 0 else { return nil }
        let isPart = isPart(step)
        // Digits that are no decimals are those of a number of 24 or 53 bits.
        let rounding = place > 0 ? isPart ? 0 : place / step : 1.2e-7 * largest / step
        guard rounding < 0.05, case .multiples(let most) = match(step, rounding + 1e-9, Self.spreads[1]) else {
            return nil
        }
        // A step that is a whole number of the last decimal place is known to that place only.
        return isPart ? place / step : max(rounding / most, Self.spreads[1])
    }

    /// Whether a step is a whole number of the readings' last decimal place: rounded, multiples stay what they are.
    private func isPart(_ step: Double) -> Bool {
        let parts = place > 0 ? step / place : 0
        return parts > 2.5 && (parts - parts.rounded()).magnitude < 1e-6
    }

    /// Whether the readings have one to four decimals.
    var hasFewDecimals: Bool { place > 0.5e-4 && place < 0.5 }

    /// Whether a step is one of the last decimal place, or of a number with a fixed binary point, and says nothing
    /// about a sensor.
    func isRounding(_ step: Double) -> Bool {
        let doublings = Double.log2(step)
        return place > 0 && step < 5.5 * place || (doublings - doublings.rounded()).magnitude < 1e-4
    }

    private func fits(_ step: Double, _ rounding: Double, _ spread: Double) -> Bool? {
        switch match(step, rounding, spread) {
        case .multiples: true
        case .others: false
        case .unknown: nil
        }
    }

    /// What the differences say of a step.
    private enum Match {
        /// They are whole multiples of it, up to so many.
        case multiples(upTo: Double)
        /// They are those of another one.
        case others
        /// Too few tell.
        case unknown
    }

    private func match(_ step: Double, _ rounding: Double, _ spread: Double) -> Match {
        var (fitting, others, nats) = ([Double](), 0, 0.0)
        for difference in differences where difference > 0.5 * step {
            let multiple = difference / step
            let tolerance = rounding + spread * multiple
            guard tolerance < 0.25 else { break }
            if (multiple - multiple.rounded()).magnitude < tolerance {
                fitting.append(multiple)
                // By chance a difference is so near a multiple in a share of 2 tolerance.
                nats -= .log(max(2 * tolerance, place / step))
            } else {
                others += 1
            }
        }
        guard 20 * others <= fitting.count + others else { return .others }
        guard nats > Self.least, let most = fitting.max() else { return .unknown }
        let divisor = fitting.reduce(0) { Self.divisor($0, Int(clamping: $1.rounded())) }
        return divisor == 1 ? .multiples(upTo: most) : .others
    }

    /// Greatest common divisor.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
