import RealModule
import Rotations
import Vocabulary

extension Geodesic {
    /// The end of the geodesic of `distance` metres (negative: backwards) from `start` at `azimuth` degrees clockwise
    /// from north, and its azimuth there, degrees. Longitude in [-180, 180]; the height is that of the start.
    public func direct(
        from start: GeodeticPosition, azimuth: Double, distance: Double
    ) -> (end: GeodeticPosition, endAzimuth: Double) {
        let beta1 = reducedLatitude(start.latitude)
        let alpha1 = SineCosine(degrees: azimuth)
        // Napier's rules on the auxiliary sphere (equations 5, 10 to 12).
        let alpha0 = SineCosine(
            alpha1.sine * beta1.cosine, Double.hypot(alpha1.cosine, alpha1.sine * beta1.sine))
        let onEquatorEastward = beta1.sine == 0 && alpha1.cosine == 0
        let cosSigma1 = onEquatorEastward ? 1 : beta1.cosine * alpha1.cosine
        let sigma1 = SineCosine(beta1.sine, cosSigma1).normalized
        let omega1 = SineCosine(alpha0.sine * beta1.sine, cosSigma1)

        let epsilon = epsilon(cosAlpha0: alpha0.cosine)
        let c1 = GeodesicSeries.c1(epsilon)
        let a1 = 1 + GeodesicSeries.a1Minus1(epsilon)
        let b11 = GeodesicSeries.sum(c1, at: sigma1)
        let tau12 = distance / (polarRadius * a1)
        let tau2 = sigma1 + SineCosine(radians: b11) + SineCosine(radians: tau12)
        // The reverted series (equation 20).
        let b12 = -GeodesicSeries.sum(GeodesicSeries.c1Reverted(epsilon), at: tau2)
        let sigma12 = tau12 - (b12 - b11)
        let sigma2 = sigma1 + SineCosine(radians: sigma12)

        let beta2 = SineCosine(
            alpha0.cosine * sigma2.sine, max(Self.tiny, Double.hypot(alpha0.sine, alpha0.cosine * sigma2.cosine)))
        let alpha2 = SineCosine(alpha0.sine, alpha0.cosine * sigma2.cosine)
        let omega12 = (SineCosine(alpha0.sine * sigma2.sine, sigma2.cosine) - omega1).radians
        let c3 = GeodesicSeries.c3(epsilon, n: n)
        let b312 = GeodesicSeries.sum(c3, at: sigma2) - GeodesicSeries.sum(c3, at: sigma1)
        // Equation 8.
        let lambda12 = omega12 - f * alpha0.sine * GeodesicSeries.a3(epsilon, n: n) * (sigma12 + b312)
        let longitude = (start.longitude.remainder(dividingBy: 360) + Angle.degrees(lambda12))
            .remainder(dividingBy: 360)
        let latitude = SineCosine(beta2.sine, oneMinusF * beta2.cosine).degrees
        return (
            GeodeticPosition(latitude: latitude, longitude: longitude, height: start.height),
            Angle.wrapDegrees(alpha2.degrees)
        )
    }
}
