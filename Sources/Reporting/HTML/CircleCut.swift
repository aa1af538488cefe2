import Foundation

/// Angles on a straight axis: the circle is cut opposite the centre, or where less than half as many of them lie, so
/// that hardly a line crosses the cut.
struct CircleCut {
    /// Where the axis begins, degrees; it ends 360 degrees further.
    let low: Double

    private static let width = 10
    private static let bins = 360 / width

    /// - Parameters:
    ///   - angles: degrees; those that are not finite do not count.
    ///   - centre: degrees; it is inside of the axis, and of equal cuts the one farthest from it is taken.
    init(_ angles: some Sequence<Float>, centre: Double) {
        var counts = [Int](repeating: 0, count: Self.bins)
        for angle in angles where angle.isFinite {
            counts[Int(clamping: Self.turned(Double(angle), from: 0)) / Self.width % Self.bins] += 1
        }
        let width = Double(Self.width)
        let opposite = Int(clamping: (Self.turned(centre + 180, from: 0) / width).rounded()) % Self.bins
        let cuts = (0..<Self.bins).map { (distance: min($0, Self.bins - $0), bin: (opposite + $0) % Self.bins) }
        func cost(_ bin: Int) -> Int { counts[bin] + counts[(bin + Self.bins - 1) % Self.bins] }
        let best = cuts.min { (cost($0.bin), $0.distance) < (cost($1.bin), $1.distance) }?.bin ?? opposite
        let cut = Double(2 * cost(best) < cost(opposite) ? best : opposite) * width
        low = centre - Self.turned(centre - cut, from: 0)
    }

    /// An angle on this axis, degrees.
    func shown(_ angle: Double) -> Double { Self.turned(angle, from: low) }

    /// The circle as it is drawn, degrees.
    var range: ClosedRange<Double> { low...(low + 360) }

    private static func turned(_ angle: Double, from low: Double) -> Double {
        let turn = angle - low
        return low + turn - 360 * (turn / 360).rounded(.down)
    }
}
