import RealModule
import Rotations

/// An angle by its sine and cosine: keeps small angles and small complements equally precise.
struct SineCosine {
    var sine: Double
    var cosine: Double

    init(_ sine: Double, _ cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// An angle in radians.
    init(radians: Double) { self.init(Double.sin(radians), Double.cos(radians)) }

    /// An angle in degrees, exact at multiples of 90, where radians are not: reduced exactly to [-45, 45]
    /// first; zeros are positive.
    init(degrees: Double) {
        // Both are exact: first to (-180, 180], then to the nearest quarter turn.
        let turn = degrees.remainder(dividingBy: 360)
        let quadrant = (turn / 90).rounded()
        let reduced = Angle.radians(turn - 90 * quadrant)
        let (s, c) = (Double.sin(reduced), Double.cos(reduced))
        switch quadrant {
        case 1: self.init(c, 0 - s)
        case -1: self.init(-c, s + 0)
        case 2, -2: self.init(0 - s, -c)
        default: self.init(s + 0, c)  // -0 + 0 is +0
        }
    }

    /// Scaled to the unit circle.
    var normalized: SineCosine {
        let length = Double.hypot(sine, cosine)
        return SineCosine(sine / length, cosine / length)
    }

    /// Radians in [-pi, pi].
    var radians: Double { Double.atan2(y: sine, x: cosine) }
    /// Degrees in [-180, 180].
    var degrees: Double { Angle.degrees(radians) }

    /// The sum of two angles.
    static func + (a: SineCosine, b: SineCosine) -> SineCosine {
        SineCosine(a.sine * b.cosine + a.cosine * b.sine, a.cosine * b.cosine - a.sine * b.sine)
    }

    /// The difference of two angles.
    static func - (a: SineCosine, b: SineCosine) -> SineCosine {
        SineCosine(a.sine * b.cosine - a.cosine * b.sine, a.cosine * b.cosine + a.sine * b.sine)
    }
}
