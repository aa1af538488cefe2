import RealModule
import Rotations
import Vocabulary

extension Geodesic {
    /// The shortest line between two positions (heights ignored).
    ///
    /// For coincident points both azimuths are 0; where several lines are equally short (opposite points), one of them
    /// is given. Latitudes must be in [-90, 90]; NaN for anything else.
    public func inverse(from start: GeodeticPosition, to end: GeodeticPosition) -> GeodesicLine {
        guard start.latitude.magnitude <= 90, end.latitude.magnitude <= 90, start.longitude.isFinite,
            end.longitude.isFinite
        else { return GeodesicLine(distance: .nan, startAzimuth: .nan, endAzimuth: .nan, reducedLength: .nan) }

        // The canonical form (equation 44): eastwards, the point farther from the equator first and in the south.
        let (difference, rest) = Self.longitudeDifference(start.longitude, end.longitude)
        let eastward = difference > 0 || (difference == 0 && rest >= 0)
        let swapped = start.latitude.magnitude < end.latitude.magnitude
        var latitude1 = swapped ? end.latitude : start.latitude
        var latitude2 = swapped ? start.latitude : end.latitude
        let mirrored = latitude1 > 0
        if mirrored { (latitude1, latitude2) = (-latitude1, -latitude2) }
        let degrees = eastward ? difference : -difference
        let remainder = eastward ? rest : -rest
        // From 180 degrees backwards, so that nearly antipodal points keep their digits.
        let lambda: SineCosine
        if degrees > 90 {
            let supplement = SineCosine(degrees: (180 - degrees) - remainder)
            lambda = SineCosine(supplement.sine, -supplement.cosine)
        } else {
            lambda = SineCosine(degrees: degrees + remainder)
        }
        let auxiliary = GeodesicAuxiliary(
            self, latitude1: latitude1, latitude2: latitude2, lambda12: Angle.radians(degrees + remainder),
            lambda: lambda)
        var solution = canonical(auxiliary, isMeridian: latitude1 == -90 || lambda.sine == 0, degrees: degrees)

        if swapped { (solution.alpha1, solution.alpha2) = (solution.alpha2, solution.alpha1) }
        // Mirroring in the equator turns the cosines, mirroring in a meridian the sines. Swapping the points turns
        // both, and the mirroring in a meridian that makes the way back an eastward one turns the sines once more.
        let cosineSign: Double = mirrored != swapped ? -1 : 1
        let sineSign: Double = eastward ? 1 : -1
        func azimuth(_ alpha: SineCosine) -> Double {
            let degrees = SineCosine(sineSign * alpha.sine + 0, cosineSign * alpha.cosine).degrees
            return degrees == -180 ? 180 : degrees
        }
        let coincide = solution.distance == 0
        return GeodesicLine(
            distance: solution.distance + 0, startAzimuth: coincide ? 0 : azimuth(solution.alpha1),
            endAzimuth: coincide ? 0 : azimuth(solution.alpha2), reducedLength: solution.reducedLength + 0)
    }

    private struct Solution {
        var alpha1: SineCosine
        var alpha2: SineCosine
        /// Metres.
        var distance: Double
        /// Metres.
        var reducedLength: Double
    }

    private func canonical(_ auxiliary: GeodesicAuxiliary, isMeridian: Bool, degrees: Double) -> Solution {
        if isMeridian, let solution = meridian(auxiliary) { return solution }
        // Along the equator, as long as it is the shortest way (equation 51).
        if auxiliary.beta1.sine == 0 && 180 - degrees >= f * 180 {
            let omega12 = auxiliary.lambda12 / oneMinusF
            return Solution(
                alpha1: SineCosine(1, 0), alpha2: SineCosine(1, 0),
                distance: ellipsoid.equatorialRadius * auxiliary.lambda12,
                reducedLength: polarRadius * Double.sin(omega12))
        }
        switch auxiliary.start {
        case .short(let alpha1, let alpha2, let sigma12, let dn):
            return Solution(
                alpha1: alpha1, alpha2: alpha2, distance: sigma12 * polarRadius * dn,
                reducedLength: dn * dn * polarRadius * Double.sin(sigma12 / dn))
        case .azimuth(let start):
            let (alpha1, trial) = auxiliary.solve(from: start)
            let lengths = auxiliary.lengths(trial)
            return Solution(
                alpha1: alpha1, alpha2: trial.alpha2, distance: polarRadius * lengths.distance,
                reducedLength: polarRadius * lengths.reducedLength)
        }
    }

    /// The line along a meridian; `nil` where it is not the shortest (over the equator to a nearly antipodal point).
    private func meridian(_ auxiliary: GeodesicAuxiliary) -> Solution? {
        let alpha1 = SineCosine(auxiliary.lambda.sine, auxiliary.lambda.cosine)
        let alpha2 = SineCosine(0, 1)
        let sigma1 = SineCosine(auxiliary.beta1.sine, alpha1.cosine * auxiliary.beta1.cosine)
        let sigma2 = SineCosine(auxiliary.beta2.sine, alpha2.cosine * auxiliary.beta2.cosine)
        var sigma = sigma2 - sigma1
        sigma.sine = max(0, sigma.sine) + 0
        let sigma12 = sigma.radians
        let lengths = lengths(
            epsilon: n, sigma12: sigma12, sigma1: sigma1, sigma2: sigma2, dn1: auxiliary.dn1, dn2: auxiliary.dn2)
        guard sigma12 < 1 || lengths.reducedLength >= 0 else { return nil }
        // Lengths near zero are rounding errors: they count as zero.
        if sigma12 < 3 * Self.tiny || (sigma12 < Double.ulpOfOne && lengths.distance < 0) {
            return Solution(alpha1: alpha1, alpha2: alpha2, distance: 0, reducedLength: 0)
        }
        return Solution(
            alpha1: alpha1, alpha2: alpha2, distance: polarRadius * lengths.distance,
            reducedLength: polarRadius * lengths.reducedLength)
    }

    /// lon2 - lon1 in degrees, reduced to [-180, 180], as a rounded value and its rounding error (Knuth's two-sum).
    private static func longitudeDifference(_ first: Double, _ second: Double) -> (value: Double, rest: Double) {
        func twoSum(_ a: Double, _ b: Double) -> (Double, Double) {
            let sum = a + b
            let part = sum - a
            return (sum, (a - (sum - part)) + (b - part))
        }
        let (sum, error) = twoSum(second.remainder(dividingBy: 360), -first.remainder(dividingBy: 360))
        let (value, rest) = twoSum(sum.remainder(dividingBy: 360), error)
        // 180 and -180 are one meridian: the rounding error decides on which side the difference lies.
        if value.magnitude == 180 && rest != 0 { return (rest < 0 ? 180 : -180, rest) }
        return (value, rest)
    }
}
