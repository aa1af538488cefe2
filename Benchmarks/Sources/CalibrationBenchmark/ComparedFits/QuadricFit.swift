import Calibration
import LinearAlgebra
import Rotations
import Vocabulary

/// The algebraic quadric of unit coefficient length: the right singular vector of the smallest singular value (Merayo
/// et al., Meas. Sci. Technol. 11, 2000, 120-132, with another normalisation).
enum QuadricFit {
    static func solve(_ points: [Vector3]) throws(SensorLabError) -> (hardIron: Vector3, shape: Matrix3) {
        let (centre, scale) = Quadric.normalisation(points)
        var rows = Matrix(rows: points.count, columns: 10)
        for (i, point) in points.enumerated() {
            for (j, value) in Quadric.monomials((point - centre) / scale).enumerated() { rows[i, j] = value }
        }
        guard points.count >= 10 else { throw Quadric.noEllipsoid }
        let svd = try rows.singularValueDecomposition()
        return try Quadric(coefficients: svd.vTransposed.row(9), centre: centre, scale: scale).ellipsoid()
    }
}

/// Adjusted least squares: the scatter matrix of the monomials is replaced by one whose expectation is free of noise,
/// through polynomials with E t_k(x + noise) = x^k (I. Markovsky, A. Kukush, S. Van Huffel, Consistent least squares
/// fitting of ellipsoids, Numer. Math. 98, 2004, 177-194). The noise is isotropic; its variance is the one that makes
/// the smallest eigenvalue zero, found by bisection, because moments up to order four are all that is needed.
enum AdjustedLeastSquaresFit {
    static func solve(_ points: [Vector3]) throws(SensorLabError) -> (hardIron: Vector3, shape: Matrix3) {
        guard points.count >= 10 else { throw Quadric.noEllipsoid }
        let (centre, scale) = Quadric.normalisation(points)
        let moments = self.moments(points.map { ($0 - centre) / scale })
        // The smallest eigenvalue falls as the variance grows. Normalised points have mean length 1, so a variance of
        // 0.1 is noise of a third of the field.
        var (low, high) = (0.0, 0.1)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            let smallest = try adjusted(moments, variance: middle).symmetricEigen().values[0]
            if smallest > 0 { low = middle } else { high = middle }
        }
        let eigen = try adjusted(moments, variance: low).symmetricEigen()
        return try Quadric(coefficients: eigen.vectors.column(0), centre: centre, scale: scale).ellipsoid()
    }

    /// Exponents of x, y, z and factor of the ten monomials of `Quadric`.
    private static let monomials: [(exponents: [Int], factor: Double)] = [
        ([2, 0, 0], 1), ([0, 2, 0], 1), ([0, 0, 2], 1), ([0, 1, 1], 2), ([1, 0, 1], 2), ([1, 1, 0], 2), ([1, 0, 0], 2),
        ([0, 1, 0], 2), ([0, 0, 1], 2), ([0, 0, 0], 1),
    ]

    /// Mean of x^a y^b z^c at index a + 5 b + 25 c, a + b + c <= 4.
    private static func moments(_ points: [Vector3]) -> [Double] {
        var sums = [Double](repeating: 0, count: 125)
        for p in points {
            var z = 1.0
            for c in 0...4 {
                var yz = z
                for b in 0...(4 - c) {
                    var product = yz
                    for a in 0...(4 - b - c) {
                        sums[a + 5 * b + 25 * c] += product
                        product *= p.x
                    }
                    yz *= p.y
                }
                z *= p.z
            }
        }
        return sums.map { $0 / Double(points.count) }
    }

    /// Coefficients of t_k in powers of x: t2 = x^2 - v, t3 = x^3 - 3 v x, t4 = x^4 - 6 v x^2 + 3 v^2.
    private static func polynomial(_ k: Int, _ v: Double) -> [(power: Int, factor: Double)] {
        switch k {
        case 2: return [(2, 1), (0, -v)]
        case 3: return [(3, 1), (1, -3 * v)]
        case 4: return [(4, 1), (2, -6 * v), (0, 3 * v * v)]
        default: return [(k, 1)]
        }
    }

    private static func adjusted(_ moments: [Double], variance: Double) -> Matrix {
        var matrix = Matrix(rows: 10, columns: 10)
        for (i, left) in monomials.enumerated() {
            for (j, right) in monomials.enumerated() {
                let k = zip(left.exponents, right.exponents).map { $0 + $1 }
                var sum = 0.0
                for x in polynomial(k[0], variance) {
                    for y in polynomial(k[1], variance) {
                        for z in polynomial(k[2], variance) {
                            sum += x.factor * y.factor * z.factor * moments[x.power + 5 * y.power + 25 * z.power]
                        }
                    }
                }
                matrix[i, j] = left.factor * right.factor * sum
            }
        }
        return matrix
    }
}
