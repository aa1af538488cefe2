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
    /// Q = (a/r)^(n+2) P(n, m) / sin; the derivative follows from them by
    /// sin dP/dtheta = n cos P(n) - sqrt(n^2 - m^2) P(n-1). The second one is had from the partial sums S(n) without a
    /// multiplication: sum n c(n) = (N + 1) S(N) - sum S(n).
    func vectors(at place: GeocentricPair) -> (main: VectorPair, change: VectorPair) {
        main.terms.withUnsafeBufferPointer { mainTerms in
            change.terms.withUnsafeBufferPointer { changeTerms in
                var main = SphericalSum(mainTerms, degree: self.main.degree)
                var change = SphericalSum(changeTerms, degree: self.change.degree)
                main.addZonal(place)
                change.addZonal(place)
                let turn = place.radiusRatio * place.sinColatitude
                var start = place.radiusRatio * place.radiusRatio * place.radiusRatio
                var (cosine, sine) = (place.cosLongitude, place.sinLongitude)
                for m in 1...self.main.degree {
                    main.addOrder(m, start, cosine, sine, place)
                    if m <= self.change.degree { change.addOrder(m, start, cosine, sine, place) }
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

    /// Where (a/r)^(m+2) sin^(m-1) is below this, the order m and all higher ones add nothing to a double, and would slow
    /// it down as subnormals: P(n, m) / sin^m is below 4^n, 10^121 at degree 200.
    private static var negligible: Double { 1e-180 }
}

/// The sum of one series at two places, as it grows from order to order, in the frames of the sphere.
private struct SphericalSum {
    private let terms: UnsafeBufferPointer<HarmonicTerm>
    private let degree: Int
    /// The first term of the next order.
    private var index = 0
    /// Order 0: radial and southward components.
    private var zonalRadial = Pair.zero
    private var zonalSouth = Pair.zero
    /// Higher orders: the sums of c Q, of its partial sums, of c sqrt(n^2 - m^2) Q(n-1), and of the eastward component.
    private var sum = Pair.zero
    private var partial = Pair.zero
    private var root = Pair.zero
    private var east = Pair.zero

    @inline(__always)
    init(_ terms: UnsafeBufferPointer<HarmonicTerm>, degree: Int) {
        self.terms = terms
        self.degree = degree
    }

    /// The terms of order 0, whose derivative has a recursion of its own: the derivative of the functions' recursion.
    @inline(__always)
    mutating func addZonal(_ place: GeocentricPair) {
        let ratioSquared = place.radiusRatio * place.radiusRatio
        let step = place.cosColatitude * place.radiusRatio
        var (value, before) = (ratioSquared, Pair.zero)
        var (slope, slopeBefore) = (Pair.zero, Pair.zero)
        var (sum, partial, south) = (Pair.zero, Pair.zero, Pair.zero)
        while index < degree {
            let recursion = terms[index].recursion
            before *= recursion
            slopeBefore *= recursion
            let following = step * value - before
            var followingSlope = place.radiusRatio * value - slopeBefore
            followingSlope += step * slope
            before = ratioSquared * value
            slopeBefore = ratioSquared * slope
            value = following
            slope = followingSlope
            sum += terms[index].g * value
            partial += sum
            south += terms[index].g * slope
            index &+= 1
        }
        zonalRadial = Double(degree &+ 2) * sum - partial
        zonalSouth = south
    }

    /// The terms of one order m > 0.
    ///
    /// `before` holds (a/r)^2 times the last value but one. One product per statement: given sums of two products, the
    /// compiler mixes the lanes, which doubles the time.
    ///
    /// - Parameter start: (a/r)^(m+2) sin^(m-1).
    @inline(__always)
    mutating func addOrder(_ m: Int, _ start: Pair, _ cosine: Pair, _ sine: Pair, _ place: GeocentricPair) {
        let ratioSquared = place.radiusRatio * place.radiusRatio
        let step = place.cosColatitude * place.radiusRatio
        var (value, before) = (start, Pair.zero)
        var (g, h) = (terms[index].g * value, terms[index].h * value)
        var (gPartial, hPartial) = (g, h)
        var (gRoot, hRoot) = (Pair.zero, Pair.zero)
        let end = index &+ 1 &+ degree &- m
        index &+= 1
        while index < end {
            gRoot += terms[index].gRoot * value
            hRoot += terms[index].hRoot * value
            let following = step * value - terms[index].recursion * before
            before = ratioSquared * value
            value = following
            g += terms[index].g * value
            h += terms[index].h * value
            gPartial += g
            hPartial += h
            index &+= 1
        }
        sum += g * cosine
        sum += h * sine
        partial += gPartial * cosine
        partial += hPartial * sine
        root += gRoot * cosine
        root += hRoot * sine
        let (cosineTimesOrder, sineTimesOrder) = (Double(m) * cosine, Double(m) * sine)
        east += g * sineTimesOrder
        east -= h * cosineTimesOrder
    }

    /// The field, turned from the sphere's local frame to the ellipsoid's.
    @inline(__always)
    func turned(_ place: GeocentricPair) -> VectorPair {
        let degreeSum = Double(degree &+ 1) * sum - partial
        let radial = zonalRadial + (degreeSum + sum) * place.sinColatitude
        let south = zonalSouth * place.sinColatitude + root * place.radiusRatio - degreeSum * place.cosColatitude
        return VectorPair(
            north: radial * place.sinTilt - south * place.cosTilt, east: east,
            down: -radial * place.cosTilt - south * place.sinTilt)
    }
}
