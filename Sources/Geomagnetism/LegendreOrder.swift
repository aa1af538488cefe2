/// The functions Q(n, m) = (a/r)^(n+2) p(n, m) sin^(m-1) of one order m at two places, degree after degree.
struct LegendreOrder {
    /// Q of the degree that was reached.
    private(set) var value: Pair
    /// (a/r)^2 times Q of the degree before it.
    private var before = Pair.zero
    private let step: Pair
    private let ratioSquared: Pair

    /// Begins at degree n = m.
    ///
    /// - Parameter start: (a/r)^(m+2) sin^(m-1).
    @inline(__always)
    init(_ start: Pair, _ place: GeocentricPair) {
        value = start
        step = place.cosColatitude * place.radiusRatio
        ratioSquared = place.radiusRatio * place.radiusRatio
    }

    /// Goes to the next degree, whose factor is `recursion` (``HarmonicTerm/recursion``).
    @inline(__always)
    mutating func advance(_ recursion: Double) {
        let following = step * value - recursion * before
        before = ratioSquared * value
        value = following
    }
}
