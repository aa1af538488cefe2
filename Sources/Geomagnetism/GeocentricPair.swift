import Vocabulary

/// Two places in spherical coordinates about the Earth's centre, with the rotation back to their geodetic frames.
struct GeocentricPair {
    /// Cosine and sine of the geocentric colatitude; the sine is 0 at the poles.
    var cosColatitude: Pair
    var sinColatitude: Pair
    /// Cosine and sine of the longitude.
    var cosLongitude: Pair
    var sinLongitude: Pair
    /// Reference radius of the models (6371.2 km) over the distance from the Earth's centre.
    var radiusRatio: Pair
    /// Cosine and sine of geocentric minus geodetic latitude.
    var cosTilt: Pair
    var sinTilt: Pair

    /// The geocentric coordinates of two geodetic positions (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    @inline(__always)
    init(_ first: GeodeticPosition, _ second: GeodeticPosition) {
        let (sinLatitude, cosLatitude) = sineAndCosine(degrees: Pair(first.latitude, second.latitude))
        (sinLongitude, cosLongitude) = sineAndCosine(degrees: Pair(first.longitude, second.longitude))
        let height = Pair(first.height, second.height)
        let primeVertical =
            Ellipsoid.wgs84.equatorialRadius
            / squareRoot(1 - Ellipsoid.wgs84.eccentricitySquared * sinLatitude * sinLatitude)
        let axial = (primeVertical * (1 - Ellipsoid.wgs84.eccentricitySquared) + height) * sinLatitude
        let equatorial = (primeVertical + height) * cosLatitude
        let inverseRadius = 1 / squareRoot(equatorial * equatorial + axial * axial)
        cosColatitude = axial * inverseRadius
        sinColatitude = equatorial * inverseRadius
        radiusRatio = Self.referenceRadius * inverseRadius
        cosTilt = sinColatitude * cosLatitude + cosColatitude * sinLatitude
        sinTilt = cosColatitude * cosLatitude - sinColatitude * sinLatitude
    }

    /// The radius of the models' reference sphere, metres.
    static let referenceRadius = 6_371_200.0
}

/// Trigonometry in degrees for two angles at once, without branches.
///
/// The angles' quadrants are subtracted in degrees, where that is exact: multiples of 90 have sines and cosines of
/// exactly 0 and 1. The rest is at most 45 degrees (sine, cosine) or 11.25 degrees (arc tangent), where Taylor's series
/// reaches the last place of a double in a few terms. The errors are below 4e-16 and 1e-13 degrees.
typealias Pair = SIMD2<Double>

/// Sine and cosine of two angles in degrees; |angle| <= 360.
@inline(__always)
func sineAndCosine(degrees angle: Pair) -> (sine: Pair, cosine: Pair) {
    // Adding and subtracting 1.5 * 2^52 rounds to the nearest integer and leaves it in the last bits.
    let shift = Pair(repeating: 0x1.8p52)
    let shifted = angle * Pair(repeating: 1.0 / 90) + shift
    let quadrant = unsafeBitCast(shifted, to: SIMD2<UInt64>.self)
    let r = (angle - (shifted - shift) * 90) * Pair(repeating: Double.pi / 180)
    let s = r * r
    var sine = s * (1 / 355_687_428_096_000) - 1 / 1_307_674_368_000
    sine = sine * s + 1 / 6_227_020_800
    sine = sine * s - 1 / 39_916_800
    sine = sine * s + 1 / 362_880
    sine = sine * s - 1 / 5040
    sine = sine * s + 1 / 120
    sine = sine * s - 1 / 6
    sine = r + r * s * sine
    var cosine = s * (1 / 20_922_789_888_000) - 1 / 87_178_291_200
    cosine = cosine * s + 1 / 479_001_600
    cosine = cosine * s - 1 / 3_628_800
    cosine = cosine * s + 1 / 40_320
    cosine = cosine * s - 1 / 720
    cosine = cosine * s + 1 / 24
    cosine = 1 - s * 0.5 + s * s * cosine
    let isOdd = SIMD2<UInt64>.zero &- (quadrant & 1)
    let sineSign = (quadrant & 2) &<< 62
    let cosineSign = ((quadrant &+ 1) & 2) &<< 62
    let (sineBits, cosineBits) = (
        unsafeBitCast(sine, to: SIMD2<UInt64>.self), unsafeBitCast(cosine, to: SIMD2<UInt64>.self)
    )
    let swapped = (sineBits ^ cosineBits) & isOdd
    return (
        unsafeBitCast((sineBits ^ swapped) ^ sineSign, to: Pair.self),
        unsafeBitCast((cosineBits ^ swapped) ^ cosineSign, to: Pair.self)
    )
}

/// The angles of the points (x, y), degrees, [-180, 180]; NaN where x = y = 0.
@inline(__always)
func angleDegrees(y: Pair, x: Pair) -> Pair {
    let (ay, ax) = (magnitude(y), magnitude(x))
    let isSteep = ay .> ax
    let (low, high) = (ay.replacing(with: ax, where: isSteep), ax.replacing(with: ay, where: isSteep))
    // Turned back by 0, 22.5 or 45 degrees, whichever is nearest: tan(11.25) = 0.19891..., tan(33.75) = 0.66817...
    let isMiddle = low .> high * 0.198_912_367_379_658
    let isHigh = low .> high * 0.668_178_637_919_299
    let tangent = Pair.zero.replacing(with: 0.414_213_562_373_095_05, where: isMiddle).replacing(with: 1, where: isHigh)
    let turned = Pair.zero.replacing(with: 22.5, where: isMiddle).replacing(with: 45, where: isHigh)
    let t = (low - tangent * high) / (high + tangent * low)
    let s = t * t
    var series = s * (-1.0 / 23) + 1.0 / 21
    series = series * s - 1.0 / 19
    series = series * s + 1.0 / 17
    series = series * s - 1.0 / 15
    series = series * s + 1.0 / 13
    series = series * s - 1.0 / 11
    series = series * s + 1.0 / 9
    series = series * s - 1.0 / 7
    series = series * s + 1.0 / 5
    series = series * s - 1.0 / 3
    var angle = (t + t * s * series) * Pair(repeating: 180 / Double.pi) + turned
    angle = angle.replacing(with: 90 - angle, where: isSteep)
    angle = angle.replacing(with: 180 - angle, where: x .< 0)
    return angle.replacing(with: -angle, where: y .< 0)
}

@inline(__always)
private func magnitude(_ value: Pair) -> Pair {
    unsafeBitCast(unsafeBitCast(value, to: SIMD2<UInt64>.self) & 0x7fff_ffff_ffff_ffff, to: Pair.self)
}

@inline(__always)
func squareRoot(_ value: Pair) -> Pair { Pair(value.x.squareRoot(), value.y.squareRoot()) }

/// Degrees per radian.
let degreesPerRadian = 180 / Double.pi
