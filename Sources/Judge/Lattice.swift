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

    private static let most = 400
    /// How well a chip's count is known: exactly, or nearly, since programs multiply by 16.4 or 16.384, and by several
    /// gravities.
    private static let spreads = [1e-3, 1e-6]
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
        // Rounded to a part of the step, multiples stay what they are.
        let parts = place > 0 ? step / place : 0
        let rounding = parts > 2.5 && (parts - parts.rounded()).magnitude < 1e-6 ? 0 : place / step
        guard step > 0, rounding < 0.1 else { return nil }
        return fits(step, rounding, Self.spreads[0]) ?? (fits(step, rounding, Self.spreads[1]) == true ? true : nil)
    }

    /// Whether the readings are whole multiples of a step that is known to a millionth, to all their digits.
    func fitsExactly(_ step: Double) -> Bool {
        guard step > 0, place / step < 1e-3 else { return false }
        return fits(step, place / step, Self.spreads[1]) == true
    }

    private func fits(_ step: Double, _ rounding: Double, _ spread: Double) -> Bool? {
        var (fitting, others, nats) = ([Double](), 0, 0.0)
        for difference in differences where difference > 0.5 * step {
            let multiple = difference / step
            let tolerance = 0.03 + rounding + spread * multiple
            guard tolerance < 0.25 else { break }
            if (multiple - multiple.rounded()).magnitude < tolerance {
                fitting.append(multiple)
                // By chance a difference is so near a multiple in a share of 2 tolerance.
                nats -= .log(max(2 * tolerance, place / step))
            } else {
                others += 1
            }
        }
        guard 20 * others <= fitting.count + others else { return false }
        guard nats > Self.least else { return nil }
        return fitting.reduce(0) { Self.divisor($0, Int(clamping: $1.rounded())) } == 1
    }

    /// Greatest common divisor.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
