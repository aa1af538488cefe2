import RealModule

/// Sine and cosine of an angle in degrees, exact at multiples of 90.
///
/// The quadrant is taken off in degrees, where it is exact, so that the poles and the meridians 0, 90, 180 and 270 have
/// sines and cosines of exactly 0 and 1. Valid for |angle| <= 360.
@inline(__always)
func sineAndCosine(degrees angle: Double) -> (sine: Double, cosine: Double) {
    let quadrant = (angle * (1.0 / 90)).rounded(.toNearestOrEven)
    let rest = (angle - 90 * quadrant) * (Double.pi / 180)
    let sine = Double.sin(rest)
    let cosine = Double.cos(rest)
    switch Int(quadrant) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}

/// Degrees per radian.
let degreesPerRadian = 180 / Double.pi
