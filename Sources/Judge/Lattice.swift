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
    /// Largest multiple, since a chip's count is known to 0.1 %.
    private static let largest = 60.0
    private static let fewest = 6

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
        let rounding = place / step
        guard step > 0, rounding < 0.1 else { return nil }
        let near = differences.filter { $0 < Self.largest * step && $0 > 0.5 * step }.map { $0 / step }
        guard near.count >= Self.fewest else { return nil }
        let fitting = near.filter { ($0 - $0.rounded()).magnitude < 0.08 + rounding }
        guard Double(fitting.count) >= 0.95 * Double(near.count) else { return false }
        return fitting.reduce(0) { Self.divisor($0, Int(clamping: $1.rounded())) } == 1
    }

    /// Greatest common divisor.
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
