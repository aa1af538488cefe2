import RealModule

/// The nearly antipodal problem in its limit: the geodesics that touch an astroid.
enum Astroid {
    /// The positive root k of k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0 (Karney 2013, equation 55), for
    /// x <= 0 and y <= 0; 0 on the segment y = 0, |x| <= 1.
    ///
    /// The quartic is solved as in the paper's equations 56 to 63: Cardano's cubic for u, then a quadratic.
    static func root(x: Double, y: Double) -> Double {
        let p = x * x
        let q = y * y
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        let s = p * q / 4
        let rSquared = r * r
        let rCubed = r * rSquared
        let discriminant = s * (s + 2 * rCubed)
        var u = r
        if discriminant >= 0 {
            // The sign that adds magnitudes: no digits are lost.
            let sum = s + rCubed
            let root = discriminant.squareRoot()
            let t = Double.root(sum < 0 ? sum - root : sum + root, 3)
            u += t + (t != 0 ? rSquared / t : 0)
        } else {
            let angle = Double.atan2(y: (-discriminant).squareRoot(), x: -(s + rCubed))
            u += 2 * r * Double.cos(angle / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
