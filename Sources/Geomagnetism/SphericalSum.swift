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
