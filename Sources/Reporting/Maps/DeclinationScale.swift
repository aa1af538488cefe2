import Foundation

/// The classes of declination of a map, and their colours: blue west, red east, the paler the closer to zero, or to the
/// smallest value where there is one sign only.
struct DeclinationScale {
    /// The bounds of the classes, degrees, ascending, at least two; what lies beyond the ends counts to the end classes.
    let bounds: [Double]
    let step: Double

    /// Classes of a round width for values in degrees; the outermost 5 % at either end do not widen them. Values that are
    /// not finite are passed over.
    init(_ values: [Double]) {
        let sorted = values.filter(\.isFinite).sorted()
        let margin = sorted.count / 20
        let low = sorted.isEmpty ? 0 : sorted[margin]
        let high = sorted.isEmpty ? 1 : sorted[sorted.count - 1 - margin]
        step = NiceTicks.step(covering: max(high - low, 0.01), count: 14, from: NiceTicks.angleSteps)
        let first = (low / step + 1e-9).rounded(.down)
        let last = max(first + 1, (high / step - 1e-9).rounded(.up))
        let step = step
        bounds = stride(from: first, through: last, by: 1).map { $0 * step }
    }

    /// The class of a value.
    func index(_ value: Double) -> Int {
        max(0, min(bounds.count - 2, Int(((value - bounds[0]) / step).rounded(.down))))
    }

    /// The colour of a class, as CSS has it.
    func colour(_ index: Int) -> String {
        let middle = bounds[index] + step / 2
        let (low, high) = (bounds[0], bounds[bounds.count - 1])
        let nearest = low < 0 && high > 0 ? 0 : min(abs(low), abs(high))
        let share = min(1, (abs(middle) - nearest) / (max(abs(low), abs(high)) - nearest))
        let (pale, full): (SIMD3<Double>, SIMD3<Double>) =
            middle < 0 ? (SIMD3(226, 238, 250), SIMD3(22, 84, 160)) : (SIMD3(253, 232, 222), SIMD3(178, 34, 30))
        let colour = pale + (full - pale) * share
        return "#" + [colour.x, colour.y, colour.z].map { String(format: "%02x", Int($0.rounded())) }.joined()
    }
}
