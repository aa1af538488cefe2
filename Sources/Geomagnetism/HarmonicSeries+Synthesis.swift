/// The field at the epoch and its change per year, in the local geodetic frame (north, east, down), nT and nT/year.
struct FieldVectors: Sendable {
    var main: SIMD3<Double>
    var change: SIMD3<Double>
}

extension HarmonicSeries {
    /// Sums the series at one place.
    ///
    /// With V = a sum (a/r)^(n+1) (g cos m lambda + h sin m lambda) P(n, m), the field is -grad V (WMM Technical Report,
    /// equations 9 to 17). Per order m three sums over n are taken of each of g, h, dg/dt, dh/dt, weighted with Q, n Q and
    /// sqrt(n^2 - m^2) Q(n-1), where Q = (a/r)^(n+2) P / sin; the derivative follows from them by
    /// sin dP/dtheta = n cos P - sqrt(n^2 - m^2) P(n-1), and only then come cos m lambda and sin m lambda.
    func vectors(at place: GeocentricPosition) -> FieldVectors {
        let ratio = place.radiusRatio
        let ratioSquared = ratio * ratio
        let sine = place.sinColatitude
        let step = place.cosColatitude * ratio
        return terms.withUnsafeBufferPointer { terms in
            // Components: (r, theta, phi) of the field, as pairs (main, change).
            var (radial, south) = zonal(terms, step: step, ratio: ratio, sine: sine)
            var east = SIMD2<Double>.zero
            var start = ratioSquared * ratio
            var (cosine, sineOfOrder) = (place.cosLongitude, place.sinLongitude)
            var index = degree
            for m in 1...degree {
                var sum = terms[index].coefficients * start
                var degreeSum = sum * terms[index].degree
                var rootSum = SIMD4<Double>.zero
                var (before, value) = (0.0, start)
                for next in (index + 1)..<(index + 1 + degree - m) {
                    let term = terms[next]
                    rootSum += term.coefficients * (term.root * value)
                    (before, value) = (value, term.forward * step * value - term.backward * ratioSquared * before)
                    let weighted = term.coefficients * value
                    sum += weighted
                    degreeSum += weighted * term.degree
                }
                index += 1 + degree - m
                let outward = (degreeSum + sum) * sine
                let along = degreeSum * place.cosColatitude - rootSum * ratio
                let across = sum * Double(m)
                radial += outward.evenHalf * cosine + outward.oddHalf * sineOfOrder
                south -= along.evenHalf * cosine + along.oddHalf * sineOfOrder
                east += across.evenHalf * sineOfOrder - across.oddHalf * cosine
                guard m < degree else { break }
                start *= ratio * sine * sectoral[m + 1]
                guard start > Self.negligible else { break }
                (cosine, sineOfOrder) = (
                    cosine * place.cosLongitude - sineOfOrder * place.sinLongitude,
                    sineOfOrder * place.cosLongitude + cosine * place.sinLongitude
                )
            }
            // Turned from the sphere's local frame to the ellipsoid's (equation 18).
            let north = radial * place.sinTilt - south * place.cosTilt
            let down = -radial * place.cosTilt - south * place.sinTilt
            return FieldVectors(
                main: SIMD3(north[0], east[0], down[0]), change: SIMD3(north[1], east[1], down[1]))
        }
    }

    /// The terms of order 0: radial and southward components.
    ///
    /// Here the derivative with respect to the cosine is carried by its own recursion, D(n) = n P(n-1) + x D(n-1).
    @inline(__always)
    private func zonal(
        _ terms: UnsafeBufferPointer<HarmonicTerm>, step: Double, ratio: Double, sine: Double
    ) -> (radial: SIMD2<Double>, south: SIMD2<Double>) {
        var (before, value, derivative) = (0.0, ratio * ratio, 0.0)
        var radial = SIMD2<Double>.zero
        var south = SIMD2<Double>.zero
        for index in 0..<degree {
            let term = terms[index]
            derivative = term.degree * ratio * value + step * derivative
            (before, value) = (value, term.forward * step * value - term.backward * ratio * ratio * before)
            radial += term.coefficients.evenHalf * ((term.degree + 1) * value)
            south += term.coefficients.evenHalf * derivative
        }
        return (radial, south * sine)
    }
}
