import RealModule
import Rotations

/// Trigonometry of degrees that is exact at multiples of 90 degrees, where radians are not.
enum DegreeTrigonometry {
    /// Sine and cosine of an angle in degrees, reduced exactly to [-45, 45] first; zeros are positive.
    static func sineCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        // Both are exact: first to (-180, 180], then to the nearest quarter turn.
        let turn = degrees.remainder(dividingBy: 360)
        let quadrant = (turn / 90).rounded()
        let reduced = Angle.radians(turn - 90 * quadrant)
        let (s, c) = (Double.sin(reduced), Double.cos(reduced))
        switch quadrant {
        case 1: return (c, 0 - s)
        case -1: return (-c, s + 0)
        case 2, -2: return (0 - s, -c)
        default: return (s + 0, c)  // -0 + 0 is +0
        }
    }
}
