/// The two series of a model: the main field at the epoch and its change per year, nT and nT/year.
struct FieldSeries: Sendable {
    /// The main field.
    let main: HarmonicSeries
    /// The secular variation, of the same degree or a lower one: WMMHR2025 gives it to degree 15 of 133 only.
    let change: HarmonicSeries

    init(_ table: CoefficientTable) {
        let coefficients = table.coefficients
        main = HarmonicSeries(degree: table.degree) { (coefficients[$0].x, coefficients[$0].y) }
        var degree = table.degree
        while degree > 1, Self.isStill(coefficients, degree) { degree -= 1 }
        change = HarmonicSeries(degree: degree) { (coefficients[$0].z, coefficients[$0].w) }
    }

    /// Whether no coefficient of a degree changes.
    private static func isStill(_ coefficients: [SIMD4<Double>], _ n: Int) -> Bool {
        (CoefficientTable.index(degree: n, order: 0)...CoefficientTable.index(degree: n, order: n))
            .allSatisfy { coefficients[$0].z == 0 && coefficients[$0].w == 0 }
    }
}

/// A vector at each of two places.
struct VectorPair {
    var north = Pair.zero
    var east = Pair.zero
    var down = Pair.zero
}

extension FieldSeries {
    /// Sums the series at two places: the main field and its change in the geodetic frames of the places.
    ///
    /// With V = a sum (a/r)^(n+1) (g cos m lambda + h sin m lambda) P(n, m), the field is -grad V (WMM2025 Technical
    /// Report, doi 10.25923/prbc-s316).
    ///
    /// Three sums over n are taken of each order m > 0, weighted with Q, n Q and sqrt(n^2 - m^2) Q(n-1), where
    /// Q = (a/r)^(n+2) P(n, m) / sin; the derivative follows from them by sin dP/dtheta = n cos P(n) - sqrt(n^2 - m^2)
    /// P(n-1). The second one follows from the partial sums S(n) without a multiplication: sum n c(n) = (N + 1)
    /// S(N) - sum S(n). Both series share one recursion of Q: its steps depend on each other, and the sums of the
    /// second series fill the waiting time.
    func vectors(at place: GeocentricPair) -> (main: VectorPair, change: VectorPair) {
        main.terms.withUnsafeBufferPointer { mainTerms in
            change.terms.withUnsafeBufferPointer { changeTerms in
                var (main, change) = (SphericalSum(degree: self.main.degree), SphericalSum(degree: self.change.degree))
                let turn = place.radiusRatio * place.sinColatitude
                var start = place.radiusRatio * place.radiusRatio * place.radiusRatio
                var zonal = LegendreOrder(place.radiusRatio * place.radiusRatio, place)
                var first = LegendreOrder(start, place)
                for n in 0..<self.main.degree {
                    zonal.advance(mainTerms[n].recursion)
                    if n > 0 { first.advance(mainTerms[self.main.degree &+ n].recursion) }
                    main.addZonal(mainTerms[n], zonal.value, first.value)
                    if n < self.change.degree { change.addZonal(changeTerms[n], zonal.value, first.value) }
                }
                var (cosine, sine) = (place.cosLongitude, place.sinLongitude)
                var (mainTerm, changeTerm) = (self.main.degree, self.change.degree)
                for m in 1...self.main.degree {
                    var legendre = LegendreOrder(start, place)
                    var mainOrder = OrderSum(mainTerms[mainTerm], start)
                    mainTerm &+= 1
                    let end = mainTerm &+ self.main.degree &- m
                    if m <= self.change.degree {
                        var changeOrder = OrderSum(changeTerms[changeTerm], start)
                        changeTerm &+= 1
                        let changeEnd = changeTerm &+ self.change.degree &- m
                        while changeTerm < changeEnd {
                            mainOrder.addRoots(mainTerms[mainTerm], legendre.value)
                            changeOrder.addRoots(changeTerms[changeTerm], legendre.value)
                            legendre.advance(mainTerms[mainTerm].recursion)
                            mainOrder.add(mainTerms[mainTerm], legendre.value)
                            changeOrder.add(changeTerms[changeTerm], legendre.value)
                            mainTerm &+= 1
                            changeTerm &+= 1
                        }
                        change.add(changeOrder, order: m, cosine, sine)
                    }
                    while mainTerm < end {
                        mainOrder.addRoots(mainTerms[mainTerm], legendre.value)
                        legendre.advance(mainTerms[mainTerm].recursion)
                        mainOrder.add(mainTerms[mainTerm], legendre.value)
                        mainTerm &+= 1
                    }
                    main.add(mainOrder, order: m, cosine, sine)
                    start *= turn
                    guard max(start.x, start.y) > Self.negligible else { break }
                    (cosine, sine) = (
                        cosine * place.cosLongitude - sine * place.sinLongitude,
                        sine * place.cosLongitude + cosine * place.sinLongitude
                    )
                }
                return (main.turned(place), change.turned(place))
            }
        }
    }

    /// Where (a/r)^(m+2) sin^(m-1) is below this, the order m and all higher ones add nothing to a double, and would
    /// slow it down as subnormals: P(n, m) / sin^m is below 4^n, 10^121 at degree 200.
    private static var negligible: Double { 1e-180 }
}

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
