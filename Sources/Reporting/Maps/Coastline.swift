/// The coasts of the Earth, Natural Earth 1:110 million.
enum Coastline {
    /// Each stroke as longitudes and latitudes, degrees, east and north positive.
    static let strokes: [[SIMD2<Double>]] = CoastlineText.strokes.split(separator: "\n").map { line in
        let tenths = line.split(separator: " ").compactMap { Double($0) }
        return stride(from: 0, to: tenths.count - 1, by: 2).map { SIMD2(tenths[$0], tenths[$0 + 1]) / 10 }
    }
}
