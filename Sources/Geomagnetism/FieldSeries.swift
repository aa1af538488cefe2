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

/// The sums over the degree of one order m > 0 of one series at two places.
///
/// One product per statement: given sums of two products, the compiler mixes the lanes, which doubles the time.
struct OrderSum {
    fileprivate var (g, h): (Pair, Pair)
    fileprivate var (gPartial, hPartial): (Pair, Pair)
    fileprivate var (gRoot, hRoot) = (Pair.zero, Pair.zero)

    /// The term of degree n = m, whose function has the value `value`.
    @inline(__always)
    init(_ term: HarmonicTerm, _ value: Pair) {
        (g, h) = (term.g * value, term.h * value)
        (gPartial, hPartial) = (g, h)
    }

    /// The sum weighted with sqrt(n^2 - m^2), where `value` is the function of degree n - 1.
    @inline(__always)
    mutating func addRoots(_ term: HarmonicTerm, _ value: Pair) {
        gRoot += term.gRoot * value
        hRoot += term.hRoot * value
    }

    /// The sum itself and the sum of its partial sums, where `value` is the function of degree n.
    @inline(__always)
    mutating func add(_ term: HarmonicTerm, _ value: Pair) {
        g += term.g * value
        h += term.h * value
        gPartial += g
        hPartial += h
    }
}

/// The sum of one series at two places, as it grows from order to order, in the frames of the sphere.
struct SphericalSum {
    private let degree: Int
    /// Order 0: the sum, that of its partial sums, and the southward component.
    private var zonalSum = Pair.zero
    private var zonalPartial = Pair.zero
    private var zonalSouth = Pair.zero
    /// Higher orders: the sums of c Q, of its partial sums, of c sqrt(n^2 - m^2) Q(n-1), and of the eastward component.
    private var sum = Pair.zero
    private var partial = Pair.zero
    private var root = Pair.zero
    private var east = Pair.zero

    @inline(__always)
    init(degree: Int) { self.degree = degree }

    /// The term of order 0 and degree n.
    ///
    /// - Parameters:
    ///   - value: the function Q(n, 0), times the sine, which order 0 has not been divided by.
    ///   - slope: the function Q(n, 1): dP(n, 0)/dtheta = -sqrt(n(n+1)/2) P(n, 1).
    @inline(__always)
    mutating func addZonal(_ term: HarmonicTerm, _ value: Pair, _ slope: Pair) {
        zonalSum += term.g * value
        zonalPartial += zonalSum
        zonalSouth += term.gRoot * slope
    }

    /// The terms of one order m > 0; `cosine` and `sine` are those of m times the longitude.
    @inline(__always)
    mutating func add(_ terms: OrderSum, order m: Int, _ cosine: Pair, _ sine: Pair) {
        sum += terms.g * cosine
        sum += terms.h * sine
        partial += terms.gPartial * cosine
        partial += terms.hPartial * sine
        root += terms.gRoot * cosine
        root += terms.hRoot * sine
        let (cosineTimesOrder, sineTimesOrder) = (Double(m) * cosine, Double(m) * sine)
        east += terms.g * sineTimesOrder
        east -= terms.h * cosineTimesOrder
    }

    /// The field, turned from the sphere's local frame to the ellipsoid's.
    @inline(__always)
    func turned(_ place: GeocentricPair) -> VectorPair {
        let degreeSum = Double(degree &+ 1) * sum - partial
        let zonalRadial = Double(degree &+ 2) * zonalSum - zonalPartial
        let radial = zonalRadial + (degreeSum + sum) * place.sinColatitude
        let south = zonalSouth * place.sinColatitude + root * place.radiusRatio - degreeSum * place.cosColatitude
        return VectorPair(
            north: radial * place.sinTilt - south * place.cosTilt, east: east,
            down: -radial * place.cosTilt - south * place.sinTilt)
    }
}

/// One term of a spherical harmonic series, degree n and order m; each number twice, as the two lanes take it.
struct HarmonicTerm: Sendable {
    /// The coefficients g and h, times the scale of the monic Legendre functions.
    var (g, h): (Pair, Pair)
    /// The same for the function of degree n - 1, times sqrt(n^2 - m^2); in order 0, g for the function of order
    /// 1, times sqrt(n(n+1)/2).
    var (gRoot, hRoot): (Pair, Pair)
    /// ((n - 1)^2 - m^2) / ((2n - 1)(2n - 3)), the factor of the recursion.
    var recursion: Double
}

/// Gauss coefficients in the order in which the synthesis walks through them, scaled for its recursion.
///
/// The Schmidt semi-normalised functions P(n, m) are carried as p(n, m) = P(n, m) / k(n, m), whose highest power of the
/// cosine has the factor 1, and so obey the short recursion p(n) = x p(n-1) - recursion p(n-2). The scale k, at most
/// 2^(n-m), goes into the coefficients. Forward recursion over the degree at fixed order is stable, and since sin^m is
/// carried without its first power, nothing is divided by the sine: the poles are not singular.
struct HarmonicSeries: Sendable {
    /// The highest degree.
    let degree: Int
    /// Terms by order m = 0, 1, ... and within it by degree n = max(m, 1), ..., `degree`.
    let terms: [HarmonicTerm]

    /// The series of coefficients (g, h) that lie at ``CoefficientTable/index(degree:order:)``.
    init(degree: Int, coefficient: (Int) -> (g: Double, h: Double)) {
        self.degree = degree
        var terms: [HarmonicTerm] = []
        terms.reserveCapacity(CoefficientTable.index(degree: degree, order: degree))
        var sectoralScale = 1.0
        for m in 0...degree {
            if m > 1 { sectoralScale *= (Double(2 * m - 1) / Double(2 * m)).squareRoot() }
            var scale = sectoralScale
            // The scale of order 1 and the same degree.
            var nextScale = 1.0
            for n in max(m, 1)...degree {
                let root = Double(n * n - m * m).squareRoot()
                if m == 0, n > 1 { nextScale *= Double(2 * n - 1) / Double(n * n - 1).squareRoot() }
                let rootScale = m == 0 ? Double(n * (n + 1) / 2).squareRoot() * nextScale : root * scale
                if n > m { scale *= Double(2 * n - 1) / root }
                let (g, h) = coefficient(CoefficientTable.index(degree: n, order: m))
                let recursion =
                    n > m + 1 ? Double((n - 1) * (n - 1) - m * m) / Double((2 * n - 1) * (2 * n - 3)) : 0
                terms.append(
                    HarmonicTerm(
                        g: Pair(repeating: g * scale), h: Pair(repeating: h * scale),
                        gRoot: Pair(repeating: g * rootScale), hRoot: Pair(repeating: h * rootScale),
                        recursion: recursion))
            }
        }
        self.terms = terms
    }
}
